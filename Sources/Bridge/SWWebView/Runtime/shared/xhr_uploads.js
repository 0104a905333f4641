// The events of XMLHttpRequest.upload. WebKit reports nothing of bodies that it sends to a custom scheme: a body whose progress a script can
// see goes to the host in pieces, and counts when the host has read it.
// Source: XMLHttpRequest, https://xhr.spec.whatwg.org/#the-send()-method

import { getterOf, PrivateWeakMap } from "./primordials.js";
import { dispatch, listen, NativeProgressEvent, unlisten } from "./web_primordials.js";
import { replaceGetter } from "./webidl.js";
import { monotonicTime, xhrPrototype, xhrReadyState } from "./xhr_primordials.js";

const xhrUpload = getterOf(xhrPrototype, "upload");
/** The least time between two events of progress, in milliseconds. */
const pause = 50;

/**
 * Requests whose `upload` a script has read. Another request has no listeners there.
 * @type {WeakMap<XMLHttpRequest, true>}
 */
const watched = new PrivateWeakMap();

/** @param {XMLHttpRequest} xhr @returns {boolean}  Whether a script may listen to the upload. */
export const mayHaveUploadListeners = (xhr) => watched.has(xhr);

/**
 * @typedef {{start: () => void, posted: () => void, read: (count: number, isByWorker: boolean) => void, end: () => void}} UploadEvents
 *     The steps of an upload: `start` after the request's own event `loadstart`, `posted` before the last piece goes, `read` when the host
 *     or a service worker has read so many bytes more, and `end` when the request is over.
 */

/**
 * Fires the events of an upload. What a service worker reads is no progress, and its response does not end the upload.
 * @param {XMLHttpRequest} xhr @param {number} total  The number of bytes. @param {() => boolean} isOfWorker  Whether the response is a
 *     service worker's.
 * @returns {UploadEvents}
 */
export const watchUpload = (xhr, total, isOfWorker) => {
    const target = xhrUpload(xhr);
    let loaded = 0, firedAt = -pause, isComplete = false, isPosted = false;
    /** @param {string} type @param {number} count @param {number} length */
    const fire = (type, count, length) => dispatch(target, new NativeProgressEvent(type,
        /** @type {any} */ ({ __proto__: null, lengthComputable: length !== 0, loaded: count, total: length })));
    const complete = () => {
        if (isComplete) return;
        isComplete = true;
        fire("progress", total, total);
        fire("load", total, total);
        fire("loadend", total, total);
    };
    /**
     * Source: XMLHttpRequest, "request error steps", https://xhr.spec.whatwg.org/#request-error-steps
     * @param {string} type
     */
    const failing = (type) => () => {
        if (isComplete) return;
        isComplete = true;
        fire(type, 0, 0);
        fire("loadend", 0, 0);
    };
    const end = () => {
        isComplete = true;
        for (let index = 0; index < listeners.length; index++) unlisten(xhr, listeners[index][0], listeners[index][1], true);
    };
    /** @type {[string, () => void][]} */
    const listeners = [
        ["readystatechange", () => {
            // The response may overtake the host's word that it has read the last piece.
            const state = xhrReadyState(xhr);
            if (state !== 2 && state !== 3) return;
            if (isOfWorker()) end();
            else if (isPosted) complete();
        }],
        ["abort", failing("abort")], ["error", failing("error")], ["timeout", failing("timeout")], ["loadend", end],
    ];
    // Listeners of the capturing phase run before the page's.
    for (let index = 0; index < listeners.length; index++) listen(xhr, listeners[index][0], listeners[index][1], true);
    return {
        start: () => { if (!isComplete) fire("loadstart", 0, total); },
        posted: () => { isPosted = true; },
        read: (count, isByWorker) => {
            loaded += count;
            if (isComplete || isByWorker) return;
            if (loaded === total && isPosted) return complete();
            if (monotonicTime() - firedAt < pause) return;
            firedAt = monotonicTime();
            fire("progress", loaded, total);
        },
        end,
    };
};

export const exposeUploads = () => {
    replaceGetter(xhrPrototype, "upload", (/** @type {XMLHttpRequest} */ xhr) => {
        const upload = xhrUpload(xhr);
        watched.set(xhr, true);
        return upload;
    });
};
