// The interface Cache.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#cache-interface

import { attachBodies, dropBody, sendBody, smallText, takeBody } from "./cache_bodies.js";
import {
    addressOf, cachedRequests, cacheOptions, checkStorable, checkStorableURL, requestQuery, requestRecord,
    toRequestInfo, toRequestInfos,
} from "./cache_requests.js";
import { cachedResponse, cachedResponses, putRecord } from "./cache_responses.js";
import { toDictionary } from "./conversions.js";
import { fetchAnything } from "./fetch.js";
import { requestGetters } from "./marked_fetch.js";
import {
    getterOf, indexOf, NativePromise, NativeTypeError, PrivateMap, push, slice, stringify, then, uncurry,
} from "./primordials.js";
import { responseMember } from "./responses.js";
import { NativeDOMException, NativeRequest, requestMethod } from "./web_primordials.js";
import { defineInterface } from "./webidl.js";
import { send } from "realm/bridge";

/** @typedef {import("./cache_requests.js").CacheRequestInfo} CacheRequestInfo */
/** @typedef {import("./cache_bodies.js").SentBody} SentBody */

const NativeAbortController = AbortController;
const abortSignalOf = getterOf(NativeAbortController.prototype, "signal");
const abortNow = uncurry(NativeAbortController.prototype.abort);
const anySignal = /** @type {any} */ (AbortSignal).any.bind(AbortSignal);
const promiseAll = NativePromise.all.bind(NativePromise);
const nothing = () => undefined;

/**
 * @param {number | undefined} cache @param {CacheRequestInfo | undefined} info @param {number} options
 * @returns {any}  A query as the host takes it; undefined where it matches nothing.
 */
export const cacheQuery = (cache, info, options) => {
    if (info === undefined) return { cache };
    if (typeof info === "string") return { cache, request: { url: addressOf(info) }, options: options || undefined };
    const request = info;
    if (requestMethod(request) !== "GET" && !(options & 2)) return undefined;
    return { cache, request: requestQuery(request), options: options || undefined };
};

/**
 * Fetches a request for a cache, and brings the response's body to the host.
 * @param {Request} request @param {AbortSignal} signal
 */
const fetchForCache = async (request, signal) => {
    const response = await fetchAnything(request, { __proto__: null, signal: anySignal([requestGetters.signal(request), signal]) });
    if (!responseMember(response, "ok")) throw new NativeTypeError("Response is not OK");
    const record = putRecord(requestRecord(request), response);
    return { __proto__: null, ...record, ...await sendBody(takeBody(response)) };
};

/**
 * Throws for requests that match each other. Requests that are equal before they are fetched are so afterwards.
 * @param {Request[]} requests
 */
const checkDoubles = (requests) => {
    /** @type {Map<string, true>} */
    const seen = new PrivateMap();
    for (let index = 0; index < requests.length; index++) {
        const { url, headers } = requestQuery(requests[index]);
        const hash = indexOf(url, "#");
        const key = stringify([hash < 0 ? url : slice(url, 0, hash), headers]);
        if (seen.get(key)) throw new NativeDOMException("A request is there twice", "InvalidStateError");
        seen.set(key, true);
    }
};

/**
 * Source: https://w3c.github.io/ServiceWorker/#cache-addAll
 * @param {number} cache @param {CacheRequestInfo[]} infos
 */
const addAllToCache = async (cache, infos) => {
    for (let index = 0; index < infos.length; index++) {
        const info = infos[index];
        if (typeof info !== "string") checkStorable(info);
    }
    /** @type {Request[]} */
    const requests = [];
    for (let index = 0; index < infos.length; index++) {
        const info = infos[index];
        const request = new NativeRequest(typeof info === "string" ? addressOf(info) : info);
        checkStorable(request);
        push(requests, request);
    }
    checkDoubles(requests);
    const controller = new NativeAbortController();
    /** @type {SentBody[]} */
    const sent = [];
    let isLost = false;
    /** @type {Promise<any>[]} */
    const fetches = [];
    for (let index = 0; index < requests.length; index++) {
        push(fetches, then(fetchForCache(requests[index], abortSignalOf(controller)), (/** @type {any} */ put) => {
            if (isLost) dropBody(put);
            else push(sent, put);
            return put;
        }));
    }
    try {
        const puts = await promiseAll(fetches);
        if (puts.length) await putRecords(cache, puts);
    } catch (error) {
        isLost = true;
        abortNow(controller);
        for (let index = 0; index < sent.length; index++) dropBody(sent[index]);
        throw error;
    }
};

/** @param {CacheRequestInfo} info  What is stored of it; throws for what cannot be. */
const storableRecord = (info) => {
    if (typeof info !== "string") {
        checkStorable(info);
        return requestRecord(info);
    }
    const url = addressOf(info);
    checkStorableURL(url);
    return { url };
};

/** @param {number} cache @param {any[]} puts  Requests and responses, as the host takes them. */
const putRecords = (cache, puts) => {
    const bytes = attachBodies(puts);
    return send("/Cache/put", { cache, puts }, nothing, bytes);
};

/** @param {number} cache @param {CacheRequestInfo} info @param {Response} response */
const putIntoCache = (cache, info, response) => {
    const record = putRecord(storableRecord(info), response);
    if (record.opaque) return putRecords(cache, [record]);
    const taken = takeBody(response);
    if (taken.text === undefined) {
        return then(sendBody(taken), (/** @type {SentBody} */ sent) => putRecords(cache, [{ __proto__: null, ...record, ...sent }]));
    }
    const { text, bytes } = smallText(taken.text);
    record.text = text;
    record.bytes = bytes;
    return putRecords(cache, [record]);
};

export const cacheInterface = defineInterface("Cache", {
    promises: {
        match: [1, function (request, options) {
            const info = toRequestInfo(request);
            const query = cacheQuery(this.id, info, cacheOptions(toDictionary(options)));
            return query && send("/Cache/match", query, cachedResponse);
        }],
        matchAll: [0, function (request, options) {
            const info = request === undefined ? undefined : toRequestInfo(request);
            const query = cacheQuery(this.id, info, cacheOptions(toDictionary(options)));
            return query ? send("/Cache/matchAll", query, cachedResponses) : [];
        }],
        add: [1, function (request) { return addAllToCache(this.id, [toRequestInfo(request)]); }],
        addAll: [1, function (requests) { return addAllToCache(this.id, toRequestInfos(requests)); }],
        put: [2, function (request, response) {
            return putIntoCache(this.id, toRequestInfo(request), response);
        }],
        delete: [1, function (request, options) {
            const info = toRequestInfo(request);
            const query = cacheQuery(this.id, info, cacheOptions(toDictionary(options)));
            return query ? send("/Cache/delete", query) : false;
        }],
        keys: [0, function (request, options) {
            const info = request === undefined ? undefined : toRequestInfo(request);
            const query = cacheQuery(this.id, info, cacheOptions(toDictionary(options)));
            return query ? send("/Cache/keys", query, cachedRequests) : [];
        }],
    },
});
