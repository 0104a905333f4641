// The addresses that a dedicated or shared worker sees: those that WebKit knows, except that of the worker's own script after redirects.

import { engineAddress } from "../shared/addresses.js";
import { startsWith } from "../shared/primordials.js";
import { NativeURL, urlHref } from "../shared/web_primordials.js";

/** @param {string} address @returns {string}  The spelling that scripts see. */
export const shownAddress = (address) => address;

/** @param {string} text  As a script wrote it. @returns {string}  The address to hand to WebKit, which complains of a bad one. */
export const resolvedAddress = (text) => {
    if (scriptAddress === undefined && !startsWith(text, "http")) return text;
    try {
        return engineAddress(scriptAddress === undefined ? text : urlHref(new NativeURL(text, scriptAddress)));
    } catch {
        return text;
    }
};
