// Requests with marks.

import { flatHeaders } from "./flat_headers.js";
import { isWebAddress, markPair, markPairs, marksRequest, opaqueHandle, withMark } from "./marks.js";
import { getterOf, then } from "./primordials.js";
import { withPulledBody } from "./pulled_responses.js";
import { corrected } from "./responses.js";
import { listen, nativeFetch, NativeRequest, randomID } from "./web_primordials.js";
import { notify } from "realm/bridge";
import { answerElsewhere, pullsBodies } from "realm/elsewhere";
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
 * Returns the pair for a request that may outlive its page. WebKit ends it with the page, like an aborted one: the host must hear of that.
 * @param {any} init
 */
const keepalivePair = ({ keepalive, signal }) => {
    if (!keepalive) return "";
    const id = randomID();
    try {
        if (signal) listen(signal, "abort", () => notify("/Fetch/abort", id));
    } catch {
        // The value is no signal: fetch itself rejects it.
    }
    return markPair("keepalive", id);
};

/**
 * Fetches with a mark.
 * @param {string} url @param {any} init @param {string} [more]  More pairs for the mark.
 * @param {string | undefined} [handle]  The handle for an opaque response.
 */
export const fetchMarked = (url, init, more = "", handle = opaqueHandle(url, init?.mode)) => {
    if (handle || !pullsBodies) return then(fetchWithPairs(url, init, more, handle), corrected);
    const id = randomID();
    return withPulledBody(fetchWithPairs(url, init, more + markPair("body", id)), id, init?.signal, corrected);
};

/**
 * @param {string} url @param {any} init @param {string} more @param {string | undefined} [handle]
 * @returns {Promise<Response>}  The response as WebKit has it.
 */
const fetchWithPairs = (url, init, more, handle) => {
    if (!init) return nativeFetch(withMark(url, more));
    // The host keeps the opaque response. WebKit makes the request in another mode, with the headers of a no-cors request.
    if (handle) init = { __proto__: null, ...init, headers: requestGetters.headers(new NativeRequest(url, init)) };
    const pairs = markPairs(init) + keepalivePair(init) + more + (handle ? markPair("opaque", handle) : "");
    if (init.mode === "navigate" || handle) init = { __proto__: null, ...init, mode: undefined };
    return nativeFetch(withMark(url, pairs), init);
};

/**
 * Fetches from another host, or has the service worker answer in its place.
 * @param {string} url
 * @param {any} init  A request's members, or a copy of fetch's second argument, or undefined.
 * @param {() => Promise<Response>} native  Has WebKit fetch.
 */
export const fetchElsewhere = (url, init, native) => {
    let answer;
    if (isWebAddress(url)) {
        try {
            const request = new NativeRequest(url, /** @type {any} */ ({ __proto__: null, ...init, signal: undefined }));
            const pairs = init ? markPairs(init) : "";
            answer = answerElsewhere(requestGetters.method(request), url, flatHeaders(requestGetters.headers(request)), pairs);
        } catch { /* WebKit complains of a bad argument. */ }
    }
    if (answer === undefined && marksRequest(url)) return fetchMarked(url, init);
    if (typeof answer !== "string") return then(native(), corrected);
    const handle = init?.mode === "no-cors" ? randomID() : undefined;
    return fetchMarked(url, init ?? { __proto__: null }, markPair("answer", answer), handle);
};
