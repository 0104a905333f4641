// Reads of Blobs without a promise.

import { charCodeAt, NativeUint8Array } from "./primordials.js";
import { NativeURL, NativeXMLHttpRequest } from "./web_primordials.js";
import { xhrOpen, xhrSend } from "./xhr_primordials.js";

/** Returns whether the realm can read a Blob at once. Service workers cannot, and outlive their clients. */
export const readsNow = () => typeof NativeURL.createObjectURL === "function";

/**
 * The bytes of a Blob at once, for callers that may not wait.
 * @param {Blob} blob
 * @returns {Uint8Array}
 */
export const bytesNow = (blob) => {
    const url = NativeURL.createObjectURL(blob);
    try {
        const request = new NativeXMLHttpRequest();
        xhrOpen(request, "GET", url, false);
        request.overrideMimeType("text/plain; charset=x-user-defined");
        xhrSend(request);
        const text = request.responseText;
        const bytes = new NativeUint8Array(text.length);
        for (let index = 0; index < text.length; index++) bytes[index] = charCodeAt(text, index) & 0xff;
        return bytes;
    } finally {
        NativeURL.revokeObjectURL(url);
    }
};
