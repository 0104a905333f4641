// The Hotwire Native app of the notebook: a bridge component.

import { commands } from "./app/app_native.js";

const answer = (command) => async ({ value }) => {
    try {
        return { value: command(value) ?? null };
    } catch (error) {
        return { error: error.message };
    }
};

export default {
    plugins: {
        notebook: Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, answer(command)])),
    },
};
