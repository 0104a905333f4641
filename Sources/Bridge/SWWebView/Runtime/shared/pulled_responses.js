// Responses whose heads WebKit gets, and whose bodies the realm reads from the host. WebKit reports a head of a custom scheme with the
// first byte of the body only, and cannot say that a script wants no more of a body without one.

import { abortReason, bodyStream, isAborted } from "./pieces.js";
import { apply, then } from "./primordials.js";
import { responseGetters, responseMember, responseMetas, setMeta } from "./responses.js";
import { NativeResponse } from "./web_primordials.js";
import { replaceMethod } from "./webidl.js";
import { notify } from "realm/bridge";
import { immutableHeaders } from "realm/requests";

/**
 * Has the methods that read a body reject with the reason of an abort. WebKit makes a TypeError of each error of a script's stream.
 * Source: Fetch, https://fetch.spec.whatwg.org/#concept-body-consume-body
 */
export const exposeAbortReasons = () => {
    for (const name of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) {
        const native = /** @type {any} */ (NativeResponse.prototype)[name];
        if (!native) continue;
        replaceMethod(NativeResponse.prototype, name, {
            /** @this {Response} */
            [name]() {
                const read = apply(native, this, []);
                const signal = responseMetas.get(this)?.signal;
                return signal ? then(read, undefined, (/** @type {unknown} */ error) => {
                    throw isAborted(signal) ? abortReason(signal) : error;
                }) : read;
            },
        }[name]);
    }
};

/**
 * Returns the response of a fetch, with the body that the host keeps under a name where the response says so.
 * @param {Promise<Response>} fetched @param {string} id  The name. @param {AbortSignal | null | undefined} signal
 * @param {(response: Response) => Response} correct  Notes the host's corrections of the response.
 */
export const withPulledBody = (fetched, id, signal, correct) => then(fetched, (/** @type {Response} */ response) => {
    correct(response);
    if (responseMetas.get(response)?.pulled !== id) return response;
    const status = responseGetters.status(response);
    const made = new NativeResponse(bodyStream(id, undefined, undefined, signal), /** @type {any} */ ({
        __proto__: null, status, statusText: responseMember(response, "statusText"), headers: responseMember(response, "headers"),
    }));
    const headers = responseGetters.headers(made);
    immutableHeaders.set(headers, true);
    return setMeta(made, {
        url: responseMember(response, "url"), type: responseMember(response, "type"),
        redirected: responseMember(response, "redirected"), status, headers, signal,
    });
}, (/** @type {unknown} */ error) => {
    // The host may have answered before WebKit refused the response, or the page stopped the fetch.
    notify("/Body/drop", id);
    throw error;
});
