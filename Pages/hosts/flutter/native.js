// The notebook's native half in Flutter: a handler that the app adds to flutter_inappwebview.

/** @param {string} command @param {any} [value] @returns {Promise<any>} */
export const ask = (command, value) =>
    /** @type {any} */ (window).flutter_inappwebview.callHandler("notebook", command, value);

/** @type {import("../app/app.js").Native} */
export const native = {
    load: () => ask("load"),
    save: (notes) => ask("save", notes),
    takePicture: () => ask("takePicture"),
    confirm: (text) => ask("confirm", text),
    isOnline: async () => navigator.onLine,
    onOnline: (hear) => {
        for (const name of ["online", "offline"]) addEventListener(name, () => hear(navigator.onLine));
    },
};
