// Recognises our own runner for Vitest's and uvu's tests: see Frameworks/runner.js.

import { hookIsArray, hookString, indexOf } from "../../../Simulator/Simulator/Console/base.js";
import { inspect, peek } from "../../../Simulator/Simulator/Console/format.js";
import {
    comparison, guarded, isWanted, onlyFailure, postBegan, postLibrary, postResult, secondsOf, textOrNothing,
} from "./library.js";
import { captureMoment } from "./moment.js";
import { watchGlobal } from "./recognise.js";

/**
 * A thrown value as text, with its causes and, for an AggregateError, its errors.
 * @param {any} thrown
 * @param {number} [depth]
 * @returns {string}
 */
const thrownText = (thrown, depth = 0) => {
    const isError = typeof thrown === 'object' && thrown !== null && typeof peek(thrown, 'message') === 'string';
    if (!isError) return inspect(thrown);
    const name = textOrNothing(peek(thrown, 'name'));
    const message = hookString(peek(thrown, 'message'));
    let text = !name || name === 'Error' || indexOf(name, 'Assertion') === 0 ? message : name + ': ' + message;
    if (depth > 8) return text;
    const errors = peek(thrown, 'errors');
    for (let index = 0; hookIsArray(errors) && index < errors.length; index += 1) text += '\nError ' + (index + 1) + ': ' + thrownText(errors[index], depth + 1);
    const cause = peek(thrown, 'cause');
    return cause === undefined ? text : text + '\nCause: ' + thrownText(cause, depth + 1);
};

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
            const { error, others, duration, isLate } = failure;
            const isObject = typeof error === 'object' && error !== null;
            const compares = isObject && 'expected' in error && 'actual' in error && peek(error, 'showDiff') !== false;
            let message = thrownText(error);
            for (let index = 0; index < (others?.length ?? 0); index += 1) message += '\nAlso: ' + thrownText(others[index]);
            postResult(library, path, isLate ? 'timedOut' : 'failed', {
                duration: secondsOf(duration),
                message: textOrNothing(message),
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
