// fetch from the application's own schemes.

import { markPair, withMark } from "../shared/marks.js";
import { indexOf, slice, toLowerCase } from "../shared/primordials.js";
import { withPulledBody } from "../shared/pulled_responses.js";
import { corrected, headerGet, responseGetters, responseHeader } from "../shared/responses.js";
import { nativeFetch, randomID } from "../shared/web_primordials.js";

/**
 * Fetches from one of the application's schemes. WebKit gets the response's head, and the frame reads a long body over its channel.
 * @param {string} url @param {any} init  A copy of fetch's second argument, or undefined.
 * @returns {Promise<Response> | undefined}  Undefined for a request that WebKit makes alone.
 */
export const fetchPulled = (url, init) => {
    const isOwn = pulledSchemes[toLowerCase(slice(url, 0, indexOf(url, ":")))];
    if (!isOwn || init?.mode !== undefined && init.mode !== "cors") return undefined;
    const id = randomID();
    return withPulledBody(nativeFetch(withMark(url, markPair("body", id)), init), id, init?.signal, (response) => {
        // An application's response may have any headers.
        const text = headerGet(responseGetters.headers(response), responseHeader);
        return text === `{"pulled":"${id}"}` ? corrected(response) : response;
    });
};
