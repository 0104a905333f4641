// Forms as multipart/form-data.

import { charCodeAt, push, slice } from "./primordials.js";
import { blobType, fileName, formForEach, NativeBlob, randomID } from "./web_primordials.js";

/**
 * Escapes the name of a field or a file.
 *
 * Source: HTML, "multipart form data", https://html.spec.whatwg.org/#multipart-form-data
 * @param {string} name
 */
const escapeName = (name) => {
    let escaped = "";
    for (let index = 0; index < name.length; index++) {
        const character = name[index];
        escaped += character === '"' ? "%22" : character === "\r" ? "%0D" : character === "\n" ? "%0A" : character;
    }
    return escaped;
};

/** @param {string} text @returns {string}  The text with CRLF for every line break. */
const normalLines = (text) => {
    let normal = "", start = 0;
    for (let index = 0; index < text.length; index++) {
        const code = charCodeAt(text, index);
        if (code !== 10 && code !== 13) continue;
        normal += `${slice(text, start, index)}\r\n`;
        if (code === 13 && charCodeAt(text, index + 1) === 10) index++;
        start = index + 1;
    }
    return normal + slice(text, start);
};

/**
 * A form as multipart/form-data.
 * @param {FormData} form
 * @returns {{blob: Blob, type: string}}
 */
export const multipart = (form) => {
    const boundary = `----SWWebViewFormBoundary${randomID()}`;
    /** @type {BlobPart[]} */
    const parts = [];
    formForEach(form, (/** @type {string | File} */ value, /** @type {string} */ name) => {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(normalLines(name))}"`;
        if (typeof value === "string") {
            push(parts, `${head}\r\n\r\n${normalLines(value)}\r\n`);
        } else {
            const type = blobType(value) || "application/octet-stream";
            push(parts, `${head}; filename="${escapeName(fileName(value))}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n");
        }
    });
    push(parts, `--${boundary}--\r\n`);
    return { blob: new NativeBlob(parts), type: `multipart/form-data; boundary=${boundary}` };
};
