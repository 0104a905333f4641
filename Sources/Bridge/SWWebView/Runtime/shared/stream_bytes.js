// The bytes that a stream gives.

import { typedArrayPrototype } from "./base64.js";
import { getterOf, NativeUint8Array, uncurry } from "./primordials.js";
import { NativeReadableStream } from "./web_primordials.js";

const nativeGetReader = uncurry(NativeReadableStream.prototype.getReader);
/**
 * Without options, WebKit looks for a mode in an object that inherits from the page's `Object.prototype`.
 * @param {ReadableStream} stream
 */
export const getReader = (stream) => nativeGetReader(stream, { __proto__: null });
export const cacheRead = uncurry(ReadableStreamDefaultReader.prototype.read);
export const cacheCancel = uncurry(ReadableStreamDefaultReader.prototype.cancel);
const setBytes = uncurry(typedArrayPrototype.set);
export const bufferOf = getterOf(typedArrayPrototype, "buffer");
export const byteOffsetOf = getterOf(typedArrayPrototype, "byteOffset");
export const byteLengthOf = getterOf(typedArrayPrototype, "byteLength");
export const typedArrayName = getterOf(typedArrayPrototype, /** @type {any} */ (Symbol.toStringTag));

/** @param {Uint8Array[]} chunks @param {number} size */
export const joinBytes = (chunks, size) => {
    if (chunks.length === 1) return chunks[0];
    const whole = new NativeUint8Array(size);
    for (let index = 0, position = 0; index < chunks.length; position += chunks[index++].length) setBytes(whole, chunks[index], position);
    return whole;
};

/**
 * Copies bytes, which their owner may change.
 * @param {Uint8Array} bytes @param {number} start @param {number} end  May be past the end.
 * @returns {ArrayBuffer}
 */
export const copyBytes = (bytes, start, end) => {
    const size = byteLengthOf(bytes);
    const part = new NativeUint8Array(bufferOf(bytes), byteOffsetOf(bytes) + start, (end < size ? end : size) - start);
    return bufferOf(new NativeUint8Array(part));
};
