// fetch from the application's own schemes.

import { notify } from "../shared/bridge.js";
import { immutableHeaders } from "../shared/cache_realm.js";
import { markPair, withMark } from "../shared/marks.js";
import { bodyStream } from "../shared/pieces.js";
import { indexOf, slice, then, toLowerCase } from "../shared/primordials.js";
import { headerDelete, headerGet, responseGetters, responseHeader, setMeta } from "../shared/responses.js";
import { nativeFetch, NativeHeaders, NativeResponse, randomID } from "../shared/web_primordials.js";

/**
 * Fetches from one of the application's schemes. WebKit gets the response's head, and the frame reads a long body over its channel.
 * @param {string} url @param {any} init  A copy of fetch's second argument, or undefined.
 * @returns {Promise<Response> | undefined}  Undefined for a request that WebKit makes alone.
 */
export const fetchPulled = (url, init) => {
    const isOwn = pulledSchemes[toLowerCase(slice(url, 0, indexOf(url, ":")))];
    if (!isOwn || init?.mode !== undefined && init.mode !== "cors") return undefined;
    const id = randomID();
    return then(nativeFetch(withMark(url, markPair("body", id)), init), (/** @type {Response} */ response) => {
        const headers = responseGetters.headers(response);
        if (headerGet(headers, responseHeader) !== `{"pulled":"${id}"}`) return response;
        const shown = new NativeHeaders(headers);
        headerDelete(shown, responseHeader);
        const status = responseGetters.status(response);
        const pulled = new NativeResponse(bodyStream(id), /** @type {any} */ ({
            __proto__: null, status, statusText: responseGetters.statusText(response), headers: shown,
        }));
        immutableHeaders.set(responseGetters.headers(pulled), true);
        return setMeta(pulled, {
            url: responseGetters.url(response), type: responseGetters.type(response), redirected: false, status,
            headers: responseGetters.headers(pulled),
        });
    }, (/** @type {unknown} */ error) => {
        notify("/Body/drop", id);
        throw error;
    });
};
