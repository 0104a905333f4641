// Requests as a page made them, with what no constructor gives: the mode of a navigation, the destination, headers that
// scripts may not set.

import { exposeRequest, isInit, wrappedFetch } from "../shared/fetch.js";
import { requestGetters } from "../shared/marked_fetch.js";
import { bodyStream } from "../shared/pieces.js";
import {
    apply, bare, defineProperty, encodeComponent, getOwnPropertyDescriptor, keys, NativeTypeError, NativeUint8Array,
    startsWith, uncurry,
} from "../shared/primordials.js";
import { isRequest, NativeHeaders, NativeRequest, requestMethod, requestURL } from "../shared/web_primordials.js";
import { looksNative, rejectedPromise, replaceMethod } from "../shared/webidl.js";
import { resolvedAddress } from "./addresses.js";
import {
    immutableHeaders, noteAddress, requestAddress, requestPrototype, requestStates, withoutCredentials,
} from "./request_states.js";

/**
 * Returns the body that goes with a message of the host; undefined without one.
 * @param {{stream?: string, hasBody?: boolean}} message @param {Uint8Array | undefined} bytes  The body, where it is small.
 */
export const messageBody = ({ stream, hasBody }, bytes) =>
    stream !== undefined ? bodyStream(stream, undefined, 0) : hasBody ? bytes ?? new NativeUint8Array(0) : undefined;

/**
 * The request of a fetch event.
 * @param {any} order @param {Uint8Array | undefined} bytes
 */
export const makeRequest = (order, bytes) => {
    const { request, stream } = order;
    const { url, method } = bare(request);
    const headers = new NativeHeaders(request.headers);
    // Of a mode that permits everything: what the mode forbids, the page was forbidden already.
    const init = {
        __proto__: null, method, headers: new NativeHeaders(request.headers), mode: "cors", credentials: request.credentials,
        cache: request.cache === "only-if-cached" ? "default" : request.cache, redirect: request.redirect,
        integrity: request.integrity,
        body: messageBody(order, bytes), duplex: stream === undefined ? undefined : "half",
    };
    const made = new NativeRequest(withoutCredentials(url), /** @type {any} */ (init));
    noteAddress(made, url);
    immutableHeaders.set(headers, true);
    requestStates.set(made, { __proto__: null, ...request, headers });
    return made;
};

const navigationFlags = {
    get isReloadNavigation() {
        requestMethod(this); // It throws for what is no Request.
        return requestStates.get(/** @type {any} */ (this))?.isReload ?? false;
    },
    get isHistoryNavigation() {
        requestMethod(this);
        return requestStates.get(/** @type {any} */ (this))?.isHistory ?? false;
    },
};
const nativeRequestClone = uncurry(requestPrototype.clone);

/**
 * Returns a request that makes the host fetch an opaque response instead of WebKit: only then the worker can pass it on.
 * @param {any} input @param {any} init
 */
const elsewhereRequest = (input, init) => {
    const url = isRequest(input) ? requestURL(input) : `${input}`;
    if (!startsWith(url, "http:") && !startsWith(url, "https:")) return undefined;
    const mode = isInit(init) && init.mode !== undefined ? init.mode : isRequest(input) ? requestGetters.mode(input) : "cors";
    if (mode !== "no-cors") return undefined;
    const request = new NativeRequest(input, init);
    return new NativeRequest(`sw://elsewhere.invalid/?url=${encodeComponent(requestURL(request))}`, request);
};

const workerFetch = {
    /** @param {any} input @param {any} [init] */
    fetch(input, init) {
        if (!arguments.length) return apply(wrappedFetch, this, arguments);
        try {
            const target = isRequest(input) ? input : resolvedAddress(`${input}`);
            const request = elsewhereRequest(target, init);
            return request ? wrappedFetch(request) : wrappedFetch(target, init);
        } catch (error) {
            return rejectedPromise(error);
        }
    },
}.fetch;

/** @param {"append" | "set" | "delete"} name */
const guardHeaders = (name) => {
    const native = NativeHeaders.prototype[name];
    replaceMethod(NativeHeaders.prototype, name, {
        /** @this {Headers} */
        [name]() {
            if (immutableHeaders.get(this)) throw new NativeTypeError("Headers are immutable");
            return apply(native, this, arguments);
        },
    }[name]);
};

export const exposeRequests = () => {
    exposeRequest();
    replaceMethod(WorkerGlobalScope.prototype, "fetch", workerFetch);
    for (const name of keys(navigationFlags)) {
        const { get } = /** @type {any} */ (getOwnPropertyDescriptor(navigationFlags, name));
        defineProperty(requestPrototype, name, {
            .../** @type {any} */ (getOwnPropertyDescriptor(requestPrototype, "mode")), get: looksNative(get, `get ${name}`),
        });
    }
    replaceMethod(requestPrototype, "clone", {
        /** @this {Request} */
        clone() {
            const copy = nativeRequestClone(this);
            noteAddress(copy, requestAddress(/** @type {any} */ (this)));
            const state = requestStates.get(/** @type {any} */ (this));
            if (state) {
                const headers = new NativeHeaders(state.headers);
                immutableHeaders.set(headers, true);
                requestStates.set(copy, /** @type {any} */ ({ __proto__: null, ...state, headers }));
            }
            return copy;
        },
    }.clone);
    guardHeaders("append");
    guardHeaders("set");
    guardHeaders("delete");
};
