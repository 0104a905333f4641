// The addresses that a page or a dedicated worker sees: those that WebKit knows, without a translation.

import { engineAddress } from "./addresses.js";
import { startsWith } from "./primordials.js";

/** @param {string} address @returns {string}  The spelling that scripts see. */
export const shownAddress = (address) => address;

/** @param {string} text  As a script wrote it. @returns {string}  The address to hand to WebKit, which complains of a bad one. */
export const resolvedAddress = (text) => {
    if (!startsWith(text, "http")) return text;
    try {
        return engineAddress(text);
    } catch {
        return text;
    }
};
