// Bytes as text and text as bytes, as quick as the engine can.

import { apply, charCodeAt, getPrototypeOf, NativeUint8Array, uncurry } from "./primordials.js";
import { nativeAtob, nativeBtoa, NativeTextDecoder, NativeTextEncoder } from "./web_primordials.js";

export const fromCharCode = String.fromCharCode;
export const typedArrayPrototype = /** @type {any} */ (getPrototypeOf(NativeUint8Array.prototype));
export const subarray = uncurry(typedArrayPrototype.subarray);
export const typedSet = uncurry(typedArrayPrototype.set);
const nativeToBase64 = /** @type {any} */ (NativeUint8Array.prototype).toBase64;
const toBase64 = nativeToBase64 && uncurry(nativeToBase64);
const { fromBase64 } = /** @type {any} */ (NativeUint8Array);

/** @param {Uint8Array} bytes @returns {string} */
export const base64 = (bytes) => {
    if (toBase64) return toBase64(bytes);
    let text = "";
    for (let start = 0; start < bytes.length; start += 4096) text += apply(fromCharCode, undefined, subarray(bytes, start, start + 4096));
    return nativeBtoa(text);
};

/** @param {string} text @returns {Uint8Array} */
export const bytesOf = (text) => {
    if (fromBase64) return apply(fromBase64, NativeUint8Array, [text]);
    const characters = nativeAtob(text);
    const bytes = new NativeUint8Array(characters.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = charCodeAt(characters, index);
    return bytes;
};

/**
 * Returns the UTF-8 of a text.
 * @type {(text: string) => Uint8Array}
 */
export const encodeText = NativeTextEncoder.prototype.encode.bind(new NativeTextEncoder());

/**
 * Returns the text of UTF-8, a byte order mark included. Throws for other bytes.
 * @type {(bytes: Uint8Array) => string}
 */
export const decodeText = NativeTextDecoder.prototype.decode.bind(
    new NativeTextDecoder("utf-8", /** @type {any} */ ({ __proto__: null, fatal: true, ignoreBOM: true })));
