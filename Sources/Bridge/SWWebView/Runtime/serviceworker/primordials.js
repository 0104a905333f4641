// The globals that a worker's prelude uses besides those of primordials.js, taken before the worker's script can replace them.

import { uncurry } from "../shared/primordials.js";
import { NativeEvent } from "../shared/web_primordials.js";

export const includes = uncurry(Array.prototype.includes);
export const splice = uncurry(Array.prototype.splice);
export const regExpTest = uncurry(RegExp.prototype.test);
export const nativeQueueMicrotask = queueMicrotask.bind(self);
export const readNext = uncurry(ReadableStreamDefaultReader.prototype.read);
export const cancelReader = uncurry(ReadableStreamDefaultReader.prototype.cancel);
export const stopImmediately = uncurry(NativeEvent.prototype.stopImmediatePropagation);
const decoder = new TextDecoder();
const decode = uncurry(TextDecoder.prototype.decode);
/** @param {Uint8Array} bytes @returns {string} */
export const decodeUTF8 = (bytes) => decode(decoder, bytes);
