// The permissions of an app on the home screen, and navigator.permissions for them.
// Source: Permissions, https://www.w3.org/TR/permissions/

import { bridgeOrigin } from "./origin.js";
import { apply, construct, keys, PrivateWeakMap, push, shift, then } from "./primordials.js";
import { NativeEvent, NativeEventTarget } from "./web_primordials.js";
import { fire, promised, replaceAccessor, replaceGetter, replaceMethod, setHandler } from "./webidl.js";
import { hear, send } from "realm/bridge";

/** Whether the document is in a page of another origin, where the app's permissions do not count. */
const isForeign = (() => {
    if (!self.document || parent === self) return false;
    const { ancestorOrigins } = location;
    return ancestorOrigins[ancestorOrigins.length - 1] !== bridgeOrigin;
})();

/** The states that the host has told. @type {Record<string, string>} */
const known = /** @type {any} */ ({ __proto__: null, notifications: webApp.permission });

/** @typedef {{object: any, name: string, state: string, handlers?: any}} Status */
/** @type {WeakMap<object, Status>} */
const statuses = new PrivateWeakMap();
/**
 * The newest statuses, which get the event.
 * @type {Status[]}
 */
const heard = [];
const mostHeard = 1000;

let hearsPermissions = false;
export const hearPermissions = () => {
    if (hearsPermissions) return;
    hearsPermissions = true;
    hear("permission", (/** @type {Record<string, string>} */ states) => {
        if (isForeign) return;
        const names = keys(states);
        for (let index = 0; index < names.length; index++) known[names[index]] = states[names[index]];
        for (let index = 0; index < heard.length; index++) {
            const status = heard[index], state = known[status.name];
            if (state === undefined || state === status.state) continue;
            status.state = state;
            fire(status.object, new NativeEvent("change"));
        }
    });
};

/** Returns the state of the permission for notifications, as `Notification.permission` spells it. */
export const notificationPermission = () => {
    hearPermissions();
    const state = isForeign ? "denied" : known.notifications;
    return state === "prompt" ? "default" : state;
};

/**
 * Stores what the host has answered.
 * @param {string} state
 */
export const setNotificationPermission = (state) => { if (!isForeign) known.notifications = state; };

/** The permissions that the host answers for. @type {Record<string, boolean | undefined>} */
const names = /** @type {any} */ ({
    __proto__: null, notifications: webApp.push, push: webApp.push, "background-sync": webApp.sync, "periodic-background-sync": webApp.sync,
});

export const exposePermissions = () => {
    const { Permissions, PermissionStatus } = /** @type {any} */ (self);
    if (!Permissions || !PermissionStatus) return;
    const { query } = Permissions.prototype;
    /** @param {any} object @param {any[]} args */
    const run = (object, args) => {
        const { 0: descriptor } = args;
        const name = typeof descriptor === "object" && descriptor !== null ? `${descriptor.name}` : "";
        if (!names[name]) return apply(query, object, args);
        hearPermissions();
        return then(send("/Permissions/query", { name }), (/** @type {string} */ state) => {
            // WebKit's own objects know none of these states.
            const status = { object: construct(NativeEventTarget, [], PermissionStatus), name, state };
            statuses.set(status.object, status);
            push(heard, status);
            if (heard.length > mostHeard) shift(heard);
            return status.object;
        });
    };
    replaceMethod(Permissions.prototype, "query", { query(/** @type {any[]} */ ...args) { return promised(run, this, args); } }.query);
    for (const member of /** @type {("state" | "name")[]} */ (["state", "name"])) {
        const native = /** @type {any} */ (Object.getOwnPropertyDescriptor(PermissionStatus.prototype, member))?.get;
        if (native) replaceGetter(PermissionStatus.prototype, member, (object) => statuses.get(object)?.[member] ?? apply(native, object, []));
    }
    const handler = /** @type {any} */ (Object.getOwnPropertyDescriptor(PermissionStatus.prototype, "onchange"));
    if (!handler) return;
    replaceAccessor(PermissionStatus.prototype, "onchange", (object) => {
        const status = statuses.get(object);
        return status ? status.handlers?.get("change")?.callback ?? null : apply(handler.get, object, []);
    }, (object, value) => {
        const status = statuses.get(object);
        if (status) setHandler(status, "change", value);
        else apply(handler.set, object, [value]);
    });
};
