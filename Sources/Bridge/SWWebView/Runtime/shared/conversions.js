// Conversions of a script's arguments to Web IDL types.
// Source: Web IDL, https://webidl.spec.whatwg.org/#js-type-mapping

import { apply, charCodeAt, create, iteratorKey, join, keys, NativeTypeError, push, uncurry } from "./primordials.js";

export const isWellFormed = uncurry(/** @type {any} */ (String.prototype).isWellFormed);
export const toWellFormed = uncurry(/** @type {any} */ (String.prototype).toWellFormed);

/** @param {any} value @returns {string} */
export const toUSVString = (value) => toWellFormed(`${value}`);

/** @param {any} value @returns {string} */
export const toByteString = (value) => {
    const text = `${value}`;
    for (let index = 0; index < text.length; index++) {
        if (charCodeAt(text, index) > 255) throw new NativeTypeError("The string has a character above U+00FF");
    }
    return text;
};

/**
 * @param {any} value
 * @param {Record<string, true>} values  An object without prototype.
 * @returns {string}
 */
export const toEnum = (value, values) => {
    const text = `${value}`;
    if (!values[text]) throw new NativeTypeError(`Type error: "${text}" is not one of ${join(keys(values), ", ")}`);
    return text;
};

/** @param {any} value @returns {any}  An object to read members from. */
export const toDictionary = (value) => {
    if (value === undefined || value === null) return create(null);
    if (typeof value !== "object" && typeof value !== "function") throw new NativeTypeError("Type error");
    return value;
};

/**
 * Converts a value to a sequence.
 * @template Item
 * @param {any} value @param {(item: any) => Item} convert @param {any} [method]  Its Symbol.iterator, where it was read already.
 * @returns {Item[]}
 */
export const toSequence = (value, convert, method = value?.[iteratorKey]) => {
    if (typeof value !== "object" && typeof value !== "function" || typeof method !== "function") {
        throw new NativeTypeError("Value is not a sequence");
    }
    const iterator = apply(method, value, []);
    const { next } = iterator;
    /** @type {Item[]} */
    const items = [];
    for (;;) {
        const result = apply(next, iterator, []);
        if (result.done) return items;
        push(items, convert(result.value));
    }
};

/** @param {any} value @returns {object} */
const objectItem = (value) => {
    if (value === null || typeof value !== "object" && typeof value !== "function") throw new NativeTypeError("Type error");
    return value;
};

/**
 * Converts a value to a sequence<object>.
 * @param {any} value @param {any} [method]  Its Symbol.iterator, where it was read already.
 */
export const toObjects = (value, method = value[iteratorKey]) => toSequence(value, objectItem, method);

/**
 * Returns the transfer list of postMessage's second argument: a list, or options that have one.
 * @param {any} options
 */
export const transferOf = (options) => {
    if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
        throw new NativeTypeError("Type error");
    }
    const method = options?.[iteratorKey];
    if (method !== undefined && method !== null) return toObjects(options, method);
    const transfer = options?.transfer;
    return transfer === undefined ? [] : toObjects(transfer);
};
