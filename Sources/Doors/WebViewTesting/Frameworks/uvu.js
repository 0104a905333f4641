// The module `uvu` for tests, on our own runner. The runner reports each test.

import { addHook, addTest, begin, makeSuite } from './runner.js';
import * as runner from './runner.js';

begin('uvu', 0);

/** @param {string} name @param {any} context */
const makeTests = (name, context) => {
    /** @type {any} */
    let group;
    const collected = makeSuite(name, 'run');
    /**
     * The context, which hooks and tests share.
     * @type {any}
     */
    const shared = context ?? {};
    const call = (/** @type {Function} */ body) => () => body(shared);
    const add = (/** @type {string} */ mode) => (/** @type {string} */ title, /** @type {Function} */ body) =>
        addTest(title, mode, body && call(body), { timeout: 0 }, collected);
    const before = Object.assign((/** @type {Function} */ hook) => addHook('beforeAll', call(hook), collected), {
        each: (/** @type {Function} */ hook) => addHook('beforeEach', call(hook), collected),
    });
    const after = Object.assign((/** @type {Function} */ hook) => addHook('afterAll', call(hook), collected), {
        each: (/** @type {Function} */ hook) => addHook('afterEach', call(hook), collected),
    });
    return Object.assign(add('run'), {
        only: add('only'),
        skip: (/** @type {any} */ title, /** @type {any} */ body) => add('skip')(typeof title === 'string' ? title : '(skipped)', body ?? (() => {})),
        before,
        after,
        run: () => {
            if (group) return;
            group = runner.adopt(collected);
        },
    });
};

export const suite = (/** @type {string} */ name = '', /** @type {any} */ context = {}) => makeTests(name, context);
export const test = suite();
export const exec = async () => {};
