// A small test library with the names of web-platform-tests' testharness.js: enough for the suites beside it, and for
// people who know those names. https://web-platform-tests.org/writing-tests/testharness-api.html
// The assertions are in assertions.js, which comes first. Here every test has a time limit of its own (120 s, or 240 s
// with `timeout: "long"`); there is none for the page.

(() => {
    'use strict';

    const SHORT = 120_000;
    const LONG = 240_000;
    const { setTimeout, clearTimeout } = window;
    const later = setTimeout.bind(window);

    /** @typedef {{ timeout?: number | 'long', [key: string]: unknown }} TestProperties */

    const { AssertionError, OptionalFeatureUnsupportedError, format_value } = window;

    const harness = {
        /** @type {Test[]} */
        tests: [],
        status: {
            OK: 0,
            ERROR: 1,
            TIMEOUT: 2,
            PRECONDITION_FAILED: 3,
            status: 0,
            /** @type {string | null} */
            message: null,
            /** @type {string | null} */
            stack: null,
        },
        /** @type {Record<string, unknown> & { timeout?: number | 'long' }} */
        properties: {},
        loaded: document.readyState === 'complete',
        started: false,
        complete: false,
        /** Whether `done()` was called, or need not be called. */
        released: true,
        /** @type {(() => Promise<void>)[]} promise tests to run, the first of them running */
        queue: [],
        /** @type {Record<'start' | 'state' | 'result' | 'completion', Function[]>} */
        callbacks: { start: [], state: [], result: [], completion: [] },
    };

    /**
     * @param {'start' | 'state' | 'result' | 'completion'} kind
     * @param {...unknown} values
     */
    const notify = (kind, ...values) => {
        for (const callback of harness.callbacks[kind]) {
            try {
                callback(...values);
            } catch (error) {
                recordError(error);
            }
        }
    };

    /** @param {unknown} error */
    const messageOf = (error) => {
        if (error instanceof AssertionError || error instanceof OptionalFeatureUnsupportedError) return error.message;
        return error instanceof Error || error instanceof DOMException
            ? `threw ${error.name}: ${error.message}`
            : `threw ${format_value(error)}`;
    };

    /**
     * An error that belongs to no test: the first one is the page's status.
     * @param {unknown} error
     */
    const recordError = (error) => {
        if (harness.complete || harness.status.status !== harness.status.OK) return;
        const unsupported = error instanceof OptionalFeatureUnsupportedError;
        harness.status.status = unsupported ? harness.status.PRECONDITION_FAILED : harness.status.ERROR;
        harness.status.message = error instanceof Error ? error.message : format_value(error);
        harness.status.stack = error instanceof Error ? (error.stack ?? null) : null;
        completeIfDone();
    };

    const startIfNeeded = () => {
        if (harness.started) return;
        harness.started = true;
        notify('start', harness.properties);
    };

    /** The page is done when it is loaded and no test is open; without tests only if it broke or said `done()`. */
    const completeIfDone = () => {
        if (harness.complete || !harness.loaded) return;
        const broken = harness.status.status !== harness.status.OK;
        if (!harness.released && !broken) return;
        if (harness.tests.length === 0 && !broken && !harness.properties.done_called) return;
        if (harness.tests.some((test) => test.phase !== phases.COMPLETE)) return;
        harness.complete = true;
        notify('completion', harness.tests, harness.status);
    };

    const phases = { INITIAL: 0, STARTED: 1, HAS_RESULT: 2, CLEANING: 3, COMPLETE: 4 };

    class Test {
        phases = phases;
        PASS = 0;
        FAIL = 1;
        TIMEOUT = 2;
        NOTRUN = 3;
        PRECONDITION_FAILED = 4;

        /**
         * @param {string} name
         * @param {TestProperties} [properties]
         */
        constructor(name, properties = {}) {
            this.name = name;
            this.properties = properties;
            this.phase = phases.INITIAL;
            this.status = this.NOTRUN;
            /** @type {string | null} */
            this.message = null;
            /** @type {string | null} */
            this.stack = null;
            /** @type {(() => unknown)[]} */
            this.cleanups = [];
            /** @type {number | undefined} */
            this.timer = undefined;
            /** @type {Promise<void>} settled when the test and its clean-up are over */
            this.finished = new Promise((resolve) => (this.resolveFinished = resolve));
            if (harness.complete) return;
            startIfNeeded();
            if (harness.tests.some((test) => test.name === name)) recordError(new Error(`two tests are called ${name}`));
            harness.tests.push(this);
            notify('state', this);
        }

        begin() {
            if (this.phase !== phases.INITIAL) return;
            this.phase = phases.STARTED;
            if (!harness.properties.explicit_timeout) {
                const wanted = this.properties.timeout ?? harness.properties.timeout ?? pageTimeout();
                const limit = wanted === 'long' ? LONG : typeof wanted === 'number' ? wanted : SHORT;
                this.timer = later(() => this.force_timeout(`not done after ${limit / 1000} s`), limit);
            }
            notify('state', this);
        }

        /**
         * Runs a function as part of the test: an error that it throws fails the test.
         * @param {Function} body
         * @param {unknown} [self]
         * @param {...unknown} values
         */
        step(body, self = this, ...values) {
            if (this.phase >= phases.CLEANING) return undefined;
            this.begin();
            try {
                return body.apply(self, values);
            } catch (error) {
                this.fail(error);
                return undefined;
            }
        }

        /**
         * @param {Function} body
         * @param {unknown} [self]
         */
        step_func(body, self) {
            const test = this;
            return function (/** @type {unknown[]} */ ...values) {
                return test.step(body, self ?? test, ...values);
            };
        }

        /**
         * @param {Function} [body]
         * @param {unknown} [self]
         */
        step_func_done(body, self) {
            const test = this;
            return function (/** @type {unknown[]} */ ...values) {
                if (body) test.step(body, self ?? test, ...values);
                test.done();
            };
        }

        /** @param {string} [description] */
        unreached_func(description) {
            return this.step_func(() => window.assert_unreached(description));
        }

        /**
         * @param {Function} body
         * @param {number} milliseconds
         * @param {...unknown} values
         */
        step_timeout(body, milliseconds, ...values) {
            return later(this.step_func(() => body.apply(this, values)), milliseconds);
        }

        /** @param {() => unknown} callback run when the test is over; may answer with a promise */
        add_cleanup(callback) {
            this.cleanups.push(callback);
        }

        /** @param {unknown} error */
        fail(error) {
            if (this.phase >= phases.CLEANING) return;
            this.status = error instanceof OptionalFeatureUnsupportedError ? this.PRECONDITION_FAILED : this.FAIL;
            this.message = messageOf(error);
            this.stack = /** @type {any} */ (error)?.stack ?? null;
            this.done();
        }

        /** @param {string} [message] */
        force_timeout(message = 'timed out') {
            if (this.phase >= phases.CLEANING) return;
            this.status = this.TIMEOUT;
            this.message = message;
            this.done();
        }

        done() {
            if (this.phase >= phases.CLEANING) return;
            if (this.status === this.NOTRUN) this.status = this.PASS;
            this.phase = phases.CLEANING;
            clearTimeout(this.timer);
            const waits = this.cleanups.map((callback) => {
                try {
                    return callback();
                } catch (error) {
                    recordError(error);
                    return undefined;
                }
            });
            const promises = waits.filter((wait) => typeof (/** @type {any} */ (wait)?.then) === 'function');
            if (promises.length === 0) this.end();
            else Promise.all(promises).catch(recordError).then(() => this.end());
        }

        end() {
            this.phase = phases.COMPLETE;
            notify('state', this);
            notify('result', this);
            this.resolveFinished?.();
            completeIfDone();
        }
    }

    const pageTimeout = () =>
        document.querySelector('meta[name="timeout"][content="long"]') ? /** @type {const} */ ('long') : undefined;

    const defaultName = () => {
        const count = harness.tests.length;
        return (document.title || 'Untitled') + (count > 0 ? ` ${count}` : '');
    };

    /**
     * @param {(test: Test) => unknown} body
     * @param {string} [name]
     * @param {TestProperties} [properties]
     */
    const test = (body, name = defaultName(), properties) => {
        const test = new Test(name, properties);
        const value = test.step(body, test, test);
        if (typeof (/** @type {any} */ (value)?.then) === 'function') {
            test.fail(new AssertionError('test() was given a function that answers with a promise: use promise_test'));
        }
        test.done();
    };
    test.step_timeout = (/** @type {Function} */ body, /** @type {number} */ milliseconds, /** @type {any} */ ...values) =>
        later(body, milliseconds, ...values);

    /**
     * @param {((test: Test) => unknown) | string} [body]
     * @param {string | TestProperties} [name]
     * @param {TestProperties} [properties]
     * @returns {Test}
     */
    const async_test = (body, name, properties) => {
        if (typeof body !== 'function') return async_test(() => {}, body, /** @type {TestProperties} */ (name));
        const test = new Test(typeof name === 'string' ? name : defaultName(), properties);
        test.step(body, test, test);
        return test;
    };

    /** One after the other, with await alone: a page under test may have replaced Promise.prototype.then. */
    const runQueue = async () => {
        await undefined;
        for (let run = harness.queue[0]; run; run = harness.queue[0]) {
            await run();
            harness.queue = harness.queue.slice(1);
        }
    };

    /** @param {Test} test @param {unknown} promise */
    const settle = async (test, promise) => {
        try {
            await promise;
            test.done();
        } catch (error) {
            test.fail(error);
        }
    };

    /**
     * One after the other, in the order they were written.
     * @param {(test: Test) => unknown} body
     * @param {string} [name]
     * @param {TestProperties} [properties]
     */
    const promise_test = (body, name = defaultName(), properties) => {
        const test = new Test(name, properties);
        harness.queue.push(async () => {
            const promise = test.step(body, test, test);
            if (test.phase < phases.CLEANING && typeof promise?.then !== 'function') {
                test.fail(new AssertionError('promise_test() wants a function that answers with a promise'));
            }
            settle(test, promise);
            await test.finished;
        });
        if (harness.queue.length === 1) runQueue();
    };

    /**
     * @param {(() => unknown) | Record<string, unknown>} bodyOrProperties
     * @param {Record<string, unknown>} [properties] explicit_done, explicit_timeout, allow_uncaught_exception, timeout
     */
    const setup = (bodyOrProperties, properties = {}) => {
        const body = typeof bodyOrProperties === 'function' ? bodyOrProperties : undefined;
        Object.assign(harness.properties, body ? properties : bodyOrProperties);
        if (harness.properties.explicit_done && !harness.properties.done_called) harness.released = false;
        try {
            body?.();
        } catch (error) {
            recordError(error);
        }
        startIfNeeded();
    };

    const done = () => {
        harness.properties.done_called = true;
        harness.released = true;
        completeIfDone();
    };

    window.addEventListener('error', (event) => {
        if (event.target !== window || harness.properties.allow_uncaught_exception) return;
        recordError(event.error ?? event.message);
    });
    window.addEventListener('unhandledrejection', (event) => {
        if (!harness.properties.allow_uncaught_exception) recordError(event.reason);
    });
    // After the load event, so that its own listeners can still add tests.
    window.addEventListener('load', () =>
        later(() => {
            harness.loaded = true;
            completeIfDone();
        }, 0)
    );

    /** @param {'start' | 'state' | 'result' | 'completion'} kind */
    const collector = (kind) => (/** @type {Function} */ callback) => void harness.callbacks[kind].push(callback);

    // Assigned, not declared: who waits for `add_completion_callback` to appear sees the assignment.
    Object.assign(window, {
        test, async_test, promise_test, setup, done,
        step_timeout: test.step_timeout,
        add_start_callback: collector('start'),
        add_test_state_callback: collector('state'),
        add_result_callback: collector('result'),
        add_completion_callback: collector('completion'),
    });
})();
