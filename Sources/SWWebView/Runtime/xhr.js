// XMLHttpRequest with bodies of every kind.

const xhrPrototype = NativeXMLHttpRequest.prototype;
const nativeOpen = xhrPrototype.open;
const nativeSend = xhrPrototype.send;
const nativeAbort = xhrPrototype.abort;
const nativeSetRequestHeader = xhrPrototype.setRequestHeader;
const xhrOpen = uncurry(nativeOpen);
const xhrSend = uncurry(nativeSend);

/** What was asked of each request since it was opened. @type {WeakMap<XMLHttpRequest, {isAsync: boolean, hasType: boolean}>} */
const openings = new NativeWeakMap();

const wrappedXHR = {
    /** @this {XMLHttpRequest} */
    open() {
        const result = apply(nativeOpen, this, arguments);
        weakSet(openings, this, { isAsync: arguments.length < 3 || Boolean(arguments[2]), hasType: false });
        return result;
    },

    /** @this {XMLHttpRequest} @param {string} name */
    setRequestHeader(name) {
        const result = apply(nativeSetRequestHeader, this, arguments);
        const opening = weakGet(openings, this);
        if (opening && toLowerCase(`${name}`) === "content-type") opening.hasType = true;
        return result;
    },

    /** @this {XMLHttpRequest} */
    abort() {
        weakSet(openings, this, undefined);
        return apply(nativeAbort, this, arguments);
    },

    /** @this {XMLHttpRequest} @param {any} [body] */
    send(body) {
        const opening = weakGet(openings, this);
        if (!opening || !needsBytes(body)) return apply(nativeSend, this, arguments);
        const { blob, type } = asBlob(body);
        if (type && !opening.hasType) apply(nativeSetRequestHeader, this, ["Content-Type", type]);
        if (!opening.isAsync) return xhrSend(this, bytesNow(blob));
        then(blobBytes(blob), (/** @type {ArrayBuffer} */ bytes) => {
            // Opened again or aborted in the meantime, it is another request.
            if (weakGet(openings, this) === opening) xhrSend(this, bytes);
        });
    },
};
