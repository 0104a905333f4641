// CookieStoreManager: the subscriptions of a registration to changes of cookies, which the host keeps.
// Source: Cookie Store API, https://cookiestore.spec.whatwg.org/#CookieStoreManager

import { engineAddress } from "./addresses.js";
import { toDictionary, toSequence, toUSVString } from "./conversions.js";
import { NativeTypeError, push, startsWith, then } from "./primordials.js";
import { NativeURL, urlHref } from "./web_primordials.js";
import { defineInterface } from "./webidl.js";
import { shownAddress } from "realm/addresses";
import { send } from "realm/bridge";

/** @typedef {{name?: string, url: string}} CookieSubscription */

/** @param {any} state @param {string} path @param {any} list */
const changeSubscriptions = (state, path, list) => {
    const subscriptions = toSequence(list, (item) => {
        const members = toDictionary(item);
        const { name } = members;
        const subscription = /** @type {CookieSubscription} */ ({ __proto__: null, url: state.scope });
        if (name !== undefined) subscription.name = toUSVString(name);
        const { url } = members;
        if (url !== undefined) {
            try {
                subscription.url = engineAddress(urlHref(new NativeURL(toUSVString(url), state.scope)));
            } catch {
                throw new NativeTypeError("The URL is not valid");
            }
        }
        if (!startsWith(subscription.url, state.scope)) throw new NativeTypeError("The URL is outside of the registration's scope");
        return subscription;
    });
    return then(send(path, { id: state.id, subscriptions }), () => {});
};

export const cookieManagers = defineInterface("CookieStoreManager", {
    promises: {
        subscribe: [1, function (list) { return changeSubscriptions(this, "/CookieStoreManager/subscribe", list); }],
        getSubscriptions: [0, function () {
            return then(send("/CookieStoreManager/getSubscriptions", { id: this.id }), (/** @type {CookieSubscription[]} */ found) => {
                /** @type {CookieSubscription[]} */
                const shown = [];
                for (let index = 0; index < found.length; index++) {
                    const { name, url } = found[index];
                    push(shown, name === undefined ? { url: shownAddress(url) } : { name, url: shownAddress(url) });
                }
                return shown;
            });
        }],
        unsubscribe: [1, function (list) { return changeSubscriptions(this, "/CookieStoreManager/unsubscribe", list); }],
    },
});
