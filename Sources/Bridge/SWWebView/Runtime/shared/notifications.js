// Notification: one object for each that a script makes, or asks its registration for.
// Source: Notifications API, https://notifications.spec.whatwg.org/

import { toDictionary, toEnum } from "./conversions.js";
import { deserialize } from "./deserialize.js";
import { parsedURL } from "./page_urls.js";
import { notificationPermission, setNotificationPermission } from "./permissions.js";
import { apply, defineProperty, NativeTypeError, PrivateMap, then } from "./primordials.js";
import { serialize } from "./serialize.js";
import { nativeStructuredClone, NativeEvent, NativeEventTarget, urlHref } from "./web_primordials.js";
import { defineInterface, expose, fire, looksNative, promised } from "./webidl.js";
import { shownAddress } from "realm/addresses";
import { hear, send } from "realm/bridge";

/**
 * @typedef {{title: string, dir: string, lang: string, body: string, tag: string, icon: string, silent: boolean | null, data: string}} Content
 *     `data` is the text of a structured clone.
 * @typedef {{content: Content, value: any, id?: string, shown?: Promise<void>, isShown?: boolean, object?: any}} NotificationState
 */

const directions = /** @type {any} */ ({ __proto__: null, auto: true, ltr: true, rtl: true });

/**
 * Converts the arguments of a notification. Throws what the constructor throws.
 * Source: https://notifications.spec.whatwg.org/#create-a-notification
 * @param {any} title @param {any} options
 */
export const notificationFrom = (title, options) => {
    const text = `${title}`, members = toDictionary(options);
    const { body = "" } = members, bodyText = `${body}`;
    const { data = null } = members;
    const { dir = "auto" } = members, direction = toEnum(dir, directions);
    const { icon: givenIcon } = members, icon = givenIcon === undefined ? "" : iconAddress(`${givenIcon}`);
    const { lang = "" } = members, language = `${lang}`;
    const { silent = null } = members;
    const { tag = "" } = members, tagText = `${tag}`;
    const value = nativeStructuredClone(data), writing = serialize(value);
    /** @type {Content} */
    const content = {
        title: text, dir: direction, lang: language, body: bodyText, tag: tagText, icon, silent: silent === null ? null : Boolean(silent), data: "",
    };
    /** Settles with the content once the Blobs of its data are read. */
    const load = async () => {
        if (writing.blobs) await writing.load();
        content.data = writing.text();
        return content;
    };
    return { content, value, load };
};

/** @param {string} text @returns {string}  Empty for what is no address. */
const iconAddress = (text) => {
    try {
        return urlHref(parsedURL(text));
    } catch {
        return "";
    }
};

/** The notifications that this realm shows without a registration, by id. @type {Map<string, NotificationState>} */
const shown = new PrivateMap();
let hearsNotifications = false;
const hearNotifications = () => {
    if (hearsNotifications) return;
    hearsNotifications = true;
    hear("notification", (/** @type {{type: string, id: string}} */ { type, id }) => {
        const state = shown.get(id);
        if (!state) return;
        if (type === "close") shown.delete(id);
        if (type === "click" || type === "close") fire(state.object, new NativeEvent(type, /** @type {any} */ ({ __proto__: null, cancelable: type === "click" })));
    });
};

/** Whether scripts may make notifications: no service worker may. */
let mayConstruct = true;

const notifications = defineInterface("Notification", {
    inherits: NativeEventTarget,
    constructs: {
        length: 1,
        begin: ({ 0: title, 1: options }) => {
            if (!mayConstruct) throw new NativeTypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification()");
            return notificationFrom(title, options);
        },
        begun: (state) => { showOwn(state); },
    },
    attributes: {
        title() { return this.content.title; },
        dir() { return this.content.dir; },
        lang() { return this.content.lang; },
        body() { return this.content.body; },
        tag() { return this.content.tag; },
        icon() { return this.content.icon && shownAddress(this.content.icon); },
        silent() { return this.content.silent; },
        data() { return this.value; },
    },
    handlers: { click: undefined, show: undefined, error: undefined, close: undefined },
    operations: { close: [0, function () { closeNotification(this); }] },
});

/** @param {any} state */
const showOwn = (state) => {
    hearNotifications();
    state.shown = then(then(state.load(), (/** @type {Content} */ content) => send("/Notification/show", { content })), (/** @type {string} */ id) => {
        state.id = id;
        shown.set(id, state);
        fire(state.object, new NativeEvent("show"));
    });
    then(state.shown, () => {}, () => fire(state.object, new NativeEvent("error")));
};

/** @param {NotificationState} state */
const closeNotification = (state) => {
    const tell = () => then(send("/Notification/close", { id: state.id }), () => {}, () => {});
    if (state.shown) then(state.shown, tell, () => {});
    else tell();
};

/**
 * Returns a notification of a registration.
 * @param {{id: string, content: Content}} snapshot
 */
export const notificationObject = ({ id, content }) => {
    let value = null;
    try {
        value = deserialize({ data: content.data, ports: [] }).data;
    } catch {
        // Data of another realm that this one cannot read.
    }
    return notifications.make({ id, content: { ...content, silent: content.silent ?? null }, value });
};

/** @param {unknown} object */
export const isNotification = (object) => notifications.stateOf(object) !== undefined;

/** Source: https://notifications.spec.whatwg.org/#dom-notification-requestpermission */
const requestPermission = (/** @type {any} */ callback) =>
    then(send("/Notification/requestPermission", {}), (/** @type {string} */ state) => {
        setNotificationPermission(state);
        const permission = notificationPermission();
        if (typeof callback === "function") apply(callback, undefined, [permission]);
        return permission;
    });

/** @param {boolean} isServiceWorker */
export const exposeNotifications = (isServiceWorker) => {
    mayConstruct = !isServiceWorker;
    const { Interface } = notifications;
    const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor({ get permission() { return notificationPermission(); } }, "permission"));
    defineProperty(Interface, "permission", { get: looksNative(get, "permission"), set: undefined, enumerable: true, configurable: true });
    if (self.document) {
        const { requestPermission: method } = {
            requestPermission(/** @type {any[]} */ ...args) { return promised((_, { 0: callback }) => requestPermission(callback), undefined, args); },
        };
        defineProperty(Interface, "requestPermission", {
            value: looksNative(method, "requestPermission"), writable: true, enumerable: true, configurable: true,
        });
    }
    expose(Interface);
};

/** The members of ServiceWorkerRegistration for notifications. */
export const registrationNotifications = {
    /** @this {any} @param {any} title @param {any} options */
    show(title, options) {
        const { load } = notificationFrom(title, options);
        if (!this.active) throw new NativeTypeError("The registration has no active service worker");
        return then(load(), (/** @type {Content} */ content) =>
            then(send("/ServiceWorkerRegistration/showNotification", { id: this.id, content }), () => {}));
    },
    /** @this {any} @param {any} filter */
    list(filter) {
        const { tag = "" } = toDictionary(filter);
        return then(send("/ServiceWorkerRegistration/getNotifications", { id: this.id, tag: `${tag}` }), (/** @type {any[]} */ found) => {
            for (let index = 0; index < found.length; index++) found[index] = notificationObject(found[index]);
            return found;
        });
    },
};
