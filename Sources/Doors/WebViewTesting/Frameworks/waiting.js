// Waits: `expect.poll`, `vi.waitFor` and `vi.waitUntil`.
// Source: Vitest, https://vitest.dev/api/vi.html#vi-waitfor

import { expect, repeatedly } from './expect.js';
import { advanceWhileWaiting } from './fake_timers.js';

// Tests replace these.
const setTimer = setTimeout.bind(window), now = performance.now.bind(performance);

/**
 * Calls a function until `attempt` has a result.
 * @param {() => Promise<{ value: any } | undefined>} attempt
 * @param {() => any} late  makes the error at the end of the time
 * @param {any} options  milliseconds, or `{ timeout, interval }`
 * @param {(interval: number) => void} [before]  called before each attempt
 */
const waiting = async (attempt, late, options = {}, before) => {
    const { timeout = 1000, interval = 50 } = typeof options === 'number' ? { timeout: options } : options;
    const end = now() + timeout;
    for (;;) {
        before?.(interval);
        const found = await attempt();
        if (found) return found.value;
        if (now() >= end) throw late();
        await new Promise((resolve) => setTimer(resolve, interval));
    }
};

/** @param {Function} check @param {any} options @param {(interval: number) => void} [before] */
const withoutError = async (check, options, before) => {
    /** @type {any} */
    let last;
    const attempt = async () => {
        try {
            return { value: await check() };
        } catch (error) {
            last = error;
            return undefined;
        }
    };
    return waiting(attempt, () => last, options, before);
};

/**
 * Waits until a function no longer throws.
 * @param {Function} check @param {any} [options]
 */
export const waitFor = (check, options) => withoutError(check, options, advanceWhileWaiting);

/**
 * Waits until a function returns a truthy value. An error of the function ends the wait.
 * @param {Function} check @param {any} [options]
 */
export const waitUntil = async (check, options) => {
    const late = new Error('Timed out in waitUntil!');
    const attempt = async () => {
        const value = await check();
        return value ? { value } : undefined;
    };
    return waiting(attempt, () => late, options, advanceWhileWaiting);
};

/** Matchers that need the function itself, or that count their calls. */
const UNSUPPORTED = /^(?:resolves|rejects|toThrow.*|to.*Snapshot)$/;

/**
 * Waits until a matcher passes for what a function returns.
 * @param {Function} make @param {{ timeout?: number, interval?: number, message?: string }} [options]
 * @returns {any}
 */
const poll = (make, options = {}) => {
    /** @type {(isNot: boolean) => any} */
    const polling = (isNot) => new Proxy({}, {
        get: (_, name) => {
            if (typeof name === 'symbol' || name === 'then') return undefined;
            if (name === 'not') return polling(!isNot);
            if (UNSUPPORTED.test(name)) throw new SyntaxError(`expect.poll() is not supported in combination with .${name}(). Use vi.waitFor() if your assertion condition is unstable.`);
            return (/** @type {any[]} */ ...wanted) => {
                const expectation = repeatedly(options.message);
                return withoutError(async () => {
                    const found = expectation(await make());
                    return (isNot ? found.not : found)[name](...wanted);
                }, options);
            };
        },
    });
    return polling(false);
};

Object.assign(expect, { poll });
