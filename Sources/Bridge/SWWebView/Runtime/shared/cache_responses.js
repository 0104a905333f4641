// Responses as caches take them and give them back.

import { bytesOf } from "./base64.js";
import { flatHeaders } from "./flat_headers.js";
import { bodyStream } from "./pieces.js";
import { bare, NativeTypeError, NativeUint8Array, push } from "./primordials.js";
import { bodyOf, noteBody } from "./response_bodies.js";
import {
    headerGet, hiddenResponse, isOwnResponse, responseGetters, responseHandle, responseMember, responseMetas, setMeta,
} from "./responses.js";
import { addStored } from "./stored_headers.js";
import { viewBuffer, viewOffset } from "./views.js";
import { NativeResponse } from "./web_primordials.js";
import { immutableHeaders } from "realm/requests";

/** @param {string} vary @returns {boolean}  Whether one of its parts is a star. */
const includesStar = (vary) => {
    let name = "";
    for (let index = 0; index < vary.length; index++) {
        const character = vary[index];
        if (character === ",") {
            if (name === "*") return true;
            name = "";
        } else if (character !== " " && character !== "\t") {
            name += character;
        }
    }
    return name === "*";
};

/**
 * Returns a member of a response. That of another frame has the host's corrections in its own realm only. Throws for another value.
 * @param {any} response @param {string} name
 */
const shownMember = (response, name) => {
    const value = responseMember(response, name);
    return isOwnResponse(response) ? value : response[name];
};

/**
 * Returns the stored parts of a request and its response, except the body. Throws for a response that a cache cannot store, and for a
 * value that is no Response.
 * @param {{url: string}} request  The stored parts of the request. @param {Response} response
 * @returns {any}
 */
export const putRecord = (request, response) => {
    const meta = responseMetas.get(response);
    const handle = responseHandle(response);
    if (handle) return { __proto__: null, request, opaque: handle };
    const status = shownMember(response, "status");
    const headers = shownMember(response, "headers");
    if (status === 206) throw new NativeTypeError("Response is a 206 partial");
    const vary = headerGet(headers, "vary");
    if (vary !== null && includesStar(vary)) throw new NativeTypeError("Response has a '*' Vary header value");
    const statusText = shownMember(response, "statusText") || undefined;
    // A response that a script made has no address, and has the default type.
    const isMade = !meta && status && bodyOf(response).size !== undefined;
    const url = isMade ? "" : shownMember(response, "url");
    const urls = !url ? undefined : shownMember(response, "redirected") ? [request.url, url] : [url];
    return { __proto__: null, request, response: { urls, status, statusText, type: isMade ? undefined : shownMember(response, "type"), headers: flatHeaders(headers) } };
};

const nullBodyStatuses = /** @type {Record<number, true>} */ ({ __proto__: null, 101: true, 103: true, 204: true, 205: true, 304: true });

/** @param {any} head @param {any} body @param {number | undefined} size  Of the body, where it is known. */
const constructedResponse = (head, body, size) => {
    const { status, statusText } = bare(head);
    if (head.type === "error") return NativeResponse.error();
    const isUsual = status >= 200 && status <= 599;
    const response = new NativeResponse(nullBodyStatuses[status] ? null : body, /** @type {any} */ ({
        __proto__: null, status: isUsual ? status : 200, statusText,
    }));
    addStored(responseGetters.headers(response), head.headers);
    if (size !== undefined) noteBody(response, { size, text: undefined });
    return response;
};

/** @param {Uint8Array | undefined} bytes @param {number} start @param {number} size */
const bytesAt = (bytes, start, size) =>
    bytes && size ? new NativeUint8Array(viewBuffer(bytes), viewOffset(bytes) + start, size) : new NativeUint8Array(0);

/**
 * Returns a new Response from an entry that the host found.
 * @param {any} found
 * @param {Uint8Array} [bytes]  The small bodies of the reply's entries, one after the other.
 * @param {number} [start]  The position of the entry's body.
 * @returns {Response | undefined}
 */
export const cachedResponse = (found, bytes, start = 0) => {
    // hop
    if (found === null) return undefined;
    const { head, body, stream, size, opaque } = bare(found);
    if (opaque) return hiddenResponse({ type: found.type, url: found.url, redirected: false, handle: opaque });
    const whole = stream || body === null ? body : body === undefined ? bytesAt(bytes, start, size) : bytesOf(body);
    const response = constructedResponse(head, stream ? bodyStream(stream, size) : whole, whole === null ? null : whole?.length);
    const headers = responseGetters.headers(response);
    immutableHeaders.set(headers, true);
    const { urlList, type, status } = head;
    if (type === "default" && !urlList.length || type === "error") return response;
    return setMeta(response, { url: urlList[urlList.length - 1] ?? "", redirected: urlList.length > 1, type, status, headers });
};

/** @param {any[]} found  With null at its end. @param {Uint8Array} [bytes] */
export const cachedResponses = (found, bytes) => {
    /** @type {any[]} */
    const responses = [];
    for (let index = 0, start = 0; index < found.length - 1; index++) {
        push(responses, cachedResponse(found[index], bytes, start));
        if (!found[index].stream) start += found[index].size ?? 0;
    }
    return responses;
};
