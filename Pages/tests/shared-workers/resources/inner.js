// A dedicated worker that evaluates the messages that it receives.
importScripts('../../dedicated-workers/echo.js');
