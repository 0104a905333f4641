// Headers as messages carry them.

import { push, uncurry } from "./primordials.js";
import { NativeHeaders } from "./web_primordials.js";

const headersForEach = uncurry(NativeHeaders.prototype.forEach);

/** @param {Headers} headers @returns {string[]}  Names and values by turns. */
export const flatHeaders = (headers) => {
    /** @type {string[]} */
    const flat = [];
    headersForEach(headers, (/** @type {string} */ value, /** @type {string} */ name) => push(flat, name, value));
    return flat;
};
