// @ts-check
/* The script of flutter_inappwebview in a page, which calls the app's handlers by name. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    /** @type {Map<number, { resolve: Function, reject: Function }>} */
    const waiting = new Map();
    let lastId = 0;
    page.flutter_inappwebview = {
        /** @param {string} handlerName @param {any[]} args */
        callHandler: (handlerName, ...args) =>
            new Promise((resolve, reject) => {
                const id = ++lastId;
                waiting.set(id, { resolve, reject });
                page.webkit.messageHandlers.callHandler.postMessage({ handlerName, _callHandlerID: id, args: JSON.stringify(args) });
            }),
        /** @param {number} id @param {boolean} isSuccess @param {any} value */
        settle(id, isSuccess, value) {
            const caller = waiting.get(id);
            waiting.delete(id);
            if (isSuccess) caller?.resolve(value);
            else caller?.reject(new Error(value));
        },
    };
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("flutterInAppWebViewPlatformReady")), { once: true });
})();
