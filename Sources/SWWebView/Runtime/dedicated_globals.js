// What the runtime uses of a dedicated worker's globals, by names that the worker's script cannot take: a classic script's
// `const Response` is in scope here as well, and not yet initialized.

const {
    AbortController, AbortSignal, Array, ArrayBuffer, BigInt, Blob, Boolean, Crypto, DOMException, DataView, Date, Error, EvalError,
    Event, EventSource, EventTarget, File, FinalizationRegistry, FormData, Function, Headers, JSON, Map, Math, MessageChannel,
    MessageEvent, MessagePort, Number, Object, ProgressEvent, Promise, Proxy, RangeError, ReadableStream,
    ReadableStreamDefaultReader, ReferenceError, Reflect, RegExp, Request, Response, Set, String, Symbol, SyntaxError, TypeError,
    URIError, URL, URLSearchParams, Uint8Array, WeakMap, WeakRef, WorkerLocation, XMLHttpRequest, atob, btoa, close, crypto,
    encodeURIComponent, fetch, importScripts, location, navigator, self, setTimeout, structuredClone,
} = scope;
