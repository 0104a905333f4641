// The notebook's interface to Hotwire Native: the bridge component `notebook`.

import { nativeBy } from "../app/asking.js";
import { connection, web } from "./web_bridge.js";

await connection;

/** @param {string} command @param {any} [value] @returns {Promise<any>} */
export const ask = async (command, value) => {
    const { data } = await web.send("notebook", command, { value });
    if ("error" in data) throw new Error(data.error);
    return data.value;
};

export const native = nativeBy(ask);
