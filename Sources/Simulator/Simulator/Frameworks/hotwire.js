// @ts-check
/* The script that Hotwire Native injects into pages on iOS. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    const web = () => (page.HotwireNative ?? page.Strada)?.web;
    /** @type {string[]} */
    let components = [];
    /** @type {() => void} */
    let registered;
    const registration = new Promise((resolve) => (registered = () => resolve(undefined)));

    const adapter = {
        platform: "ios",
        get supportedComponents() { return components; },
        /** @param {string} name */
        supportsComponent: (name) => components.includes(name),
        /** @param {string | string[]} names */
        register(names) {
            components = [...new Set([...components, ...[names].flat()])];
            registered();
            web()?.adapterDidUpdateSupportedComponents();
        },
        /** @param {string} name */
        unregister(name) {
            components = components.filter((component) => component !== name);
            web()?.adapterDidUpdateSupportedComponents();
        },
        /** @param {any} message */
        replyWith: (message) => web()?.receive(message),
        /** @param {any} message */
        receive: (message) => adapter.postMessage(message),
        /** @param {any} message */
        postMessage: (message) => page.webkit.messageHandlers.bridge.postMessage(message),
    };

    document.addEventListener("web-bridge:ready", () => registration.then(() => web().setAdapter(adapter)));
    page.nativeBridge = adapter;
    adapter.postMessage("ready");
})();
