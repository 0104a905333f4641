// @ts-check
/* The scripts of react-native-webview in a page: the function for messages, and notes of changes of the history. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    const { messageHandlers } = page.webkit;

    // The app learns of a change of the history after the change. The package's own script waits for the next task as well.
    /** @param {"other" | "backforward"} type */
    const note = (type) => setTimeout(() => messageHandlers.ReactNativeHistoryShim.postMessage(type), 0);
    for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
        const original = history[name];
        // As on iOS, both functions have this name.
        history[name] = function pushState(/** @type {any[]} */ ...values) {
            note("other");
            return Reflect.apply(original, history, values);
        };
    }
    addEventListener("popstate", () => note("backforward"));

    page.ReactNativeWebView = page.ReactNativeWebView || {};
    page.ReactNativeWebView.postMessage = (/** @type {any} */ data) => {
        page.webkit.messageHandlers.ReactNativeWebView.postMessage(String(data));
    };
})();
