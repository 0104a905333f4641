// XMLHttpRequest with bodies of every kind and size.

import { bytesNow } from "./blob_reads.js";
import { needsBytes, sentBlob } from "./bodies.js";
import { blobOf, extract } from "./extract.js";
import { isMarkable, markPair, marksRequest, withMark } from "./marks.js";
import { byteLength, startUpload, uploadThreshold } from "./pieces.js";
import { apply, bare, getterOf, keys, parse, push, replace, then, toLowerCase, uncurry } from "./primordials.js";
import { responseHeader } from "./responses.js";
import { blobBytes, blobSize, dispatch, NativeProgressEvent } from "./web_primordials.js";
import { replaceGetter, replaceMethod } from "./webidl.js";
import { answerPair } from "./xhr_elsewhere.js";
import { nativeOpen, nativeSend, openings, xhrPrototype, xhrReadyState, xhrSend } from "./xhr_primordials.js";
import { checkSynchronousOpen, exposeSynchronousRules } from "./xhr_synchronous.js";
import {
    abortTimedOut, checkNotTimedOut, exposeTimeouts, forgetTimeout, invalidState, sendInTime, startTimeout, timeoutPair,
} from "./xhr_timeouts.js";
import { exposeUploads, mayHaveUploadListeners, watchUpload } from "./xhr_uploads.js";
import { resolvedAddress } from "realm/addresses";

/** @typedef {import("./xhr_primordials.js").Opening} Opening */
/** @typedef {import("./responses.js").ResponseMeta} ResponseMeta */

const nativeAbort = xhrPrototype.abort;
const nativeSetRequestHeader = xhrPrototype.setRequestHeader;
const xhrSetRequestHeader = uncurry(nativeSetRequestHeader);
const xhrWithCredentials = getterOf(xhrPrototype, "withCredentials");
const xhrStatusNumber = getterOf(xhrPrototype, "status");
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
 * Sends a request whose body goes in pieces.
 * @param {XMLHttpRequest} xhr @param {Opening} opening @param {Blob} blob
 */
const sendUpload = (xhr, opening, blob) => {
    const upload = startUpload(blob);
    openAgain(xhr, settingPairs(xhr, opening) + markPair("upload", upload.id));
    if (mayHaveUploadListeners(xhr)) opening.upload = watchUpload(xhr, blobSize(blob), () => xhrMeta(xhr)?.worker === true);
    xhrSend(xhr);
    // A listener may have ended the request.
    if (openings.get(xhr) !== opening) return;
    opening.upload?.start();
    if (openings.get(xhr) !== opening) return;
    // The request itself tells what goes wrong.
    then(upload.run(opening.upload), undefined, () => {});
};

/**
 * Sends a request with its body as WebKit does.
 * @param {XMLHttpRequest} xhr @param {Opening} opening @param {any[]} args
 */
const sendWhole = (xhr, opening, args) => {
    try {
        sendInTime(xhr, opening, args);
    } catch (error) {
        // A body that cannot be converted was not sent.
        opening.isSent = xhrReadyState(xhr) !== 1;
        throw error;
    }
};

/** @param {string} method @returns {boolean}  Whether requests with the method have a body. */
const sendsBody = (method) => {
    const name = toLowerCase(method);
    return name !== "get" && name !== "head";
};

/**
 * Returns the content type of a text in UTF-8, which may name no other encoding.
 * Source: XMLHttpRequest, "send", https://xhr.spec.whatwg.org/#the-send()-method
 * @param {string} type
 */
const withUTF8 = (type) => replace(type, /(;\s*charset\s*=\s*)("[^"]*"|[^;]*)/i,
    (/** @type {string} */ pair, /** @type {string} */ start, /** @type {string} */ name) =>
        toLowerCase(replace(name, /"/g, "")) === "utf-8" ? pair : `${start}UTF-8`);

/**
 * Sets the content type of a body that the runtime sends.
 * @param {XMLHttpRequest} xhr @param {Opening} opening @param {string} type @param {boolean} isText
 */
const setType = (xhr, opening, type, isText) => {
    if (!opening.hasType) return type ? apply(wrappedXHR.setRequestHeader, xhr, ["Content-Type", type]) : undefined;
    if (!isText) return;
    const { headers } = opening;
    for (let index = 0; index < headers.length; index++) {
        if (toLowerCase(headers[index][0]) === "content-type") headers[index][1] = withUTF8(headers[index][1]);
    }
};

/** @param {XMLHttpRequest} xhr @returns {ResponseMeta | null}  The host's facts about the response. */
export const xhrMeta = (xhr) => bare(parse(xhrResponseHeader(xhr, responseHeader) ?? "null"));

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
        const name = `${method}`;
        const address = resolvedAddress(`${url}`);
        const args = withAddress(/** @type {any} */ (arguments), address);
        args[0] = name;
        const isAsync = args.length < 3 || Boolean(args[2]);
        checkSynchronousOpen(this, address, isAsync);
        forgetTimeout(this);
        const result = apply(nativeOpen, this, marksRequest(address) ? withAddress(args, withOwnMark(address, "")) : args);
        openings.get(this)?.upload?.end();
        openings.set(this, /** @type {any} */ ({
            __proto__: null,
            args, isAsync, headers: [], hasType: false, isWaiting: false,
            isSent: false,
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
        // A request that was not sent stays open.
        if (opening && !opening.isSent) return apply(nativeAbort, this, arguments);
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
        if (!opening) return apply(nativeSend, this, arguments);
        if (opening.isSent) throw invalidState();
        const { args, isAsync } = opening;
        const hasBody = body !== undefined && body !== null && sendsBody(args[0]), needs = hasBody && needsBytes(body);
        const isHosts = isMarkable(args[1]);
        const isUpload = hasBody && isHosts && isAsync && (mayHaveUploadListeners(this) || byteLength(body) >= uploadThreshold);
        const extracted = needs || isUpload ? extract(body) : undefined;
        const whole = extracted && blobOf(extracted);
        const blob = whole && needs ? sentBlob(whole) : whole;
        if (extracted) setType(this, opening, extracted.type, extracted.isText);
        opening.isSent = true;
        if (isHosts) {
            const pairs = settingPairs(this, opening);
            if (pairs && !isUpload) openAgain(this, pairs);
            startTimeout(this, opening);
        } else {
            const pairs = settingPairs(this, opening), answer = answerPair(opening, pairs);
            if (answer) openAgain(this, pairs + answer);
            else if (answer === null && marksRequest(opening.args[1])) openAgain(this, undefined);
        }
        if (!blob) return sendWhole(this, opening, hasBody ? [body] : []);
        if (!isAsync) return sendWhole(this, opening, [bytesNow(blob)]);
        if (isUpload || isHosts && blobSize(blob) >= uploadThreshold) return sendUpload(this, opening, blob);
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
        // WebKit keeps the response of a request that was aborted.
        const url = xhrStatusNumber(xhr) && xhrResponseURL(xhr) || "";
        return url && xhrMeta(xhr)?.url || url;
    });
    replaceGetter(xhrPrototype, "statusText", (/** @type {XMLHttpRequest} */ xhr) => {
        const text = xhrStatusText(xhr);
        return text && (xhrMeta(xhr)?.statusText ?? text);
    });
    exposeTimeouts();
    exposeSynchronousRules();
    exposeUploads();
};
