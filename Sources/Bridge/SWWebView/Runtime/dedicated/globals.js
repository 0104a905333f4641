// The worker's globals that the runtime uses, by names that the worker's script cannot take. A classic script's `const Blob` is
// in scope here as well, and perhaps not yet initialized.

export const {
    AbortController, AbortSignal, Array, ArrayBuffer, BigInt, Blob, Boolean, CloseEvent, Crypto, DOMException, DataView, Date, Error,
    ErrorEvent, EvalError, Event, EventTarget, File, FinalizationRegistry, FormData, Function, Headers, JSON, Map, Math,
    MessageChannel, MessageEvent, Number, Object, ProgressEvent, Promise, Proxy, RangeError, ReadableStream,
    ReadableStreamDefaultReader, ReferenceError, Reflect, RegExp, Set, String, Symbol, SyntaxError, TextDecoder, TextEncoder, TypeError,
    URIError, URL, URLSearchParams, Uint8Array, WeakMap, WeakRef, WorkerGlobalScope, WorkerLocation, atob, btoa, clearTimeout, console, crypto, decodeURIComponent,
    encodeURIComponent, location, navigator, performance, self, setTimeout, structuredClone,
} = scope;
export const { close, EventSource, fetch, importScripts, MessagePort, Request, Response, WebSocket, Worker, XMLHttpRequest } = natives;

/** Returns the address of a location. */
const locationHref = Function.prototype.call.bind(Object.getOwnPropertyDescriptor(WorkerLocation.prototype, "href")?.get);
/** The base of relative addresses, for the parts that windows have too. */
export const document = { get baseURI() { return locationHref(location); } };
