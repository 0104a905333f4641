// The notebook's interface for frameworks with messages and without plugins. Each function sends a command to the app.

/**
 * @param {(command: string, value?: any) => Promise<any>} ask sends a command to the app, and returns its answer
 * @returns {import("./app.js").Native}
 */
export const nativeBy = (ask) => ({
    load: () => ask("load"),
    save: (notes) => ask("save", notes),
    takePicture: () => ask("takePicture"),
    confirm: (text) => ask("confirm", text),
    isOnline: async () => navigator.onLine,
    onOnline: (hear) => {
        for (const name of ["online", "offline"]) addEventListener(name, () => hear(navigator.onLine));
    },
});
