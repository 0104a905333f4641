// The Flutter app of the notebook: a JavaScript handler, and a channel.

import { commands } from "./app/app_native.js";

const heard = [];

export default {
    plugins: {
        notebook: { callHandler: async ([command, value]) => (await commands[command](value)) ?? null },
        Toaster: {
            postMessage: async (text) => {
                heard.push(text);
            },
            callHandler: async () => heard,
        },
    },
};
