// The facts about a request that the host needs, in the fragment of its address, which neither the page nor a server sees. WebKit
// tells a scheme's handler neither which document asks nor with which settings.

/**
 * The keys of a mark. The guide "Wire formats" says what they mean.
 * @typedef {"body" | "cache" | "credentials" | "destination" | "document" | "elsewhere" | "fragment" | "integrity" | "keepalive" | "mode"
 *     | "newWorker" | "opaque" | "redirect" | "referrer" | "referrerPolicy" | "sandboxed" | "upload"} MarkKey
 */

const markStart = "#___sw?";

/**
 * Returns one pair.
 * @param {MarkKey} key @param {string | number} value  An id or a token of Fetch, or encoded text.
 */
const markPair = (key, value) => `&${key}=${value}`;

/** Returns a mark with only the document's id. */
const documentMark = () => markStart + markPair("document", documentID);

/** @param {string} text  The text before the first colon. */
const isScheme = (text) => {
    for (let index = 0; index < text.length; index++) {
        const code = charCodeAt(text, index);
        const isLetter = code >= 97 && code <= 122 || code >= 65 && code <= 90;
        if (!isLetter && (index === 0 || !(code >= 48 && code <= 57 || code === 43 || code === 45 || code === 46))) return false;
    }
    return text.length > 0;
};

/** @param {string} url  As the page wrote it: relative addresses are the bridge's, too. */
const isMarkable = (url) => {
    const colon = indexOf(url, ":");
    if (colon < 0) return true;
    const scheme = slice(url, 0, colon);
    return !isScheme(scheme) || toLowerCase(scheme) === "sw";
};

/**
 * Returns the address with its mark.
 * @param {string} url
 * @param {string} rest  Further pairs, such as the settings that differ from fetch's defaults.
 */
const withMark = (url, rest) => {
    watchRequests();
    // WebKit drops white space at both ends; the mark would keep it.
    if (url.length && (charCodeAt(url, 0) <= 32 || charCodeAt(url, url.length - 1) <= 32)) {
        try {
            url = urlHref(new NativeURL(url, document.baseURI));
        } catch {
            return url;
        }
    }
    const hash = indexOf(url, "#");
    if (hash < 0) return url + documentMark() + rest;
    const fragment = encodeURIComponent(toWellFormed(slice(url, hash + 1)));
    return slice(url, 0, hash) + documentMark() + rest + markPair("fragment", fragment);
};

/** @param {string} url @returns {string}  The address as the page wrote it. */
const withoutMark = (url) => {
    const mark = indexOf(url, markStart);
    if (mark < 0) return url;
    const pair = markPair("fragment", ""), fragment = indexOf(url, pair, mark);
    return slice(url, 0, mark) + (fragment < 0 ? "" : `#${decodeURIComponent(slice(url, fragment + pair.length))}`);
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
const markPairs = ({ mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive }) => {
    let text = "";
    if (mode !== undefined && mode !== "cors") text += markPair("mode", mode);
    if (credentials !== undefined && credentials !== "same-origin") text += markPair("credentials", credentials);
    if (cache !== undefined && cache !== "default") text += markPair("cache", cache);
    if (redirect !== undefined && redirect !== "follow") text += markPair("redirect", redirect);
    if (referrer !== undefined && referrer !== "about:client") {
        const address = referrerText(referrer);
        if (address !== "about:client") text += markPair("referrer", encodeURIComponent(address));
    }
    if (referrerPolicy) text += markPair("referrerPolicy", referrerPolicy);
    if (integrity) text += markPair("integrity", encodeURIComponent(integrity));
    if (keepalive) text += markPair("keepalive", 1);
    return text;
};

/**
 * Returns a handle under which the host can keep the opaque response of a request; undefined where there will be none.
 * @param {string} url @param {string | undefined} mode
 */
const opaqueHandle = (url, mode) => {
    if (mode !== "no-cors" || !isMarkable(url)) return undefined;
    try {
        const target = new NativeURL(url, document.baseURI);
        return originOf(target) === bridgeOrigin || urlProtocol(target) !== "sw:" ? undefined : randomID();
    } catch {
        return undefined;
    }
};
