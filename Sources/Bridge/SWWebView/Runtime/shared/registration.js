// ServiceWorkerRegistration and NavigationPreloadManager: one object of each for a registration in a realm.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#serviceworkerregistration-interface

import { toByteString } from "./conversions.js";
import { cookieManagers } from "./cookie_manager.js";
import { registrationNotifications } from "./notifications.js";
import { NativeTypeError, PrivateMap, then } from "./primordials.js";
import { makePushManager } from "./push.js";
import { workerObject } from "./service_worker.js";
import { makePeriodicSyncManager, makeSyncManager } from "./sync.js";
import { NativeEvent, NativeEventTarget } from "./web_primordials.js";
import { defineInterface, expose, fire } from "./webidl.js";
import { shownAddress } from "realm/addresses";
import { hear, send } from "realm/bridge";

/** @typedef {import("./service_worker.js").WorkerSnapshot} WorkerSnapshot */

/**
 * @typedef {{id: string, scope: string, updateViaCache: string, installing: WorkerSnapshot | null, waiting: WorkerSnapshot | null,
 *     active: WorkerSnapshot | null}} RegistrationSnapshot
 */

const preloadManagers = defineInterface("NavigationPreloadManager", {
    promises: {
        enable: [0, async function () { await send("/NavigationPreloadManager/setState", { id: this.id, enabled: true }); }],
        disable: [0, async function () { await send("/NavigationPreloadManager/setState", { id: this.id, enabled: false }); }],
        setHeaderValue: [1, function (value) {
            const headerValue = toByteString(value);
            return then(send("/NavigationPreloadManager/setState", { id: this.id, headerValue }), () => {});
        }],
        getState: [0, async function () {
            const { enabled, headerValue } = await send("/NavigationPreloadManager/getState", { id: this.id });
            return { enabled, headerValue };
        }],
    },
});

const NativeNotification = /** @type {any} */ (self).Notification;

/**
 * The attributes that only registrations of an app on the home screen have.
 * @type {Record<string, (this: any) => any>}
 */
const webAppAttributes = {};
if (webApp.push) webAppAttributes.pushManager = function () { return this.pushManager ??= makePushManager(this.id); };
if (webApp.sync) {
    webAppAttributes.sync = function () { return this.sync ??= makeSyncManager(this.id); };
    webAppAttributes.periodicSync = function () { return this.periodicSync ??= makePeriodicSyncManager(this.id); };
}

const serviceWorkerRegistrations = defineInterface("ServiceWorkerRegistration", {
    inherits: NativeEventTarget,
    attributes: {
        installing() { return this.installing; },
        waiting() { return this.waiting; },
        active() { return this.active; },
        navigationPreload() { return this.navigationPreload ??= preloadManagers.make({ id: this.id }); },
        cookies() { return this.cookies ??= cookieManagers.make({ id: this.id, scope: this.scope }); },
        scope() { return shownAddress(this.scope); },
        updateViaCache() { return this.updateViaCache; },
        ...webAppAttributes,
    },
    handlers: { updatefound: undefined },
    promises: {
        update: [0, function () { return then(send("/ServiceWorkerRegistration/update", { id: this.id }), registrationObject); }],
        unregister: [0, function () { return send("/ServiceWorkerRegistration/unregister", { scope: this.scope }); }],
        // WebKit shows the notifications of pages that belong to no app on the home screen. They end with their page, and start no worker.
        showNotification: [1, webApp.push ? registrationNotifications.show : function (title, options) {
            const text = `${title}`;
            if (!this.active) throw new NativeTypeError("The registration has no active service worker");
            if (NativeNotification?.permission !== "granted") throw new NativeTypeError("Notifications are not permitted");
            new NativeNotification(text, options);
        }],
        getNotifications: [0, webApp.push ? registrationNotifications.list : function () { return []; }],
    },
});

/** @type {Map<string, any>} */
const registrationStates = new PrivateMap();

/** @param {any} registration @param {RegistrationSnapshot} snapshot */
const updateRegistration = (registration, { updateViaCache, installing, waiting, active }) => {
    registration.updateViaCache = updateViaCache;
    registration.installing = installing && workerObject(installing);
    registration.waiting = waiting && workerObject(waiting);
    registration.active = active && workerObject(active);
};

let hearsRegistrations = false;
const hearRegistrations = () => {
    if (hearsRegistrations) return;
    hearsRegistrations = true;
    hear("serviceworkerregistration", (/** @type {{type: string, id?: string, registration?: RegistrationSnapshot}} */ event) => {
        const registration = registrationStates.get(event.registration?.id ?? event.id ?? "");
        if (!registration) return;
        if (event.registration) updateRegistration(registration, event.registration);
        if (event.type === "updatefound") fire(registration.object, new NativeEvent("updatefound"));
        if (event.type !== "cleared") return;
        registrationStates.delete(registration.id);
        registration.installing = registration.waiting = registration.active = null;
    });
};

/**
 * The realm's object for a registration, brought up to date; that fires nothing.
 * @param {RegistrationSnapshot} snapshot
 */
export const registrationObject = (snapshot) => {
    hearRegistrations();
    let registration = registrationStates.get(snapshot.id);
    if (!registration) {
        registration = { id: snapshot.id, scope: snapshot.scope };
        serviceWorkerRegistrations.make(registration);
        registrationStates.set(snapshot.id, registration);
    }
    updateRegistration(registration, snapshot);
    return registration.object;
};

export const exposeRegistration = () => {
    expose(serviceWorkerRegistrations.Interface);
    expose(preloadManagers.Interface);
    expose(cookieManagers.Interface);
};
