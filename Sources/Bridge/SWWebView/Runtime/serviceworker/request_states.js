// The facts about requests that no constructor can set: of requests that a page made, and of stored ones.

import { getOwnPropertyDescriptor, getterOf, indexOf, PrivateWeakMap, uncurry } from "../shared/primordials.js";
import { addStored } from "../shared/stored_headers.js";
import { NativeHeaders, NativeRequest, NativeURL, requestURL, urlHref } from "../shared/web_primordials.js";
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

/** @param {string} name  Of a member of URL. */
const setterOf = (name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(NativeURL.prototype, name)).set);

/** The addresses of requests that have a user name or a password, which no constructor takes. @type {WeakMap<Request, string>} */
const credentialed = new PrivateWeakMap();
const setUserName = setterOf("username"), setPassword = setterOf("password");

/** @param {string} url @returns {string}  The address without user name and password. */
export const withoutCredentials = (url) => {
    if (indexOf(url, "@") < 0) return url;
    const address = new NativeURL(url);
    const whole = urlHref(address);
    setUserName(address, "");
    setPassword(address, "");
    return urlHref(address) === whole ? url : urlHref(address);
};

/** @param {Request} request @param {string} url  Its whole address. */
export const noteAddress = (request, url) => {
    if (withoutCredentials(url) !== url) credentialed.set(request, url);
};

/** @param {Request} request @returns {string}  Its whole address. */
export const requestAddress = (request) => credentialed.get(request) ?? requestURL(request);
replaceGetter(requestPrototype, "url", requestAddress);

/** Headers that no script may change. @type {WeakMap<Headers, true>} */
export const immutableHeaders = new PrivateWeakMap();

/** @param {Request} request @returns {boolean}  Whether it was a page's reload. */
export const isReloadRequest = (request) => requestStates.get(request)?.isReload ?? false;

/** @param {Request} request @returns {boolean}  Whether it was a step in a page's history. */
export const isHistoryRequest = (request) => requestStates.get(request)?.isHistory ?? false;

/** @param {Request} request @param {any} record  The stored request. */
export const noteRequest = (request, record) => {
    noteAddress(request, record.url);
    const headers = addStored(new NativeHeaders(), record.headers);
    immutableHeaders.set(headers, true);
    requestStates.set(request, { __proto__: null, ...record, headers });
};
