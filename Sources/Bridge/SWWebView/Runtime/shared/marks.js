// The facts about a request that the host needs, in the fragment of its address, which neither the page nor a server sees. WebKit
// tells a scheme's handler neither which document asks nor with which settings.

import { toUSVString } from "./conversions.js";
import { bridgeOrigin } from "./origin.js";
import { charCodeAt, decodeComponent, encodeComponent, indexOf, slice, toLowerCase } from "./primordials.js";
import { NativeURL, originOf, randomID, urlHref, urlProtocol } from "./web_primordials.js";
import { watchRequests } from "realm/bridge";
import { documentID } from "realm/document";

/**
 * The keys of a mark. The guide "Wire formats" says what they mean.
 * @typedef {"answer" | "body" | "cache" | "credentials" | "destination" | "document" | "elsewhere" | "fragment" | "integrity" | "keepalive" | "mode"
 *     | "newWorker" | "opaque" | "redirect" | "referrer" | "referrerPolicy" | "sandboxed" | "serial" | "timeout" | "upload"} MarkKey
 */

export const markStart = "#___sw?";

/**
 * Returns one pair. The value is encoded, so that it adds no other pair.
 * @param {MarkKey} key @param {string | number} value
 */
export const markPair = (key, value) => `&${key}=${encodeComponent(toUSVString(value))}`;

/** Returns the pair for the referrer policy that a document's own text names. A pair of the request itself comes later, and counts. */
export let documentPolicy = () => "";

/**
 * Returns the content security policies that a document's own text sets.
 * @returns {string[]}
 */
export let securityPolicies = () => [];

/**
 * Sets the two functions, for documents.
 * @param {() => string} policy @param {() => string[]} policies
 */
export const readPolicies = (policy, policies) => {
    documentPolicy = policy;
    securityPolicies = policies;
};

/** Returns a mark with only the document's id. */
export const documentMark = () => markStart + markPair("document", documentID) + documentPolicy();

/**
 * Returns the scheme of an address in lower case, as the URL parser finds it; undefined for a relative address.
 * @param {string} url
 */
const schemeOf = (url) => {
    let scheme = "";
    for (let index = 0; index < url.length; index++) {
        const code = charCodeAt(url, index);
        // The parser drops tabs and line breaks anywhere, and controls and spaces at the start.
        if (code === 9 || code === 10 || code === 13 || code <= 32 && !scheme) continue;
        if (code === 58) return scheme ? toLowerCase(scheme) : undefined;
        const isLetter = code >= 97 && code <= 122 || code >= 65 && code <= 90;
        if (!isLetter && (!scheme || !(code >= 48 && code <= 57 || code === 43 || code === 45 || code === 46))) return undefined;
        scheme += url[index];
    }
    return undefined;
};

/** @param {string} url  As the page wrote it: relative addresses are the bridge's, too. */
export const isMarkable = (url) => {
    const scheme = schemeOf(url);
    return scheme === undefined || scheme === "sw";
};

/** @param {string} url  As the page wrote it. */
export const isWebAddress = (url) => {
    const scheme = schemeOf(url);
    return scheme === "https" || scheme === "http";
};

/** Whether the host takes unmarked requests of this realm's scripts for those of the page, which is another realm. */
let isBesidePage = false;
export const standBesidePage = () => { isBesidePage = true; };

/**
 * Whether a request of a script has a mark. WebKit's requests for permitted http(s) hosts go to the bridge, too, and no part of WebKit
 * says whose they are. No server sees a fragment.
 * @param {string} url  As the page wrote it.
 */
export const marksRequest = (url) => {
    return isMarkable(url) || isBesidePage && isWebAddress(url);
};

/**
 * Adds a mark to an address, in place of its fragment, which goes into the mark.
 * @param {string} url  Without white space at its ends.
 * @param {string} rest  Further pairs.
 */
const addMark = (url, rest) => {
    const hash = indexOf(url, "#");
    if (hash < 0) return url + documentMark() + rest;
    return slice(url, 0, hash) + documentMark() + rest + markPair("fragment", slice(url, hash + 1));
};

/**
 * Returns the address of a request with its mark.
 * @param {string} url
 * @param {string} rest  Further pairs, such as the settings that differ from fetch's defaults.
 */
export const withMark = (url, rest) => {
    watchRequests();
    // WebKit drops white space at both ends; the mark would keep it.
    if (url.length && (charCodeAt(url, 0) <= 32 || charCodeAt(url, url.length - 1) <= 32)) {
        try {
            url = urlHref(new NativeURL(url, document.baseURI));
        } catch {
            return url;
        }
    }
    return addMark(url, rest);
};

/** @param {string} url @returns {string}  The address as the page wrote it. */
export const withoutMark = (url) => {
    const mark = indexOf(url, markStart);
    if (mark < 0) return url;
    const pair = markPair("fragment", ""), fragment = indexOf(url, pair, mark);
    try {
        return slice(url, 0, mark) + (fragment < 0 ? "" : `#${decodeComponent(slice(url, fragment + pair.length))}`);
    } catch {
        return url; // The page wrote the mark itself.
    }
};

/** @param {any} referrer @returns {string}  The address that a request's referrer member stands for. */
const referrerText = (referrer) => {
    try {
        return referrer === "" ? "" : urlHref(new NativeURL(referrer, document.baseURI));
    } catch {
        return "about:client"; // fetch itself complains.
    }
};

/**
 * Returns the pairs for settings that differ from fetch's defaults.
 * @param {any} request  A Request's members, or a copy of fetch's second argument.
 */
export const markPairs = ({ mode, credentials, cache, redirect, referrer, referrerPolicy, integrity }) => {
    let text = "";
    if (mode !== undefined && mode !== "cors") text += markPair("mode", mode);
    if (credentials !== undefined && credentials !== "same-origin") text += markPair("credentials", credentials);
    if (cache !== undefined && cache !== "default") text += markPair("cache", cache);
    if (redirect !== undefined && redirect !== "follow") text += markPair("redirect", redirect);
    if (referrer !== undefined && referrer !== "about:client") {
        const address = referrerText(referrer);
        if (address !== "about:client") text += markPair("referrer", address);
    }
    if (referrerPolicy) text += markPair("referrerPolicy", referrerPolicy);
    if (integrity) text += markPair("integrity", integrity);
    return text;
};

/**
 * Returns a handle under which the host can keep the opaque response of a request; undefined where there will be none.
 * @param {string} url @param {string | undefined} mode
 */
export const opaqueHandle = (url, mode) => {
    if (mode !== "no-cors" || !isMarkable(url)) return undefined;
    try {
        const target = new NativeURL(url, document.baseURI);
        return originOf(target) === bridgeOrigin || urlProtocol(target) !== "sw:" ? undefined : randomID();
    } catch {
        return undefined;
    }
};
