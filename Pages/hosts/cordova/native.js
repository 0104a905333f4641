// The notebook's interface to Cordova: the core plugins.

const page = /** @type {any} */ (window);

// A page must not call plugins before this event.
await new Promise((resolve) => document.addEventListener("deviceready", resolve, { once: true }));

/** @type {import("../app/app.js").Native} */
export const native = {
    load: () => new Promise((resolve) => page.NativeStorage.getItem("notes", resolve, () => resolve([]))),
    save: (notes) => new Promise((resolve, reject) => page.NativeStorage.setItem("notes", notes, resolve, reject)),
    takePicture: () =>
        new Promise((resolve, reject) =>
            page.navigator.camera.getPicture(
                (/** @type {string} */ data) => resolve(`data:image/png;base64,${data}`),
                (/** @type {any} */ error) => reject(new Error(error)),
                { destinationType: page.Camera.DestinationType.DATA_URL },
            )),
    isOnline: async () => page.navigator.connection.type !== "none",
    onOnline: (hear) => {
        document.addEventListener("online", () => hear(true));
        document.addEventListener("offline", () => hear(false));
    },
    onPause: (hear) => document.addEventListener("pause", hear),
    confirm: (text) =>
        new Promise((resolve) =>
            page.navigator.notification.confirm(text, (/** @type {number} */ button) => resolve(button === 1))),
};
