// navigator.serviceWorker.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#serviceworkercontainer-interface

import { hear, send } from "./bridge.js";
import { toDictionary, toEnum, toUSVString } from "./conversions.js";
import { define } from "./deserialize.js";
import { securityPolicies } from "./marks.js";
import { bridgeOrigin, isBridged } from "./origin.js";
import { parsedURL, withoutFragment } from "./page_urls.js";
import { receive } from "./ports.js";
import {
    bare, getPrototypeOf, getterOf, indexOf, NativePromise, NativeTypeError, parse, PrivateWeakMap, push, shift, then,
    toLowerCase,
} from "./primordials.js";
import { registrationObject } from "./registration.js";
import { isDetached, workerObject } from "./service_worker.js";
import {
    dispatch, NativeDOMException, NativeEvent, NativeEventTarget, NativeMessageEvent, NativeXMLHttpRequest, originOf,
    urlPath, urlProtocol,
} from "./web_primordials.js";
import { defineInterface, expose, keep, replaceGetter, runElsewhere, runsForOthers } from "./webidl.js";
import { reportViolation } from "./workers.js";
import { xhrOpen, xhrSend } from "./xhr_primordials.js";
import { documentID } from "realm/document";

/** @typedef {import("./registration.js").RegistrationSnapshot} RegistrationSnapshot */

const windowClosed = isBridged && self.document ? getterOf(self, "closed") : () => false;
const responseText = getterOf(NativeXMLHttpRequest.prototype, "responseText");
export const workerTypes = /** @type {any} */ ({ __proto__: null, classic: true, module: true });
const cacheModes = /** @type {any} */ ({ __proto__: null, imports: true, all: true, none: true });

/** @type {any} */
let controller = null;
/** As far as the container, which is made when it is needed, knows. */
export const isControlled = () => controller !== null;
/**
 * The messages that wait for the page to be ready for them; undefined from then on.
 * @type {any[] | undefined}
 */
let messageQueue = [];
/** @type {Promise<any> | undefined} */
let readyPromise;

/**
 * The checks of Start Register, which the host makes again.
 * Source: https://w3c.github.io/ServiceWorker/#start-register-algorithm
 * @param {string} text @param {string} what
 */
const jobURL = (text, what) => {
    const url = parsedURL(text);
    const protocol = urlProtocol(url);
    if (protocol !== "sw:" && protocol !== "http:" && protocol !== "https:") {
        throw new NativeTypeError(`The ${what}'s scheme must be http, https or sw`);
    }
    const path = toLowerCase(urlPath(url));
    if (indexOf(path, "%2f") >= 0 || indexOf(path, "%5c") >= 0) {
        throw new NativeTypeError(`The ${what}'s path may not contain %2f or %5c`);
    }
    return url;
};

/** @param {URL} url @param {string} what */
const mustBeSameOrigin = (url, what) => {
    if (originOf(url) !== bridgeOrigin) throw new NativeDOMException(`The ${what} is not of the page's origin`, "SecurityError");
};

const mustBeAttached = () => {
    if (windowClosed(self)) throw new NativeDOMException("The object is in an invalid state.", "InvalidStateError");
};

/** @param {any} message @param {Uint8Array | undefined} bytes  The bytes beside it. */
const dispatchMessage = ({ message, origin, source }, bytes) => {
    let event;
    try {
        const { data, ports } = receive(message, bytes);
        event = new NativeMessageEvent("message", /** @type {any} */ ({ __proto__: null, data, origin, ports }));
        keep(event, ports);
        // As a member of a dictionary, undefined would stand for null.
        if (data === undefined) define(event, "data", undefined, true);
    } catch {
        event = new NativeMessageEvent("messageerror", /** @type {any} */ ({ __proto__: null, origin }));
    }
    messageSources.set(event, source && workerObject(source));
    dispatch(container, event);
};

/** Source: https://w3c.github.io/ServiceWorker/#dfn-client-message-queue */
const enableMessageQueue = () => {
    const messages = messageQueue;
    messageQueue = undefined;
    while (messages?.length) {
        const { event, bytes } = shift(messages);
        dispatchMessage(event, bytes);
    }
};

/** By DOMContentLoaded a page has had its chance to listen. */
export const contentLoaded = () => enableMessageQueue();

const containers = defineInterface("ServiceWorkerContainer", {
    inherits: NativeEventTarget,
    attributes: {
        controller() { return isDetached() ? null : controller; },
    },
    promiseAttributes: {
        ready() {
            if (readyPromise) return readyPromise;
            return readyPromise = new NativePromise((resolve) => {
                // Without a registration it never settles; nor does it where the stream has ended.
                then(send("/ServiceWorkerContainer/ready", {}), (/** @type {RegistrationSnapshot} */ snapshot) => resolve(registrationObject(snapshot)), () => {});
            });
        },
    },
    handlers: { controllerchange: undefined, message: enableMessageQueue, messageerror: undefined },
    operations: {
        startMessages: [0, enableMessageQueue],
    },
    promises: {
        register: [1, (address, options) => {
            const script = toUSVString(address);
            const members = toDictionary(options);
            const { scope: givenScope } = members;
            const scope = givenScope === undefined ? undefined : toUSVString(givenScope);
            const { type: givenType } = members;
            const type = givenType === undefined ? "classic" : toEnum(givenType, workerTypes);
            const { updateViaCache: givenMode } = members;
            const updateViaCache = givenMode === undefined ? "imports" : toEnum(givenMode, cacheModes);
            mustBeAttached();
            const scriptJob = jobURL(script, "script URL");
            const scopeJob = scope === undefined ? undefined : jobURL(scope, "scope");
            mustBeSameOrigin(scriptJob, "script URL");
            if (scopeJob) mustBeSameOrigin(scopeJob, "scope");
            const scriptURL = withoutFragment(scriptJob);
            return then(send("/ServiceWorkerContainer/register", {
                scriptURL, scope: scopeJob ? withoutFragment(scopeJob) : null, type, updateViaCache, policies: securityPolicies(),
            }), (/** @type {RegistrationSnapshot | null} */ snapshot) => {
                if (snapshot) return registrationObject(snapshot);
                reportViolation(scriptURL);
                throw new NativeDOMException("The document's content security policy does not allow the script (worker-src).", "SecurityError");
            });
        }],
        getRegistration: [0, (clientURL = "") => {
            const text = toUSVString(clientURL);
            mustBeAttached();
            const url = parsedURL(text);
            mustBeSameOrigin(url, "URL");
            return then(send("/ServiceWorkerContainer/getregistration", { url: withoutFragment(url) }),
                (/** @type {RegistrationSnapshot | null} */ snapshot) => snapshot ? registrationObject(snapshot) : undefined);
        }],
        getRegistrations: [0, () => {
            mustBeAttached();
            return then(send("/ServiceWorkerContainer/getregistrations", {}), (/** @type {any[]} */ snapshots) => {
                for (let index = 0; index < snapshots.length; index++) snapshots[index] = registrationObject(snapshots[index]);
                return snapshots;
            });
        }],
    },
});

const hearContainer = () => hear("serviceworkercontainer", (/** @type {any} */ event, /** @type {Uint8Array | undefined} */ bytes) => {
    if (event.type === "controllerchange") {
        controller = event.controller && workerObject(event.controller);
        dispatch(container, new NativeEvent("controllerchange"));
    } else if (event.type === "message") {
        if (messageQueue) push(messageQueue, { event, bytes });
        else dispatchMessage(event, bytes);
    }
});

/** @type {any} */
let container;
/** Made at the first touch: `controller` must be right at once, so the host is asked synchronously. */
const theContainer = () => {
    if (container) return container;
    container = containers.make({});
    try {
        const request = new NativeXMLHttpRequest();
        xhrOpen(request, "GET", `${bridgeOrigin}/___client___?document=${documentID}${messageQueue ? "" : "&late=1"}`, false);
        xhrSend(request);
        const answer = bare(parse(responseText(request)));
        controller = answer.controller && workerObject(answer.controller);
    } catch {
        // A page that is going away, or whose policy forbids it, is not controlled.
    }
    hearContainer();
    return container;
};

/**
 * The sources of message events. WebKit's MessageEvent does not take the runtime's ServiceWorker objects.
 * @type {WeakMap<MessageEvent, any>}
 */
const messageSources = new PrivateWeakMap();

export const exposeContainer = () => {
    expose(containers.Interface);
    const nativeSource = getterOf(NativeMessageEvent.prototype, "source");
    replaceGetter(NativeMessageEvent.prototype, "source", (/** @type {MessageEvent} */ event) => messageSources.get(event) ?? nativeSource(event));
    const ours = navigator;
    const prototype = /** @type {object} */ (getPrototypeOf(ours));
    const nativeContainer = getterOf(prototype, "serviceWorker");
    runsForOthers(prototype, "Navigator", (member, object) =>
        member === "serviceWorker" && object === ours ? { value: theContainer() } : undefined);
    replaceGetter(prototype, "serviceWorker", (/** @type {Navigator} */ object) => {
        if (object === ours) return theContainer();
        const found = runElsewhere(object, "Navigator", "serviceWorker", []);
        return found ? found.value : nativeContainer(object);
    });
};
