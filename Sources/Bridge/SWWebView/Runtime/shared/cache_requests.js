// Requests as the Cache API takes them from scripts, tells the host of them, and gives them back.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#cache-objects

import { engineAddress } from "./addresses.js";
import { toUSVString } from "./conversions.js";
import { flatHeaders } from "./flat_headers.js";
import { requestGetters } from "./marked_fetch.js";
import { bridgeOrigin } from "./origin.js";
import {
    apply, bare, getterOf, indexOf, iteratorKey, NativeTypeError, push, startsWith,
} from "./primordials.js";
import { addStored } from "./stored_headers.js";
import { NativeRequest, NativeURL, requestMethod, requestURL, urlHref } from "./web_primordials.js";
import { resolvedAddress } from "realm/addresses";
import {
    immutableHeaders, isHistoryRequest, isReloadRequest, noteRequest, requestAddress, withoutCredentials,
} from "realm/requests";

const cacheRequestDestination = getterOf(NativeRequest.prototype, "destination");

/** @typedef {Request | string} CacheRequestInfo  A script's argument: an object that is a Request, or text. */

/** @param {any} value @returns {CacheRequestInfo} */
export const toRequestInfo = (value) => {
    if (typeof value === "object" && value !== null) {
        try {
            requestMethod(value);
            return value;
        } catch {
            // The value is not a Request of any frame.
        }
    }
    return toUSVString(value);
};

/** @param {any} value @returns {CacheRequestInfo[]} */
export const toRequestInfos = (value) => {
    const method = typeof value === "object" && value !== null || typeof value === "function" ? value[iteratorKey] : undefined;
    if (typeof method !== "function") throw new NativeTypeError("Value is not a sequence");
    const iterator = apply(method, value, []);
    const { next } = iterator;
    /** @type {CacheRequestInfo[]} */
    const infos = [];
    for (;;) {
        const result = apply(next, iterator, []);
        if (result.done) return infos;
        push(infos, toRequestInfo(result.value));
    }
};

/** @param {string} text @returns {string}  The address of the Request that the text would make. */
export const addressOf = (text) => {
    const address = engineAddress(urlHref(new NativeURL(resolvedAddress(text), document.baseURI)));
    // The Request constructor throws for an address with a user name.
    return indexOf(address, "@") < 0 ? address : requestURL(new NativeRequest(text));
};

/**
 * Returns the bits of CacheQueryOptions, as the host reads them.
 * @param {any} dictionary
 */
export const cacheOptions = (dictionary) => {
    const method = dictionary.ignoreMethod ? 2 : 0;
    const search = dictionary.ignoreSearch ? 1 : 0;
    return method | search | (dictionary.ignoreVary ? 4 : 0);
};

/**
 * Returns the parts of a request that a look-up needs.
 * @param {Request} request
 */
export const requestQuery = (request) => {
    const method = requestMethod(request);
    const headers = flatHeaders(requestGetters.headers(request));
    return {
        url: engineAddress(requestAddress(request)), method: method === "GET" ? undefined : method, headers: headers.length ? headers : undefined,
    };
};

/** The attributes of `new Request(url)`. The host gets only attributes that differ from them. @type {Record<string, any>} */
const usualRequest = /** @type {any} */ ({
    __proto__: null, mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow", referrer: "about:client",
    referrerPolicy: "", integrity: "", keepalive: false,
});

/**
 * Returns all parts of a request that are stored.
 * @param {Request} request
 */
export const requestRecord = (request) => {
    /** @type {any} */
    const record = requestQuery(request);
    for (const name in usualRequest) {
        const value = requestGetters[name](request);
        if (value !== usualRequest[name]) record[name] = `${value}`;
    }
    const destination = cacheRequestDestination(request);
    if (destination) record.destination = destination;
    if (isReloadRequest(request)) record.isReload = "true";
    if (isHistoryRequest(request)) record.isHistory = "true";
    return record;
};

/** @param {string} url */
export const checkStorableURL = (url) => {
    if (!startsWith(url, "sw:") && !startsWith(url, "http:") && !startsWith(url, "https:")) {
        throw new NativeTypeError("Request url is not HTTP/HTTPS");
    }
};

/**
 * Throws for a request that a cache cannot store.
 * @param {Request} request
 */
export const checkStorable = (request) => {
    checkStorableURL(requestURL(request));
    if (requestMethod(request) !== "GET") throw new NativeTypeError("Request method is not GET");
};

/**
 * Returns a Request from a stored one.
 * @param {any} record
 */
const cachedRequest = (record) => {
    const { url, method, credentials, redirect, referrer, referrerPolicy, integrity, keepalive } = bare(record);
    const isNavigation = record.mode === "navigate";
    const request = new NativeRequest(withoutCredentials(url), /** @type {any} */ ({
        __proto__: null, method, credentials, redirect, referrerPolicy, integrity, keepalive,
        mode: isNavigation ? "same-origin" : record.mode, cache: record.cache === "only-if-cached" ? "default" : record.cache,
        referrer: referrer === "" || startsWith(referrer, bridgeOrigin) ? referrer : undefined,
    }));
    immutableHeaders.set(addStored(requestGetters.headers(request), record.headers), true);
    noteRequest(request, record);
    return request;
};

/** @param {any[]} records  Requests that are stored. */
export const cachedRequests = (records) => {
    /** @type {Request[]} */
    const requests = [];
    for (let index = 0; index < records.length; index++) push(requests, cachedRequest(records[index]));
    return requests;
};
