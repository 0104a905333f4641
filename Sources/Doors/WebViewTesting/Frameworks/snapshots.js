// Matchers of snapshots. The host keeps them beside the tests, see PageSnapshots.swift.
// Source: Vitest, https://vitest.dev/guide/snapshot.html

import { contains } from './equality.js';
import { addMatchers, expect } from './expect.js';
import { ask, read } from './host.js';
import { addSerializer, prettyFormat } from './pretty_format.js';
import { onEnd, onStart, runningTest, testName } from './runner.js';

/** @typedef {{ url: string, line: number, column: number, method: string, text: string }} Call */

/** The host's snapshots by name, and which of them it writes: none, new or all. */
let known = { update: 'none', file: '', entries: /** @type {Record<string, string>} */ ({}) };
/** Why there are no snapshots. */
let problem = '';
/** @type {Set<string>} */
const unchecked = new Set();
/** @type {Record<string, string>} */
let entries = {};
/** @type {Map<string, string>} */
const files = new Map();
/**
 * The calls with a new snapshot, by their places.
 * @type {Map<string, Call>}
 */
const calls = new Map();

onStart(async () => {
    // An import is no use of fetch, which a report of Web APIs would count as the page's.
    const state = (await import(String('/___testing___/snapshots?module'))).default;
    problem = state.error ?? '';
    known = state;
    Object.keys(known.entries).forEach((name) => unchecked.add(name));
});

/**
 * The snapshots of the test that runs: a test that is repeated begins anew.
 * @type {{ test: any, counts: Map<string, number>, calls: Set<string>, places: Map<string, string> }}
 */
let own = { test: undefined, counts: new Map(), calls: new Set(), places: new Map() };
/**
 * The numbers of the snapshots of tests that have ended: tests of one name count on.
 * @type {Map<string, number>}
 */
const counts = new Map();

const stateOf = (/** @type {any} */ attempt) => {
    if (own.test !== attempt) {
        if (own.test?.test !== attempt.test) own.counts.forEach((count, name) => counts.set(name, count));
        else own.calls.forEach((place) => calls.delete(place));
        own = { test: attempt, counts: new Map(), calls: new Set(), places: new Map() };
    }
    return own;
};

/** @param {string} method @param {any} context */
const begin = (method, context) => {
    const attempt = runningTest();
    if (!attempt) throw new Error(`${method} is for tests: call it while a test runs.`);
    if (context.isNot) throw new Error(`${method} cannot be used with "not"`);
    if (attempt.test.fails) throw new Error(`${method} cannot be used with test.fails`);
    if (problem) throw new Error(problem);
    return stateOf(attempt);
};

/** @param {string} [hint] */
const nextName = (hint) => {
    const name = [testName(), ...hint ? [hint] : []].join(' > ');
    const count = (own.counts.get(name) ?? counts.get(name) ?? 0) + 1;
    own.counts.set(name, count);
    return `${name} ${count}`;
};

/** @param {any} value @returns {string} */
const serialized = (value) => {
    const text = prettyFormat(value);
    return text.includes('\n') ? `\n${text}\n` : text;
};

/** @param {any} target @param {any} source @returns {any} */
const merged = (target, source) => {
    if (Array.isArray(target) && Array.isArray(source)) return source.reduce((all, part, index) => Object.assign(all, { [index]: merged(target[index], part) }), [...target]);
    const isPlain = (/** @type {any} */ value) => typeof value === 'object' && value !== null && !value.$$typeof;
    if (!isPlain(target) || !isPlain(source)) return source;
    return Object.entries(source).reduce((all, [key, part]) => Object.assign(all, { [key]: merged(target[key], part) }), { ...target });
};

/** @param {any} value @param {any} pattern @returns {any} */
const withProperties = (value, pattern) => {
    if (typeof pattern !== 'object' || pattern === null) return value;
    if (typeof value !== 'object' || !value) throw new Error('Received value must be an object when the matcher has properties');
    if (!contains(value, pattern)) throw Object.assign(new Error('Snapshot properties mismatched'), { expected: pattern, actual: value });
    return merged(value, pattern);
};

const passed = [true, ''];

/** @param {string} name @param {string | undefined} expected @param {string} actual */
const failed = (name, expected, actual) => {
    if (expected === undefined) {
        const message = `Snapshot \`${name}\` is missing, and none is written where CI is set. Run the test without CI, or with --update, and commit what it writes.`;
        return [false, '', { message }];
    }
    return [false, '', { message: `Snapshot \`${name}\` mismatched: the option --update writes it anew.`, expected: expected.trim(), actual: actual.trim() }];
};

/** @param {boolean} isNew */
const writes = (isNew) => known.update === 'all' || known.update === 'new' && isNew;

/** @param {any} value @param {any} [hint] */
const compare = (value, hint) => {
    const name = nextName(hint), text = serialized(value), expected = known.entries[name];
    unchecked.delete(name);
    if (expected?.trim() === text.trim()) return passed;
    if (!writes(expected === undefined)) return failed(name, expected, text);
    entries[name] = text;
    return passed;
};

/**
 * The snapshot of a call without the indentation of its lines.
 * @param {string} text
 */
const unindented = (text) => {
    const [, indent] = /^([^\S\n]*)\S/m.exec(text) ?? [];
    const all = text.split('\n');
    if (!indent || all.length <= 2 || all[0]?.trim() || all[all.length - 1]?.trim()) return text;
    const inner = all.slice(1, -1);
    if (!inner.every((line) => line === '' || line.startsWith(indent))) return text;
    return ['', ...inner.map((line) => line.slice(indent.length)), ''].join('\n');
};

/**
 * The first place of a stack in the project's own scripts.
 * @param {any} error
 */
const placeOf = ({ stack }) => {
    for (const frame of String(stack).split('\n')) {
        const [, url, line, column] = /^(?:[^@]*@)?(.+):(\d+):(\d+)$/.exec(frame) ?? [];
        if (url && !/\/___(?:framework|testing)___\/|\?test-page/.test(url)) return { url, line: Number(line), column: Number(column) };
    }
    throw new Error('The call of this snapshot has no place: a function that calls it as its last expression is not in WebKit’s stack. Write { …; }');
};

/** @param {any} value @param {string | undefined} inline @param {any} hint @param {string} method @param {any} context */
const compareInline = (value, inline, hint, method, context) => {
    const name = nextName(typeof hint === 'string' ? hint : undefined), text = serialized(value);
    const expected = inline === undefined ? undefined : unindented(inline);
    const isSame = expected?.trim() === text.trim();
    if (isSame && known.update !== 'all') return passed;
    if (!isSame && !writes(expected === undefined)) return failed(name, expected, text);
    const place = placeOf(context.error);
    const key = `${place.url}:${place.line}:${place.column}`, earlier = own.places.get(key) ?? calls.get(key)?.text;
    own.places.set(key, text);
    if (earlier !== undefined && earlier !== text) throw Object.assign(new Error(`${method} with different snapshots cannot be called at the same location`), { expected: earlier, actual: text });
    if (!isSame) {
        own.calls.add(key);
        calls.set(key, { ...place, method, text });
    }
    return passed;
};

/** @param {any} value @param {any} context */
const thrown = (value, context) => {
    if (context.settles) return value;
    if (typeof value !== 'function') throw new Error(`expected must be a function, received ${typeof value}`);
    try {
        value();
    } catch (error) {
        return error;
    }
    throw new Error("snapshot function didn't throw");
};

/** @type {Record<string, (this: any, value: any, ...expected: any[]) => any>} */
const matchers = {
    toMatchSnapshot(value, first, hint) {
        begin('toMatchSnapshot', this);
        return typeof first === 'string' ? compare(value, first) : compare(withProperties(value, first), hint);
    },
    toMatchInlineSnapshot(value, first, second, hint) {
        begin('toMatchInlineSnapshot', this);
        const hasProperties = typeof first === 'object' && first !== null;
        const [text, note] = hasProperties ? [second, hint] : [first, second];
        return compareInline(hasProperties ? withProperties(value, first) : value, text, note, 'toMatchInlineSnapshot', this);
    },
    toThrowErrorMatchingSnapshot(value, hint) {
        begin('toThrowErrorMatchingSnapshot', this);
        return compare(thrown(value, this), hint);
    },
    toThrowErrorMatchingInlineSnapshot(value, text, hint) {
        begin('toThrowErrorMatchingInlineSnapshot', this);
        return compareInline(thrown(value, this), text, hint, 'toThrowErrorMatchingInlineSnapshot', this);
    },
    async toMatchFileSnapshot(value, path, hint) {
        begin('toMatchFileSnapshot', this);
        const name = nextName(hint), text = typeof value === 'string' ? value : prettyFormat(value);
        const found = files.get(path) ?? (await read(`snapshots?file=${encodeURIComponent(path)}`)).text ?? undefined;
        const expected = found !== undefined && !text.includes('\r\n') ? found.replace(/\r\n/g, '\n') : found;
        if (expected === text) return passed;
        if (!writes(expected === undefined)) return failed(name, expected, text);
        files.set(path, text);
        return passed;
    },
};
addMatchers(matchers);
Object.assign(expect, { addSnapshotSerializer: addSerializer });

onEnd(async (/** @type {string[]} */ incomplete) => {
    if (problem) return;
    // A test that was skipped or failed may not have reached its snapshots.
    const isOf = (/** @type {string} */ key, /** @type {string} */ name) => key.startsWith(name) && /^(?: \d+$| > )/.test(key.slice(name.length));
    const obsolete = [...unchecked].filter((key) => !incomplete.some((name) => isOf(key, name)));
    if (!obsolete.length && !Object.keys(entries).length && !files.size && !calls.size) return;
    await ask('snapshots', { entries, obsolete, files: [...files].map(([path, text]) => ({ path, text })), calls: [...calls.values()] });
});
