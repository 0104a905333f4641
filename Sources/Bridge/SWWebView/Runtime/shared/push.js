// PushManager and PushSubscription.
// Source: Push API, https://w3c.github.io/push-api/

import { base64, bytesOf } from "./base64.js";
import { toDictionary, toEnum } from "./conversions.js";
import { notificationPermission } from "./permissions.js";
import { defineProperty, freeze, regExpExec, then } from "./primordials.js";
import { bytesSent, isBuffer, isView, viewBuffer } from "./views.js";
import { NativeDOMException } from "./web_primordials.js";
import { defineInterface, expose, looksNative } from "./webidl.js";
import { send } from "realm/bridge";

/**
 * @typedef {{id: string, endpoint: string, p256dh: string, auth: string, applicationServerKey: string}} SubscriptionSnapshot
 *     `id` is that of the registration; the keys are in base64url.
 */

/** @param {string} text  In base64url. @returns {string}  The same in Base64. */
const paddedBase64 = (text) => {
    let result = "";
    for (let index = 0; index < text.length; index++) result += text[index] === "-" ? "+" : text[index] === "_" ? "/" : text[index];
    while (result.length % 4) result += "=";
    return result;
};

/** @param {string} text  In base64url. @returns {ArrayBuffer}  A new one. */
const keyBuffer = (text) => viewBuffer(bytesOf(paddedBase64(text)));

const subscriptionOptions = defineInterface("PushSubscriptionOptions", {
    attributes: {
        userVisibleOnly() { return true; },
        applicationServerKey() { return this.key ??= keyBuffer(this.text); },
    },
});

const keyNames = /** @type {any} */ ({ __proto__: null, p256dh: true, auth: true });

const pushSubscriptions = defineInterface("PushSubscription", {
    attributes: {
        endpoint() { return this.endpoint; },
        expirationTime() { return null; },
        options() { return this.options ??= subscriptionOptions.make({ text: this.applicationServerKey }); },
    },
    operations: {
        getKey: [1, function (name) { return keyBuffer(this[toEnum(name, keyNames)]); }],
        toJSON: [0, function () {
            return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh: this.p256dh, auth: this.auth } };
        }],
    },
    promises: {
        unsubscribe: [0, function () { return send("/PushSubscription/unsubscribe", { id: this.id, endpoint: this.endpoint }); }],
    },
});

/** @param {SubscriptionSnapshot | null} snapshot */
export const subscriptionObject = (snapshot) => snapshot && pushSubscriptions.make({ ...snapshot });

/** @param {unknown} object */
export const isSubscription = (object) => pushSubscriptions.stateOf(object) !== undefined;

/**
 * Returns the server's key in Base64, or null where the page gives none.
 * Source: https://w3c.github.io/push-api/#dom-pushsubscriptionoptionsinit-applicationserverkey
 * @param {any} key
 */
const serverKey = (key) => {
    if (key === undefined || key === null) return null;
    if (isBuffer(key) || isView(key)) return base64(bytesSent(key));
    const text = `${key}`;
    if (!regExpExec(/^[\w-]*$/, text) || text.length % 4 === 1) {
        throw new NativeDOMException("The applicationServerKey is not in base64url", "InvalidCharacterError");
    }
    return paddedBase64(text);
};

const pushManagers = defineInterface("PushManager", {
    promises: {
        subscribe: [0, function (options) {
            const members = toDictionary(options);
            const { applicationServerKey } = members, key = serverKey(applicationServerKey);
            const { userVisibleOnly } = members;
            return then(send("/PushManager/subscribe", { id: this.id, applicationServerKey: key, userVisibleOnly: Boolean(userVisibleOnly) }),
                subscriptionObject);
        }],
        getSubscription: [0, function () { return then(send("/PushManager/getSubscription", { id: this.id }), subscriptionObject); }],
        permissionState: [0, function (options) {
            const members = toDictionary(options);
            serverKey(members.applicationServerKey);
            if (!members.userVisibleOnly) {
                throw new NativeDOMException("A push subscription needs userVisibleOnly: true", "NotSupportedError");
            }
            const permission = notificationPermission();
            return permission === "default" ? "prompt" : permission;
        }],
    },
});

/** @param {string} id  The registration's. */
export const makePushManager = (id) => pushManagers.make({ id });

export const exposePush = () => {
    const encodings = freeze(["aes128gcm"]);
    const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor({ get supportedContentEncodings() { return encodings; } }, "supportedContentEncodings"));
    defineProperty(pushManagers.Interface, "supportedContentEncodings", {
        get: looksNative(get, "supportedContentEncodings"), set: undefined, enumerable: true, configurable: true,
    });
    expose(pushManagers.Interface);
    expose(pushSubscriptions.Interface);
    expose(subscriptionOptions.Interface);
};
