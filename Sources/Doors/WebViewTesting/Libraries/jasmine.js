// Jasmine: a reporter beside the page's own, added when the tests are about to run, so that clearReporters() does not take it
// away. https://jasmine.github.io/api/edge/Reporter.html

import { hookApply, hookString, indexOf } from "../../../Simulator/Simulator/Console/base.js";
import {
    comparison, guarded, isWanted, onlyFailure, postBegan, postLibrary, postResult, secondsOf, textOrNothing,
    wantedTests,
} from "./library.js";
import { watchGlobal } from "./recognise.js";

/** The groups that are open. */
/** @type {string[]} */
let jasmineGroups = [];

/** @param {any} result @returns {string[]} */
const jasminePath = (result) => [...jasmineGroups, hookString(result.description)];

/**
 * Returns the messages of the failed expectations together.
 * @param {any} failures
 * @returns {Record<string, unknown>}
 */
const jasmineFailure = (failures) => {
    let message = '';
    /** @type {{ expected: string, actual: string } | undefined} */
    let compared;
    for (let index = 0; index < failures.length; index += 1) {
        const failure = failures[index];
        message += (message ? '\n' : '') + hookString(failure.message);
        const isComparing = failure.matcherName === 'toBe' || failure.matcherName === 'toEqual';
        if (isComparing && !compared && 'expected' in failure) compared = comparison(failure.expected, failure.actual);
    }
    return { __proto__: null, message: textOrNothing(message), stack: textOrNothing(failures[0]?.stack), ...compared };
};

const jasmineReporter = {
    jasmineStarted: guarded(() => postLibrary('jasmine', 'start')),
    suiteStarted: guarded((result) => {
        jasmineGroups[jasmineGroups.length] = hookString(result.description);
    }),
    specStarted: guarded((result) => {
        const limit = /** @type {any} */ (window).jasmine?.DEFAULT_TIMEOUT_INTERVAL;
        postBegan('jasmine', jasminePath(result), typeof limit === 'number' ? limit : undefined);
    }),
    specDone: guarded((result) => {
        const path = jasminePath(result);
        const duration = secondsOf(result.duration);
        if (result.status === 'passed') return postResult('jasmine', path, 'passed', { duration });
        if (result.status !== 'failed') {
            return postResult('jasmine', path, 'skipped', { message: textOrNothing(result.pendingReason) });
        }
        const failure = jasmineFailure(result.failedExpectations);
        const late = indexOf(hookString(failure.message), 'Error: Timeout - Async ') === 0;
        postResult('jasmine', path, late ? 'timedOut' : 'failed', { duration, ...failure });
    }),
    suiteDone: guarded((result) => {
        if (result.failedExpectations?.length) {
            const path = [...jasmineGroups, 'afterAll'];
            postResult('jasmine', path, 'failed', jasmineFailure(result.failedExpectations));
        }
        jasmineGroups.length -= 1;
    }),
    jasmineDone: guarded((result) => {
        const failures = result?.failedExpectations;
        const isForbidden = hookSettings.forbidOnly && indexOf(hookString(result?.incompleteReason), 'fit()') >= 0;
        const own = failures?.length ? hookString(jasmineFailure(failures).message) : undefined;
        const failure = own ?? (isForbidden ? onlyFailure : undefined);
        postLibrary('jasmine', 'complete', { failure });
    }),
};

watchGlobal('jasmine', () => {
    const library = /** @type {any} */ (window).jasmine;
    if (typeof library?.getEnv !== 'function') return false;
    const environment = library.getEnv();
    const execute = environment.execute;
    if (typeof execute !== 'function' || typeof environment.addReporter !== 'function') return false;
    const prepare = () => {
        environment.addReporter(jasmineReporter);
        if (hookSettings.testTimeout) library.DEFAULT_TIMEOUT_INTERVAL = hookSettings.testTimeout;
        if (!wantedTests) return;
        const chosen = environment.configuration?.().specFilter;
        const specFilter = (/** @type {any} */ spec) =>
            (!chosen || chosen(spec)) && isWanted([hookString(spec.getFullName())]);
        environment.configure({ specFilter });
    };
    const wrapped = {
        /** @this {any} */
        execute(/** @type {unknown[]} */ ...values) {
            guarded(prepare)();
            return hookApply(execute, this, values);
        },
    };
    environment.execute = wrapped.execute;
    postLibrary('jasmine', 'found');
    return true;
});
