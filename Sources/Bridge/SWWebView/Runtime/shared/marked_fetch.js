// Requests with marks.

import { markPair, markPairs, opaqueHandle, withMark } from "./marks.js";
import { getterOf, then } from "./primordials.js";
import { corrected } from "./responses.js";
import { nativeFetch, NativeRequest } from "./web_primordials.js";
// Service workers replace getters of requests, which this file takes.
import "realm/requests";

/** @type {Record<string, Function>} */
export const requestGetters = /** @type {any} */ ({ __proto__: null });
for (const name of [
    "method", "headers", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity", "keepalive", "signal",
]) requestGetters[name] = getterOf(NativeRequest.prototype, name);

/**
 * Returns all of a Request but its address and its body.
 * @param {Request} request
 * @returns {any}
 */
export const requestMembers = (request) => {
    /** @type {any} */
    const members = { __proto__: null };
    for (const name in requestGetters) members[name] = requestGetters[name](request);
    return members;
};

/**
 * Fetches with a mark.
 * @param {string} url @param {any} init @param {string} [more]  More pairs for the mark.
 */
export const fetchMarked = (url, init, more = "") => {
    if (!init) return then(nativeFetch(withMark(url, more)), corrected);
    const handle = opaqueHandle(url, init.mode);
    // The host keeps the opaque response. WebKit makes the request in another mode, with the headers of a no-cors request.
    if (handle) init = { __proto__: null, ...init, headers: requestGetters.headers(new NativeRequest(url, init)) };
    const pairs = markPairs(init) + more + (handle ? markPair("opaque", handle) : "");
    if (init.mode === "navigate" || handle) init = { __proto__: null, ...init, mode: undefined };
    return then(nativeFetch(withMark(url, pairs), init), corrected);
};
