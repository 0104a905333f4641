// The facts about requests that no constructor can set: of requests that a page made, and of stored ones.

import { getterOf, PrivateWeakMap } from "../shared/primordials.js";
import { addStored } from "../shared/stored_headers.js";
import { NativeHeaders, NativeRequest } from "../shared/web_primordials.js";
import { replaceGetter } from "../shared/webidl.js";

/**
 * @typedef {object} RequestState
 * @property {string} url
 * @property {Headers} headers
 * @property {RequestMode} mode
 * @property {RequestCredentials} credentials
 * @property {RequestDestination} destination
 * @property {RequestCache} cache
 * @property {RequestRedirect} redirect
 * @property {string} referrer
 * @property {ReferrerPolicy} referrerPolicy
 * @property {string} integrity
 * @property {boolean} keepalive
 * @property {boolean} isReload
 * @property {boolean} [isHistory]
 */

/** @type {WeakMap<Request, RequestState>} */
export const requestStates = new PrivateWeakMap();
export const requestPrototype = NativeRequest.prototype;

// The loop runs before marked_fetch.js copies the getters, so that a worker sends on what the page asked for.
for (const name of /** @type {(keyof RequestState)[]} */ (
    ["headers", "mode", "credentials", "destination", "cache", "redirect", "referrer", "referrerPolicy", "integrity", "keepalive"]
)) {
    const native = getterOf(requestPrototype, name);
    replaceGetter(requestPrototype, name, (/** @type {Request} */ request) => requestStates.get(request)?.[name] ?? native(request));
}

/** Headers that no script may change. @type {WeakMap<Headers, true>} */
export const immutableHeaders = new PrivateWeakMap();

/** @param {Request} request @returns {boolean}  Whether it was a page's reload. */
export const isReloadRequest = (request) => requestStates.get(request)?.isReload ?? false;

/** @param {Request} request @param {any} record  The stored request. */
export const noteRequest = (request, record) => {
    const headers = addStored(new NativeHeaders(), record.headers);
    immutableHeaders.set(headers, true);
    requestStates.set(request, { __proto__: null, ...record, headers });
};
