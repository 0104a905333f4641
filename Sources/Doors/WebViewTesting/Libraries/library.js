// The functions that the recognisers of mocha, QUnit and Jasmine share: one vocabulary for all of them.

import {
    hasOwn, hookApply, hookDescriptor, hookIsArray, hookKeys, hookRound, hookSetTimeout, post, slice,
} from "../../../Simulator/Simulator/Console/base.js";
import { setClaimRejection } from "../../../Simulator/Simulator/Console/errors.js";
import { FORMAT_ENTRIES, formatDepth, formatTag, inDepth, inspect } from "../../../Simulator/Simulator/Console/format.js";
import { captureMoment } from "./moment.js";

/** @param {unknown} value */
export const textOrNothing = (value) => (typeof value === 'string' && value ? value : undefined);

/** The pattern of the tests to run; nothing when there is none, or one that JavaScript does not understand. */
export const wantedTests = (() => {
    try {
        return hookSettings.grep === undefined ? undefined : new RegExp(hookSettings.grep);
    } catch {
        // The runner leaves out the results of the others in any case.
        return undefined;
    }
})();

const regExpTest = RegExp.prototype.test;

/**
 * Whether a test is to run.
 * @param {string[]} path
 * @returns {boolean}
 */
export const isWanted = (path) => {
    if (!wantedTests) return true;
    let name = '';
    for (let index = 0; index < path.length; index += 1) name += (index ? ' ' : '') + path[index];
    return hookApply(regExpTest, wantedTests, [name]);
};

/**
 * Wraps a callback of a library so that it never throws: an error would count as the page's. The wrapper declares no parameters,
 * because Jasmine would wait for a callback.
 * @param {(...values: any[]) => void} callback
 */
export const guarded = (callback) => (/** @type {any[]} */ ...values) => {
    try {
        callback(values[0], values[1]);
    } catch {
        // The runner's own timeout reports the failure at the latest.
    }
};

/**
 * The passing result that waits for rejections of its test.
 * @type {Record<string, any> | undefined}
 */
let heldResult;
/** Whether a test of mocha, QUnit, Jasmine or our own runner is running. */
let isTestRunning = false;
/**
 * The first rejection of the current test.
 * @type {Record<string, any> | undefined}
 */
let heldRejection;

const releaseResult = () => {
    if (!heldResult) return;
    const result = heldResult;
    heldResult = undefined;
    post(result);
};

/** @param {Record<string, any>} test @param {Record<string, any>} rejection */
const failWith = (test, rejection) => {
    test.status = 'failed';
    test.message = 'Unhandled rejection: ' + rejection.message;
    test.stack = rejection.stack;
};

setClaimRejection((rejection) => {
    if (hookSettings.allowUnhandledRejections) {
        post({ __proto__: null, type: 'console', level: 'error', text: 'Unhandled rejection: ' + rejection.message });
        return true;
    }
    if (heldResult) {
        failWith(heldResult.tests[0], rejection);
        releaseResult();
        return true;
    }
    if (!isTestRunning) return false;
    heldRejection ??= rejection;
    return false;
});

/**
 * @param {string} library
 * @param {string} event found, start, began, result or complete
 * @param {Record<string, unknown>} [members]
 */
export const postLibrary = (library, event, members) => {
    const message = { __proto__: null, type: 'harness', harness: library, event, ...members };
    if (event === 'complete' && heldResult) {
        // The browser reports the last test's rejections before this timer.
        hookApply(hookSetTimeout, window, [() => postLibrary(library, event, members), 0]);
        return;
    }
    if (event !== 'result') releaseResult();
    if (event === 'began') {
        isTestRunning = true;
        heldRejection = undefined;
    }
    post(message);
};

/**
 * Tells that a test has begun.
 * @param {string} library
 * @param {string[]} path the groups, outermost first, and the test's own name
 * @param {number} [limit] milliseconds that the library lets it run
 */
export const postBegan = (library, path, limit) =>
    postLibrary(library, 'began', { name: path, limit: limit && limit > 0 ? limit / 1000 : undefined });

/**
 * Tells how a test ended.
 * @param {string} library
 * @param {string[]} path
 * @param {string} status passed, failed, skipped, todo or timedOut
 * @param {Record<string, unknown>} [members] message, expected, actual, stack, duration in seconds
 */
export const postResult = (library, path, status, members) => {
    releaseResult();
    const test = { __proto__: null, name: path, status, ...members };
    const message = { __proto__: null, type: 'harness', harness: library, event: 'result', tests: [test] };
    isTestRunning = false;
    if (status === 'failed' || status === 'timedOut') captureMoment(path);
    if (status !== 'passed') return post(message);
    if (heldRejection) {
        failWith(test, heldRejection);
        return post(message);
    }
    heldResult = message;
    hookApply(hookSetTimeout, window, [
        () => {
            if (heldResult === message) releaseResult();
        },
        0,
    ]);
};

/** The failure of a page with tests that are marked as the only ones. */
export const onlyFailure = 'A test is marked as the only one to run, which --forbid-only forbids.';

/** @param {unknown} milliseconds @returns {number | undefined} */
export const secondsOf = (milliseconds) =>
    typeof milliseconds === 'number' && milliseconds >= 0 ? hookRound(milliseconds) / 1000 : undefined;

const PRETTY_WIDTH = 60;
const prettySort = Array.prototype.sort;

/**
 * A value on as many lines as make two of its kind comparable line by line: plain objects have their keys in order.
 * @param {any} value
 * @param {string} indent
 * @param {unknown[]} ancestors
 * @returns {string}
 */
const prettyValue = (value, indent, ancestors) => {
    const line = inspect(value, 1);
    if (typeof value !== 'object' || value === null || (line.length <= PRETTY_WIDTH && ancestors.length)) return line;
    for (let index = 0; index < ancestors.length; index += 1) if (ancestors[index] === value) return '[Circular]';
    const isArray = hookIsArray(value);
    const isPlain = slice(hookApply(formatTag, value, []), 8, -1) === 'Object';
    if ((!isArray && !isPlain) || ancestors.length >= formatDepth) return line;
    ancestors[ancestors.length] = value;
    try {
        const inner = indent + '  ';
        let text = '';
        const keys = isArray ? hookKeys(value) : hookApply(prettySort, hookKeys(value), []);
        for (let index = 0; index < keys.length && index < FORMAT_ENTRIES; index += 1) {
            const property = hookDescriptor(value, keys[index]);
            const entry = property && hasOwn(property, 'value') ? prettyValue(property.value, inner, ancestors) : '[Getter]';
            text += inner + (isArray ? '' : keys[index] + ': ') + entry + ',\n';
        }
        return (isArray ? '[' : '{') + (text ? '\n' + text + indent : '') + (isArray ? ']' : '}');
    } finally {
        ancestors.length -= 1;
    }
};

/**
 * Two values that should have been the same, as text; long ones on several lines.
 * @param {unknown} expected
 * @param {unknown} actual
 * @returns {{ expected: string, actual: string }}
 */
export const comparison = (expected, actual) => {
    // Strings are shown raw beside each other, quoted beside something else.
    if (typeof expected === 'string' && typeof actual === 'string') return { expected, actual };
    const short = { expected: inDepth(() => inspect(expected, 1)), actual: inDepth(() => inspect(actual, 1)) };
    if (short.expected.length <= PRETTY_WIDTH && short.actual.length <= PRETTY_WIDTH) return short;
    try {
        return { expected: inDepth(() => prettyValue(expected, '', [])), actual: inDepth(() => prettyValue(actual, '', [])) };
    } catch {
        return short;
    }
};
