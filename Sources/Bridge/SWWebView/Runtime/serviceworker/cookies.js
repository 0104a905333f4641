// cookieStore of a service worker, whose cookies the host has.
// Source: Cookie Store API, https://cookiestore.spec.whatwg.org/#service-worker-extensions

import { toDictionary, toUSVString } from "../shared/conversions.js";
import { cookieText, cookieToDelete, cookieToSet } from "../shared/cookie_texts.js";
import { bridgeOrigin } from "../shared/origin.js";
import { NativeTypeError, startsWith } from "../shared/primordials.js";
import { NativeEventTarget } from "../shared/web_primordials.js";
import { defineInterface, expose } from "../shared/webidl.js";
import { absoluteAddress } from "./addresses.js";
import { send } from "./bridge.js";
import { defineAttribute } from "./scope.js";

/** @typedef {{name: string, value: string}} CookieItem */

/**
 * Asks for the cookies that a script at an address of the origin sees, or for those with a name.
 * Source: https://cookiestore.spec.whatwg.org/#query-cookies
 * @param {any} asked  A name, or options. @param {boolean} needsOne  Whether a call without a name or an address is a mistake.
 * @returns {Promise<CookieItem[]>}
 */
const foundCookies = (asked, needsOne) => {
    const isOptions = asked === undefined || asked === null || typeof asked === "object" || typeof asked === "function";
    const { name, url } = isOptions ? toDictionary(asked) : { name: asked, url: undefined };
    if (needsOne && name === undefined && url === undefined) throw new NativeTypeError("A name or an address is needed");
    const address = absoluteAddress(url === undefined ? workerBoot.scriptURL : toUSVString(url));
    if (!startsWith(address, `${bridgeOrigin}/`)) throw new NativeTypeError("The address is not of the worker's origin");
    return send("/CookieStore/getAll", { url: address, name: name === undefined ? undefined : toUSVString(name) });
};

/** @param {any} options */
const putCookie = async (options) => { await send("/CookieStore/set", { text: cookieText(options) }); };

const cookieStores = defineInterface("CookieStore", {
    inherits: NativeEventTarget,
    promises: {
        get: [0, async (asked) => (await foundCookies(asked, true))[0] ?? null],
        getAll: [0, (asked) => foundCookies(asked, false)],
        set: [1, (...args) => putCookie(cookieToSet(args))],
        delete: [1, (...args) => putCookie(cookieToDelete(args))],
    },
});

export const exposeCookieStore = () => {
    expose(cookieStores.Interface);
    const store = cookieStores.make({});
    defineAttribute("cookieStore", () => store);
};
