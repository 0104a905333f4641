// The DOM's globals that the runtime uses, taken before the page can replace them.

const NativeEventSource = EventSource;
const NativeProgressEvent = ProgressEvent;
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
const NativeTextEncoder = TextEncoder;
const nativeFetch = fetch;
const nativeAtob = atob;
const nativeBtoa = btoa;
const nativeSetTimeout = setTimeout;
const nativeClearTimeout = clearTimeout;
const nativeStructuredClone = structuredClone;
const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const preventDefault = uncurry(NativeEvent.prototype.preventDefault);
const eventTarget = getterOf(NativeEvent.prototype, "currentTarget");
const closeSource = uncurry(NativeEventSource.prototype.close);
const messageData = getterOf(MessageEvent.prototype, "data");
const messagePorts = getterOf(MessageEvent.prototype, "ports");
const blobBytes = uncurry(NativeBlob.prototype.arrayBuffer);
const blobSlice = uncurry(NativeBlob.prototype.slice);
const blobType = getterOf(NativeBlob.prototype, "type");
const blobSize = getterOf(NativeBlob.prototype, "size");
const fileName = getterOf(NativeFile.prototype, "name");
const fileModified = getterOf(NativeFile.prototype, "lastModified");
const formForEach = uncurry(NativeFormData.prototype.forEach);
const responseBodyText = uncurry(NativeResponse.prototype.text);
const requestBytes = uncurry(NativeRequest.prototype.arrayBuffer);
const requestMethod = getterOf(NativeRequest.prototype, "method");
const requestURL = getterOf(NativeRequest.prototype, "url");
const isRequest = brandOf(requestURL);
const isResponse = brandOf(getterOf(NativeResponse.prototype, "status"));
const isMessagePort = brandOf(getterOf(NativeMessagePort.prototype, "onmessage"));
const isFormData = /** @type {(value: unknown) => value is FormData} */ (brandOf(uncurry(NativeFormData.prototype.has)));
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

/** Options of requests of the runtime, which no cache answers. */
const noStore = freeze(/** @type {any} */ ({ __proto__: null, cache: "no-store" }));

/** Returns 128 random bits as text. */
const randomID = () => {
    const bytes = randomValues(nativeCrypto, new NativeUint8Array(16));
    let text = "";
    for (let index = 0; index < 16; index++) text += "0123456789abcdef"[bytes[index] >> 4] + "0123456789abcdef"[bytes[index] & 15];
    return text;
};
