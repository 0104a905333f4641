// The responses of navigation preload.

import { NativePromise, NativeTypeError, PrivateMap, then } from "../shared/primordials.js";
import { setMeta } from "../shared/responses.js";
import { NativeResponse } from "../shared/web_primordials.js";
import { hear } from "./bridge.js";
import { messageBody } from "./requests.js";

/**
 * The callbacks of promises that wait for a response, by event.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void}>}
 */
const preloads = new PrivateMap();

/** @param {number} id @returns {Promise<Response>} */
export const awaitPreload = (id) => {
    const promise = new NativePromise((resolve, reject) => preloads.set(id, { resolve, reject }));
    // A worker need not read the response, so a rejection is not an unhandled one.
    then(promise, undefined, () => {});
    return promise;
};

hear("preloadresponse", (message, bytes) => {
    const { id, error, response } = message;
    const waiting = preloads.get(id);
    if (!waiting) return;
    preloads.delete(id);
    if (error !== undefined) return waiting.reject(new NativeTypeError(error));
    const { status, statusText, headers, url, type, redirected, handle } = response;
    const made = new NativeResponse(messageBody(message, bytes), /** @type {any} */ ({ __proto__: null, status, statusText, headers }));
    waiting.resolve(setMeta(made, { url, type, redirected, handle }));
});
