// fetch of a controlled page over the channel: the host asks the service worker, and the network where the worker lets it. A small
// body comes with the reply. WebKit makes all other requests.

import { send } from "../shared/bridge.js";
import { cachedResponse } from "../shared/cache_responses.js";
import { isControlled } from "../shared/container.js";
import { flatHeaders } from "../shared/flat_headers.js";
import { fetchElsewhere, fetchMarked, requestGetters } from "../shared/marked_fetch.js";
import { isMarkable, isWebAddress, markPairs } from "../shared/marks.js";
import { bridgeOrigin } from "../shared/origin.js";
import { startsWith, then } from "../shared/primordials.js";
import { corrected } from "../shared/responses.js";
import { nativeFetch, NativeRequest, NativeURL, urlHref } from "../shared/web_primordials.js";
import { usesChannel } from "./channel.js";
import { hasPolicyElement } from "./meta_elements.js";
import { fetchPulled } from "./scheme_fetch.js";

/** Whether the document came with a policy in its headers, as the host says. */
let hasPolicyHeader = false;

/** @param {any} init  A copy of fetch's second argument, or undefined. */
const isSimple = (init) => {
    if (init === undefined) return true;
    const { method, signal, mode, cache, integrity, keepalive, window } = init;
    return (method === undefined || method === "GET") && signal == null && mode !== "navigate" && cache !== "only-if-cached"
        && !integrity && !keepalive && window === undefined;
};

/**
 * Fetches over the channel.
 * @param {string} url @param {any} init  A copy of fetch's second argument, or undefined.
 * @returns {Promise<Response> | undefined}  Undefined for a request that WebKit must make.
 */
export const fetchShortly = (url, init) => {
    if (!usesChannel() || !isSimple(init)) return undefined;
    const isElsewhere = isWebAddress(url);
    if (!isElsewhere && !isMarkable(url)) return fetchPulled(url, init);
    if (hasPolicyHeader || !isControlled() || location.protocol !== "sw:" || hasPolicyElement()) return undefined;
    let target, headers;
    try {
        target = urlHref(new NativeURL(url, document.baseURI));
        if (init !== undefined) headers = flatHeaders(requestGetters.headers(new NativeRequest(target, init)));
    } catch {
        return undefined; // fetch itself complains.
    }
    if (!isElsewhere && !startsWith(target, `${bridgeOrigin}/`)) return undefined;
    // hop
    return send("/fetch", { url: target, headers, mark: init && markPairs(init) }, (answer, bytes) => {
        // The service worker has seen the request, which is another host's.
        if (answer === false) return then(nativeFetch(url, init), corrected);
        if (answer !== null) return cachedResponse(answer, bytes);
        // The document has a policy, or the host is a permitted one, whose requests are rewritten on their way.
        if (isElsewhere) return fetchElsewhere(url, init, () => nativeFetch(url, init));
        hasPolicyHeader = true;
        return fetchMarked(url, init);
    });
};
