// @ts-check
/* Forwards the console to a Flutter app that listens to it, as webview_flutter does. `flutter.js` runs first. */
(() => {
    "use strict";
    const channel = /** @type {any} */ (window).webkit.messageHandlers.fltConsoleMessage;
    /** The number of characters that the app receives of each value. */
    const most = 3000;

    /** Leaves out the objects that contain themselves. */
    const withoutCycles = () => {
        /** @type {any[]} */
        const open = [];
        return /** @this {any} @param {string} _ @param {any} value */ function (_, value) {
            if (typeof value !== "object" || value === null) return value;
            // `this` is the object that contains the value. Objects after it are complete.
            while (open.length > 0 && open[open.length - 1] !== this) open.pop();
            if (open.includes(value)) return undefined;
            open.push(value);
            return value;
        };
    };

    /** @param {any} value @returns {string} */
    const textOf = (value) =>
        (value === undefined ? "undefined" : typeof value === "object" ? JSON.stringify(value, withoutCycles()) : value.toString()).slice(0, most);

    for (const [method, level] of Object.entries({ log: "log", info: "info", warn: "warning", error: "error", debug: "debug" })) {
        const original = /** @type {any} */ (console)[method];
        /** @type {any} */ (console)[method] = (/** @type {any[]} */ ...values) => {
            channel.postMessage(JSON.stringify({ level, message: values.map(textOf).join(", ") }));
            original.apply(null, values);
        };
    }
})();
