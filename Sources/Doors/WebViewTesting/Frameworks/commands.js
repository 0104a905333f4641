// Exports the functions of `vitest/browser` and `@web/test-runner-commands` to HTML pages.

export * from './vitest_browser.js';
export * from './test_runner_commands.js';
export * from './routes.js';
