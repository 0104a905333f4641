// The notebook's interface to Flutter: a handler that the app adds to flutter_inappwebview.

import { nativeBy } from "../app/asking.js";

/** @param {string} command @param {any} [value] @returns {Promise<any>} */
export const ask = (command, value) =>
    /** @type {any} */ (window).flutter_inappwebview.callHandler("notebook", command, value);

export const native = nativeBy(ask);
