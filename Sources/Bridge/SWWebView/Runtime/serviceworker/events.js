// ExtendableEvent and its kin: how long an event keeps its worker alive.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#extendableevent-interface

import { toDictionary, toObjects, toUSVString } from "../shared/conversions.js";
import { afterPosts } from "../shared/ports.js";
import { freeze, NativePromise, NativeTypeError, PrivateWeakMap, push, then } from "../shared/primordials.js";
import { serviceWorkers } from "../shared/service_worker.js";
import { dispatch, isMessagePort, NativeDOMException, NativeEvent } from "../shared/web_primordials.js";
import { promised } from "../shared/webidl.js";
import { afterwards, notify, send } from "./bridge.js";
import { clientSnapshots } from "./clients.js";
import { detail } from "./details.js";
import { nativeQueueMicrotask } from "./primordials.js";
import { routerRules } from "./routes.js";

/**
 * The state of an event that the host dispatched.
 * @typedef {object} Lifetime
 * @property {number} id
 * @property {boolean} isDispatching
 * @property {number} pending
 * @property {boolean} isTold  Whether the host knows that the event lives on.
 * @property {() => void} [tellResponse]  Tells the host a response that waits for the end of the task.
 * @property {string} [reason]  Why the first promise was rejected.
 */

/** The events that the host dispatched. @type {WeakMap<Event, Lifetime>} */
export const lifetimes = new PrivateWeakMap();

/** @param {number} id @returns {Lifetime} */
export const makeLifetime = (id) =>
    ({ id, isDispatching: true, pending: 0, isTold: false, tellResponse: undefined, reason: undefined });

/** @param {unknown} error */
export const errorText = (error) => {
    try {
        return toUSVString(error);
    } catch {
        return "an error that has no text";
    }
};

/**
 * Tells the host that an event, which it knows to live on, has ended.
 * @param {Lifetime} lifetime
 */
export const tellIfOver = (lifetime) => {
    if (lifetime.pending || lifetime.isDispatching || !lifetime.isTold || lifetime.tellResponse) return;
    lifetime.isTold = false;
    afterPosts(() => notify("/ExtendableEvent/settled", { id: lifetime.id, reason: lifetime.reason }));
};

/**
 * Waits for a promise. It counts as pending until the reactions of other waiters have run.
 * @param {Lifetime} lifetime @param {any} promise
 */
export const addLifetimePromise = (lifetime, promise) => {
    lifetime.pending++;
    const settle = () => nativeQueueMicrotask(() => {
        lifetime.pending--;
        tellIfOver(lifetime);
    });
    then(NativePromise.resolve(promise), settle, (/** @type {unknown} */ reason) => {
        lifetime.reason ??= errorText(reason);
        settle();
    });
};

/** @param {Event} event @returns {Lifetime | undefined}  Undefined for an event that is not active. */
const knownLifetime = (event) => {
    const lifetime = lifetimes.get(event);
    return lifetime && (lifetime.isDispatching || lifetime.pending) ? lifetime : undefined;
};

/** @param {Event} event @returns {Lifetime} */
const activeLifetime = (event) => {
    const lifetime = knownLifetime(event);
    if (!lifetime) throw new NativeDOMException("The event is not active any more", "InvalidStateError");
    return lifetime;
};

export const ExtendableEvent = class ExtendableEvent extends NativeEvent {
    /** @param {string} type @param {EventInit} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
    }

    /** @param {any} promise */
    waitUntil(promise) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        const converted = NativePromise.resolve(promise);
        addLifetimePromise(activeLifetime(this), converted);
    }
};

/** @type {WeakMap<Event, true>} */
const installEvents = new PrivateWeakMap();

export const InstallEvent = class InstallEvent extends ExtendableEvent {
    /** @param {string} type @param {EventInit} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        installEvents.set(this, true);
    }

    /** @param {any} rules */
    addRoutes(rules) { return promised(addRoutes, this, arguments.length ? [rules] : []); }
};

/**
 * The host verifies the rules before it says that the event is not active.
 * Source: https://w3c.github.io/ServiceWorker/#register-router-method
 * @param {any} event @param {any[]} args
 */
const addRoutes = (event, args) => {
    if (!installEvents.get(event)) throw new NativeTypeError("Illegal invocation");
    if (!args.length) throw new NativeTypeError("Not enough arguments");
    const rules = routerRules(args[0]);
    const lifetime = knownLifetime(event);
    const added = send("/InstallEvent/addRoutes", { rules, isActive: lifetime !== undefined }, () => undefined);
    // A rejection is the worker's to notice: it does not fail the installation.
    if (lifetime) addLifetimePromise(lifetime, then(added, undefined, () => {}));
    return added;
};

/** @typedef {{data: any, origin: string, lastEventId: string, source: any, ports: readonly MessagePort[]}} MessageDetails */
/** @type {WeakMap<Event, MessageDetails>} */
export const messageDetails = new PrivateWeakMap();

/** @param {any} source */
const isMessageSource = (source) =>
    clientSnapshots.get(source) !== undefined || isMessagePort(source) || serviceWorkers.stateOf(source) !== undefined;

export const ExtendableMessageEvent = class ExtendableMessageEvent extends ExtendableEvent {
    /** @param {string} type @param {any} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const { data = null, lastEventId = "", origin = "", source = null } = toDictionary(init);
        if (source !== null && !isMessageSource(source)) throw new NativeTypeError("The source is no Client, ServiceWorker or MessagePort");
        /** @type {any[]} */
        const list = init?.ports === undefined ? [] : toObjects(init.ports);
        for (const port of list) if (!isMessagePort(port)) throw new NativeTypeError("A port is no MessagePort");
        messageDetails.set(this, { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports: freeze(list) });
    }

    get data() { return detail(messageDetails, this).data; }
    get origin() { return detail(messageDetails, this).origin; }
    get lastEventId() { return detail(messageDetails, this).lastEventId; }
    get source() { return detail(messageDetails, this).source; }
    get ports() { return detail(messageDetails, this).ports; }
};

/**
 * Dispatches an event for the host. Calls `finish` after the promise reactions of its listeners have run.
 * @param {Event} event @param {Lifetime} lifetime @param {() => void} finish
 */
export const dispatchForHost = (event, lifetime, finish) => {
    lifetimes.set(event, lifetime);
    push(afterwards, () => {
        lifetime.isDispatching = false;
        finish();
    });
    dispatch(self, event);
};

/**
 * Tells the host that an event's listeners have run.
 * @param {Event} event @param {Lifetime} lifetime
 */
export const tellDispatched = (event, lifetime) => {
    lifetime.isTold = lifetime.pending > 0;
    const report = { id: lifetime.id, isCanceled: event.defaultPrevented, isPending: lifetime.isTold, reason: lifetime.reason };
    const tell = () => notify("/ExtendableEvent/dispatched", report);
    if (lifetime.isTold) tell();
    else afterPosts(tell);
};
