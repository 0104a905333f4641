// What the page sees of the runtime.

/**
 * Replaces a method, keeping how it looks.
 * @param {any} owner
 * @param {string} name
 * @param {Function} method
 */
const replaceMethod = (owner, name, method) => {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    defineProperty(method, "length", { value: descriptor.value.length, configurable: true });
    defineProperty(owner, name, { ...descriptor, value: method });
};

if (isBridged) {
    replaceMethod(self, "fetch", wrappedFetch);
    defineProperty(self, "Request", { .../** @type {any} */ (getOwnPropertyDescriptor(self, "Request")), value: wrappedRequest });
    defineProperty(NativeRequest.prototype, "constructor", { value: wrappedRequest, writable: true, configurable: true });
    replaceMethod(xhrPrototype, "open", wrappedXHR.open);
    replaceMethod(xhrPrototype, "setRequestHeader", wrappedXHR.setRequestHeader);
    replaceMethod(xhrPrototype, "abort", wrappedXHR.abort);
    replaceMethod(xhrPrototype, "send", wrappedXHR.send);
    replaceMethod(Navigator.prototype, "sendBeacon", wrappedBeacon);
    defineProperty(self, "SWWebView", {
        value: Object.freeze({ send: { send(/** @type {string} */ path, /** @type {unknown} */ body) { return send(path, body); } }.send }),
        writable: false, enumerable: false, configurable: true,
    });
}
