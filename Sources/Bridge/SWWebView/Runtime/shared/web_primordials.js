// The DOM's globals that the runtime uses, taken before the page can replace them.

import { brandOf, freeze, getterOf, NativeUint8Array, uncurry } from "./primordials.js";

export const NativeEventSource = EventSource;
export const NativeProgressEvent = ProgressEvent;
export const NativeDOMException = DOMException;
export const NativeBlob = Blob;
export const NativeFile = File;
export const NativeFormData = FormData;
export const NativeRequest = Request;
export const NativeHeaders = Headers;
export const NativeURL = URL;
export const NativeURLSearchParams = URLSearchParams;
export const NativeReadableStream = ReadableStream;
export const NativeResponse = Response;
export const NativeXMLHttpRequest = XMLHttpRequest;
export const NativeEventTarget = EventTarget;
export const NativeEvent = Event;
export const NativeMessageEvent = MessageEvent;
export const NativeMessageChannel = MessageChannel;
export const NativeMessagePort = MessagePort;
export const NativeTextDecoder = TextDecoder;
export const NativeTextEncoder = TextEncoder;
export const NativeWebSocket = WebSocket;
export const nativeFetch = fetch;
export const nativeAtob = atob;
export const nativeBtoa = btoa;
export const nativeSetTimeout = setTimeout;
export const nativeClearTimeout = clearTimeout;
export const nativeStructuredClone = structuredClone;
export const listen = uncurry(EventTarget.prototype.addEventListener);
export const unlisten = uncurry(EventTarget.prototype.removeEventListener);
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
export const preventDefault = uncurry(NativeEvent.prototype.preventDefault);
export const eventTarget = getterOf(NativeEvent.prototype, "currentTarget");
export const closeSource = uncurry(NativeEventSource.prototype.close);
export const messageData = getterOf(MessageEvent.prototype, "data");
export const messagePorts = getterOf(MessageEvent.prototype, "ports");
export const portPost = uncurry(NativeMessagePort.prototype.postMessage);
export const portStart = uncurry(NativeMessagePort.prototype.start);
export const firstPort = getterOf(NativeMessageChannel.prototype, "port1");
export const secondPort = getterOf(NativeMessageChannel.prototype, "port2");
export const blobBytes = uncurry(NativeBlob.prototype.arrayBuffer);
export const blobSlice = uncurry(NativeBlob.prototype.slice);
export const blobType = getterOf(NativeBlob.prototype, "type");
export const blobSize = getterOf(NativeBlob.prototype, "size");
export const fileName = getterOf(NativeFile.prototype, "name");
export const fileModified = getterOf(NativeFile.prototype, "lastModified");
export const formForEach = uncurry(NativeFormData.prototype.forEach);
export const responseBytes = uncurry(NativeResponse.prototype.arrayBuffer);
export const responseBodyText = uncurry(NativeResponse.prototype.text);
export const requestBytes = uncurry(NativeRequest.prototype.arrayBuffer);
export const requestMethod = getterOf(NativeRequest.prototype, "method");
export const requestURL = getterOf(NativeRequest.prototype, "url");
export const isRequest = brandOf(requestURL);
export const isResponse = brandOf(getterOf(NativeResponse.prototype, "status"));
export const isMessagePort = brandOf(getterOf(NativeMessagePort.prototype, "onmessage"));
export const isFormData = /** @type {(value: unknown) => value is FormData} */ (brandOf(uncurry(NativeFormData.prototype.has)));
export const urlHref = getterOf(NativeURL.prototype, "href");
export const urlProtocol = getterOf(NativeURL.prototype, "protocol");
export const urlHost = getterOf(NativeURL.prototype, "host");
export const urlHostname = getterOf(NativeURL.prototype, "hostname");
export const urlPath = getterOf(NativeURL.prototype, "pathname");

/**
 * Returns the origin of an address. `URL.origin` is "null" for custom schemes.
 * @param {URL} url
 */
export const originOf = (url) => `${urlProtocol(url)}//${urlHost(url)}`;

export const headerHas = uncurry(NativeHeaders.prototype.has);
export const headerSet = uncurry(NativeHeaders.prototype.set);
export const headerAppend = uncurry(NativeHeaders.prototype.append);
const randomValues = uncurry(Crypto.prototype.getRandomValues);
const nativeCrypto = crypto;

/** Options of requests of the runtime, which no cache answers. */
export const noStore = freeze(/** @type {any} */ ({ __proto__: null, cache: "no-store" }));

/** Returns 128 random bits as text. */
export const randomID = () => {
    const bytes = randomValues(nativeCrypto, new NativeUint8Array(16));
    let text = "";
    for (let index = 0; index < 16; index++) text += "0123456789abcdef"[bytes[index] >> 4] + "0123456789abcdef"[bytes[index] & 15];
    return text;
};
