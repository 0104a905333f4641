// Exposes the runtime to the page.

exposeOnline();
if (isBridged) {
    isBesidePage = parent !== self;
    startClient();
    exposeFunctionText();
    replaceMethod(self, "fetch", wrappedFetch);
    exposeRequest();
    exposeImages();
    exposeForms();
    exposeCookies();
    replaceMethod(Navigator.prototype, "sendBeacon", wrappedBeacon);
    exposeClientInterfaces();
    exposeSharedWorkers();
    defineProperty(self, "SWWebView", {
        value: freeze({ send: { send(/** @type {string} */ path, /** @type {unknown} */ body) { return send(path, body); } }.send }),
        writable: false, enumerable: false, configurable: true,
    });
} else if (self.origin === "null" && location.protocol === "sw:") {
    exposeCaches();
}
// The host knows the document now.
exposeIsolation();
