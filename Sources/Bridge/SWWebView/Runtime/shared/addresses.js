// The two spellings of one address: sw://HOST/ as WebKit loads it, and https://HOST/ as servers and most scripts know it. Both are
// accepted wherever a script hands an address in.

import { bridgeOrigin } from "./origin.js";
import { indexOf, slice, startsWith } from "./primordials.js";
import { NativeURL, urlHost, urlHostname } from "./web_primordials.js";

/** @param {string} address @returns {string}  An address under sw as servers know it; any other one as it is. */
export const webAddress = (address) => startsWith(address, "sw:") ? `https:${slice(address, 3)}` : address;

/**
 * Hosts besides the realm's own whose http(s) addresses the host loads under sw. Pages and their workers have none: WebKit's requests for
 * those are rewritten on their way.
 * @type {string[]}
 */
export const bridgedHosts = [];

/** @param {URL} url @returns {boolean}  Whether the host loads the http(s) address under sw. */
const isBridgedURL = (url) => {
    const host = urlHost(url);
    if (`sw://${host}` === bridgeOrigin) return true;
    for (let index = 0; index < bridgedHosts.length; index++) {
        if (bridgedHosts[index] === host || bridgedHosts[index] === urlHostname(url)) return true;
    }
    return false;
};

/** @param {string} address  Absolute. @returns {string}  The spelling that WebKit loads. */
export const engineAddress = (address) => {
    if (!startsWith(address, "http:") && !startsWith(address, "https:")) return address;
    const url = new NativeURL(address);
    return isBridgedURL(url) ? `sw:${slice(address, indexOf(address, ":") + 1)}` : address;
};
