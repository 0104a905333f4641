// XMLHttpRequest with bodies of every kind and size.

import { bytesNow } from "./blob_reads.js";
import { asBlob, needsBytes, sentBlob } from "./bodies.js";
import { isMarkable, markPair, marksRequest, withMark } from "./marks.js";
import { byteLength, startUpload, uploadThreshold } from "./pieces.js";
import { apply, bare, getterOf, keys, parse, push, replace, then, toLowerCase, uncurry } from "./primordials.js";
import { responseHeader } from "./responses.js";
import { blobBytes, blobSize, dispatch, NativeBlob, NativeProgressEvent } from "./web_primordials.js";
import { replaceGetter, replaceMethod } from "./webidl.js";
import { answerPair } from "./xhr_elsewhere.js";
import { nativeOpen, openings, xhrPrototype, xhrSend } from "./xhr_primordials.js";
import {
    abortTimedOut, checkNotTimedOut, exposeTimeouts, forgetTimeout, invalidState, sendInTime, startTimeout, timeoutPair,
} from "./xhr_timeouts.js";
import { resolvedAddress } from "realm/addresses";

/** @typedef {import("./xhr_primordials.js").Opening} Opening */
/** @typedef {import("./responses.js").ResponseMeta} ResponseMeta */

const nativeAbort = xhrPrototype.abort;
const nativeSetRequestHeader = xhrPrototype.setRequestHeader;
const xhrSetRequestHeader = uncurry(nativeSetRequestHeader);
const xhrWithCredentials = getterOf(xhrPrototype, "withCredentials");
const xhrStatusText = getterOf(xhrPrototype, "statusText");
const xhrResponseURL = getterOf(xhrPrototype, "responseURL");
const nativeGetResponseHeader = xhrPrototype.getResponseHeader;
const xhrResponseHeader = uncurry(nativeGetResponseHeader);
const xhrResponseHeaders = uncurry(xhrPrototype.getAllResponseHeaders);

let serial = 0;

/**
 * Returns the address of a request with its mark, unlike that of any other. WebKit takes what it has from a custom scheme to be fresh for
 * ever, and would answer the next request for the address itself.
 * @param {string} address @param {string} pairs
 */
const withOwnMark = (address, pairs) => withMark(address, pairs + markPair("serial", ++serial));

/** @param {any[]} args  Those of open(). @param {string} address */
const withAddress = (args, address) => {
    /** @type {any[]} */
    const copy = [];
    for (let index = 0; index < args.length; index++) push(copy, index === 1 ? address : args[index]);
    return copy;
};

/**
 * Opens the request again with more pairs in its mark, or without a mark. The page does not notice.
 * @param {XMLHttpRequest} xhr @param {string | undefined} pairs
 */
const openAgain = (xhr, pairs) => {
    const { args, headers } = /** @type {any} */ (openings.get(xhr));
    apply(nativeOpen, xhr, pairs === undefined ? args : withAddress(args, withOwnMark(args[1], pairs)));
    for (let index = 0; index < headers.length; index++) xhrSetRequestHeader(xhr, headers[index][0], headers[index][1]);
};

/**
 * Returns the pairs for the request's settings.
 * @param {XMLHttpRequest} xhr @param {Opening} opening
 */
const settingPairs = (xhr, opening) =>
    (xhrWithCredentials(xhr) ? markPair("credentials", "include") : "") + timeoutPair(xhr, opening);

/**
 * @param {XMLHttpRequest} xhr
 * @param {Blob} blob
 */
const sendUpload = (xhr, blob) => {
    const upload = startUpload(blob);
    openAgain(xhr, settingPairs(xhr, /** @type {Opening} */ (openings.get(xhr))) + markPair("upload", upload.id));
    xhrSend(xhr);
    // The request itself tells what goes wrong.
    then(upload.run(), undefined, () => {});
};

/** @param {XMLHttpRequest} xhr @returns {ResponseMeta | null}  The host's facts about the response. */
const xhrMeta = (xhr) => bare(parse(xhrResponseHeader(xhr, responseHeader) ?? "null"));

/** @param {XMLHttpRequest} xhr @param {string} name  In lower case. @returns {string | undefined}  The value of a header that the host replaces. */
const ownHeader = (xhr, name) => bare(xhrMeta(xhr)?.replaced)?.[name];

/** @param {XMLHttpRequest} xhr @param {string} name  In lower case. */
const isHiddenHeader = (xhr, name) => {
    if (name === responseHeader) return true;
    const hidden = xhrMeta(xhr)?.hidden ?? [];
    for (let index = 0; index < hidden.length; index++) if (hidden[index] === name) return true;
    return false;
};

const wrappedXHR = {
    /** @this {XMLHttpRequest} @param {string} method @param {string | URL} url */
    open(method, url) {
        if (arguments.length < 2) return apply(nativeOpen, this, arguments);
        const address = resolvedAddress(`${url}`);
        const args = withAddress(/** @type {any} */ (arguments), address);
        forgetTimeout(this);
        const result = apply(nativeOpen, this, marksRequest(address) ? withAddress(args, withOwnMark(address, "")) : args);
        openings.set(this, /** @type {any} */ ({
            __proto__: null,
            args, isAsync: args.length < 3 || Boolean(args[2]), headers: [], hasType: false, isWaiting: false,
            hasBody: false,
        }));
        return result;
    },

    /** @this {XMLHttpRequest} @param {string} name @param {string} value */
    setRequestHeader(name, value) {
        checkNotTimedOut(this);
        const result = apply(nativeSetRequestHeader, this, arguments);
        const opening = openings.get(this);
        if (opening) {
            push(opening.headers, [`${name}`, `${value}`]);
            opening.hasType ||= toLowerCase(`${name}`) === "content-type";
        }
        return result;
    },

    /** @this {XMLHttpRequest} */
    abort() {
        const opening = openings.get(this);
        openings.set(this, undefined);
        if (abortTimedOut(this)) return;
        if (!opening?.isWaiting) return apply(nativeAbort, this, arguments);
        // WebKit does not know yet that the request was sent, and would say nothing.
        for (const type of ["abort", "loadend"]) dispatch(this, new NativeProgressEvent(type));
    },

    /** @this {XMLHttpRequest} @param {any} [body] */
    send(body) {
        const opening = openings.get(this);
        checkNotTimedOut(this);
        if (opening?.isWaiting) throw invalidState();
        if (opening && isMarkable(opening.args[1])) {
            const pairs = settingPairs(this, opening);
            if (pairs) openAgain(this, pairs);
            opening.hasBody = body !== undefined && body !== null;
            startTimeout(this, opening);
        } else if (opening) {
            const pairs = settingPairs(this, opening), answer = answerPair(opening, pairs);
            if (answer) openAgain(this, pairs + answer);
            else if (answer === null && marksRequest(opening.args[1])) openAgain(this, undefined);
        }
        const isLarge = byteLength(body) >= uploadThreshold;
        if (!opening || !(needsBytes(body) || isLarge && opening.isAsync)) return sendInTime(this, opening, arguments);
        const { blob: whole, type } = needsBytes(body) ? asBlob(body)
            : { blob: new NativeBlob([body]), type: typeof body === "string" ? "text/plain;charset=UTF-8" : "" };
        const blob = needsBytes(body) ? sentBlob(whole) : whole;
        if (type && !opening.hasType) apply(wrappedXHR.setRequestHeader, this, ["Content-Type", type]);
        if (!opening.isAsync) return sendInTime(this, opening, [bytesNow(blob)]);
        if (blobSize(blob) >= uploadThreshold && isMarkable(`${opening.args[1]}`)) return sendUpload(this, blob);
        opening.isWaiting = true;
        then(blobBytes(blob), (/** @type {ArrayBuffer} */ bytes) => {
            opening.isWaiting = false;
            // A request that was opened again or aborted meanwhile is another one.
            if (openings.get(this) === opening) xhrSend(this, bytes);
        }, () => {
            // A file that was changed or removed cannot be read.
            opening.isWaiting = false;
            if (openings.get(this) !== opening) return;
            forgetTimeout(this);
            for (const type of ["error", "loadend"]) dispatch(this, new NativeProgressEvent(type));
        });
    },

    /** @this {XMLHttpRequest} @param {string} name */
    getResponseHeader(name) {
        const value = apply(nativeGetResponseHeader, this, arguments);
        if (value === null) return null;
        const lowered = toLowerCase(`${name}`);
        return isHiddenHeader(this, lowered) ? null : ownHeader(this, lowered) ?? value;
    },

    /** @this {XMLHttpRequest} */
    getAllResponseHeaders() {
        return replace(xhrResponseHeaders(this), /^([^:\r]*):.*\r\n/gm,
            (/** @type {string} */ line, /** @type {string} */ name) => {
                if (isHiddenHeader(this, toLowerCase(name))) return "";
                const own = ownHeader(this, toLowerCase(name));
                return own === undefined ? line : `${name}: ${own}\r\n`;
            });
    },
};

export const exposeXHR = () => {
    const methods = /** @type {any} */ (wrappedXHR);
    for (const name of keys(methods)) replaceMethod(xhrPrototype, name, methods[name]);
    replaceGetter(xhrPrototype, "responseURL", (/** @type {XMLHttpRequest} */ xhr) => {
        const url = xhrResponseURL(xhr);
        return url && xhrMeta(xhr)?.url || url;
    });
    replaceGetter(xhrPrototype, "statusText", (/** @type {XMLHttpRequest} */ xhr) => {
        const text = xhrStatusText(xhr);
        return text && (xhrMeta(xhr)?.statusText ?? text);
    });
    exposeTimeouts();
};
