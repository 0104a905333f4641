// Values as texts for snapshots, in the format of Vitest and Jest.
// Source: pretty-format, https://github.com/vitest-dev/vitest/tree/main/packages/pretty-format

import { isAsymmetric } from './equality.js';

/**
 * @typedef {{ test: (value: any) => any, serialize?: Function, print?: Function }} Serializer
 * @typedef {(value: any, config: any, indentation: string, depth: number, refs: any[], hasCalledToJSON?: boolean) => string} Printer
 */

const tagOf = (/** @type {any} */ value) => Object.prototype.toString.call(value);
const constructorName = (/** @type {any} */ value) => (typeof value.constructor === 'function' && value.constructor.name) || 'Object';

/** @param {any} value @returns {string | undefined} */
const basic = (value) => {
    if (value === null || ['undefined', 'boolean'].includes(typeof value)) return String(value);
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'string') return `"${value}"`;
    if (typeof value === 'function') return '[Function]';
    if (typeof value === 'symbol') return String(value);
    switch (tagOf(value)) {
        case '[object WeakMap]': return 'WeakMap {}';
        case '[object WeakSet]': return 'WeakSet {}';
        case '[object Date]': return Number.isNaN(+value) ? 'Date { NaN }' : Date.prototype.toISOString.call(value);
        case '[object RegExp]': return RegExp.prototype.toString.call(value).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
        case '[object Error]': return `[${Error.prototype.toString.call(value)}]`;
        default: return value instanceof Error ? `[${Error.prototype.toString.call(value)}]` : undefined;
    }
};

/**
 * Entries on lines of their own.
 * @param {any[]} entries @param {any} config @param {string} indentation @param {(entry: any, inner: string) => string} text
 */
const lines = (entries, config, indentation, text) => {
    if (!entries.length) return '';
    const inner = indentation + config.indent;
    return `${config.spacingOuter}${entries.map((entry) => `${inner}${text(entry, inner)}`).join(`,${config.spacingInner}`)}${config.min ? '' : ','}${config.spacingOuter}${indentation}`;
};

/** @param {any} list @param {any} config @param {string} indentation @param {number} depth @param {any[]} refs */
const listItems = (list, config, indentation, depth, refs) => {
    const view = list instanceof ArrayBuffer ? new DataView(list) : list;
    const indices = [...Array(view instanceof DataView ? view.byteLength : view.length).keys()];
    return lines(indices, config, indentation, (index, inner) =>
        view instanceof DataView ? printer(view.getInt8(index), config, inner, depth, refs) : index in view ? printer(view[index], config, inner, depth, refs) : '');
};

/** @param {any} object @param {any} config @param {string} indentation @param {number} depth @param {any[]} refs */
const properties = (object, config, indentation, depth, refs) => {
    const symbols = Object.getOwnPropertySymbols(object).filter((key) => Object.prototype.propertyIsEnumerable.call(object, key));
    return lines([...Object.keys(object).sort(), ...symbols], config, indentation, (key, inner) =>
        `${printer(key, config, inner, depth, refs)}: ${printer(object[key], config, inner, depth, refs)}`);
};

const LISTS = /^\[object (?:Array|ArrayBuffer|DataView|(?:Float(?:32|64)|U?[Ii]nt(?:8|16|32)|Uint8Clamped)Array)\]$/;

/** @type {Printer} */
const complex = (value, config, indentation, depth, refs, hasCalledToJSON) => {
    if (refs.includes(value)) return '[Circular]';
    const inside = [...refs, value];
    const isDeep = depth + 1 > config.maxDepth;
    const print = (/** @type {any} */ entry, /** @type {string} */ inner) => printer(entry, config, inner, depth + 1, inside);
    if (config.callToJSON && !isDeep && typeof value.toJSON === 'function' && !hasCalledToJSON) return printer(value.toJSON(), config, indentation, depth + 1, inside, true);
    const tag = tagOf(value);
    if (tag === '[object Arguments]') return isDeep ? '[Arguments]' : `Arguments [${listItems(value, config, indentation, depth + 1, inside)}]`;
    if (LISTS.test(tag)) {
        const { name } = value.constructor;
        return isDeep ? `[${name}]` : `${name === 'Array' ? '' : `${name} `}[${listItems(value, config, indentation, depth + 1, inside)}]`;
    }
    if (tag === '[object Map]') return isDeep ? '[Map]' : `Map {${lines([...value.entries()], config, indentation, ([key, entry], inner) => `${print(key, inner)} => ${print(entry, inner)}`)}}`;
    if (tag === '[object Set]') return isDeep ? '[Set]' : `Set {${lines([...value.values()], config, indentation, print)}}`;
    const name = constructorName(value);
    return isDeep || value === window ? `[${name}]` : `${name === 'Object' ? '' : `${name} `}{${properties(value, config, indentation, depth + 1, inside)}}`;
};

// MARK: Elements

const escaped = (/** @type {string} */ text) => text.replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** @type {Serializer} */
const elements = {
    test: (value) => {
        if (!value?.constructor?.name) return false;
        const { nodeType, tagName } = value, { name } = value.constructor;
        const isCustom = typeof tagName === 'string' && tagName.includes('-') || typeof value.hasAttribute === 'function' && value.hasAttribute('is');
        return nodeType === 1 ? isCustom || /^(?:(?:HTML|SVG)\w*)?Element$/.test(name)
            : nodeType === 3 && name === 'Text' || nodeType === 8 && name === 'Comment' || nodeType === 11 && name === 'DocumentFragment';
    },
    serialize: (/** @type {any} */ node, /** @type {any} */ config, /** @type {string} */ indentation, /** @type {number} */ depth, /** @type {any[]} */ refs) => {
        if (node.nodeType === 3) return escaped(node.data);
        if (node.nodeType === 8) return `<!--${escaped(node.data)}-->`;
        const name = node.nodeType === 11 ? 'DocumentFragment' : node.tagName.toLowerCase();
        if (depth + 1 > config.maxDepth) return `<${name} … />`;
        const inner = indentation + config.indent;
        const children = (/** @type {any} */ nodes, /** @type {string} */ indent) =>
            [...nodes].map((child) => `${config.spacingOuter}${indent}${printer(child, config, indent, depth + 1, refs)}`).join('');
        const attributes = [...node.attributes ?? []].sort((first, second) => first.name < second.name ? -1 : 1)
            .map((attribute) => `${config.spacingInner}${inner}${attribute.name}=${printer(attribute.value, config, inner + config.indent, depth + 1, refs)}`).join('');
        const shadow = node.shadowRoot?.children.length ? `${config.spacingOuter}${inner}#shadow-root${children(node.shadowRoot.children, inner + config.indent)}` : '';
        const content = shadow + children(node.childNodes, inner);
        const start = `<${name}${attributes && `${attributes}${config.spacingOuter}${indentation}`}`;
        return content ? `${start}>${content}${config.spacingOuter}${indentation}</${name}>` : `${start}${attributes && !config.min ? '' : ' '}/>`;
    },
};

/** @type {Serializer} */
const collections = {
    test: (value) => /^(?:HTML\w*Collection|NodeList|DOMStringMap|NamedNodeMap)$/.test(value?.constructor?.name ?? ''),
    serialize: (/** @type {any} */ list, /** @type {any} */ config, /** @type {string} */ indentation, /** @type {number} */ depth, /** @type {any[]} */ refs) => {
        const { name } = list.constructor;
        if (depth + 1 > config.maxDepth) return `[${name}]`;
        if (!['DOMStringMap', 'NamedNodeMap'].includes(name)) return `${name} [${listItems([...list], config, indentation, depth + 1, refs)}]`;
        const object = name === 'NamedNodeMap' ? Object.fromEntries([...list].map((attribute) => [attribute.name, attribute.value])) : { ...list };
        return `${name} {${properties(object, config, indentation, depth + 1, refs)}}`;
    },
};

// MARK: Values of the test library

/** @type {Serializer} */
const asymmetrics = {
    test: isAsymmetric,
    serialize: (/** @type {any} */ matcher, /** @type {any} */ config, /** @type {string} */ indentation, /** @type {number} */ depth, /** @type {any[]} */ refs) => {
        const { kind, sample } = matcher;
        if (!kind) return String(matcher);
        if (kind.startsWith('Array')) return `${kind} [${listItems(sample, config, indentation, depth + 1, refs)}]`;
        if (kind.startsWith('Object')) return `${kind} {${properties(sample, config, indentation, depth + 1, refs)}}`;
        return `${kind} ${printer(sample, config, indentation, depth, refs)}`;
    },
};

/** @type {Serializer} */
const mocks = {
    test: (value) => Boolean(value?._isMockFunction),
    serialize: (/** @type {any} */ mock, /** @type {any} */ config, /** @type {string} */ indentation, /** @type {number} */ depth, /** @type {any[]} */ refs) => {
        const name = mock.getMockName();
        const { calls, results } = mock.mock;
        const entries = calls.length ? [['calls', calls], ['results', results]] : [];
        const text = lines(entries, config, indentation, ([key, value], inner) => `"${key}": ${printer(value, config, inner, depth, refs)}`);
        return `[MockFunction${name === 'vi.fn()' ? '' : ` ${name}`}]${text && ` {${text}}`}`;
    },
};

// MARK: Serializers

/** @type {Serializer[]} */
let serializers = [elements, collections, asymmetrics, mocks];

/**
 * Adds a serializer, which comes before all others.
 * @param {Serializer} serializer
 */
export const addSerializer = (serializer) => { serializers = [serializer, ...serializers]; };

const plain = { open: '', close: '' };
const CONFIG = {
    indent: '  ', maxDepth: Infinity, maxWidth: Infinity, min: false, callToJSON: true, escapeRegex: true, escapeString: false, printBasicPrototype: false,
    printFunctionName: false, spacingInner: '\n', spacingOuter: '\n', colors: { comment: plain, content: plain, prop: plain, tag: plain, value: plain },
};

/** @type {Printer} */
const printer = (value, config, indentation, depth, refs, hasCalledToJSON) => {
    const serializer = config.plugins.find((/** @type {Serializer} */ each) => each.test(value));
    if (!serializer) return basic(value) ?? complex(value, config, indentation, depth, refs, hasCalledToJSON);
    const inner = indentation + config.indent;
    const text = serializer.serialize
        ? serializer.serialize(value, config, indentation, depth, refs, printer)
        : serializer.print?.(
            value, (/** @type {any} */ child) => printer(child, config, indentation, depth, refs),
            (/** @type {string} */ part) => inner + part.replace(/\n/g, `\n${inner}`),
            { edgeSpacing: config.spacingOuter, min: config.min, spacing: config.spacingInner }, config.colors);
    if (typeof text !== 'string') throw new TypeError(`pretty-format: Plugin must return type "string" but instead returned "${typeof text}".`);
    return text;
};

/**
 * Returns a value as a text on several lines.
 * @param {any} value
 */
export const prettyFormat = (value) => printer(value, { ...CONFIG, plugins: serializers }, '', 0, []).replace(/\r\n?/g, '\n');
