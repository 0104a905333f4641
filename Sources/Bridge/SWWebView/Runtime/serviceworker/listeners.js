// The events that the worker listens to: the host starts it for no others.

import { apply, defineProperty, getOwnPropertyDescriptor, push } from "../shared/primordials.js";
import { functionText } from "../shared/webidl.js";
import { warn } from "./console.js";
import { includes, regExpTest, splice } from "./primordials.js";

const nativeAddListener = EventTarget.prototype.addEventListener;
const nativeRemoveListener = EventTarget.prototype.removeEventListener;
const isEmptyFunction = /^(?:async\s+)?(?:function\b[^(]*)?\(?[\w\s,$]*\)?\s*(?:=>)?\s*\{\s*\}$/;
export const functionalEvents = ["install", "activate", "fetch", "message", "messageerror", "cookiechange"];
if (webApp.push) push(functionalEvents, "push", "pushsubscriptionchange", "notificationclick", "notificationclose");
if (webApp.sync) push(functionalEvents, "sync", "periodicsync");

/**
 * The scope's own listeners.
 * @type {{type: string, callback: any, capture: boolean}[]}
 */
const scopeListeners = [];
/** Whether the script's first task is over: listeners that come later may not be heard. */
let isEvaluated = false;
export const endFirstTask = () => { isEvaluated = true; };

/** @param {any} options */
const isCapture = (options) => Boolean(options !== null && typeof options === "object" ? options.capture : options);

/** @param {string} type @param {any} callback @param {boolean} capture */
const listenerIndex = (type, callback, capture) => {
    for (let index = 0; index < scopeListeners.length; index++) {
        const known = scopeListeners[index];
        if (known.type === type && known.callback === callback && known.capture === capture) return index;
    }
    return -1;
};

export const wrappedEventTarget = {
    /** @this {any} @param {string} type @param {any} callback @param {any} [options] */
    addEventListener(type, callback, options) {
        const result = apply(nativeAddListener, this, arguments);
        if (callback === null || callback === undefined || this !== self && this !== undefined && this !== null) return result;
        const name = `${type}`;
        const capture = isCapture(options);
        if (listenerIndex(name, callback, capture) < 0) push(scopeListeners, { type: name, callback, capture });
        if (isEvaluated && includes(functionalEvents, name)) {
            warn(`A listener of the '${name}' event must be added in the first task of the worker's script.`);
        }
        return result;
    },

    /** @this {any} @param {string} type @param {any} callback @param {any} [options] */
    removeEventListener(type, callback, options) {
        const result = apply(nativeRemoveListener, this, arguments);
        if (this !== self && this !== undefined && this !== null) return result;
        const index = listenerIndex(`${type}`, callback, isCapture(options));
        if (index >= 0) splice(scopeListeners, index, 1);
        return result;
    },
};

/**
 * Gives the scope an event handler attribute.
 * Source: HTML, "Event handlers", https://html.spec.whatwg.org/#event-handler-attributes
 * @param {string} type
 */
export const defineHandler = (type) => {
    const name = `on${type}`;
    /** @type {any} */
    let handler = null;
    const listener = (/** @type {Event} */ event) => {
        if (typeof handler === "function" && apply(handler, self, [event]) === false) event.preventDefault();
    };
    handlerListenerOf[type] = listener;
    const descriptor = getOwnPropertyDescriptor(/** @type {any} */ ({
        get [name]() { return handler; },
        set [name](/** @type {any} */ value) {
            const next = value !== null && (typeof value === "object" || typeof value === "function") ? value : null;
            if (next && !handler) apply(wrappedEventTarget.addEventListener, self, [type, listener]);
            if (!next && handler) apply(wrappedEventTarget.removeEventListener, self, [type, listener]);
            handler = next;
            handlerOf[type] = next;
        },
    }), name);
    defineProperty(self, name, /** @type {PropertyDescriptor} */ (descriptor));
};

/**
 * The values of the event handler attributes, by event type.
 * @type {{[type: string]: any}}
 */
const handlerOf = Object.create(null);

/** The listeners that call the handlers. @type {{[type: string]: any}} */
const handlerListenerOf = Object.create(null);

/** Returns the facts about the listeners that the host needs. */
export const listenerReport = () => {
    /** @type {string[]} */
    const types = [];
    let isEmpty = true;
    for (let index = 0; index < scopeListeners.length; index++) {
        const { type, callback } = scopeListeners[index];
        if (!includes(types, type)) push(types, type);
        if (type !== "fetch") continue;
        const code = callback === handlerListenerOf.fetch ? handlerOf.fetch : callback;
        isEmpty &&= typeof code === "function" && regExpTest(isEmptyFunction, functionText(code));
    }
    return { types, isEmpty };
};
