// mocha: the events of its runner tell all there is to know, whichever reporter the page has chosen.
// https://mochajs.org/api/runner

import { hookApply, hookString, indexOf, slice } from "../../../Simulator/Simulator/Console/base.js";
import { inspect, peek } from "../../../Simulator/Simulator/Console/format.js";
import {
    comparison, guarded, onlyFailure, postBegan, postLibrary, postResult, secondsOf, textOrNothing, wantedTests,
} from "./library.js";
import { afterMoment, captureMoment } from "./moment.js";
import { watchGlobal } from "./recognise.js";

/**
 * The groups a test or a hook is in, and its own title.
 * @param {any} runnable
 * @returns {string[]}
 */
const mochaPath = (runnable) => {
    /** @type {string[]} */
    const path = [];
    for (let group = runnable.parent; group; group = group.parent) {
        if (group.title) {
            for (let index = path.length; index > 0; index -= 1) path[index] = /** @type {string} */ (path[index - 1]);
            path[0] = hookString(group.title);
        }
    }
    path[path.length] = hookString(runnable.title);
    return path;
};

/**
 * Gives the run's limit to what has the limit of the outermost suite, which is mocha's own or the page's for all.
 * @param {any} suite
 * @param {number} usual
 * @param {number} limit
 */
const limitMocha = (suite, usual, limit) => {
    for (const list of ['tests', '_beforeAll', '_beforeEach', '_afterEach', '_afterAll']) {
        const runnables = suite[list] || [];
        for (let index = 0; index < runnables.length; index += 1) {
            if (runnables[index].timeout() === usual) runnables[index].timeout(limit);
        }
    }
    for (let index = 0; index < suite.suites.length; index += 1) limitMocha(suite.suites[index], usual, limit);
};

const mochaLastIndexOf = String.prototype.lastIndexOf;

/**
 * A stack with whole addresses: mocha has cut the page's folder out of them.
 * @param {string} stack
 * @returns {string}
 */
const wholeStack = (stack) => {
    const page = location.href;
    const folder = slice(page, 0, hookApply(mochaLastIndexOf, page, ['/']) + 1);
    let text = '';
    for (let from = 0; from < stack.length; ) {
        const end = indexOf(stack, '\n', from);
        const line = slice(stack, from, end < 0 ? stack.length : end);
        const at = hookApply(mochaLastIndexOf, line, ['@']);
        const isWhole = at < 0 || indexOf(line, '://') >= 0 || line[at + 1] === '[' || at + 1 === line.length;
        text += (text ? '\n' : '') + (isWhole ? line : slice(line, 0, at + 1) + folder + slice(line, at + 1));
        from = end < 0 ? stack.length : end + 1;
    }
    return text;
};

/**
 * Has each failed test wait for its moment, before the hooks that clean up.
 * @param {any} prototype of mocha's tests and hooks
 */
const holdForMoments = (prototype) => {
    const run = prototype?.run;
    if (!hookSettings.moments || typeof run !== 'function') return;
    const wrapped = {
        /** @this {any} */
        run(/** @type {(...values: unknown[]) => void} */ done) {
            const ended = (/** @type {unknown[]} */ ...values) => {
                const isFailure = values[0] && this.type === 'test' && !this.pending;
                const moment = isFailure ? captureMoment(mochaPath(this)) : undefined;
                afterMoment(moment, () => hookApply(done, undefined, values));
            };
            return hookApply(run, this, [ended]);
        },
    };
    prototype.run = wrapped.run;
};

/** @param {any} runner */
const attachToMocha = (runner) => {
    runner.on('start', guarded(() => postLibrary('mocha', 'start')));
    runner.on('test', guarded((test) => postBegan('mocha', mochaPath(test), test.timeout())));
    runner.on(
        'pass',
        guarded((test) => postResult('mocha', mochaPath(test), 'passed', { duration: secondsOf(test.duration) }))
    );
    runner.on('pending', guarded((test) => postResult('mocha', mochaPath(test), 'skipped')));
    runner.on(
        'fail',
        guarded((test, error) => {
            const isObject = typeof error === 'object' && error !== null;
            const message = isObject ? hookString(peek(error, 'message')) : inspect(error);
            const late = (isObject && peek(error, 'code') === 'ERR_MOCHA_TIMEOUT') || indexOf(message, 'timeout of ') === 0;
            const stack = isObject ? textOrNothing(peek(error, 'stack')) : undefined;
            const compares = isObject && peek(error, 'showDiff') !== false && 'expected' in error && 'actual' in error;
            postResult('mocha', mochaPath(test), late ? 'timedOut' : 'failed', {
                duration: secondsOf(test.duration),
                message: textOrNothing(message),
                stack: typeof stack === 'string' ? wholeStack(stack) : undefined,
                ...(compares ? comparison(error.expected, error.actual) : undefined),
            });
        })
    );
    const isForbidden = hookSettings.forbidOnly && runner.suite.hasOnly?.();
    runner.on('end', guarded(() => postLibrary('mocha', 'complete', { failure: isForbidden ? onlyFailure : undefined })));
    if (wantedTests) runner.grep(wantedTests, false);
    if (hookSettings.testTimeout) limitMocha(runner.suite, runner.suite.timeout(), hookSettings.testTimeout);
};

watchGlobal('Mocha', () => {
    const prototype = /** @type {any} */ (window).Mocha?.Runner?.prototype;
    const run = prototype?.run;
    if (typeof run !== 'function') return false;
    const wrapped = {
        /** @this {any} */
        run(/** @type {unknown[]} */ ...values) {
            try {
                attachToMocha(this);
            } catch {
                // A runner of another shape still runs; the runner's timeout tells that it was not understood.
            }
            return hookApply(run, this, values);
        },
    };
    prototype.run = wrapped.run;
    holdForMoments(/** @type {any} */ (window).Mocha.Runnable?.prototype);
    postLibrary('mocha', 'found');
    return true;
}, true);
