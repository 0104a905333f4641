// The addresses that a service worker sees. SWWebView's workers on iOS saw the address that the app was written for, and the
// commonest guards of public workers look for "http" at the start of an address. So a worker sees https://HOST/, WebKit has sw://HOST/.

import { bridgedHosts, engineAddress, webAddress } from "../shared/addresses.js";
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, push } from "../shared/primordials.js";
import { NativeRequest, NativeResponse, NativeURL, urlHref, urlProtocol } from "../shared/web_primordials.js";
import { looksNative, replaceConstructor, replaceGetter, replaceMethod } from "../shared/webidl.js";

/** Whether addresses read https://HOST/ in the worker's realm. */
const showsWebAddresses = workerBoot.addresses === "https";
for (let index = 0; index < workerBoot.hosts.length; index++) push(bridgedHosts, workerBoot.hosts[index]);

/** @param {string} address @returns {string}  The spelling that scripts see. */
export const shownAddress = (address) => showsWebAddresses ? webAddress(address) : address;

/** The base of relative addresses: as https, so that "//HOST/" stands for an https address, too. */
const addressBase = shownAddress(workerBoot.scriptURL);

/**
 * @param {string} text  As a script wrote it.
 * @returns {string}  The absolute address as WebKit loads it. Throws what the URL constructor throws.
 */
export const absoluteAddress = (text) => engineAddress(urlHref(new NativeURL(text, addressBase)));

/** @param {string} text  As a script wrote it. @returns {string}  The address to hand to WebKit, which complains of a bad one. */
export const resolvedAddress = (text) => {
    // A path needs no base, because WebKit's own will do.
    if (text[0] === "/" && text[1] !== "/" && text[1] !== "\\") return text;
    try {
        return absoluteAddress(text);
    } catch {
        return text;
    }
};

/** @param {any} object @param {string} name @returns {any}  The object of the prototype chain that has the property. */
const ownerOf = (object, name) => {
    while (object && !hasOwn(object, name)) object = getPrototypeOf(object);
    return object;
};

/**
 * Makes an attribute show an address as scripts see it.
 * @param {any} object @param {string} name
 */
const showAddress = (object, name) => {
    const owner = ownerOf(object, name);
    const read = owner && getOwnPropertyDescriptor(owner, name)?.get;
    if (read) replaceGetter(owner, name, (/** @type {any} */ target) => shownAddress(apply(read, target, [])));
};

/** Keeps URL objects from having the scheme sw. */
const exposeURL = () => {
    const nativeParse = /** @type {any} */ (NativeURL).parse;
    const href = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(NativeURL.prototype, "href"));
    const setHref = /** @type {Function} */ (href.set);
    /** @param {URL | null} url */
    const shown = (url) => {
        if (url && urlProtocol(url) === "sw:") apply(setHref, url, [webAddress(urlHref(url))]);
        return url;
    };
    replaceConstructor(NativeURL, (args, make) => shown(make(args)));
    replaceMethod(NativeURL, "parse", { parse() { return shown(apply(nativeParse, NativeURL, arguments)); } }.parse);
    const { set } = /** @type {any} */ (getOwnPropertyDescriptor({
        /** @param {any} value */
        set href(value) {
            apply(setHref, this, [value]);
            shown(this);
        },
    }, "href"));
    defineProperty(NativeURL.prototype, "href", { ...href, set: looksNative(set, "href") });
};

const exposeLocation = () => {
    const { location } = /** @type {any} */ (self);
    showAddress(location, "href");
    showAddress(location, "origin");
    showAddress(location, "protocol");
    const owner = ownerOf(location, "toString");
    const nativeToString = owner.toString;
    replaceMethod(owner, "toString", {
        /** @this {any} */
        toString() { return shownAddress(apply(nativeToString, this, [])); },
    }.toString);
    showAddress(self, "origin");
};

/** Gives Response.redirect an absolute address for its header. */
const exposeRedirect = () => {
    const native = /** @type {any} */ (NativeResponse).redirect;
    replaceMethod(NativeResponse, "redirect", {
        /** @this {any} @param {any} url @param {any[]} rest */
        redirect(url, ...rest) {
            if (!arguments.length) return apply(native, this, []);
            let target = `${url}`;
            try {
                target = webAddress(urlHref(new NativeURL(target, addressBase)));
            } catch {
                // The native method throws for a bad address.
            }
            return apply(native, this, [target, ...rest]);
        },
    }.redirect);
};

/** Replaces members that show or take an address and are not the prelude's own interfaces. */
export const exposeAddresses = () => {
    const { EventSource, PerformanceEntry } = /** @type {any} */ (self);
    replaceConstructor(EventSource, ({ 0: url, 1: init }, make) => make([resolvedAddress(`${url}`), init]));
    if (!showsWebAddresses) return;
    exposeURL();
    exposeLocation();
    exposeRedirect();
    showAddress(NativeRequest.prototype, "url");
    showAddress(NativeRequest.prototype, "referrer");
    showAddress(NativeResponse.prototype, "url");
    showAddress(EventSource.prototype, "url");
    showAddress(PerformanceEntry.prototype, "name");
};
