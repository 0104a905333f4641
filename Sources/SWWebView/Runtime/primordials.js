// What the runtime uses of the page's globals, taken before the page can replace it.

const { stringify, parse } = JSON;
const { apply, construct, getPrototypeOf } = Reflect;
const { hasOwn, defineProperty, getOwnPropertyDescriptor } = Object;
const NativeEventSource = EventSource;
const NativePromise = Promise;
const NativeError = Error;
const NativeProgressEvent = ProgressEvent;
const NativeTypeError = TypeError;
const NativeDOMException = DOMException;
const NativeBlob = Blob;
const NativeFile = File;
const NativeFormData = FormData;
const NativeRequest = Request;
const NativeHeaders = Headers;
const NativeURL = URL;
const NativeURLSearchParams = URLSearchParams;
const NativeReadableStream = ReadableStream;
const NativeXMLHttpRequest = XMLHttpRequest;
const NativeMap = Map;
const NativeWeakMap = WeakMap;
const NativeUint8Array = Uint8Array;
const nativeFetch = fetch;
const nativeAtob = atob;
const nativeBtoa = btoa;

/**
 * A function that calls `method` with its first argument as `this`, whatever becomes of `Function.prototype.call`.
 * @param {Function} method
 * @returns {Function}
 */
const uncurry = (method) => Function.prototype.call.bind(method);

/**
 * The same for the getter of an attribute.
 * @param {object} prototype
 * @param {string} name
 * @returns {Function}
 */
const getterOf = (prototype, name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(prototype, name)).get);

const then = uncurry(NativePromise.prototype.then);
const mapGet = uncurry(NativeMap.prototype.get);
const mapSet = uncurry(NativeMap.prototype.set);
const mapDelete = uncurry(NativeMap.prototype.delete);
const mapForEach = uncurry(NativeMap.prototype.forEach);
const mapClear = uncurry(NativeMap.prototype.clear);
const weakGet = uncurry(NativeWeakMap.prototype.get);
const weakSet = uncurry(NativeWeakMap.prototype.set);
const push = uncurry(Array.prototype.push);
const shift = uncurry(Array.prototype.shift);
const charCodeAt = uncurry(String.prototype.charCodeAt);
const replace = uncurry(String.prototype.replace);
const toLowerCase = uncurry(String.prototype.toLowerCase);
const listen = uncurry(EventTarget.prototype.addEventListener);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const closeSource = uncurry(NativeEventSource.prototype.close);
const messageData = getterOf(MessageEvent.prototype, "data");
const blobBytes = uncurry(NativeBlob.prototype.arrayBuffer);
const blobSlice = uncurry(NativeBlob.prototype.slice);
const blobType = getterOf(NativeBlob.prototype, "type");
const blobSize = getterOf(NativeBlob.prototype, "size");
const formForEach = uncurry(NativeFormData.prototype.forEach);
const requestBytes = uncurry(NativeRequest.prototype.arrayBuffer);
const requestMethod = getterOf(NativeRequest.prototype, "method");
const headerHas = uncurry(NativeHeaders.prototype.has);
const headerSet = uncurry(NativeHeaders.prototype.set);
