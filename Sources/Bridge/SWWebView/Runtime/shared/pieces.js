// Bodies in pieces. A realm sends a large body to the host piece by piece, and gets one as its scripts read it: neither side holds the
// whole. Pieces go over the channel, or by requests where there is none.

import { isBlob } from "./bodies.js";
import { documentMark } from "./marks.js";
import { bridgeOrigin } from "./origin.js";
import {
    dereference, getterOf, NativeFinalizationRegistry, NativeTypeError, NativeUint8Array, NativeWeakRef, watchObject,
} from "./primordials.js";
import { responseGetters } from "./responses.js";
import { cacheCancel, cacheRead, getReader, typedArrayName } from "./stream_bytes.js";
import { bufferLength, bytesSent, copyBytes, isBuffer, isView, NativeArrayBuffer, viewBytes } from "./views.js";
import {
    blobBytes, blobSize, blobSlice, listen, nativeFetch, NativeReadableStream, noStore, randomID, responseBytes,
    unlisten,
} from "./web_primordials.js";
import { carriesBytes, notify, send } from "realm/bridge";
import { pullPiece } from "realm/pulled_pieces";

/** Bodies of requests from this size on, in bytes, are sent in pieces. */
export const uploadThreshold = 1 << 20;
export const pieceSize = 1 << 20;
/** The most bytes of the bodies of a document's keepalive requests at a time. */
export const keepaliveLimit = 1 << 16;

/** @param {string} id @param {string} [rest]  More of the query. */
const bodyAddress = (id, rest = "") => `${bridgeOrigin}/___body___?id=${id}${rest}${documentMark()}`;

/**
 * Sends one piece over the channel. Returns whether the host wants more, or that a service worker does.
 * @param {string} id @param {ArrayBuffer} piece @param {boolean} isLast
 * @returns {Promise<boolean | "worker">}
 */
export const pushPiece = (id, piece, isLast) => send("/Body/push", { id, isLast }, undefined, piece);

/**
 * Sends one piece. Returns whether the host wants more, or that a service worker does.
 * @param {string} id @param {ArrayBuffer} piece  Bytes that nobody changes from now on. @param {boolean} isLast
 * @returns {Promise<boolean | "worker">}
 */
export const sendPiece = async (id, piece, isLast) => {
    if (carriesBytes()) return pushPiece(id, piece, isLast);
    const response = await nativeFetch(bodyAddress(id, isLast ? "&last" : ""),
        /** @type {any} */ ({ __proto__: null, method: "POST", body: piece, cache: "no-store" }));
    const status = responseGetters.status(response);
    return status === 202 ? "worker" : status === 204;
};

/** @param {string} id @param {Blob} blob @param {import("./xhr_uploads.js").UploadEvents} [events] */
const uploadBlob = async (id, blob, events) => {
    const size = blobSize(blob);
    let start = 0;
    do {
        const piece = await pieceOfBlob(id, blobSlice(blob, start, start + pieceSize));
        const count = bufferLength(piece);
        start += pieceSize;
        if (start >= size) events?.posted();
        const taken = await sendPiece(id, piece, start >= size);
        if (!taken) return;
        events?.read(count, taken === "worker");
    } while (start < size);
};

/** @param {string} id @param {Blob} piece */
const pieceOfBlob = async (id, piece) => {
    try {
        return await blobBytes(piece);
    } catch (error) {
        // A file that was changed or removed cannot be read.
        notify("/Body/fail", { id, reason: "The request's file cannot be read" });
        throw error;
    }
};

/** @param {string} id @param {ReadableStream} stream */
const uploadStream = async (id, stream) => {
    const reader = getReader(stream);
    try {
        for (;;) {
            const { done, value } = await cacheRead(reader);
            if (done) return void await sendPiece(id, new NativeArrayBuffer(0), true);
            if (typedArrayName(value) !== "Uint8Array") throw new NativeTypeError("A request body stream must give Uint8Array");
            const size = viewBytes(value);
            for (let start = 0; start < size; start += pieceSize) {
                if (await sendPiece(id, copyBytes(value, start, start + pieceSize), false)) continue;
                return void await cacheCancel(reader);
            }
        }
    } catch (error) {
        notify("/Body/fail", { id, reason: "The request's stream has failed" });
        throw error;
    }
};

/**
 * Starts to upload, for the request whose mark has the id.
 * @param {Blob | ReadableStream} source
 */
export const startUpload = (source) => {
    const id = randomID();
    return {
        id,
        /**
         * Ends with the last piece, or when the host wants no more.
         * @param {import("./xhr_uploads.js").UploadEvents} [events]  The listener to the upload of a Blob.
         */
        run: (events) => isBlob(source) ? uploadBlob(id, source, events) : uploadStream(id, source),
    };
};

/**
 * Requests one piece; null at the end.
 * @param {string} id
 */
const requestPiece = async (id) => {
    const response = await nativeFetch(bodyAddress(id), noStore);
    const status = responseGetters.status(response);
    if (status === 204) return null;
    if (status !== 200) throw new NativeTypeError("Load failed");
    return new NativeUint8Array(await responseBytes(response));
};

/** Bodies that were never read to their end. */
const unreadBodies = new NativeFinalizationRegistry((/** @type {string} */ id) => notify("/Body/drop", id));

export const abortReason = getterOf(AbortSignal.prototype, "reason");
export const isAborted = getterOf(AbortSignal.prototype, "aborted");

/**
 * Ends a stream when the fetch of its body is aborted. The signal does not keep the stream alive. Returns a function that ends the watch.
 * Source: Fetch, https://fetch.spec.whatwg.org/#abort-fetch
 * @param {ReadableStreamDefaultController} controller @param {AbortSignal} signal @param {string} id
 */
const endAtAbort = (controller, signal, id) => {
    const reference = new NativeWeakRef(controller);
    const abort = () => {
        dereference(reference)?.error(abortReason(signal));
        notify("/Body/drop", id);
    };
    if (isAborted(signal)) abort();
    else listen(signal, "abort", abort);
    return () => unlisten(signal, "abort", abort);
};

/**
 * Returns a stream of a body that the host has, which it gets piece by piece as it is read.
 * @param {string} id @param {number} [size]  The number of its bytes, where it is known.
 * @param {number} [ahead]  The number of pieces to get before a script reads.
 * @param {AbortSignal | null} [signal]  The signal of the fetch, which lasts as long as the body.
 */
export const bodyStream = (id, size, ahead = size === undefined ? 1 : 0, signal = null) => {
    let position = 0;
    let ended = () => {};
    const source = /** @type {any} */ ({
        __proto__: null,
        /** @param {ReadableStreamDefaultController} controller */
        start(controller) { if (signal) ended = endAtAbort(controller, signal, id); },
        /** @param {ReadableStreamDefaultController} controller */
        async pull(controller) {
            const piece = await (pullPiece(id) ?? requestPiece(id));
            if (piece === null && size !== undefined) throw new NativeTypeError("The cached body cannot be read");
            if (piece !== null) {
                position += piece.length;
                controller.enqueue(piece);
            }
            if (piece !== null && position !== size) return;
            ended();
            controller.close();
        },
        cancel() {
            ended();
            notify("/Body/drop", id);
        },
    });
    watchObject(unreadBodies, source, id);
    return new NativeReadableStream(source, /** @type {any} */ ({ __proto__: null, highWaterMark: ahead }));
};

/**
 * The size of a body that is bytes; 0 for another.
 * @param {unknown} body
 */
export const byteLength = (body) =>
    isBlob(body) ? blobSize(body)
        : typeof body === "string" ? body.length
            : isView(body) ? bytesSent(body).length
                : isBuffer(body) ? bufferLength(body) : 0;
