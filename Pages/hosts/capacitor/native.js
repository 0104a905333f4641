// The notebook's interface to Capacitor: the plugins of `Capacitor.Plugins`, which `@capacitor/core` wraps.

const { Preferences, Camera, Network, Dialog } = /** @type {any} */ (window).Capacitor.Plugins;

/** @type {import("../app/app.js").Native} */
export const native = {
    load: async () => JSON.parse((await Preferences.get({ key: "notes" })).value ?? "[]"),
    save: async (notes) => Preferences.set({ key: "notes", value: JSON.stringify(notes) }),
    takePicture: async () => (await Camera.getPhoto({ resultType: "uri", quality: 80 })).webPath,
    isOnline: async () => (await Network.getStatus()).connected,
    onOnline: (hear) =>
        void Network.addListener("networkStatusChange", (/** @type {any} */ status) => hear(status.connected)),
    onPause: (hear) => document.addEventListener("pause", hear),
    confirm: async (message) => (await Dialog.confirm({ message })).value,
};
