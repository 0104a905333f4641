// Headers that the host stores.

import { headerAppend } from "./web_primordials.js";

/**
 * Adds stored headers one by one: a constructor would call the array iterator, which the page may have replaced.
 * @param {Headers} headers @param {{fields: {name: string, value: string}[]}} stored
 */
export const addStored = (headers, { fields }) => {
    for (let index = 0; index < fields.length; index++) headerAppend(headers, fields[index].name, fields[index].value);
    return headers;
};
