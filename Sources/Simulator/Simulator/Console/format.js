// Values as text, the way a browser's console shows them: format directives, then the rest separated by spaces.
// Runs no getter of a plain object's, and survives cycles, revoked proxies and objects that throw on any touch.

import {
    hasOwn, hookApply, hookDescriptor, hookIsArray, hookKeys, hookString, indexOf, limit, quote, slice,
} from "./base.js";

const FORMAT_DEPTH = 4;
export const FORMAT_ENTRIES = 100;
const COMPARED_DEPTH = 32;
const COMPARED_ENTRIES = 10000;

/** The depth from which objects are shown without their entries. */
export let formatDepth = FORMAT_DEPTH;
/** The number of entries that the value may still have, in all of its objects. */
let formatRest = Infinity;

export const formatTag = Object.prototype.toString;
const formatISODate = Date.prototype.toISOString;
const formatRegExp = RegExp.prototype.toString;
const formatMapEach = Map.prototype.forEach;
const formatSetEach = Set.prototype.forEach;
const formatSymbol = Symbol.prototype.toString;
const formatParseInt = parseInt;
const formatParseFloat = parseFloat;
export const FormatError = Error;

/**
 * A property's value, own or inherited; undefined where reading it throws.
 * @param {any} object
 * @param {string} key
 * @returns {unknown}
 */
export const peek = (object, key) => {
    try {
        return object[key];
    } catch {
        return undefined;
    }
};

/**
 * An error as its name, message and stack. WebKit's stacks do not begin with the message, others do.
 * @param {any} error
 * @returns {string}
 */
const formatErrorValue = (error) => {
    const name = peek(error, 'name');
    const message = peek(error, 'message');
    const stack = peek(error, 'stack');
    let head = typeof name === 'string' && name ? name : 'Error';
    if (typeof message === 'string' && message) head += ': ' + message;
    if (typeof stack !== 'string' || !stack) return head;
    return indexOf(stack, head) === 0 ? stack : head + '\n' + stack;
};

/**
 * @param {any} object
 * @param {string} key
 * @param {number} depth
 * @param {unknown[]} ancestors
 * @returns {string}
 */
const formatProperty = (object, key, depth, ancestors) => {
    const property = hookDescriptor(object, key);
    if (!property) return 'undefined';
    if (!hasOwn(property, 'value')) return '[Getter]';
    return inspect(property.value, depth + 1, ancestors);
};

/**
 * The entries of an array, a typed array, a map, a set or an object, between their brackets.
 * @param {any} object
 * @param {string} tag as Object.prototype.toString has it, without the frame
 * @param {number} depth
 * @param {unknown[]} ancestors
 * @returns {string}
 */
const formatEntries = (object, tag, depth, ancestors) => {
    let text = '';
    let count = 0;
    let shown = 0;
    const add = (/** @type {() => string} */ entry) => {
        count += 1;
        if (count > FORMAT_ENTRIES || formatRest <= 0) return;
        formatRest -= 1;
        shown += 1;
        text += (shown > 1 ? ', ' : '') + entry();
    };
    const more = () => (count > shown ? (shown ? ', ' : '') + '… ' + (count - shown) + ' more' : '');
    const inner = (/** @type {unknown} */ value) => inspect(value, depth + 1, ancestors);
    if (hookIsArray(object) || (indexOf(tag, 'Array') > 0 && tag !== 'ArrayBuffer')) {
        const length = Number(object.length);
        for (let index = 0; index < length && index < FORMAT_ENTRIES; index += 1) {
            add(() => formatProperty(object, '' + index, depth, ancestors));
        }
        count = length;
        return (hookIsArray(object) ? '[' : tag + ' [') + text + more() + ']';
    }
    if (tag === 'Map') {
        const each = (/** @type {unknown} */ value, /** @type {unknown} */ key) =>
            add(() => inner(key) + ' => ' + inner(value));
        hookApply(formatMapEach, object, [each]);
        return 'Map {' + text + more() + '}';
    }
    if (tag === 'Set') {
        hookApply(formatSetEach, object, [(/** @type {any} */ value) => add(() => inner(value))]);
        return 'Set {' + text + more() + '}';
    }
    const keys = hookKeys(object);
    for (let index = 0; index < keys.length && index < FORMAT_ENTRIES; index += 1) {
        const key = /** @type {string} */ (keys[index]);
        add(() => key + ': ' + formatProperty(object, key, depth, ancestors));
    }
    count = keys.length;
    return (tag === 'Object' ? '{' : tag + ' {') + text + more() + '}';
};

/**
 * @param {any} object
 * @param {number} depth
 * @param {unknown[]} ancestors the objects this one is inside of
 * @returns {string}
 */
const formatObject = (object, depth, ancestors) => {
    for (let index = 0; index < ancestors.length; index += 1) if (ancestors[index] === object) return '[Circular]';
    if (object instanceof FormatError) return formatErrorValue(object);
    const tag = slice(hookApply(formatTag, object, []), 8, -1);
    if (tag === 'Error' || tag === 'DOMException') return formatErrorValue(object);
    if (tag === 'Date') {
        try {
            return hookApply(formatISODate, object, []);
        } catch {
            return 'Invalid Date';
        }
    }
    if (tag === 'RegExp') return hookApply(formatRegExp, object, []);
    if (peek(object, 'nodeType') === 1) {
        return '<' + object.localName + (object.id ? ' id=' + quote(object.id) : '') + '>';
    }
    if (depth >= formatDepth) return hookIsArray(object) ? '[…]' : '{…}';
    ancestors[ancestors.length] = object;
    try {
        return formatEntries(object, tag, depth, ancestors);
    } finally {
        ancestors.length -= 1;
    }
};

/**
 * Any value as text. A string is raw by itself and quoted inside something else.
 * @param {unknown} value
 * @param {number} [depth]
 * @param {unknown[]} [ancestors]
 * @returns {string}
 */
export const inspect = (value, depth = 0, ancestors = []) => {
    try {
        if (typeof value === 'string') return depth === 0 ? value : quote(limit(value));
        if (typeof value === 'bigint') return hookString(value) + 'n';
        if (typeof value === 'symbol') return hookApply(formatSymbol, value, []);
        if (typeof value === 'function') return '[function ' + (hookString(peek(value, 'name')) || 'anonymous') + ']';
        if (value === 0) return 1 / value < 0 ? '-0' : '0';
        if (typeof value !== 'object' || value === null) return hookString(value);
        return formatObject(value, depth, ancestors);
    } catch {
        return '[an object that cannot be read]';
    }
};

/**
 * Calls a function in which values are shown as deep as a comparison needs them.
 * @template T
 * @param {() => T} body
 * @returns {T}
 */
export const inDepth = (body) => {
    formatDepth = COMPARED_DEPTH;
    formatRest = COMPARED_ENTRIES;
    try {
        return body();
    } finally {
        formatDepth = FORMAT_DEPTH;
        formatRest = Infinity;
    }
};

/**
 * One directive of a format string, as https://console.spec.whatwg.org/#formatter has it.
 * @param {string} directive
 * @param {unknown} value
 * @returns {string | undefined} nothing if it is no directive
 */
const formatDirective = (directive, value) => {
    switch (directive) {
        case 's': return inspect(value);
        case 'd':
        case 'i': return typeof value === 'symbol' ? 'NaN' : '' + formatParseInt(inspect(value), 10);
        case 'f': return typeof value === 'symbol' ? 'NaN' : '' + formatParseFloat(inspect(value));
        case 'o':
        case 'O': return typeof value === 'string' ? quote(value) : inspect(value);
        case 'c': return '';
        default: return undefined;
    }
};

/**
 * The arguments of a console call as the text a browser's console would show.
 * @param {ArrayLike<unknown>} values
 * @returns {string}
 */
export const formatConsole = (values) => {
    let text = '';
    let next = 0;
    const first = values[0];
    if (typeof first === 'string') {
        next = 1;
        let from = 0;
        for (let at = indexOf(first, '%'); at >= 0 && values.length > 1; at = indexOf(first, '%', from)) {
            const directive = first[at + 1] || '';
            const known = next < values.length ? formatDirective(directive, values[next]) : undefined;
            text += slice(first, from, at) + (directive === '%' ? '%' : known === undefined ? '%' + directive : known);
            if (known !== undefined) next += 1;
            from = at + 1 + directive.length;
        }
        text += slice(first, from);
    }
    for (let index = next; index < values.length; index += 1) text += (index ? ' ' : '') + inspect(values[index]);
    return text;
};
