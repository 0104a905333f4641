// The events of push messages, notifications and background sync.
// Source: Push API, https://w3c.github.io/push-api/#the-push-event
// Source: Notifications API, https://notifications.spec.whatwg.org/#service-worker-api
// Source: Background Sync, https://wicg.github.io/background-sync/spec/#sync-event

import { bytesOf, encodeText } from "../shared/base64.js";
import { toDictionary, toUSVString } from "../shared/conversions.js";
import { isNotification, notificationObject } from "../shared/notifications.js";
import { bare, NativeTypeError, NativeUint8Array, parse, PrivateWeakMap } from "../shared/primordials.js";
import { isSubscription, subscriptionObject } from "../shared/push.js";
import { bytesSent, isBuffer, isView, viewBuffer } from "../shared/views.js";
import { NativeBlob } from "../shared/web_primordials.js";
import { defineInterface, expose } from "../shared/webidl.js";
import { detail } from "./details.js";
import { ExtendableEvent } from "./events.js";
import { decodeUTF8 } from "./primordials.js";
import { exposeInterface } from "./scope.js";

const pushMessages = defineInterface("PushMessageData", {
    operations: {
        arrayBuffer: [0, function () { return viewBuffer(new NativeUint8Array(this.bytes)); }],
        blob: [0, function () { return new NativeBlob([this.bytes]); }],
        bytes: [0, function () { return new NativeUint8Array(this.bytes); }],
        json: [0, function () { return parse(decodeUTF8(this.bytes)); }],
        text: [0, function () { return decodeUTF8(this.bytes); }],
    },
});

/** @type {WeakMap<Event, any>} */
const details = new PrivateWeakMap();

/** @param {any} data @returns {Uint8Array}  A copy. */
const messageBytes = (data) =>
    isBuffer(data) || isView(data) ? new NativeUint8Array(bytesSent(data)) : encodeText(toUSVString(data));

const PushEvent = class PushEvent extends ExtendableEvent {
    /** @param {string} type @param {any} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const { data } = toDictionary(init);
        details.set(this, { data: data === undefined || data === null ? null : pushMessages.make({ bytes: messageBytes(data) }) });
    }

    get data() { return detail(details, this).data; }
};

const PushSubscriptionChangeEvent = class PushSubscriptionChangeEvent extends ExtendableEvent {
    /** @param {string} type @param {any} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const { newSubscription = null, oldSubscription = null } = toDictionary(init);
        if (newSubscription !== null && !isSubscription(newSubscription) || oldSubscription !== null && !isSubscription(oldSubscription)) {
            throw new NativeTypeError("The subscription is no PushSubscription");
        }
        details.set(this, { newSubscription, oldSubscription });
    }

    get newSubscription() { return detail(details, this).newSubscription; }
    get oldSubscription() { return detail(details, this).oldSubscription; }
};

const NotificationEvent = class NotificationEvent extends ExtendableEvent {
    /** @param {string} type @param {any} init */
    constructor(type, init) {
        if (arguments.length < 2) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const { action = "", notification } = toDictionary(init);
        if (!isNotification(notification)) throw new NativeTypeError("The notification is no Notification");
        details.set(this, { notification, action: `${action}` });
    }

    get notification() { return detail(details, this).notification; }
    get action() { return detail(details, this).action; }
};

/** @param {any} init @returns {string} */
const tagOf = (init) => {
    const { tag } = toDictionary(init);
    if (tag === undefined) throw new NativeTypeError("The event has no tag");
    return `${tag}`;
};

const SyncEvent = class SyncEvent extends ExtendableEvent {
    /** @param {string} type @param {any} init */
    constructor(type, init) {
        if (arguments.length < 2) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const lastChance = Boolean(toDictionary(init).lastChance);
        details.set(this, { tag: tagOf(init), lastChance });
    }

    get tag() { return detail(details, this).tag; }
    get lastChance() { return detail(details, this).lastChance; }
};

const PeriodicSyncEvent = class PeriodicSyncEvent extends ExtendableEvent {
    /** @param {string} type @param {any} init */
    constructor(type, init) {
        if (arguments.length < 2) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        details.set(this, { tag: tagOf(init) });
    }

    get tag() { return detail(details, this).tag; }
};

/**
 * Makes an event of the host's; undefined for other types.
 * @param {any} order
 */
export const makeFunctionalEvent = ({ type, data }) => {
    if (data === undefined) return undefined;
    switch (type) {
    case "push": {
        const { data: message } = bare(parse(data));
        return new PushEvent(type, { __proto__: null, data: message === null ? null : bytesOf(message) });
    }
    case "pushsubscriptionchange": {
        const { newSubscription, oldSubscription } = bare(parse(data));
        return new PushSubscriptionChangeEvent(type, {
            __proto__: null, newSubscription: subscriptionObject(newSubscription), oldSubscription: subscriptionObject(oldSubscription),
        });
    }
    case "notificationclick":
    case "notificationclose":
        return new NotificationEvent(type, { __proto__: null, notification: notificationObject(parse(data).notification) });
    case "sync":
        return new SyncEvent(type, bare(parse(data)));
    case "periodicsync":
        return new PeriodicSyncEvent(type, bare(parse(data)));
    default:
        return undefined;
    }
};

export const exposeFunctionalEvents = () => {
    if (webApp.push) {
        expose(pushMessages.Interface);
        exposeInterface(PushEvent, 1);
        exposeInterface(PushSubscriptionChangeEvent, 1);
        exposeInterface(NotificationEvent, 2);
    }
    if (!webApp.sync) return;
    exposeInterface(SyncEvent, 2);
    exposeInterface(PeriodicSyncEvent, 2);
};
