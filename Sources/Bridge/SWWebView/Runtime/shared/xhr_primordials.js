// The methods of XMLHttpRequest as WebKit has them, and the requests that scripts have opened.

import { getterOf, PrivateWeakMap, uncurry } from "./primordials.js";
import { NativeXMLHttpRequest } from "./web_primordials.js";

export const xhrPrototype = NativeXMLHttpRequest.prototype;
export const nativeOpen = xhrPrototype.open;
export const nativeSend = xhrPrototype.send;
export const xhrOpen = uncurry(nativeOpen);
export const xhrSend = uncurry(nativeSend);
export const xhrReadyState = getterOf(xhrPrototype, "readyState");
export const monotonicTime = performance.now.bind(performance);

/**
 * @typedef {{args: any[], isAsync: boolean, headers: [string, string][], hasType: boolean, isWaiting: boolean, isSent: boolean,
 *     upload?: import("./xhr_uploads.js").UploadEvents, sentAt?: number, timer?: any}} Opening
 */

/**
 * The arguments and headers of each request since it was opened.
 * @type {WeakMap<XMLHttpRequest, Opening | undefined>}
 */
export const openings = new PrivateWeakMap();
