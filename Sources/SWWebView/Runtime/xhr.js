// XMLHttpRequest with bodies of every kind and size.

const xhrPrototype = NativeXMLHttpRequest.prototype;
const nativeOpen = xhrPrototype.open;
const nativeSend = xhrPrototype.send;
const nativeAbort = xhrPrototype.abort;
const nativeSetRequestHeader = xhrPrototype.setRequestHeader;
const xhrOpen = uncurry(nativeOpen);
const xhrSend = uncurry(nativeSend);
const xhrSetRequestHeader = uncurry(nativeSetRequestHeader);

/**
 * What was asked of each request since it was opened.
 * @type {WeakMap<XMLHttpRequest, {args: any[], isAsync: boolean, headers: [string, string][], hasType: boolean, isWaiting: boolean} | undefined>}
 */
const openings = new NativeWeakMap();

/**
 * Opens the request again at the address of its upload, and sends it.
 * @param {XMLHttpRequest} xhr
 * @param {Blob} blob
 */
const sendUpload = (xhr, blob) => {
    const { args, headers } = weakGet(openings, xhr);
    const upload = startUpload(blob);
    const [method, url, , ...credentials] = args;
    xhrOpen(xhr, method, upload.addressed(`${url}`), true, ...credentials);
    for (let index = 0; index < headers.length; index++) xhrSetRequestHeader(xhr, ...headers[index]);
    xhrSend(xhr);
    // The request itself tells what goes wrong.
    then(upload.run(), undefined, () => {});
};

const wrappedXHR = {
    /** @this {XMLHttpRequest} */
    open() {
        const result = apply(nativeOpen, this, arguments);
        /** @type {any[]} */
        const args = [];
        for (let index = 0; index < arguments.length; index++) push(args, arguments[index]);
        weakSet(openings, this, {
            args, isAsync: arguments.length < 3 || Boolean(arguments[2]), headers: [], hasType: false, isWaiting: false,
        });
        return result;
    },

    /** @this {XMLHttpRequest} @param {string} name @param {string} value */
    setRequestHeader(name, value) {
        const result = apply(nativeSetRequestHeader, this, arguments);
        const opening = weakGet(openings, this);
        if (opening) {
            push(opening.headers, [`${name}`, `${value}`]);
            opening.hasType ||= toLowerCase(`${name}`) === "content-type";
        }
        return result;
    },

    /** @this {XMLHttpRequest} */
    abort() {
        const opening = weakGet(openings, this);
        weakSet(openings, this, undefined);
        if (!opening?.isWaiting) return apply(nativeAbort, this, arguments);
        // WebKit does not know yet that the request was sent, and would say nothing.
        for (const type of ["abort", "loadend"]) dispatch(this, new NativeProgressEvent(type));
    },

    /** @this {XMLHttpRequest} @param {any} [body] */
    send(body) {
        const opening = weakGet(openings, this);
        if (opening?.isWaiting) throw new NativeDOMException("The object is in an invalid state.", "InvalidStateError");
        const isLarge = byteLength(body) >= uploadThreshold;
        if (!opening || !(needsBytes(body) || isLarge && opening.isAsync)) return apply(nativeSend, this, arguments);
        const { blob, type } = needsBytes(body) ? asBlob(body)
            : { blob: new NativeBlob([body]), type: typeof body === "string" ? "text/plain;charset=UTF-8" : "" };
        if (type && !opening.hasType) apply(wrappedXHR.setRequestHeader, this, ["Content-Type", type]);
        if (!opening.isAsync) return xhrSend(this, bytesNow(blob));
        if (blobSize(blob) >= uploadThreshold) return sendUpload(this, blob);
        opening.isWaiting = true;
        then(blobBytes(blob), (/** @type {ArrayBuffer} */ bytes) => {
            opening.isWaiting = false;
            // Opened again or aborted in the meantime, it is another request.
            if (weakGet(openings, this) === opening) xhrSend(this, bytes);
        });
    },
};
