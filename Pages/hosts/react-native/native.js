// The notebook's native half in React Native: texts to the app, and message events back.

const page = /** @type {any} */ (window);
let lastId = 0;

/** @param {string} command @param {any} [value] @returns {Promise<any>} */
export const ask = (command, value) =>
    new Promise((resolve, reject) => {
        const id = ++lastId;
        /** @param {MessageEvent} event */
        const hear = ({ data }) => {
            const answer = JSON.parse(data);
            if (answer.id !== id) return;
            removeEventListener("message", hear);
            if ("error" in answer) reject(new Error(answer.error));
            else resolve(answer.value);
        };
        addEventListener("message", hear);
        page.ReactNativeWebView.postMessage(JSON.stringify({ id, command, value }));
    });

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
