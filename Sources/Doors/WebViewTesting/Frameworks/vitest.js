// The module `vitest` for tests, on our own runner. The guide lists its functions.

import './element_matchers.js';
import { hasOwn } from './equality.js';
import { assert, beginAssertions, checkAssertions, expect } from './expect.js';
import { addTimers } from './fake_timers.js';
import { extended, named } from './fixtures.js';
import { clearAll, fn, isMock, resetAll, restoreAll, spyOn } from './mocks.js';
import { addHook, addSuite, addTest, begin, onTestFailed, onTestFinished, overrideFixtures } from './runner.js';
import './screenshots.js';
import './snapshots.js';
import { waitFor, waitUntil } from './waiting.js';

begin('vitest', 5000, { expect });
addHook('beforeEach', () => beginAssertions());
addHook('afterEach', () => checkAssertions());

/** @param {any} name */
const text = (name) => (typeof name === 'function' ? name.name : String(name));

/** @param {string} name @param {any[]} values @param {number} index */
const formatted = (name, values, index) => {
    let next = 0;
    const first = values[0];
    return name
        .replace(/%([sdifjo#%])/g, (whole, kind) => {
            if (kind === '%') return '%';
            if (kind === '#') return String(index);
            const value = values[next];
            next += 1;
            return kind === 'j' || kind === 'o' ? JSON.stringify(value) : kind === 'i' || kind === 'd' ? String(Math.trunc(value)) : String(value);
        })
        .replace(/\$(\w+(?:\.\w+)*)/g, (whole, path) => {
            if (typeof first !== 'object' || !first) return whole;
            const value = path.split('.').reduce((/** @type {any} */ object, /** @type {string} */ key) => object?.[key], first);
            return value === undefined ? whole : String(value);
        });
};

/** @param {any[]} rest the function and the options, in either order */
const parts = (rest) => {
    const body = rest.find((value) => typeof value === 'function');
    const given = rest.find((value) => typeof value === 'number' || (typeof value === 'object' && value));
    return { body, options: typeof given === 'number' ? { timeout: given } : (given ?? {}) };
};

/**
 * Returns a declaring function with members such as `skip`, `only` and `each`.
 * @param {(name: string, mode: string, body: any, options: any) => void} add
 * @param {string} mode
 * @param {any} preset
 * @returns {any}
 */
const declaring = (add, mode = 'run', preset = {}) => {
    const modeOf = (/** @type {any} */ options) => (options.skip ? 'skip' : options.only ? 'only' : options.todo ? 'todo' : mode);
    const declare = (/** @type {any} */ name, /** @type {any[]} */ ...rest) => {
        const { body, options } = parts(rest);
        add(text(name), modeOf(options), body, { ...preset, ...options });
    };
    const each = (/** @type {any} */ table, /** @type {any[]} */ ...cells) => {
        const rows = table.raw ? fromTemplate(table, cells) : table;
        return (/** @type {any} */ name, /** @type {any[]} */ ...rest) => {
            const { body, options } = parts(rest);
            rows.forEach((/** @type {any} */ row, /** @type {number} */ index) => {
                const values = Array.isArray(row) ? row : [row];
                add(formatted(text(name), values, index), modeOf(options), body && (() => body(...values)), { ...preset, ...options });
            });
        };
    };
    return new Proxy(declare, {
        get: (target, key) => {
            if (key === 'each') return each;
            if (key === 'for') return (/** @type {any[]} */ rows) => (/** @type {any} */ name, /** @type {any[]} */ ...rest) => {
                const { body, options } = parts(rest);
                rows.forEach((row, index) =>
                    add(formatted(text(name), [row].flat(), index), modeOf(options), body && named((/** @type {any} */ context) => body(row, context), body, 1), { ...preset, ...options }));
            };
            if (key === 'skip' || key === 'only' || key === 'todo') return declaring(add, key, preset);
            if (key === 'concurrent' || key === 'sequential' || key === 'shuffle') return declaring(add, mode, preset);
            if (key === 'fails') return declaring(add, mode, { ...preset, fails: true });
            if (key === 'skipIf') return (/** @type {any} */ condition) => declaring(add, condition ? 'skip' : mode, preset);
            if (key === 'extend') return (/** @type {any[]} */ ...given) => declaring(add, mode, { ...preset, fixtures: extended(preset.fixtures ?? {}, given) });
            if (key === 'override' || key === 'scoped') return (/** @type {any[]} */ ...given) => overrideFixtures((known) => extended({ ...preset.fixtures, ...known }, given));
            if (typeof key === 'string' && hasOwn(hooks, key)) return hooks[key];
            if (key === 'runIf') return (/** @type {any} */ condition) => declaring(add, condition ? mode : 'skip', preset);
            return Reflect.get(target, key);
        },
    });
};

/** @type {Record<string, any>} */
const hooks = Object.fromEntries(['beforeAll', 'beforeEach', 'afterEach', 'afterAll'].map((kind) => [kind, (/** @type {Function} */ hook) => addHook(kind, hook)]));

/** @param {TemplateStringsArray} strings @param {any[]} cells */
const fromTemplate = (strings, cells) => {
    const names = (strings[0] ?? '').split('|').map((name) => name.trim());
    const rows = [];
    for (let index = 0; index < cells.length; index += names.length) {
        rows.push(Object.fromEntries(names.map((name, column) => [name, cells[index + column]])));
    }
    return rows;
};

export const test = declaring((name, mode, body, options) => addTest(name, mode, body, options));
export const it = test;
export const describe = declaring((name, mode, body) => addSuite(name, mode, body));
export const suite = describe;
export const { beforeAll, beforeEach, afterEach, afterAll } = hooks;

/** @param {string} name */
const absent = (name) => () => {
    throw new Error(`vi.${name} is not available, because it needs Vitest's server. Use vi.fn() and vi.spyOn().`);
};

/** @type {[string, any, boolean][]} */
let stubs = [];

/** @type {any} */
export const vi = {
    fn,
    spyOn,
    isMockFunction: isMock,
    mocked: (/** @type {any} */ value) => value,
    clearAllMocks: () => clearAll(),
    resetAllMocks: () => resetAll(),
    restoreAllMocks: () => restoreAll(),
    stubGlobal: (/** @type {string} */ name, /** @type {any} */ value) => {
        const page = /** @type {any} */ (globalThis);
        stubs.push([name, page[name], name in page]);
        Object.defineProperty(page, name, { configurable: true, writable: true, value });
    },
    unstubAllGlobals: () => {
        const page = /** @type {any} */ (globalThis);
        for (const [name, value, was] of stubs.reverse()) {
            if (was) Object.defineProperty(page, name, { configurable: true, writable: true, value });
            else delete page[name];
        }
        stubs = [];
    },
    waitFor,
    waitUntil,
    mock: absent('mock'),
    doMock: absent('doMock'),
    unmock: absent('unmock'),
    hoisted: (/** @type {Function} */ make) => make(),
    importActual: absent('importActual'),
};
addTimers(vi);
export const vitest = vi;
export { assert, expect, onTestFailed, onTestFinished };
