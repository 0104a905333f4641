// The interface CacheStorage, and the attribute caches.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#cachestorage-interface

import { cacheInterface, cacheQuery } from "./cache.js";
import { cacheOptions, toRequestInfo } from "./cache_requests.js";
import { cachedResponse } from "./cache_responses.js";
import { isWellFormed, toDictionary } from "./conversions.js";
import { isBridged } from "./origin.js";
import {
    defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, indexOf, parse, stringify,
} from "./primordials.js";
import { NativeDOMException } from "./web_primordials.js";
import { defineInterface, expose, looksNative, rejectedPromise } from "./webidl.js";
import { send } from "realm/bridge";

/**
 * A name as the host keeps it. A DOMString may have half a surrogate pair, or a NUL, which the host's text cannot: it goes as JSON text.
 * @param {any} value
 */
const toCacheName = (value) => {
    const name = `${value}`;
    return name[0] === '"' || !isWellFormed(name) || indexOf(name, "\0") >= 0 ? stringify(name) : name;
};

/** @param {string} name */
const fromCacheName = (name) => name[0] === '"' ? parse(name) : name;

/**
 * @param {string} path @param {any} body @param {(reply: any) => any} [make]  Makes the result of the reply.
 * @returns {Promise<any>}  Rejects where there is no origin to have caches.
 */
const askStorage = (path, body, make) => isBridged ? send(path, body, make)
    : rejectedPromise(new NativeDOMException("A frame without an origin has no caches", "SecurityError"));

const cacheStorageInterface = defineInterface("CacheStorage", {
    promises: {
        match: [1, (request, options) => {
            const info = toRequestInfo(request);
            const dictionary = toDictionary(options);
            const bits = cacheOptions(dictionary);
            const { cacheName } = dictionary;
            const name = cacheName === undefined ? undefined : toCacheName(cacheName);
            const query = cacheQuery(undefined, info, bits);
            return query && askStorage("/CacheStorage/match", { ...query, name }, cachedResponse);
        }],
        has: [1, (name) => askStorage("/CacheStorage/has", { name: toCacheName(name) })],
        open: [1, (name) => askStorage("/CacheStorage/open", { name: toCacheName(name) },
            (/** @type {number} */ id) => cacheInterface.make({ id }))],
        delete: [1, (name) => askStorage("/CacheStorage/delete", { name: toCacheName(name) })],
        keys: [0, () => askStorage("/CacheStorage/keys", null, (/** @type {string[]} */ names) => {
            for (let index = 0; index < names.length; index++) names[index] = fromCacheName(names[index]);
            return names;
        })],
    },
});

export const exposeCaches = () => {
    expose(cacheInterface.Interface);
    expose(cacheStorageInterface.Interface);
    const storage = cacheStorageInterface.make({});
    const attribute = { get caches() { return storage; } };
    let owner = /** @type {any} */ (self);
    while (owner && !hasOwn(owner, "caches")) owner = getPrototypeOf(owner);
    const { get } = /** @type {any} */ (getOwnPropertyDescriptor(attribute, "caches"));
    defineProperty(owner ?? self, "caches", { get: looksNative(get, "get caches"), set: undefined, enumerable: true, configurable: true });
};
