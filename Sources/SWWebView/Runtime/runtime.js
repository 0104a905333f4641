// What the page sees of the runtime.

if (isFirstRuntime) {
    startClient();
    exposeFunctionText();
    replaceMethod(self, "fetch", wrappedFetch);
    defineProperty(self, "Request", { .../** @type {any} */ (getOwnPropertyDescriptor(self, "Request")), value: wrappedRequest });
    defineProperty(NativeRequest.prototype, "constructor", { value: wrappedRequest, writable: true, configurable: true });
    exposeXHR();
    exposeEventSource();
    exposeImages();
    exposeResponses();
    replaceMethod(Navigator.prototype, "sendBeacon", wrappedBeacon);
    exposePorts();
    exposeServiceWorker();
    exposeRegistration();
    exposeContainer();
    exposeImmutableHeaders();
    exposeCaches();
    exposeWorkers();
    defineProperty(self, "SWWebView", {
        value: freeze({ send: { send(/** @type {string} */ path, /** @type {unknown} */ body) { return send(path, body); } }.send }),
        writable: false, enumerable: false, configurable: true,
    });
} else if (!isBridged && self.origin === "null" && location.protocol === "sw:") {
    exposeCaches();
} else {
    earlierRuntime?.resume();
}
