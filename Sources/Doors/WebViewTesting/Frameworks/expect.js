// Vitest's `expect`, with the matchers that the guide lists.

import { asymmetric, contains, equals, last } from './equality.js';
import { isMock } from './mocks.js';
import { noteSoftFailure } from './runner.js';

const SHOWN_ENTRIES = 20;

/**
 * A value on one line: as JSON where JSON can represent it.
 * @param {any} value
 * @param {any[]} [outer] the objects that the value is in
 * @returns {string}
 */
const show = (value, outer = []) => {
    try {
        return shown(value, outer);
    } catch {
        return '[an object that cannot be read]';
    }
};

/** @param {any} value @param {any[]} outer @returns {string} */
const shown = (value, outer) => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return value.name ? `[function ${value.name}]` : '[function]';
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof RegExp) return String(value);
    if (value.nodeType === 1) return `<${[value.localName, ...[...value.attributes].map((each) => `${each.name}="${each.value}"`)].join(' ')}>`;
    if (typeof value.toJSON === 'function') return show(value.toJSON(), outer);
    if (outer.includes(value)) return '[Circular]';
    const inner = [...outer, value];
    const list = (/** @type {Iterable<any>} */ entries, /** @type {(entry: any) => string} */ text) => {
        const all = [...entries], first = all.slice(0, SHOWN_ENTRIES).map(text).join(',');
        return all.length > SHOWN_ENTRIES ? `${first},… ${all.length - SHOWN_ENTRIES} more` : first;
    };
    const each = (/** @type {any} */ entry) => show(entry, inner);
    if (Array.isArray(value)) return `[${list(value, each)}]`;
    if (value instanceof Set) return `Set {${list(value, each)}}`;
    if (value instanceof Map) return `Map {${list(value, ([key, entry]) => `${each(key)} => ${each(entry)}`)}}`;
    if (typeof value.asymmetricMatch === 'function' || (typeof value.toString === 'function' && value.toString !== Object.prototype.toString && !Object.keys(value).length)) return String(value);
    return `{${list(Object.entries(value), ([key, entry]) => `${JSON.stringify(key)}:${each(entry)}`)}}`;
};

export class AssertionError extends Error {
    /** @param {string} message */
    constructor(message) {
        super(message);
        this.name = 'AssertionError';
    }
}

/** @param {any} thrown @param {any} expected */
const fitsError = (thrown, expected) => {
    const message = String(thrown?.message ?? thrown);
    if (expected === undefined) return true;
    if (typeof expected === 'string') return message.includes(expected);
    if (expected instanceof RegExp) return expected.test(message);
    if (typeof expected === 'function') return thrown instanceof expected;
    if (expected instanceof Error) return message === expected.message;
    return contains(thrown, expected);
};

/** @param {any} value @param {any} path */
const at = (value, path) => {
    const keys = Array.isArray(path) ? path : String(path).replace(/\[(\w+)\]/g, '.$1').split('.').filter(Boolean);
    let found = value;
    for (const key of keys) {
        if (found === null || found === undefined || !(key in Object(found))) return { has: false, value: undefined };
        found = found[key];
    }
    return { has: true, value: found };
};

/** @param {any} mock */
const callsOf = (mock) => {
    if (!isMock(mock)) throw new TypeError(`${show(mock)} is not a mock function. Create mocks with vi.fn() or vi.spyOn().`);
    return mock.mock.calls;
};
/** @param {any} mock */
const returnsOf = (mock) => {
    callsOf(mock);
    return mock.mock.results.filter((/** @type {any} */ result) => result.type === 'return').map((/** @type {any} */ result) => result.value);
};

/**
 * The matchers. Each returns whether the value matches, the text after “expected X”, and the compared values, if any.
 * @type {Record<string, (actual: any, ...expected: any[]) => [boolean, string, { expected: any, actual: any }?]>}
 */
const matchers = {
    toBe: (a, b) => [Object.is(a, b), `to be ${show(b)}`, { expected: b, actual: a }],
    toEqual: (a, b) => [equals(a, b), `to equal ${show(b)}`, { expected: b, actual: a }],
    toStrictEqual: (a, b) => [equals(a, b, true), `to strictly equal ${show(b)}`, { expected: b, actual: a }],
    toMatchObject: (a, b) => [contains(a, b), `to match the object ${show(b)}`, { expected: b, actual: a }],
    toBeTruthy: (a) => [Boolean(a), 'to be truthy'],
    toBeFalsy: (a) => [!a, 'to be falsy'],
    toBeNull: (a) => [a === null, 'to be null'],
    toBeUndefined: (a) => [a === undefined, 'to be undefined'],
    toBeDefined: (a) => [a !== undefined, 'to be defined'],
    toBeNullable: (a) => [a === null || a === undefined, 'to be null or undefined'],
    toBeNaN: (a) => [Number.isNaN(a), 'to be NaN'],
    toBeTypeOf: (a, b) => [typeof a === b, `to be of type ${b}`],
    toBeInstanceOf: (a, b) => [a instanceof b, `to be an instance of ${b?.name}`],
    toBeGreaterThan: (a, b) => [a > b, `to be greater than ${show(b)}`],
    toBeGreaterThanOrEqual: (a, b) => [a >= b, `to be at least ${show(b)}`],
    toBeLessThan: (a, b) => [a < b, `to be less than ${show(b)}`],
    toBeLessThanOrEqual: (a, b) => [a <= b, `to be at most ${show(b)}`],
    toBeCloseTo: (a, b, digits = 2) => [
        a === b || Math.abs(a - b) < 10 ** -digits / 2,
        `to be close to ${show(b)}`,
        { expected: b, actual: a },
    ],
    toBeOneOf: (a, b) => [[...b].some((value) => equals(a, value)), `to be one of ${show([...b])}`],
    toContain: (a, b) => [
        typeof a === 'string' ? a.includes(b) : a instanceof DOMTokenList ? a.contains(b) : a instanceof Node ? a.contains(b) : [...a].includes(b),
        `to contain ${show(b)}`,
    ],
    toContainEqual: (a, b) => [[...a].some((value) => equals(value, b)), `to contain an equal of ${show(b)}`],
    toHaveLength: (a, b) => [a?.length === b, `to have length ${b}`, { expected: b, actual: a?.length }],
    toMatch: (a, b) => [typeof b === 'string' ? a.includes(b) : b.test(a), `to match ${b}`],
    toSatisfy: (a, b) => [Boolean(b(a)), 'to satisfy the function'],
    toHaveProperty: (a, path, ...rest) => {
        const found = at(a, path);
        const fits = found.has && (!rest.length || equals(found.value, rest[0]));
        const difference = rest.length ? { expected: rest[0], actual: found.value } : undefined;
        return [fits, `to have the property ${show(path)}${rest.length ? ` with ${show(rest[0])}` : ''}`, difference];
    },
    toThrow: (a, b) => {
        const suffix = b === undefined ? '' : ` ${typeof b === 'function' ? b.name : show(b)}`;
        if (typeof a !== 'function') return [fitsError(a, b), `to be the error${suffix}`];
        try {
            a();
        } catch (error) {
            return [fitsError(error, b), `to throw${suffix}, and it threw ${show(error)}`];
        }
        return [false, `to throw${suffix}`];
    },
    toHaveBeenCalled: (a) => [callsOf(a).length > 0, 'to have been called'],
    toHaveBeenCalledOnce: (a) => [callsOf(a).length === 1, `to have been called once, and it was ${callsOf(a).length} times`],
    toHaveBeenCalledTimes: (a, b) => [callsOf(a).length === b, `to have been called ${b} times, and it was ${callsOf(a).length} times`],
    toHaveBeenCalledWith: (a, ...b) => [
        callsOf(a).some((/** @type {any} */ call) => equals(call, b)),
        `to have been called with ${show(b)}`,
        { expected: b, actual: last(callsOf(a)) },
    ],
    toHaveBeenCalledExactlyOnceWith: (a, ...b) => [callsOf(a).length === 1 && equals(callsOf(a)[0], b), `to have been called once, with ${show(b)}`],
    toHaveBeenLastCalledWith: (a, ...b) => [equals(last(callsOf(a)), b), `to have been called last with ${show(b)}`, { expected: b, actual: last(callsOf(a)) }],
    toHaveBeenNthCalledWith: (a, n, ...b) => [equals(callsOf(a)[n - 1], b), `to have been called with ${show(b)} as call ${n}`, { expected: b, actual: callsOf(a)[n - 1] }],
    toHaveReturned: (a) => [returnsOf(a).length > 0, 'to have returned'],
    toHaveReturnedTimes: (a, b) => [returnsOf(a).length === b, `to have returned ${b} times`],
    toHaveReturnedWith: (a, b) => [returnsOf(a).some((/** @type {any} */ value) => equals(value, b)), `to have returned ${show(b)}`],
    toHaveLastReturnedWith: (a, b) => [equals(last(returnsOf(a)), b), `to have returned ${show(b)} last`],
};
const aliases = { toThrowError: 'toThrow', toBeCalled: 'toHaveBeenCalled', toBeCalledTimes: 'toHaveBeenCalledTimes', toBeCalledWith: 'toHaveBeenCalledWith', lastCalledWith: 'toHaveBeenLastCalledWith', nthCalledWith: 'toHaveBeenNthCalledWith', toReturn: 'toHaveReturned', toReturnWith: 'toHaveReturnedWith' };
for (const [alias, name] of Object.entries(aliases)) matchers[alias] = /** @type {any} */ (matchers[name]);

let assertions = 0;
/** @type {number | undefined} */
let planned;
let needsOne = false;

/** @param {any} error @param {boolean} isSoft */
const fail = (error, isSoft) => {
    if (!isSoft) throw error;
    noteSoftFailure(error);
};

/**
 * @param {any} actual
 * @param {{ isNot?: boolean, settles?: 'resolves' | 'rejects', isSoft?: boolean, error?: Error, message?: string }} options
 * @returns {any}
 */
const assertion = (actual, options) => {
    /** @type {any} */
    const result = {};
    for (const name of Object.keys(matchers)) {
        const check = (/** @type {any} */ value, /** @type {any[]} */ expected, /** @type {any} */ error) => {
            if (!options.error) assertions += 1;
            const context = { isNot: Boolean(options.isNot), settles: options.settles, error };
            const finish = (/** @type {any[]} */ [fits, how, difference]) => {
                if (fits !== context.isNot) return;
                const subject = options.message ? `${options.message}: ` : '';
                error.message = `${subject}${difference?.message ?? `expected ${show(value)} ${context.isNot ? 'not ' : ''}${how}`}`;
                if (difference && !context.isNot && 'expected' in difference) Object.assign(error, { expected: difference.expected, actual: difference.actual });
                fail(error, Boolean(options.isSoft));
            };
            const outcome = /** @type {any} */ (matchers[name]).call(context, value, ...expected);
            return outcome.then ? outcome.then(finish) : finish(outcome);
        };
        result[name] = (/** @type {any[]} */ ...expected) => {
            // Create the error here, so that its stack contains the test.
            const error = options.error ?? new AssertionError('');
            if (!options.settles) return check(actual, expected, error);
            const promise = Promise.resolve(typeof actual === 'function' ? actual() : actual);
            const opposite = (/** @type {any} */ value) => {
                const did = options.settles === 'resolves' ? `it rejected with ${show(value)}` : `it resolved to ${show(value)}`;
                error.message = `expected the promise to ${options.settles === 'resolves' ? 'resolve' : 'reject'}, and ${did}`;
                throw error;
            };
            return options.settles === 'resolves'
                ? promise.then((value) => check(value, expected, error), opposite)
                : promise.then(opposite, (value) => check(value, expected, error));
        };
    }
    const derive = (/** @type {any} */ more) => ({ configurable: true, get: () => assertion(actual, { ...options, ...more }) });
    Object.defineProperties(result, {
        not: derive({ isNot: !options.isNot }),
        resolves: derive({ settles: 'resolves' }),
        rejects: derive({ settles: 'rejects' }),
    });
    return result;
};

/** @param {any} actual @param {string} [message] */
export const expect = (actual, message) => assertion(actual, { message });

/**
 * An expectation that is tried again and again, and counts as one assertion.
 * @param {string} [message]
 */
export const repeatedly = (message) => {
    assertions += 1;
    // Its stack has the test, which those of later errors have not.
    const error = new AssertionError('');
    return (/** @type {any} */ actual) => assertion(actual, { error, message });
};

/**
 * Matchers in place of values. Their snapshots show a kind, such as ObjectContaining, with the sample.
 * @param {string} not the word of the opposite
 * @param {boolean} wanted
 */
const makeAsymmetrics = (not, wanted) => {
    const make = (/** @type {string} */ text, /** @type {(value: any) => boolean} */ matches, kind = '', /** @type {any} */ sample = undefined) =>
        asymmetric(`${not}${text}`, (value) => matches(value) === wanted, kind.replace(/(?=Containing|Matching)/, not), sample);
    return {
        anything: () => make('Anything', (value) => value !== null && value !== undefined),
        any: (/** @type {any} */ type) =>
            make(`Any<${type?.name}>`, (value) => value instanceof type || (value !== null && value !== undefined && Object(value) instanceof type)),
        objectContaining: (/** @type {any} */ part) => make(`ObjectContaining${show(part)}`, (value) => contains(value, part), 'ObjectContaining', part),
        arrayContaining: (/** @type {any[]} */ part) =>
            make(`ArrayContaining${show(part)}`, (value) => Array.isArray(value) && part.every((each) => value.some((found) => equals(found, each))), 'ArrayContaining', part),
        stringContaining: (/** @type {string} */ part) => make(`StringContaining ${show(part)}`, (value) => typeof value === 'string' && value.includes(part), 'StringContaining', part),
        stringMatching: (/** @type {any} */ part) =>
            make(`StringMatching ${part}`, (value) => typeof value === 'string' && (typeof part === 'string' ? value.includes(part) : part.test(value)), 'StringMatching', typeof part === 'string' ? new RegExp(part) : part),
        closeTo: (/** @type {number} */ number, digits = 2) =>
            make(`NumberCloseTo ${number} (${digits} ${digits === 1 ? 'digit' : 'digits'})`, (value) => typeof value === 'number' && Math.abs(value - number) < 10 ** -digits / 2),
    };
};

Object.assign(expect, makeAsymmetrics('', true), {
    not: makeAsymmetrics('Not', false),
    soft: (/** @type {any} */ actual, /** @type {string} */ message) => assertion(actual, { isSoft: true, message }),
    extend: (/** @type {Record<string, Function>} */ more) => {
        for (const [name, matcher] of Object.entries(more)) {
            matchers[name] = (actual, ...expected) => {
                const outcome = (/** @type {any} */ { pass, message, ...values }) => [pass, `to pass ${name}: ${message?.()}`, 'expected' in values ? values : undefined];
                const found = matcher.call({ equals, isNot: false }, actual, ...expected);
                return found.then ? found.then(outcome) : outcome(found);
            };
        }
    },
    unreachable: (/** @type {string} */ message = 'this was reached') => fail(new AssertionError(message), false),
    fail: (/** @type {string} */ message = 'failed') => fail(new AssertionError(message), false),
    assertions: (/** @type {number} */ count) => (planned = count),
    hasAssertions: () => (needsOne = true),
});

/**
 * Adds matchers of this package.
 * @type {(more: typeof matchers) => void}
 */
export const addMatchers = (more) => { Object.assign(matchers, more); };

/** Resets the count of assertions before a test. */
export const beginAssertions = () => {
    assertions = 0;
    planned = undefined;
    needsOne = false;
};

/** Throws when a test has another number of assertions than it declared. */
export const checkAssertions = () => {
    if (planned !== undefined && planned !== assertions) {
        throw new AssertionError(`expected ${planned} assertions, and there were ${assertions}`);
    }
    if (needsOne && !assertions) throw new AssertionError('expected an assertion, and there was none');
};

/** @param {any} condition @param {string} [message] */
export const assert = (condition, message = 'the condition does not hold') => {
    if (!condition) throw new AssertionError(message);
};
