// What HTML pages import for what scripts have from `vitest/browser` and `@web/test-runner-commands`.

export * from './vitest_browser.js';
export * from './test_runner_commands.js';
