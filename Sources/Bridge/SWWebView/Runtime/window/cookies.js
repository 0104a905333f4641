// document.cookie, for which the script waits as in WebKit: the host has the cookies.
// Source: HTML, https://html.spec.whatwg.org/multipage/dom.html#dom-document-cookie

import { send } from "../shared/bridge.js";
import { cookieText, cookieToDelete, cookieToSet } from "../shared/cookie_texts.js";
import { apply, getOwnPropertyDescriptor, indexOf, NativeTypeError, push, slice, then, uncurry } from "../shared/primordials.js";
import { NativeDOMException, NativeURL } from "../shared/web_primordials.js";
import { promised, replaceAccessor, replaceMethod } from "../shared/webidl.js";
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
 * Waits until WebKit and the host have the same cookies. Answers whether the page has any.
 * @returns {Promise<boolean>}
 */
const settleCookies = () => send("/CookieStore/settle", null);

/** @param {any} options */
const putCookie = (options) => {
    const text = cookieText(options);
    return then(settleCookies(), (/** @type {boolean} */ hasCookies) => {
        if (!hasCookies) {
            tellOfCookies();
            throw new NativeDOMException("This page has no cookies", "NotAllowedError");
        }
        askForCookies(`cookie=${text}`);
        return then(settleCookies(), () => undefined);
    });
};

/**
 * Returns the cookies of the document, or those with a name.
 * Source: https://cookiestore.spec.whatwg.org/#query-cookies
 * @param {any[]} args @param {boolean} needsOne  Whether a call without a name or an address is a mistake.
 */
const foundCookies = (args, needsOne) => {
    const [asked] = args, options = typeof asked === "object" && asked !== null ? asked : { name: asked };
    const { name, url } = options;
    if (needsOne && name === undefined && url === undefined) throw new NativeTypeError("A name or an address is needed");
    if (url !== undefined && new NativeURL(`${url}`, document.baseURI).href !== location.href) {
        throw new NativeTypeError("The address is not the document's");
    }
    const text = askForCookies("cookie") || "";
    /** @type {{name: string, value: string}[]} */
    const found = [];
    for (let start = 0; start < text.length;) {
        let end = indexOf(text, "; ", start);
        if (end < 0) end = text.length;
        const pair = slice(text, start, end), sign = indexOf(pair, "=");
        const cookie = { name: slice(pair, 0, sign < 0 ? 0 : sign), value: slice(pair, sign + 1) };
        if (name === undefined || cookie.name === `${name}`) push(found, cookie);
        start = end + 2;
    }
    return found;
};

/**
 * The functions of the cookie store. WebKit's own set no cookie on a custom scheme, and find none that is secure.
 * Source: https://cookiestore.spec.whatwg.org/#CookieStore
 */
const exposeCookieStore = () => {
    const { cookieStore, CookieStore } = /** @type {any} */ (self);
    if (!CookieStore) return;
    /** @param {string} name @param {(args: any[]) => any} run */
    const replaceOperation = (name, run) => {
        const native = CookieStore.prototype[name];
        /** @param {any} store @param {any[]} args */
        const operate = (store, args) => store === cookieStore ? run(args) : apply(native, store, args);
        replaceMethod(CookieStore.prototype, name, { [name](/** @type {any[]} */ ...args) { return promised(operate, this, args); } }[name]);
    };
    // A cookie that was set in WebKit may be on its way to the host.
    replaceOperation("get", (args) => then(settleCookies(), () => foundCookies(args, true)[0] ?? null));
    replaceOperation("getAll", (args) => then(settleCookies(), () => foundCookies(args, false)));
    replaceOperation("set", (args) => putCookie(cookieToSet(args)));
    replaceOperation("delete", (args) => putCookie(cookieToDelete(args)));
};

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
