// The notebook's interface to React Native: texts to the app, and message events from the app.

import { nativeBy } from "../app/asking.js";

const page = /** @type {any} */ (window);
let lastId = 0;

/** @param {string} text a message of the app, which is not always an answer */
const parse = (text) => {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
};

/** @param {string} command @param {any} [value] @returns {Promise<any>} */
export const ask = (command, value) =>
    new Promise((resolve, reject) => {
        const id = ++lastId;
        /** @param {MessageEvent} event */
        const hear = ({ data }) => {
            const answer = parse(data);
            if (answer?.id !== id) return;
            removeEventListener("message", hear);
            if ("error" in answer) reject(new Error(answer.error));
            else resolve(answer.value);
        };
        addEventListener("message", hear);
        page.ReactNativeWebView.postMessage(JSON.stringify({ id, command, value }));
    });

export const native = nativeBy(ask);
