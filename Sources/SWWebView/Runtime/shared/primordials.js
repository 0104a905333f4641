// The page's globals that the runtime uses, taken before the page can replace them.

const { stringify: nativeStringify, parse } = JSON;
const { apply, construct, getPrototypeOf, setPrototypeOf, deleteProperty } = Reflect;
const { hasOwn, defineProperty, getOwnPropertyDescriptor, keys, freeze, create } = Object;
const { isArray } = Array;
/** @type {readonly unknown[]} */
const noElements = freeze([]);
const NativeObject = Object;
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
const NativeResponse = Response;
const NativeXMLHttpRequest = XMLHttpRequest;
const NativeEventTarget = EventTarget;
const NativeEvent = Event;
const NativeMessageEvent = MessageEvent;
const NativeMessageChannel = MessageChannel;
const NativeMessagePort = MessagePort;
const NativeMap = Map;
const NativeWeakMap = WeakMap;
const NativeWeakRef = WeakRef;
const NativeFinalizationRegistry = FinalizationRegistry;
const NativeUint8Array = Uint8Array;
const NativeTextEncoder = TextEncoder;
const nativeFetch = fetch;
const nativeAtob = atob;
const nativeBtoa = btoa;
const nativeSetTimeout = setTimeout;
const nativeStructuredClone = structuredClone;

/**
 * Returns the JSON text of a value, without calling a `toJSON` that the page has added to every array or object.
 * @param {any} value
 */
const stringify = (value) => "toJSON" in noElements ? textOf(value) : nativeStringify(value);

/** @param {any} value @returns {string} */
const textOf = (value) => {
    if (typeof value !== "object" || value === null) return nativeStringify(value);
    const names = isArray(value) ? value : keys(value);
    let text = "";
    for (let index = 0; index < names.length; index++) {
        const member = textOf(isArray(value) ? value[index] : value[names[index]]);
        if (isArray(value)) text += `${text && ","}${member ?? "null"}`;
        else if (member !== undefined) text += `${text && ","}${nativeStringify(names[index])}:${member}`;
    }
    return isArray(value) ? `[${text}]` : `{${text}}`;
};

/**
 * Returns a function that calls `method` with its first argument as `this`, even if the page replaces `Function.prototype.call`.
 * @param {Function} method
 * @returns {Function}
 */
const uncurry = (method) => Function.prototype.call.bind(method);

/**
 * Returns such a function for the getter of an attribute.
 * @param {object} prototype
 * @param {string} name
 * @returns {Function}
 */
const getterOf = (prototype, name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(prototype, name)).get);

/**
 * Returns a function that recognizes objects of an interface, also those of other frames, which are instances of their frame's.
 * @param {any} Interface
 * @param {string} attribute  One of its attributes, whose getter takes no other object.
 * @returns {(value: unknown) => boolean}
 */
const brandOf = (Interface, attribute) => {
    const getter = getterOf(Interface.prototype, attribute);
    return (value) => {
        if (typeof value !== "object" || value === null) return false;
        if (value instanceof Interface) return true;
        if (value instanceof NativeObject) return false;
        try {
            getter(value);
            return true;
        } catch {
            return false;
        }
    };
};

const then = uncurry(NativePromise.prototype.then);
const mapGet = uncurry(NativeMap.prototype.get);
const mapSet = uncurry(NativeMap.prototype.set);
const mapDelete = uncurry(NativeMap.prototype.delete);
const mapForEach = uncurry(NativeMap.prototype.forEach);
const mapClear = uncurry(NativeMap.prototype.clear);
const weakGet = uncurry(NativeWeakMap.prototype.get);
const weakSet = uncurry(NativeWeakMap.prototype.set);
const weakHas = uncurry(NativeWeakMap.prototype.has);
const watchObject = uncurry(NativeFinalizationRegistry.prototype.register);
const forgetObject = uncurry(NativeFinalizationRegistry.prototype.unregister);
const dereference = uncurry(NativeWeakRef.prototype.deref);
const push = uncurry(Array.prototype.push);
const shift = uncurry(Array.prototype.shift);
const join = uncurry(Array.prototype.join);
const charCodeAt = uncurry(String.prototype.charCodeAt);
const indexOf = uncurry(String.prototype.indexOf);
const slice = uncurry(String.prototype.slice);
const startsWith = uncurry(String.prototype.startsWith);
const replace = uncurry(String.prototype.replace);
const regExpExec = uncurry(RegExp.prototype.exec);
const toLowerCase = uncurry(String.prototype.toLowerCase);
const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const preventDefault = uncurry(NativeEvent.prototype.preventDefault);
const eventTarget = getterOf(NativeEvent.prototype, "currentTarget");
const closeSource = uncurry(NativeEventSource.prototype.close);
const messageData = getterOf(MessageEvent.prototype, "data");
const messageEventID = getterOf(MessageEvent.prototype, "lastEventId");
const messagePorts = getterOf(MessageEvent.prototype, "ports");
const blobBytes = uncurry(NativeBlob.prototype.arrayBuffer);
const blobSlice = uncurry(NativeBlob.prototype.slice);
const blobType = getterOf(NativeBlob.prototype, "type");
const blobSize = getterOf(NativeBlob.prototype, "size");
const formForEach = uncurry(NativeFormData.prototype.forEach);
const responseBodyText = uncurry(NativeResponse.prototype.text);
const requestBytes = uncurry(NativeRequest.prototype.arrayBuffer);
const requestMethod = getterOf(NativeRequest.prototype, "method");
const isRequest = brandOf(NativeRequest, "url");
const isMessagePort = brandOf(NativeMessagePort, "onmessage");
const requestURL = getterOf(NativeRequest.prototype, "url");
const urlHref = getterOf(NativeURL.prototype, "href");
const urlProtocol = getterOf(NativeURL.prototype, "protocol");
const urlHost = getterOf(NativeURL.prototype, "host");
const urlHostname = getterOf(NativeURL.prototype, "hostname");
const urlPath = getterOf(NativeURL.prototype, "pathname");
/**
 * Returns the origin of an address. `URL.origin` is "null" for custom schemes.
 * @param {URL} url
 */
const originOf = (url) => `${urlProtocol(url)}//${urlHost(url)}`;
const headerHas = uncurry(NativeHeaders.prototype.has);
const headerSet = uncurry(NativeHeaders.prototype.set);
const headerAppend = uncurry(NativeHeaders.prototype.append);
const randomValues = uncurry(Crypto.prototype.getRandomValues);
const nativeCrypto = crypto;

/** Returns 128 random bits as text. */
const randomID = () => {
    const bytes = randomValues(nativeCrypto, new NativeUint8Array(16));
    let text = "";
    for (let index = 0; index < 16; index++) text += "0123456789abcdef"[bytes[index] >> 4] + "0123456789abcdef"[bytes[index] & 15];
    return text;
};
