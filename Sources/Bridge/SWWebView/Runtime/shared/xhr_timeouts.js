// XMLHttpRequest.timeout. WebKit fires it only where its network process says that the request goes on, and that process does not know
// the requests of a custom scheme.
// Source: XMLHttpRequest, https://xhr.spec.whatwg.org/#the-timeout-attribute

import { markPair } from "./marks.js";
import { apply, defineProperty, getOwnPropertyDescriptor, getterOf, PrivateWeakMap } from "./primordials.js";
import {
    dispatch, listen, nativeClearTimeout, NativeDOMException, NativeEvent, NativeProgressEvent, nativeSetTimeout,
    unlisten,
} from "./web_primordials.js";
import { looksNative, replaceGetter } from "./webidl.js";
import { monotonicTime, nativeOpen, nativeSend, openings, xhrPrototype, xhrReadyState } from "./xhr_primordials.js";

/** @typedef {import("./xhr_primordials.js").Opening} Opening */

export const xhrTimeout = getterOf(xhrPrototype, "timeout");

/**
 * The `readyState` of requests that have timed out, until they are opened again.
 * @type {WeakMap<XMLHttpRequest, number>}
 */
const timedOut = new PrivateWeakMap();

export const invalidState = () => new NativeDOMException("The object is in an invalid state.", "InvalidStateError");

/** @param {XMLHttpRequest} xhr */
export const checkNotTimedOut = (xhr) => {
    if (timedOut.has(xhr)) throw invalidState();
};

/** @param {XMLHttpRequest} xhr */
export const forgetTimeout = (xhr) => {
    nativeClearTimeout(openings.get(xhr)?.timer);
    timedOut.delete(xhr);
};

/** @param {XMLHttpRequest} xhr @returns {boolean}  Whether the request has timed out, so that nothing is left to abort. */
export const abortTimedOut = (xhr) => {
    if (!timedOut.has(xhr)) return false;
    timedOut.set(xhr, 0);
    return true;
};

/**
 * Fires the events of a request that failed.
 * Source: XMLHttpRequest, "request error steps", https://xhr.spec.whatwg.org/#request-error-steps
 * @param {XMLHttpRequest} xhr @param {Opening} opening
 */
const timeOut = (xhr, opening) => {
    const state = xhrReadyState(xhr);
    if (openings.get(xhr) !== opening || state === 4) return;
    openings.set(xhr, undefined);
    timedOut.set(xhr, 4);
    // Opening a request again ends it, with the event `readystatechange` where its response has begun, and without another.
    apply(nativeOpen, xhr, ["GET", opening.args[1]]);
    if (state < 2) dispatch(xhr, new NativeEvent("readystatechange"));
    for (const type of ["timeout", "loadend"]) dispatch(xhr, new NativeProgressEvent(type));
};

/**
 * Sets the timer of a request that was sent.
 * @param {XMLHttpRequest} xhr @param {Opening} opening
 */
const setTimer = (xhr, opening) => {
    nativeClearTimeout(opening.timer);
    const limit = xhrTimeout(xhr);
    if (!limit || opening.sentAt === undefined || !opening.isAsync) return;
    opening.timer = nativeSetTimeout(() => timeOut(xhr, opening), limit - (monotonicTime() - opening.sentAt));
};

/** @param {XMLHttpRequest} xhr @param {Opening} opening */
export const startTimeout = (xhr, opening) => {
    if (opening.sentAt !== undefined) return;
    opening.sentAt = monotonicTime();
    setTimer(xhr, opening);
    const ended = () => {
        // A handler may have sent the object again before this event of the earlier request.
        if (openings.get(xhr) === opening && xhrReadyState(xhr) !== 4) return;
        // A timer that is set refers to the request and its response, so that neither is collected.
        nativeClearTimeout(opening.timer);
        unlisten(xhr, "loadend", ended);
    };
    listen(xhr, "loadend", ended);
};

/**
 * Returns the pair that has the host end a synchronous request, for which no timer can run.
 * @param {XMLHttpRequest} xhr @param {Opening} opening
 */
export const timeoutPair = (xhr, opening) => opening.isAsync || !xhrTimeout(xhr) ? "" : markPair("timeout", xhrTimeout(xhr));

/**
 * Sends a request. A synchronous one that the host has ended throws a `TimeoutError`.
 * @param {XMLHttpRequest} xhr @param {Opening | undefined} opening @param {ArrayLike<any>} args
 */
export const sendInTime = (xhr, opening, args) => {
    if (!opening || opening.isAsync) return apply(nativeSend, xhr, args);
    try {
        return apply(nativeSend, xhr, args);
    } catch (error) {
        const { sentAt } = opening, limit = xhrTimeout(xhr);
        if (!limit || sentAt === undefined || monotonicTime() - sentAt < limit) throw error;
        throw new NativeDOMException("The operation timed out.", "TimeoutError");
    }
};

export const exposeTimeouts = () => {
    replaceGetter(xhrPrototype, "readyState", (/** @type {XMLHttpRequest} */ xhr) => {
        const state = xhrReadyState(xhr);
        return timedOut.get(xhr) ?? state;
    });
    const descriptor = getOwnPropertyDescriptor(xhrPrototype, "timeout");
    if (!descriptor?.set) return;
    const nativeSet = descriptor.set;
    const { set } = /** @type {any} */ (getOwnPropertyDescriptor({
        /** @this {XMLHttpRequest} @param {any} value */
        set timeout(value) {
            apply(nativeSet, this, [value]);
            const opening = openings.get(this);
            if (opening) setTimer(this, opening);
        },
    }, "timeout"));
    defineProperty(xhrPrototype, "timeout", { ...descriptor, set: looksNative(set, "timeout") });
};
