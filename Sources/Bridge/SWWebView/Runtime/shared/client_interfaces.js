// Exposes the runtime to every client, be it a window or a dedicated worker.

import { exposeImmutableHeaders } from "./cache_realm.js";
import { exposeCaches } from "./cache_storage.js";
import { exposeContainer } from "./container.js";
import { exposeEventSource } from "./event_source.js";
import { exposePorts } from "./ports.js";
import { exposeAbortReasons } from "./pulled_responses.js";
import { exposeRegistration } from "./registration.js";
import { exposeResponseBodies } from "./response_bodies.js";
import { exposeResponses } from "./responses.js";
import { exposeServiceWorker } from "./service_worker.js";
import { exposeWebSocket } from "./sockets.js";
import { exposeTiming } from "./timing.js";
import { exposeWebApp } from "./web_app.js";
import { exposeWorkers } from "./workers.js";
import { exposeXHR } from "./xhr.js";

export const exposeClientInterfaces = () => {
    exposeXHR();
    exposeEventSource();
    exposeWebSocket();
    exposeResponses();
    exposeTiming();
    exposeResponseBodies();
    exposeAbortReasons();
    exposePorts();
    exposeServiceWorker();
    exposeRegistration();
    exposeWebApp();
    exposeContainer();
    exposeImmutableHeaders();
    exposeCaches();
    exposeWorkers();
};
