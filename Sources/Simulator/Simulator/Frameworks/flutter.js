// @ts-check
/* The script of flutter_inappwebview in a page, which calls the app's handlers by name. `secret` is the app's. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    // Scripts of the page can neither read the secret nor replace these functions.
    const { stringify } = JSON;
    const { apply } = Reflect;
    const handler = page.webkit?.messageHandlers.callHandler;
    const post = handler?.postMessage;
    if (!post) return;
    let lastId = 0;

    /** @type {Map<number, { resolve: Function, reject: Function }>} */
    const waiting = new Map();
    page.flutter_inappwebview = {
        /** @param {string} handlerName @param {any[]} values */
        callHandler(handlerName, ...values) {
            // Throws immediately for values that JSON cannot contain.
            const args = stringify(values);
            // Answers go to the main frame. A frame of another origin cannot receive them.
            /** @type {any} */
            let main;
            try {
                main = /** @type {any} */ (top).flutter_inappwebview;
            } catch {}
            const id = main ? main._nextId() : 0;
            apply(post, handler, [{ handlerName, _callHandlerID: id, _bridgeSecret: secret, args }]);
            return new Promise((resolve, reject) => {
                if (main) main._wait(id, { resolve, reject });
                else resolve(undefined);
            });
        },
        _nextId: () => ++lastId,
        /** @param {number} id @param {{ resolve: Function, reject: Function }} caller */
        _wait: (id, caller) => waiting.set(id, caller),
        /** @param {number} id @param {boolean} isSuccess @param {any} value */
        _settle(id, isSuccess, value) {
            const caller = waiting.get(id);
            waiting.delete(id);
            if (isSuccess) caller?.resolve(value);
            else caller?.reject(new Error(value));
        },
    };
    // The app dispatches the event when the navigation has finished, which is after the event `load`.
    if (window === top) addEventListener("load", () => setTimeout(() => dispatchEvent(new Event("flutterInAppWebViewPlatformReady"))), { once: true });
})();
