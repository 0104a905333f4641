// Web Platform Tests' testharness.js: its own callbacks tell all there is to know.
// https://web-platform-tests.org/writing-tests/testharness-api.html#callback-api

import { hookApply, hookRound, now, post } from "../../../Simulator/Simulator/Console/base.js";
import { inspect } from "../../../Simulator/Simulator/Console/format.js";
import { textOrNothing } from "./library.js";
import { captureMoment } from "./moment.js";
import { watchGlobal } from "./recognise.js";

/** Tests already reported, and when a test began. */
const harnessReported = new WeakSet();
const harnessBegan = new WeakMap();
const harnessHas = WeakSet.prototype.has;
const harnessAdd = WeakSet.prototype.add;
const harnessGet = WeakMap.prototype.get;
const harnessSet = WeakMap.prototype.set;
const harnessWeakHas = WeakMap.prototype.has;

/**
 * @param {string} event found, start, result or complete
 * @param {unknown[]} [tests]
 * @param {unknown} [status]
 */
const postHarness = (event, tests, status) =>
    post({ __proto__: null, type: 'harness', harness: 'testharness', event, tests, status });

/**
 * @param {any} test
 * @returns {Record<string, unknown>}
 */
const describeTest = (test) => {
    const began = hookApply(harnessGet, harnessBegan, [test]);
    return {
        __proto__: null,
        name: inspect(test.name),
        status: test.status,
        message: textOrNothing(test.message),
        stack: textOrNothing(test.stack),
        duration: began === undefined ? undefined : hookRound(now() - began) / 1000,
    };
};

/**
 * Wraps a callback of testharness.js so that it never throws: an error would count as the page's.
 * @param {(...values: any[]) => void} callback
 */
const harnessGuard = (callback) => (/** @type {any} */ first, /** @type {any} */ second) => {
    try {
        callback(first, second);
    } catch {
        // A test object that cannot be read is reported at completion, or by the runner's own timeout.
    }
};

const harnessBegin = harnessGuard((test) => {
    const started = test.phases ? test.phase === test.phases.STARTED : test.phase === 1;
    if (!started || hookApply(harnessWeakHas, harnessBegan, [test])) return;
    hookApply(harnessSet, harnessBegan, [test, now()]);
    post({ __proto__: null, type: 'harness', harness: 'testharness', event: 'began', name: inspect(test.name) });
});

const harnessStart = harnessGuard(() => postHarness('start'));

const harnessResult = harnessGuard((test) => {
    if (hookApply(harnessHas, harnessReported, [test])) return;
    const described = describeTest(test);
    if (test.status !== 0) captureMoment([/** @type {string} */ (described.name)]);
    hookApply(harnessAdd, harnessReported, [test]);
    postHarness('result', [described]);
});

const harnessComplete = harnessGuard((tests, status) => {
    /** @type {unknown[]} */
    const late = [];
    for (let index = 0; index < tests.length; index += 1) {
        if (!hookApply(harnessHas, harnessReported, [tests[index]])) late[late.length] = describeTest(tests[index]);
    }
    postHarness('complete', late, { __proto__: null, status: status.status, message: textOrNothing(status.message) });
});

watchGlobal('add_completion_callback', () => {
    const page = /** @type {any} */ (window);
    if (typeof page.add_completion_callback !== 'function') return false;
    page.add_completion_callback(harnessComplete);
    postHarness('found');
    if (typeof page.add_test_state_callback === 'function') page.add_test_state_callback(harnessBegin);
    if (typeof page.add_start_callback === 'function') page.add_start_callback(harnessStart);
    if (typeof page.add_result_callback === 'function') page.add_result_callback(harnessResult);
    return true;
});
