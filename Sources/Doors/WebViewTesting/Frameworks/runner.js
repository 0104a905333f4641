// Collects suites and tests, and runs them one after the other. The modules `vitest` and `uvu` use this runner.

import { FixtureScope, endShared } from './fixtures.js';

/**
 * @typedef {{ name: string, mode: string, parent: Suite | undefined, tests: (Suite | Test)[], hooks: Record<string, Function[]>,
 *     fixtures: import('./fixtures.js').Fixtures }} Suite
 * @typedef {{ name: string, mode: string, parent: Suite, run: Function | undefined, timeout: number | undefined,
 *     retry: number, fails: boolean, fixtures: import('./fixtures.js').Fixtures }} Test
 */

/** @param {string} name @param {string} mode @param {Suite} [parent] @returns {Suite} */
export const makeSuite = (name, mode, parent) => ({
    name,
    mode,
    parent,
    tests: [],
    hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
    fixtures: {},
});

const root = makeSuite('', 'run');
/** @type {Suite} */
let current = root;
/** @type {Promise<void>[]} */
const collecting = [];
/** @type {any} */
let reporter;
let usualTimeout = 5000;

/**
 * Members that every test's context has.
 * @type {Record<string, unknown>}
 */
let commonContext = {};

/** @param {string} library @param {number} timeout @param {Record<string, unknown>} [context] */
export const begin = (library, timeout, context = {}) => {
    usualTimeout = timeout;
    commonContext = context;
    /** @type {any} */ (globalThis).swwebviewSuite = {
        library,
        attach(/** @type {any} */ found) {
            reporter = found;
            if (found.timeout) usualTimeout = found.timeout;
        },
    };
};

/** @param {string} name @param {string} mode @param {Function | undefined} body @param {Suite} [parent] */
export const addSuite = (name, mode, body, parent = current) => {
    const suite = makeSuite(name, mode, parent);
    parent.tests.push(suite);
    const outer = current;
    current = suite;
    try {
        const result = body?.();
        if (result?.then) collecting.push(result);
    } finally {
        current = outer;
    }
    return suite;
};

/**
 * Adds a suite to the root. The tests of a suite without a name belong to the root.
 * @param {Suite} suite
 */
export const adopt = (suite) => {
    suite.parent = root;
    root.tests.push(suite);
    return suite;
};

/** @param {string} name @param {string} mode @param {Function | undefined} run @param {any} [options] @param {Suite} [parent] */
export const addTest = (name, mode, run, options = {}, parent = current) => {
    const { timeout, retry = 0, fails = false, fixtures = {} } = options;
    parent.tests.push({ name, mode, run, timeout, retry, fails, fixtures, parent });
};

/**
 * Gives the tests of the suite that is being collected other fixtures.
 * @param {(known: any) => any} change
 */
export const overrideFixtures = (change) => { current.fixtures = change(current.fixtures); };

/** @param {string} kind @param {Function} hook @param {Suite} [suite] */
export const addHook = (kind, hook, suite = current) => {
    suite.hooks[kind]?.push(hook);
};

/** @param {Suite | Test} node @returns {string[]} */
const pathOf = (node) => (node.parent ? [...pathOf(node.parent), ...(node.name ? [node.name] : [])] : []);
/** @param {any} node @returns {node is Suite} */
const isSuite = (node) => Boolean(node.tests);
/** @param {Suite} suite @returns {boolean} */
const hasOnly = (suite) => suite.tests.some((node) => node.mode === 'only' || (isSuite(node) && hasOnly(node)));

class Late extends Error {}

// Tests replace these.
const setTimer = setTimeout.bind(window), clearTimer = clearTimeout.bind(window), now = performance.now.bind(performance);

/** The time at which the function that runs has to end; undefined while none does. */
let deadline = /** @type {number | undefined} */ (undefined);

/** The milliseconds that the function that runs may still take; undefined while none does. */
export const timeLeft = () => deadline === undefined ? undefined : deadline - now();

/**
 * Fails the current test with an error of the page.
 * @type {((error: unknown) => void) | undefined}
 */
let failRunning;
const hearPage = (/** @type {any} */ event) => {
    if (!failRunning) return;
    // The error fails the test, and must not count as an error of the page.
    event.preventDefault();
    failRunning(event.type === 'error' ? (event.error ?? new Error(event.message)) : event.reason);
};
addEventListener('error', hearPage);
addEventListener('unhandledrejection', hearPage);

/**
 * Calls a function. Rejects when the function exceeds the time limit, or when the page has an error during the call.
 * @param {Function} body
 * @param {number} limit
 * @param {any} [context]
 */
const call = (body, limit, context) =>
    new Promise((resolve, reject) => {
        const late = new Late(`The test took longer than ${limit} ms.`);
        const isLimited = limit > 0 && limit < 2 ** 31;
        const timer = isLimited ? setTimer(() => failRunning?.(late), limit) : undefined;
        deadline = isLimited ? now() + limit : Infinity;
        // Clear the timer and `failRunning` before the next call begins.
        let isOver = false;
        const ending = (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
            // A function that was late may end while the next one runs.
            if (isOver) return;
            isOver = true;
            clearTimer(timer);
            failRunning = deadline = undefined;
            settle(value);
        };
        failRunning = ending(reject);
        new Promise((settle) => settle(body(context))).then(ending(resolve), ending(reject));
    });

/** @param {Suite} suite @returns {Suite[]} */
const lineOf = (suite) => (suite.parent ? [...lineOf(suite.parent), suite] : [suite]);

/**
 * The errors of soft assertions, after which a test continues.
 * @type {unknown[]}
 */
let softFailures = [];
/** @type {Function[]} */
let finishers = [];
/** @type {Function[]} */
let failers = [];
/** @type {string[]} */
let runningPath = [];
/**
 * The attempt that runs now, with its hooks.
 * @type {{ test: Test } | undefined}
 */
let running;
/** @type {Set<Test>} */
const passedTests = new Set();
/** @type {(() => Promise<void>)[]} */
const starts = [];
/** @type {((incomplete: string[]) => Promise<void>)[]} */
const ends = [];

/** @param {unknown} error */
export const noteSoftFailure = (error) => softFailures.push(error);
/** @param {Function} hook */
export const onTestFinished = (hook) => finishers.push(hook);
/** @param {Function} hook */
export const onTestFailed = (hook) => failers.push(hook);
export const testName = () => runningPath.join(' > ');
export const runningTest = () => running;
/** @param {() => Promise<void>} hook called before the first test */
export const onStart = (hook) => starts.push(hook);
/** @param {(incomplete: string[]) => Promise<void>} hook called after the last test, with the names of the tests that did not pass */
export const onEnd = (hook) => ends.push(hook);

class Skipped extends Error {}

/** @param {Test} test @param {any} shared */
const attempt = async (test, shared) => {
    const limit = test.timeout ?? usualTimeout;
    const suites = lineOf(test.parent);
    const context = {
        ...commonContext,
        ...shared,
        task: { name: test.name, fullName: testName() },
        skip: (/** @type {any} */ condition) => {
            if (condition !== false) throw new Skipped();
        },
        onTestFinished,
        onTestFailed,
    };
    const fixtures = new FixtureScope(suites.reduce((all, suite) => ({ ...all, ...suite.fixtures }), test.fixtures), context);
    const withFixtures = (/** @type {Function} */ body) => async () => {
        await fixtures.prepare(body);
        return body(context);
    };
    /** @type {unknown[]} */
    const errors = [];
    /** @type {Function[]} */
    const cleanups = [];
    softFailures = [];
    finishers = [];
    failers = [];
    running = { test };
    try {
        for (const suite of suites) {
            for (const hook of suite.hooks.beforeEach ?? []) {
                const cleanup = await call(withFixtures(hook), limit);
                if (typeof cleanup === 'function') cleanups.unshift(cleanup);
            }
        }
        await call(withFixtures(/** @type {Function} */ (test.run)), limit);
    } catch (error) {
        errors.push(error);
        // Before the hooks that clean up.
        if (!(error instanceof Skipped) && !test.fails) await reporter?.moment?.(runningPath)?.catch(() => {});
    }
    const after = suites.slice().reverse().flatMap((suite) => suite.hooks.afterEach?.slice().reverse() ?? []);
    const finish = async (/** @type {Function[]} */ hooks) => {
        for (const hook of hooks) await call(withFixtures(hook), limit).catch((error) => errors.push(error));
    };
    await finish([...after, ...cleanups, ...finishers.slice().reverse()]);
    await finish(fixtures.ends);
    const isFailure = errors.length ? !(errors[0] instanceof Skipped) : softFailures.length > 0;
    if (isFailure) await finish(failers.slice().reverse());
    running = undefined;
    // In the order in which they happened: soft assertions come before what ended the test.
    return errors[0] instanceof Skipped ? errors : [...softFailures, ...errors];
};

/** @param {Test} test @param {any} shared */
const runTest = async (test, shared) => {
    const path = pathOf(test);
    runningPath = path;
    reporter?.began(path, test.timeout ?? usualTimeout);
    const start = now();
    let errors = await attempt(test, shared);
    for (let again = 0; errors.length && !(errors[0] instanceof Skipped) && again < test.retry; again += 1) {
        errors = await attempt(test, shared);
    }
    const duration = now() - start;
    if (errors[0] instanceof Skipped) return reporter?.skipped(path, false);
    if (test.fails) {
        errors = errors.length ? [] : [new Error('This test is marked as failing, and it passed.')];
    }
    if (errors.length) reporter?.failed(path, { error: errors[0], others: errors.slice(1), duration, isLate: errors.some((error) => error instanceof Late) });
    else {
        passedTests.add(test);
        reporter?.passed(path, duration);
    }
};

/** @param {Suite} suite @param {boolean} isSkipped @param {boolean} onlyMarked */
const wantedOf = (suite, isSkipped, onlyMarked) => {
    /** @type {(Suite | Test)[]} */
    const wanted = [];
    for (const node of suite.tests) {
        if (onlyMarked && node.mode !== 'only' && !(isSuite(node) && hasOnly(node))) continue;
        if (isSuite(node) || reporter?.isWanted(pathOf(node)) !== false) wanted.push(node);
    }
    return isSkipped ? suite.tests : wanted;
};

/** @param {Suite} suite @param {boolean} isSkipped @param {boolean} onlyMarked @param {any} shared */
const runSuite = async (suite, isSkipped, onlyMarked, shared) => {
    const nodes = wantedOf(suite, isSkipped, onlyMarked);
    const runs = (/** @type {Suite | Test} */ node) => !isSkipped && node.mode !== 'skip' && node.mode !== 'todo';
    /** @type {Function[]} */
    const cleanups = [];
    const own = { ...shared };
    let failure;
    if (nodes.some(runs)) {
        try {
            for (const hook of suite.hooks.beforeAll ?? []) {
                const cleanup = await call(hook, usualTimeout, own);
                if (typeof cleanup === 'function') cleanups.unshift(cleanup);
            }
        } catch (error) {
            failure = { error, isLate: error instanceof Late };
            reporter?.failed([...pathOf(suite), 'beforeAll'], failure);
        }
    }
    for (const node of nodes) {
        if (isSuite(node)) {
            const isMarked = node.mode === 'only' && !hasOnly(node);
            await runSuite(node, failure !== undefined || !runs(node), onlyMarked && !isMarked, own);
        } else if (failure || !runs(node) || !node.run) {
            reporter?.skipped(pathOf(node), node.mode === 'todo' || !node.run);
        } else {
            await runTest(node, own);
        }
    }
    if (!nodes.some(runs)) return;
    for (const hook of [...(suite.hooks.afterAll?.slice().reverse() ?? []), ...cleanups]) {
        try {
            await call(hook, usualTimeout, own);
        } catch (error) {
            reporter?.failed([...pathOf(suite), 'afterAll'], { error, isLate: error instanceof Late });
        }
    }
};

/** @param {Suite} suite @returns {Test[]} */
const testsOf = (suite) => suite.tests.flatMap((node) => (isSuite(node) ? testsOf(node) : [node]));

/** Runs all collected suites and tests. */
export const run = async () => {
    reporter?.start();
    let failure;
    try {
        while (collecting.length) await collecting.shift();
        for (const hook of starts) await hook();
        await runSuite(root, false, hasOnly(root), {});
        await endShared();
        const incomplete = testsOf(root).filter((test) => !passedTests.has(test)).map((test) => pathOf(test).join(' > '));
        for (const hook of ends) await hook(incomplete);
    } catch (error) {
        failure = String(error);
    }
    reporter?.complete(failure, hasOnly(root));
};
