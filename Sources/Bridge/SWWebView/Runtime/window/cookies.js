// document.cookie, for which the script waits as in WebKit: the host has the cookies.
// Source: HTML, https://html.spec.whatwg.org/multipage/dom.html#dom-document-cookie

import { send } from "../shared/bridge.js";
import { apply, getOwnPropertyDescriptor, slice, then, uncurry } from "../shared/primordials.js";
import { NativeDOMException } from "../shared/web_primordials.js";
import { replaceAccessor, replaceMethod } from "../shared/webidl.js";
import { endsAtHand } from "./channel.js";

const { get: nativeCookie, set: setNativeCookie } = /** @type {any} */ (getOwnPropertyDescriptor(Document.prototype, "cookie"));
const readNativeCookie = uncurry(nativeCookie), writeNativeCookie = uncurry(setNativeCookie);
const warn = console.warn.bind(console);
/** Whether the page was told that it has no cookies. */
let isToldOfCookies = false;

/** Tells the page's developer once why a cookie is not there. */
const tellOfCookies = () => {
    if (isToldOfCookies) return;
    isToldOfCookies = true;
    warn("This page has no cookies: they are off, as on the custom schemes of iOS.");
};

/**
 * Asks the host. Returns undefined where there are no cookies, or the document is not shown.
 * @param {string} question
 * @returns {string | undefined}
 */
const askForCookies = (question) => {
    const answer = endsAtHand?.ask(question);
    return answer?.[0] === "+" ? slice(answer, 1) : undefined;
};

/**
 * Runs a function of the cookie store. WebKit has it, and the host takes part before it, and after a change: what `document.cookie` has set is
 * found, and the other way round.
 * @param {string} name @param {Function} native @param {any} store @param {any[]} args
 */
const runOnCookies = (name, native, store, args) => then(send("/CookieStore/settle", null), (/** @type {boolean} */ hasCookies) => {
    const isChange = name === "set" || name === "delete";
    if (hasCookies) {
        const done = apply(native, store, args);
        return isChange ? then(done, () => then(send("/CookieStore/settle", null), () => undefined)) : done;
    }
    if (!isChange) return name === "get" ? null : [];
    tellOfCookies();
    throw new NativeDOMException("This page has no cookies", "NotAllowedError");
});

const exposeCookieStore = () => {
    const prototype = /** @type {any} */ (self).CookieStore?.prototype;
    if (!prototype) return;
    const names = ["get", "getAll", "set", "delete"];
    for (let index = 0; index < names.length; index++) {
        const name = names[index], native = prototype[name];
        replaceMethod(prototype, name, {
            /** @param {any[]} args */
            [name](...args) { return this === ownCookieStore ? runOnCookies(name, native, this, args) : apply(native, this, args); },
        }[name]);
    }
};
const ownCookieStore = /** @type {any} */ (self).cookieStore;

export const exposeCookies = () => {
    exposeCookieStore();
    replaceAccessor(Document.prototype, "cookie", (owner) => {
        if (owner !== document) return readNativeCookie(owner);
        return askForCookies("cookie") ?? "";
    }, (owner, value) => {
        if (owner !== document) return writeNativeCookie(owner, value);
        if (askForCookies(`cookie=${value}`) === undefined) tellOfCookies();
    });
};
