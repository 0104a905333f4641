// Recognises our own runner for Vitest's and uvu's tests: see Frameworks/runner.js.

watchGlobal('swwebviewSuite', () => {
    const suite = /** @type {any} */ (window).swwebviewSuite;
    if (typeof suite?.attach !== 'function') return false;
    const library = suite.library === 'uvu' ? 'uvu' : 'vitest';
    suite.attach({
        __proto__: null,
        timeout: hookSettings.testTimeout,
        isWanted,
        start: guarded(() => postLibrary(library, 'start')),
        moment: captureMoment,
        began: guarded((path, limit) => postBegan(library, path, limit)),
        passed: guarded((path, duration) => postResult(library, path, 'passed', { duration: secondsOf(duration) })),
        skipped: guarded((path, isTodo) => postResult(library, path, isTodo ? 'todo' : 'skipped')),
        failed: guarded((path, failure) => {
            const { error, duration, isLate } = failure;
            const isObject = typeof error === 'object' && error !== null;
            const compares = isObject && 'expected' in error && 'actual' in error && peek(error, 'showDiff') !== false;
            const name = isObject ? textOrNothing(peek(error, 'name')) : undefined;
            const message = isObject ? hookString(peek(error, 'message')) : inspect(error);
            const isPlain = !name || name === 'Error' || indexOf(name, 'Assertion') === 0;
            postResult(library, path, isLate ? 'timedOut' : 'failed', {
                duration: secondsOf(duration),
                message: textOrNothing(isPlain ? message : name + ': ' + message),
                stack: isObject ? textOrNothing(peek(error, 'stack')) : undefined,
                ...(compares ? comparison(error.expected, error.actual) : undefined),
            });
        }),
        complete: guarded((failure, hasOnly) => {
            const only = hasOnly && hookSettings.forbidOnly ? onlyFailure : undefined;
            postLibrary(library, 'complete', { failure: textOrNothing(failure) ?? only });
        }),
    });
    postLibrary(library, 'found');
    return true;
}, true);
