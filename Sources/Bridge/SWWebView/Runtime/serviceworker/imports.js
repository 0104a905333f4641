// importScripts. Requests are marked with the worker, so that the host answers with the scripts of the worker's installation.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#importscripts

import { markPair, markStart } from "../shared/marks.js";
import { bridgeOrigin } from "../shared/origin.js";
import { apply, encodeComponent, indexOf, push, slice, startsWith } from "../shared/primordials.js";
import { NativeDOMException } from "../shared/web_primordials.js";
import { absoluteAddress } from "./addresses.js";

export const nativeImportScripts = /** @type {any} */ (self).importScripts;

/**
 * The address that a script is asked for at.
 * @param {string} url  Without a fragment, or with one that is to be kept.
 * @param {string} destination
 */
export const markedURL = (url, destination) => {
    const hash = indexOf(url, "#");
    const fragment = hash < 0 ? "" : markPair("fragment", slice(url, hash + 1));
    const mark = markStart + markPair("document", workerBoot.run) + markPair("destination", destination);
    return (hash < 0 ? url : slice(url, 0, hash)) + mark + fragment;
};

export const wrappedImportScripts = {
    /** @param {...string} urls */
    importScripts(...urls) {
        if (workerBoot.type === "module") return apply(nativeImportScripts, self, urls);
        /** @type {string[]} */
        const marked = [];
        for (let index = 0; index < urls.length; index++) {
            let href;
            try {
                href = absoluteAddress(`${urls[index]}`);
            } catch {
                throw new NativeDOMException("The URL is not valid", "SyntaxError");
            }
            if (startsWith(href, "sw:")) push(marked, markedURL(href, "script"));
            else if (startsWith(href, "http:") || startsWith(href, "https:") || startsWith(href, "data:")) {
                push(marked, markedURL(`${bridgeOrigin}/___worker___/import?url=${encodeComponent(href)}`, "script"));
            } else push(marked, href);
        }
        apply(nativeImportScripts, self, marked);
    },
}.importScripts;
