// The React Native app of the notebook: the functions `onMessage` and `onNavigationStateChange`.

import { commands } from "./app/app_native.js";

let lastNavigation;

export default {
    plugins: {
        ReactNativeWebView: {
            navigationStateChange: async (event) => {
                lastNavigation = event;
            },
            message: async (event) => {
                const { id, command, value } = JSON.parse(event.data);
                if (command === "events") return JSON.stringify({ id, value: { message: event, navigation: lastNavigation } });
                // A message of the app's own, which answers no message of the page.
                if (command === "push") return notify("ReactNativeWebView.message", value);
                try {
                    return JSON.stringify({ id, value: await commands[command](value) });
                } catch (error) {
                    return JSON.stringify({ id, error: error.message });
                }
            },
        },
    },
};
