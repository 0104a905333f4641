// Request bodies as bytes. WebKitGTK cannot hand a body with a Blob or a File to the host, so such a body becomes bytes, with
// the content type it would have had, before it leaves the page.

const isBlob = /** @type {(value: unknown) => value is Blob} */ (brandOf(NativeBlob, "size"));

/**
 * Whether a body holds a Blob or a File.
 * @param {unknown} body
 */
const needsBytes = (body) => {
    if (isBlob(body)) return true;
    if (!(body instanceof NativeFormData)) return false;
    let found = false;
    formForEach(body, (/** @type {unknown} */ value) => { found ||= isBlob(value); });
    return found;
};

/**
 * Source: HTML, "multipart form data", https://html.spec.whatwg.org/#multipart-form-data
 * @param {string} name
 */
const escapeName = (name) => replace(name, /\r\n|[\r\n"]/g, (/** @type {string} */ match) =>
    match === '"' ? "%22" : match === "\r" ? "%0D" : match === "\n" ? "%0A" : "%0D%0A");

/** @param {string} text */
const normalLines = (text) => replace(text, /\r\n|\r|\n/g, "\r\n");

/**
 * A form as multipart/form-data.
 * @param {FormData} form
 * @returns {{blob: Blob, type: string}}
 */
const multipart = (form) => {
    const random = crypto.getRandomValues(new NativeUint8Array(12));
    let boundary = "----SWWebViewFormBoundary";
    for (let index = 0; index < 12; index++) boundary += "0123456789abcdef"[random[index] >> 4] + "0123456789abcdef"[random[index] & 15];
    /** @type {BlobPart[]} */
    const parts = [];
    formForEach(form, (/** @type {string | File} */ value, /** @type {string} */ name) => {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(normalLines(name))}"`;
        if (typeof value === "string") {
            push(parts, `${head}\r\n\r\n${normalLines(value)}\r\n`);
        } else {
            const type = value.type || "application/octet-stream";
            push(parts, `${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n");
        }
    });
    push(parts, `--${boundary}--\r\n`);
    return { blob: new NativeBlob(parts), type: `multipart/form-data; boundary=${boundary}` };
};

/**
 * The Blob that has a body's bytes, and the content type that the request gets unless it has one.
 * @param {Blob | FormData} body
 * @returns {{blob: Blob, type: string}}
 */
const asBlob = (body) => isBlob(body) ? { blob: body, type: blobType(body) } : multipart(body);

/**
 * The bytes of a Blob at once, for callers that may not wait.
 * @param {Blob} blob
 * @returns {Uint8Array}
 */
const bytesNow = (blob) => {
    const url = NativeURL.createObjectURL(blob);
    try {
        const request = new NativeXMLHttpRequest();
        xhrOpen(request, "GET", url, false);
        request.overrideMimeType("text/plain; charset=x-user-defined");
        xhrSend(request);
        const text = request.responseText;
        const bytes = new NativeUint8Array(text.length);
        for (let index = 0; index < text.length; index++) bytes[index] = charCodeAt(text, index) & 0xff;
        return bytes;
    } finally {
        NativeURL.revokeObjectURL(url);
    }
};
