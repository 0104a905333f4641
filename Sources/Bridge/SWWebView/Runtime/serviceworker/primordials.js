// The globals that a worker's prelude uses besides those of primordials.js, taken before the worker's script can replace them.

const includes = uncurry(Array.prototype.includes);
const splice = uncurry(Array.prototype.splice);
const regExpTest = uncurry(RegExp.prototype.test);
const nativeQueueMicrotask = queueMicrotask.bind(self);
const readNext = uncurry(ReadableStreamDefaultReader.prototype.read);
const cancelReader = uncurry(ReadableStreamDefaultReader.prototype.cancel);
const stopImmediately = uncurry(NativeEvent.prototype.stopImmediatePropagation);
