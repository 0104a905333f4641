// The React Native app of the notebook: the function `onMessage`.

import { commands } from "./app/app_native.js";

export default {
    plugins: {
        ReactNativeWebView: {
            message: async ({ data }) => {
                const { id, command, value } = JSON.parse(data);
                try {
                    return JSON.stringify({ id, value: await commands[command](value) });
                } catch (error) {
                    return JSON.stringify({ id, error: error.message });
                }
            },
        },
    },
};
