// fetch and Request with bodies of every kind and size.

import { engineAddress } from "./addresses.js";
import { bytesNow, readsNow } from "./blob_reads.js";
import { asBlob, isBlob, needsBytes, sentBlob } from "./bodies.js";
import { fetchElsewhere, fetchMarked, requestGetters, requestMembers } from "./marked_fetch.js";
import { isMarkable, markPair } from "./marks.js";
import { byteLength, keepaliveLimit, startUpload, uploadThreshold } from "./pieces.js";
import {
    apply, brandOf, construct, defineProperty, getOwnPropertyDescriptor, getterOf, NativePromise, NativeTypeError,
    NativeUint8Array, PrivateWeakMap, then,
} from "./primordials.js";
import { corrected } from "./responses.js";
import {
    blobBytes, blobSize, headerHas, headerSet, isFormData, isRequest, NativeBlob, nativeFetch, NativeHeaders,
    NativeReadableStream, NativeRequest, NativeResponse, requestBytes, requestMethod, requestURL, responseBytes,
} from "./web_primordials.js";
import { looksNative, rejectedPromise } from "./webidl.js";
import { resolvedAddress } from "realm/addresses";
import { fetchShortly } from "realm/short_fetch";

const requestInitMembers = [
    "method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity",
    "keepalive", "signal", "duplex", "priority", "window",
];

/**
 * Returns the members that fetch itself would read, read once.
 * @param {any} init
 * @returns {any}
 */
const copyInit = (init) => {
    /** @type {any} */
    const copy = { __proto__: null };
    for (let index = 0; index < requestInitMembers.length; index++) {
        const value = init[requestInitMembers[index]];
        if (value !== undefined) copy[requestInitMembers[index]] = value;
    }
    const referrer = copy.referrer === undefined ? "" : `${copy.referrer}`;
    if (referrer) copy.referrer = resolvedAddress(referrer);
    return copy;
};

const isStream = /** @type {(value: unknown) => value is ReadableStream} */ (brandOf(getterOf(NativeReadableStream.prototype, "locked")));

/**
 * Sends a request whose body is a Blob: at once when it is small, in pieces when it is large. Other servers than the host get it
 * whole, because they cannot join pieces.
 * @param {Request} request  The request, with an empty body.
 * @param {Blob | ReadableStream} body
 * @param {string} type  The content type of the request, unless it has one.
 */
const fetchWithBody = async (request, body, type) => {
    const init = requestMembers(request);
    init.headers = new NativeHeaders(init.headers);
    if (type && !headerHas(init.headers, "content-type")) headerSet(init.headers, "content-type", type);
    const url = engineAddress(requestURL(request));
    if (init.keepalive && readsNow()) return fetchWhole(url, init, body);
    if (!isMarkable(url)) {
        init.body = await (isBlob(body) ? blobBytes(body) : responseBytes(new NativeResponse(body)));
        return fetchElsewhere(url, init, () => nativeFetch(url, init));
    }
    if (isBlob(body) && blobSize(body) < uploadThreshold) {
        init.body = await blobBytes(body);
        return fetchMarked(url, init);
    }
    const upload = startUpload(body);
    const response = fetchMarked(url, init, markPair("upload", upload.id));
    // An error that ends an upload early also ends its request, whose error the page gets. The page's own stream fails both.
    const failed = new NativePromise((_, reject) => then(upload.run(), undefined, isStream(body) ? reject : undefined));
    return NativePromise.race([response, failed]);
};

/**
 * Sends a request that may outlive its page, before the page goes. WebKit limits its body.
 * Source: Fetch, https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, "inflightKeepaliveBytes"
 * @param {string} url @param {any} init @param {Blob | ReadableStream} body
 */
const fetchWhole = (url, init, body) => {
    if (!isBlob(body) || blobSize(body) > keepaliveLimit) throw new NativeTypeError("The body of a keepalive request is too long");
    init.body = bytesNow(body);
    return fetchElsewhere(url, init, () => nativeFetch(url, init));
};

/** @param {any} input @param {any} init */
const fetchInit = async (input, init) => {
    const { body } = init;
    // The request is made first, so that wrong arguments fail before the body is read.
    const target = isRequest(input) ? input : resolvedAddress(`${input}`);
    const request = new NativeRequest(target, /** @type {any} */ ({ __proto__: null, ...init, body: new NativeUint8Array(0), duplex: undefined }));
    if (isStream(body)) {
        if (init.duplex !== "half") throw new NativeTypeError("A request with a stream as its body needs duplex: \"half\"");
        if (body.locked) throw new NativeTypeError("The body's stream is locked");
        return fetchWithBody(request, body, "");
    }
    if (needsBytes(body)) {
        const { blob, type } = asBlob(body);
        return fetchWithBody(request, sentBlob(blob), type);
    }
    return fetchWithBody(request, new NativeBlob([body]), typeof body === "string" ? "text/plain;charset=UTF-8" : "");
};

/**
 * Requests that were made with a Blob or a file.
 * @type {WeakMap<object, true>}
 */
const fileRequests = new PrivateWeakMap();

/**
 * Sends a Request with its body as a Blob, because a Request does not tell what its body was made of.
 * @param {Request} request
 */
const fetchRequest = async (request) => {
    const blob = new NativeBlob([await requestBytes(request)]);
    return fetchWithBody(request, fileRequests.get(request) ? sentBlob(blob) : blob, "");
};

/**
 * Fetches a request whose body needs no work.
 * @param {any} input @param {any} init
 */
const fetchSimply = (input, init) => {
    if (!isRequest(input)) {
        const url = resolvedAddress(`${input}`);
        return fetchShortly(url, init)
            ?? (isMarkable(url) ? fetchMarked(url, init) : fetchElsewhere(url, init, () => nativeFetch(url, init)));
    }
    const url = engineAddress(requestURL(input));
    if (input.bodyUsed) return then(nativeFetch(input, init), corrected);
    const members = requestMembers(init ? new NativeRequest(input, init) : input);
    if (init?.body != null) members.body = init.body;
    return isMarkable(url) ? fetchMarked(url, members) : fetchElsewhere(url, members, () => nativeFetch(input, init));
};

/** @param {any} init */
export const isInit = (init) => init !== null && (typeof init === "object" || typeof init === "function");

/** @param {any} input @param {any} init */
export const fetchAnything = (input, init) => {
    if (init !== undefined && init !== null && !isInit(init)) return nativeFetch(input, init);
    const copy = isInit(init) ? copyInit(init) : undefined;
    // WebKit's own fetch throws for this mode.
    if (copy?.mode === "navigate") return nativeFetch(input, init);
    if (copy?.body != null) {
        const { body } = copy;
        const isHeld = needsBytes(body) || isStream(body) || byteLength(body) >= uploadThreshold;
        return isHeld ? fetchInit(input, copy) : fetchSimply(input, copy);
    }
    if (!isRequest(input)) return fetchSimply(input, copy);
    const method = copy?.method ?? requestMethod(input);
    if (method === "GET" || method === "HEAD" || input.bodyUsed) return fetchSimply(input, copy);
    if (!copy) return fetchRequest(input);
    const request = new NativeRequest(input, copy);
    if (fileRequests.get(input)) fileRequests.set(request, true);
    return fetchRequest(request);
};

export const wrappedFetch = {
    /** @param {any} input @param {any} [init] */
    fetch(input, init) {
        if (!arguments.length) return apply(nativeFetch, this, arguments);
        // hop
        try {
            return fetchAnything(input, init);
        } catch (error) {
            return rejectedPromise(error);
        }
    },
}.fetch;

/** The Request constructor, which turns FormData with files into a Blob: WebKit cannot read such a form back. */
const wrappedRequest = new Proxy(NativeRequest, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        if (!args.length) return construct(target, args, newTarget);
        const { 0: given, 1: init } = args;
        const input = isRequest(given) ? given : resolvedAddress(`${given}`);
        const copy = isInit(init) ? copyInit(init) : undefined;
        const body = copy?.body;
        const made = (/** @type {any} */ value) => {
            const request = construct(target, [input, value], newTarget);
            if (body && needsBytes(body) || fileRequests.get(given)) fileRequests.set(request, true);
            return request;
        };
        if (!isFormData(body) || !needsBytes(body)) return made(copy ?? init);
        const { blob, type } = asBlob(body);
        const headers = new NativeHeaders(copy?.headers ?? (isRequest(input) ? requestGetters.headers(input) : undefined));
        if (!headerHas(headers, "content-type")) headerSet(headers, "content-type", type);
        return made({ __proto__: null, ...copy, headers, body: blob });
    },
}));

export const exposeRequest = () => {
    const descriptor = /** @type {any} */ (getOwnPropertyDescriptor(self, "Request"));
    defineProperty(self, "Request", { ...descriptor, value: looksNative(wrappedRequest, "Request") });
    defineProperty(NativeRequest.prototype, "constructor", { value: wrappedRequest, writable: true, configurable: true });
};
