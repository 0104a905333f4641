// FetchEvent.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#fetchevent-interface

import { NativePromise, NativeTypeError, PrivateWeakMap, then } from "../shared/primordials.js";
import { isBodyLocked, isBodyUsed } from "../shared/response_bodies.js";
import { responseHandle, responseMember } from "../shared/responses.js";
import { isRequest, isResponse, NativeDOMException } from "../shared/web_primordials.js";
import { answerWith } from "./answer.js";
import { hear, notify } from "./bridge.js";
import { detail } from "./details.js";
import {
    addLifetimePromise, dispatchForHost, errorText, ExtendableEvent, lifetimes, makeLifetime, tellDispatched,
    tellIfOver,
} from "./events.js";
import { awaitPreload } from "./preload.js";
import { stopImmediately } from "./primordials.js";
import { makeRequest } from "./requests.js";

/** @typedef {import("./events.js").Lifetime} Lifetime */

/**
 * @typedef {object} FetchDetails
 * @property {Request} request
 * @property {Promise<any>} preloadResponse
 * @property {string} clientId
 * @property {string} resultingClientId
 * @property {string} replacesClientId
 * @property {Promise<undefined>} handled
 * @property {boolean} isEntered  Whether respondWith was called.
 * @property {boolean} isAnswered  Whether the host knows what came of that.
 * @property {(value?: any) => void} resolveHandled
 * @property {(reason: any) => void} rejectHandled
 */

/** @type {WeakMap<Event, FetchDetails>} */
const fetchDetails = new PrivateWeakMap();

/** @param {any} init @param {string} name */
const textMember = (init, name) => init[name] === undefined ? "" : `${init[name]}`;

export const FetchEvent = class FetchEvent extends ExtendableEvent {
    /** @param {string} type @param {any} init */
    constructor(type, init) {
        if (arguments.length < 2) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const request = init?.request;
        if (!isRequest(request)) throw new NativeTypeError("A FetchEvent needs a request");
        /** @type {(value?: any) => void} */
        let resolveHandled = () => {};
        /** @type {(reason: any) => void} */
        let rejectHandled = () => {};
        let handled = init.handled;
        if (handled === undefined) {
            handled = new NativePromise((resolve, reject) => {
                resolveHandled = resolve;
                rejectHandled = reject;
            });
            // A worker need not look.
            then(handled, undefined, () => {});
        }
        fetchDetails.set(this, {
            request, preloadResponse: NativePromise.resolve(init.preloadResponse), clientId: textMember(init, "clientId"),
            resultingClientId: textMember(init, "resultingClientId"), replacesClientId: textMember(init, "replacesClientId"),
            handled, isEntered: false, isAnswered: false, resolveHandled, rejectHandled,
        });
    }

    get request() { return detail(fetchDetails, this).request; }
    get preloadResponse() { return detail(fetchDetails, this).preloadResponse; }
    get clientId() { return detail(fetchDetails, this).clientId; }
    get resultingClientId() { return detail(fetchDetails, this).resultingClientId; }
    get replacesClientId() { return detail(fetchDetails, this).replacesClientId; }
    get handled() { return detail(fetchDetails, this).handled; }

    /** @param {any} response */
    respondWith(response) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        const details = detail(fetchDetails, this);
        const lifetime = lifetimes.get(this);
        if (!lifetime?.isDispatching) throw new NativeDOMException("The event is not being dispatched", "InvalidStateError");
        if (details.isEntered) throw new NativeDOMException("respondWith was called before", "InvalidStateError");
        const promise = NativePromise.resolve(response);
        addLifetimePromise(lifetime, promise);
        stopImmediately(this);
        details.isEntered = true;
        then(promise,
            (/** @type {unknown} */ value) => takeResponse(this, lifetime, details, value),
            (/** @type {unknown} */ reason) => refuseResponse(this, lifetime, details, errorText(reason)));
    }
};

/**
 * @param {Event} event @param {Lifetime} lifetime @param {FetchDetails} details @param {string} why
 */
const refuseResponse = (event, lifetime, details, why) => {
    details.isAnswered = true;
    lifetime.isTold ||= lifetime.pending > 0;
    notify("/FetchEvent/failed", { id: lifetime.id, isPending: lifetime.isTold, reason: why });
    details.rejectHandled(new NativeDOMException("The request was answered with a network error", "NetworkError"));
};

/**
 * @param {Event} event @param {Lifetime} lifetime @param {FetchDetails} details @param {any} value
 */
const takeResponse = (event, lifetime, details, value) => {
    if (!isResponse(value)) return refuseResponse(event, lifetime, details, "respondWith was given no Response");
    if (responseMember(value, "type") === "error") return refuseResponse(event, lifetime, details, "respondWith was given an error Response");
    if (responseMember(value, "type") === "opaque" && responseHandle(value) === undefined) {
        return refuseResponse(event, lifetime, details, "respondWith was given an opaque Response that the host does not have");
    }
    if (isBodyUsed(value) || isBodyLocked(value)) {
        return refuseResponse(event, lifetime, details, "respondWith was given a Response whose body was read already");
    }
    answerWith(lifetime, value, () => { details.isAnswered = true; },
        (/** @type {unknown} */ error) => refuseResponse(event, lifetime, details, errorText(error)));
    details.resolveHandled();
};

hear("fetchevent", (order, bytes) => {
    // hop
    const lifetime = makeLifetime(order.id);
    let request;
    try {
        request = makeRequest(order, bytes);
    } catch (error) {
        return notify("/FetchEvent/failed", { id: lifetime.id, reason: `The request cannot be shown to a worker: ${errorText(error)}` });
    }
    const event = new FetchEvent("fetch", {
        __proto__: null, cancelable: true, request, clientId: order.clientId, resultingClientId: order.resultingClientId,
        replacesClientId: order.replacesClientId, preloadResponse: order.hasPreload ? awaitPreload(order.id) : undefined,
    });
    const details = detail(fetchDetails, event);
    dispatchForHost(event, lifetime, () => {
        // The answer can be out, and all that was promised done, before the listeners are.
        if (details.isAnswered) return lifetime.tellResponse ? lifetime.tellResponse() : tellIfOver(lifetime);
        if (details.isEntered) {
            lifetime.isTold = true;
            return notify("/FetchEvent/entered", { id: lifetime.id });
        }
        tellDispatched(event, lifetime);
        if (event.defaultPrevented) {
            details.rejectHandled(new NativeDOMException("The request was answered with a network error", "NetworkError"));
        } else {
            details.resolveHandled();
        }
    });
});
