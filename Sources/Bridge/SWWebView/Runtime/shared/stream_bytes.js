// The bytes that a stream gives.

import { typedArrayPrototype } from "./base64.js";
import { getterOf, uncurry } from "./primordials.js";
import { NativeReadableStream } from "./web_primordials.js";

const nativeGetReader = uncurry(NativeReadableStream.prototype.getReader);
/**
 * Without options, WebKit looks for a mode in an object that inherits from the page's `Object.prototype`.
 * @param {ReadableStream} stream
 */
export const getReader = (stream) => nativeGetReader(stream, { __proto__: null });
export const cacheRead = uncurry(ReadableStreamDefaultReader.prototype.read);
export const cacheCancel = uncurry(ReadableStreamDefaultReader.prototype.cancel);
export const typedArrayName = getterOf(typedArrayPrototype, /** @type {any} */ (Symbol.toStringTag));
