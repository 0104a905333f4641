// Gives the global of a dedicated worker another interface.

import { defineProperty, deleteProperty, getPrototypeOf, NativeTypeError, setPrototypeOf } from "./primordials.js";
import { expose, looksNative } from "./webidl.js";

/** The globals that dedicated workers have, and neither service workers nor shared workers. */
export const dedicatedGlobals = [
    "DedicatedWorkerGlobalScope", "AudioData", "AudioDecoder", "AudioEncoder", "EncodedAudioChunk", "EncodedVideoChunk",
    "VideoDecoder", "VideoEncoder", "VideoFrame", "VideoColorSpace", "MediaStreamTrack", "onmessage", "onmessageerror",
    "postMessage", "requestAnimationFrame", "cancelAnimationFrame",
];

/**
 * Returns an interface that scripts cannot construct.
 * @param {string} name @returns {any}
 */
export const scopeInterface = (name) => looksNative(
    { [name]: function () { throw new NativeTypeError("Illegal constructor"); } }[name], name);

/**
 * Gives the scope's prototype another name, because it cannot be replaced.
 * @param {any} Scope @param {string[]} hidden  The globals that the scope does not have.
 */
export const renameScope = (Scope, hidden) => {
    const prototype = getPrototypeOf(self);
    setPrototypeOf(Scope, WorkerGlobalScope);
    defineProperty(Scope, "prototype", { value: prototype, writable: false });
    defineProperty(prototype, "constructor", { value: Scope, writable: true, configurable: true });
    defineProperty(prototype, Symbol.toStringTag, { value: Scope.name, configurable: true });
    expose(Scope);
    for (let index = 0; index < hidden.length; index++) deleteProperty(self, hidden[index]);
};
