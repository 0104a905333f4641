// Addresses as a page's script gives them.

import { engineAddress } from "./addresses.js";
import { indexOf, NativeTypeError, slice } from "./primordials.js";
import { NativeURL, urlHref } from "./web_primordials.js";

/** @param {string} text @returns {URL}  Throws a TypeError for what is no URL. */
export const parsedURL = (text) => {
    let url;
    try {
        url = new NativeURL(text, document.baseURI);
    } catch {
        throw new NativeTypeError(`"${text}" is not a valid URL`);
    }
    return new NativeURL(engineAddress(urlHref(url)));
};

/** @param {URL} url */
export const withoutFragment = (url) => {
    const href = urlHref(url), hash = indexOf(href, "#");
    return hash < 0 ? href : slice(href, 0, hash);
};
