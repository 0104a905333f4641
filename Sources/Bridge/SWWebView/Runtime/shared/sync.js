// SyncManager and PeriodicSyncManager.
// Source: Background Sync, https://wicg.github.io/background-sync/spec/
// Source: Periodic Background Sync, https://wicg.github.io/periodic-background-sync/

import { toDictionary } from "./conversions.js";
import { then } from "./primordials.js";
import { defineInterface, expose } from "./webidl.js";
import { send } from "realm/bridge";

const syncManagers = defineInterface("SyncManager", {
    promises: {
        register: [1, function (tag) { return then(send("/SyncManager/register", { id: this.id, tag: `${tag}` }), () => {}); }],
        getTags: [0, function () { return send("/SyncManager/getTags", { id: this.id, tag: "" }); }],
    },
});

/** @param {any} value @returns {number}  Source: https://webidl.spec.whatwg.org/#js-unsigned-long-long */
const toMilliseconds = (value) => {
    const number = +value;
    return number > 0 && number < 2 ** 53 ? number - number % 1 : 0;
};

const periodicSyncManagers = defineInterface("PeriodicSyncManager", {
    promises: {
        register: [1, function (tag, options) {
            const text = `${tag}`, { minInterval = 0 } = toDictionary(options);
            return then(send("/PeriodicSyncManager/register", { id: this.id, tag: text, minInterval: toMilliseconds(minInterval) }), () => {});
        }],
        getTags: [0, function () { return send("/PeriodicSyncManager/getTags", { id: this.id, tag: "" }); }],
        unregister: [1, function (tag) { return then(send("/PeriodicSyncManager/unregister", { id: this.id, tag: `${tag}` }), () => {}); }],
    },
});

/** @param {string} id  The registration's. */
export const makeSyncManager = (id) => syncManagers.make({ id });
/** @param {string} id  The registration's. */
export const makePeriodicSyncManager = (id) => periodicSyncManagers.make({ id });

export const exposeSync = () => {
    expose(syncManagers.Interface);
    expose(periodicSyncManagers.Interface);
};
