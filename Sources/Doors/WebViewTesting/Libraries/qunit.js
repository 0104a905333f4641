// QUnit: its callbacks tell all there is to know. https://qunitjs.com/api/callbacks/

import { hasOwn, hookApply, hookString, indexOf, slice } from "../../../Simulator/Simulator/Console/base.js";
import {
    comparison, guarded, onlyFailure, postBegan, postLibrary, postResult, secondsOf, textOrNothing,
} from "./library.js";
import { captureMoment } from "./moment.js";
import { watchGlobal } from "./recognise.js";

/**
 * @param {any} details of a test
 * @returns {string[]}
 */
const qunitPath = (details) => {
    /** @type {string[]} */
    const path = [];
    const module = details.module ? hookString(details.module) : '';
    let from = 0;
    for (let at = indexOf(module, ' > '); at >= 0; at = indexOf(module, ' > ', from)) {
        path[path.length] = slice(module, from, at);
        from = at + 3;
    }
    if (module) path[path.length] = slice(module, from);
    path[path.length] = hookString(details.name);
    return path;
};

/** The failed assertions of the test that is running. */
/** @type {Record<string, any>[]} */
let qunitFailures = [];

const qunitLog = guarded((details) => {
    if (details.result) return;
    if (!details.todo) captureMoment(qunitPath(details));
    const compares = hasOwn(details, 'expected') && details.expected !== undefined && !details.negative;
    qunitFailures[qunitFailures.length] = {
        __proto__: null,
        message: textOrNothing(details.message),
        stack: textOrNothing(details.source),
        ...(compares ? comparison(details.expected, details.actual) : undefined),
    };
});

const qunitTestDone = guarded((details) => {
    const failures = qunitFailures;
    qunitFailures = [];
    const path = qunitPath(details);
    const duration = secondsOf(details.runtime);
    if (details.skipped) return postResult('qunit', path, 'skipped');
    if (details.todo && details.failed > 0) return postResult('qunit', path, 'todo', { duration });
    if (details.todo) {
        const message = 'All assertions of this todo test hold: make it a test.';
        return postResult('qunit', path, 'failed', { duration, message });
    }
    if (!(details.failed > 0)) return postResult('qunit', path, 'passed', { duration });
    const first = failures[0];
    let message = '';
    for (let index = 0; index < failures.length; index += 1) {
        const text = failures[index]?.message || (failures.length > 1 ? 'an assertion failed' : '');
        message += (message ? '\n' : '') + text;
    }
    const late = indexOf(message, 'Test took longer than ') === 0;
    postResult('qunit', path, late ? 'timedOut' : 'failed', {
        duration,
        message: textOrNothing(message),
        stack: first?.stack,
        expected: first?.expected,
        actual: first?.actual,
    });
});

watchGlobal('QUnit', () => {
    const library = /** @type {any} */ (window).QUnit;
    for (const name of ['begin', 'testStart', 'log', 'testDone', 'done']) {
        if (typeof library?.[name] !== 'function') return false;
    }
    library.begin(
        guarded(() => {
            if (hookSettings.testTimeout) library.config.testTimeout = hookSettings.testTimeout;
            postLibrary('qunit', 'start');
        })
    );
    library.testStart(
        guarded((details) => {
            qunitFailures = [];
            postBegan('qunit', qunitPath(details), library.config.testTimeout);
        })
    );
    library.log(qunitLog);
    library.testDone(qunitTestDone);
    let isForbidden = false;
    for (const owner of [library, library.test, library.module]) {
        const only = owner?.only;
        if (!hookSettings.forbidOnly || typeof only !== 'function') continue;
        owner.only = /** @this {any} */ function (/** @type {unknown[]} */ ...values) {
            isForbidden = true;
            return hookApply(only, this, values);
        };
    }
    library.done(guarded(() => postLibrary('qunit', 'complete', { failure: isForbidden ? onlyFailure : undefined })));
    postLibrary('qunit', 'found');
    return true;
}, true);
