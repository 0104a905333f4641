// Shared workers, which WebKit gives an origin of their own under sw://: the host runs them in a hidden page, and reports whether
// they start. The port is like those that are sent to another realm.
// Source: HTML, "SharedWorker", https://html.spec.whatwg.org/multipage/workers.html#shared-workers-and-the-sharedworker-interface

import { hear, notify } from "../shared/bridge.js";
import { workerTypes } from "../shared/container.js";
import { toDictionary, toEnum, toUSVString, toWellFormed } from "../shared/conversions.js";
import { securityPolicies, withoutMark } from "../shared/marks.js";
import { bridgeOrigin } from "../shared/origin.js";
import { parsedURL, withoutFragment } from "../shared/page_urls.js";
import { makeOutbox } from "../shared/ports.js";
import {
    apply, construct, defineProperty, dereference, getOwnPropertyDescriptor, getterOf, NativeFinalizationRegistry,
    NativeWeakRef, PrivateMap, PrivateWeakMap, slice, startsWith, watchObject,
} from "../shared/primordials.js";
import { NativeErrorEvent } from "../shared/service_worker.js";
import {
    firstPort, NativeDOMException, NativeEvent, NativeEventTarget, NativeMessageChannel, nativeSetTimeout, NativeURL,
    NativeXMLHttpRequest, originOf, randomID, secondPort, urlHref, urlProtocol,
} from "../shared/web_primordials.js";
import { fire, looksNative, replaceGetter, setHandler } from "../shared/webidl.js";
import {
    blobOfURL, nativeCreateObjectURL, nativeRevokeObjectURL, reportViolation, withRuntime,
} from "../shared/workers.js";
import { xhrOpen, xhrSend } from "../shared/xhr_primordials.js";

/** @typedef {import("../shared/webidl.js").InterfaceState} InterfaceState */

const NativeSharedWorker = SharedWorker;
const sharedWorkerPort = getterOf(NativeSharedWorker.prototype, "port");
const sharedWorkerOnError = /** @type {any} */ (getOwnPropertyDescriptor(NativeSharedWorker.prototype, "onerror"));
const workerCredentials = /** @type {any} */ ({ __proto__: null, omit: true, "same-origin": true, include: true });

/** @typedef {InterfaceState & {port: MessagePort, address: string, url?: string}} SharedWorkerState  `url`: the address of the Blob with runtime and script. */

/** @type {WeakMap<object, SharedWorkerState>} */
const sharedWorkers = new PrivateWeakMap();
/**
 * Those that the host has not said anything of, by the id of the connection.
 * @type {Map<string, SharedWorkerState>}
 */
const connecting = new PrivateMap();
/**
 * The objects that are connected, by the id of the connection.
 * @type {Map<string, WeakRef<any>>}
 */
const connectedWorkers = new PrivateMap();
const collectedShared = new NativeFinalizationRegistry((/** @type {string} */ id) => { connectedWorkers.delete(id); });

/** @typedef {{message: string, filename: string, lineno: number, colno: number}} SharedWorkerError */

/** @typedef {{id: string, hasFailed: boolean, isForbidden: boolean, error?: SharedWorkerError}} SharedWorkerOutcome  What the host tells. */

/** @param {any} worker @param {SharedWorkerError} [error]  Of the worker's script. */
const fireError = (worker, error) => {
    const members = /** @type {any} */ ({ __proto__: null, ...error, cancelable: true });
    fire(worker, error?.message ? new NativeErrorEvent("error", members) : new NativeEvent("error"));
};

let hearsSharedWorkers = false;
const hearSharedWorkers = () => {
    if (hearsSharedWorkers) return;
    hearsSharedWorkers = true;
    hear("sharedworker", (/** @type {SharedWorkerOutcome} */ { id, hasFailed, isForbidden, error }) => {
        const connected = connectedWorkers.get(id);
        if (connected) {
            const object = dereference(connected);
            if (object) fireError(object, error);
            return;
        }
        const state = connecting.get(id);
        if (!state) return;
        connecting.delete(id);
        if (state.url) apply(nativeRevokeObjectURL, NativeURL, [state.url]);
        if (isForbidden) reportViolation(state.address);
        if (hasFailed) return fireError(state.object);
        connectedWorkers.set(id, new NativeWeakRef(state.object));
        watchObject(collectedShared, state.object, id);
    });
};

/** @param {any} value  A name, or WorkerOptions. */
const sharedWorkerOptions = (value) => {
    if (value !== undefined && value !== null && typeof value !== "object" && typeof value !== "function") {
        return { credentials: "same-origin", name: `${value}`, type: "classic" };
    }
    const members = toDictionary(value);
    const { credentials = "same-origin" } = members;
    const checkedCredentials = toEnum(credentials, workerCredentials);
    const { name = "" } = members;
    const nameText = `${name}`;
    const { type = "classic" } = members;
    return { credentials: checkedCredentials, name: nameText, type: toEnum(type, workerTypes) };
};

/** @param {string} text */
const sharedWorkerURL = (text) => {
    try {
        return parsedURL(text);
    } catch {
        throw new NativeDOMException("Invalid script URL", "SyntaxError");
    }
};

/**
 * Another process is to load it: here it can be loaded when the network process knows it.
 * @param {string} url
 */
const awaitBlobURL = (url) => {
    const request = new NativeXMLHttpRequest();
    xhrOpen(request, "GET", url, false);
    try {
        xhrSend(request);
    } catch {
        // The page's policy forbids it: most likely it is known in time.
    }
};

/**
 * Has the host connect a port to the worker.
 * @param {SharedWorkerState} state @param {MessagePort} outside @param {URL} url
 * @param {ReturnType<typeof sharedWorkerOptions>} options
 */
const connectSharedWorker = (state, outside, url, options) => {
    const href = withoutFragment(url);
    const blob = blobOfURL.get(href);
    // The address of a Blob that was revoked still finds a worker that runs.
    if (!blob && originOf(url) !== bridgeOrigin && !startsWith(href, `blob:${bridgeOrigin}/`)) return nativeSetTimeout(() => fireError(state.object), 0);
    const id = randomID();
    if (blob) {
        const script = withRuntime(id, options.type === "module", blob, urlHref(url));
        const scriptURL = apply(nativeCreateObjectURL, NativeURL, [script]);
        awaitBlobURL(scriptURL);
        state.url = scriptURL;
    }
    hearSharedWorkers();
    connecting.set(id, state);
    const connect = makeOutbox(({ ports: { 0: port } }) => notify("/SharedWorker/connect", {
        id, port, url: urlHref(url), script: state.url && state.url + slice(urlHref(url), href.length),
        ...options, name: toWellFormed(options.name), policies: securityPolicies(),
    }));
    connect(null, [outside]);
};

const wrappedSharedWorker = new Proxy(NativeSharedWorker, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        if (!args.length) return construct(target, args, newTarget);
        const text = toUSVString(args[0]);
        const options = sharedWorkerOptions(args[1]);
        const url = sharedWorkerURL(withoutMark(text));
        // Of no origin in any browser: WebKit's own will do.
        if (urlProtocol(url) === "data:") return construct(target, [text, options], newTarget);
        const channel = new NativeMessageChannel();
        const object = construct(NativeEventTarget, [], newTarget);
        /** @type {SharedWorkerState} */
        const state = /** @type {any} */ ({ __proto__: null, object, port: firstPort(channel), address: urlHref(url) });
        sharedWorkers.set(object, state);
        connectSharedWorker(state, secondPort(channel), url, options);
        return object;
    },
}));

const sharedWorkerAttributes = {
    /** @this {any} */
    get onerror() {
        const state = sharedWorkers.get(this);
        return state ? state.handlers && state.handlers.get("error")?.callback || null : apply(sharedWorkerOnError.get, this, []);
    },
    /** @this {any} @param {any} value */
    set onerror(value) {
        const state = sharedWorkers.get(this);
        if (state) setHandler(state, "error", value);
        else apply(sharedWorkerOnError.set, this, [value]);
    },
};

export const exposeSharedWorkers = () => {
    const { prototype } = NativeSharedWorker;
    defineProperty(self, "SharedWorker", {
        .../** @type {any} */ (getOwnPropertyDescriptor(self, "SharedWorker")), value: looksNative(wrappedSharedWorker, "SharedWorker"),
    });
    defineProperty(prototype, "constructor", { value: wrappedSharedWorker, writable: true, configurable: true });
    replaceGetter(prototype, "port", (object) => sharedWorkers.get(object)?.port ?? sharedWorkerPort(object));
    const { get, set } = /** @type {any} */ (getOwnPropertyDescriptor(sharedWorkerAttributes, "onerror"));
    defineProperty(prototype, "onerror", {
        ...sharedWorkerOnError, get: looksNative(get, "onerror"), set: looksNative(set, "onerror"),
    });
};
