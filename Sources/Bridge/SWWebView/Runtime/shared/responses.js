// Responses as the page should see them. WebKit reports another address or type than the response has where the host followed a
// redirect, or a service worker answered. Then the host says so in a header that the page does not see.
// Source: Fetch, https://fetch.spec.whatwg.org/#concept-filtered-response

import {
    bare, getterOf, keys, NativeFinalizationRegistry, parse, PrivateWeakMap, stringify, uncurry, watchObject,
} from "./primordials.js";
import { headerSet, NativeHeaders, NativeResponse, randomID } from "./web_primordials.js";
import { replaceGetter, replaceMethod } from "./webidl.js";
import { notify } from "realm/bridge";

/**
 * @typedef {{url?: string, redirected?: boolean, type?: string, status?: number, statusText?: string, handle?: string, pulled?: string, worker?: boolean,
 *     hidden?: string[], replaced?: Record<string, string>, headers?: Headers, signal?: AbortSignal | null}} ResponseMeta
 */

export const responseHeader = "swwebview-response";
export const headerGet = uncurry(NativeHeaders.prototype.get);
export const headerDelete = uncurry(NativeHeaders.prototype.delete);
/** @type {Record<string, Function>} */
export const responseGetters = /** @type {any} */ ({ __proto__: null });
for (const name of ["url", "type", "redirected", "status", "ok", "statusText", "headers", "body"]) {
    responseGetters[name] = getterOf(NativeResponse.prototype, name);
}
const responseClone = uncurry(NativeResponse.prototype.clone);

/** @type {WeakMap<Response, ResponseMeta>} */
export const responseMetas = new PrivateWeakMap();
/** The host need not keep an opaque response that the page has dropped. */
const collectedResponses = new NativeFinalizationRegistry((/** @type {string} */ id) => notify("/OpaqueResponse/release", { id }));

/** @param {Response} response @param {ResponseMeta} meta */
export const setMeta = (response, meta) => {
    responseMetas.set(response, bare(meta));
    if (meta.handle) watchObject(collectedResponses, response, meta.handle);
    return response;
};

/**
 * Notes the host's corrections of a response.
 * @param {Response} response
 */
export const corrected = (response) => {
    const text = headerGet(responseGetters.headers(response), responseHeader);
    return text === null ? response : setMeta(response, parse(text));
};

/**
 * Returns a response that scripts may not read. Frames of the origin find its facts in a header: each frame has its own map of facts.
 * @param {ResponseMeta} meta
 */
export const hiddenResponse = (meta) =>
    setMeta(new NativeResponse(null, /** @type {any} */ ({ __proto__: null, headers: { __proto__: null, [responseHeader]: stringify(meta) } })), meta);

const isPrototypeOf = uncurry(Object.prototype.isPrototypeOf);
/** @param {Response} response @returns {boolean}  Whether the response is one of this frame. */
export const isOwnResponse = (response) => isPrototypeOf(NativeResponse.prototype, response);

/** @param {Response} response @returns {ResponseMeta | undefined}  The facts about a response of another frame. */
const metaOfOther = (response) => {
    if (isOwnResponse(response)) return undefined;
    const text = headerGet(responseGetters.headers(response), responseHeader);
    return text === null ? undefined : bare(parse(text));
};

/** @param {Response} response @returns {string | undefined}  The handle under which the host keeps an opaque response. */
export const responseHandle = (response) => (responseMetas.get(response) ?? metaOfOther(response))?.handle;

/** @param {ResponseMeta} meta */
const isHidden = ({ type }) => type === "opaque" || type === "opaqueredirect";

/** @type {Record<string, (meta: ResponseMeta, response: Response) => any>} */
const correctedMembers = /** @type {any} */ ({
    __proto__: null,
    url: (/** @type {ResponseMeta} */ { url, type }) => type === "opaque" ? "" : url,
    type: (/** @type {ResponseMeta} */ { type }) => type,
    redirected: (/** @type {ResponseMeta} */ { redirected, type }) => type === "opaque" ? false : redirected,
    status: (/** @type {ResponseMeta} */ meta) => isHidden(meta) ? 0 : meta.status,
    ok: (/** @type {ResponseMeta} */ meta) => isHidden(meta) ? false : undefined,
    statusText: (/** @type {ResponseMeta} */ meta) => isHidden(meta) ? "" : meta.statusText,
    body: (/** @type {ResponseMeta} */ meta) => isHidden(meta) ? null : undefined,
    headers: (/** @type {ResponseMeta} */ meta, /** @type {Response} */ response) => {
        if (meta.headers) return meta.headers;
        const headers = isHidden(meta) ? new NativeHeaders() : new NativeHeaders(responseGetters.headers(response));
        headerDelete(headers, responseHeader);
        const { hidden = [], replaced } = meta;
        for (let index = 0; index < hidden.length; index++) headerDelete(headers, hidden[index]);
        const names = replaced ? keys(replaced) : [];
        for (let index = 0; index < names.length; index++) headerSet(headers, names[index], replaced?.[names[index]]);
        return meta.headers = headers;
    },
});

/**
 * Returns the host's value of a member where it corrects WebKit's, else WebKit's.
 * @param {Response} response @param {string} name
 */
export const responseMember = (response, name) => {
    const meta = responseMetas.get(response);
    const value = meta && correctedMembers[name]?.(meta, response);
    return value === undefined ? responseGetters[name](response) : value;
};

export const exposeResponses = () => {
    for (const name of keys(correctedMembers)) {
        replaceGetter(NativeResponse.prototype, name, (/** @type {Response} */ response) => responseMember(response, name));
    }
    replaceMethod(NativeResponse.prototype, "clone", {
        /** @this {Response} */
        clone() {
            const copy = responseClone(this);
            const meta = responseMetas.get(this);
            if (!meta) return copy;
            const handle = meta.handle && randomID();
            if (handle) notify("/OpaqueResponse/clone", { id: meta.handle, to: handle });
            const copied = { ...meta, handle, headers: undefined };
            return isHidden(meta) ? hiddenResponse(copied) : setMeta(copy, copied);
        },
    }.clone);
};
