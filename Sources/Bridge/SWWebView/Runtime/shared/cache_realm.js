// The parts of the Cache API that differ between windows and service workers, for windows.

import { NativeTypeError, PrivateWeakMap, uncurry } from "./primordials.js";
import { NativeHeaders, requestURL } from "./web_primordials.js";
import { replaceMethod } from "./webidl.js";

/** Headers that no script may change. @type {WeakMap<Headers, true>} */
export const immutableHeaders = new PrivateWeakMap();

/** Only service workers have requests with a user name or a password in their addresses. */
export const withoutCredentials = (/** @type {string} */ url) => url;
export const requestAddress = requestURL;

/** Windows do not keep the facts about requests that no constructor can set. */
export const noteRequest = (/** @type {Request} */ _request, /** @type {any} */ _record) => {};
export const isReloadRequest = (/** @type {Request} */ _request) => false;
export const isHistoryRequest = (/** @type {Request} */ _request) => false;

export const exposeImmutableHeaders = () => {
    for (const name of ["append", "set", "delete"]) {
        const native = uncurry(/** @type {any} */ (NativeHeaders.prototype)[name]);
        replaceMethod(NativeHeaders.prototype, name, {
            /** @this {Headers} @param {any[]} args */
            [name](...args) {
                if (immutableHeaders.has(this)) throw new NativeTypeError("Headers are immutable");
                return native(this, ...args);
            },
        }[name]);
    }
};
