// Sends a Response to the host: its head as text, a small body with the head, a large one in pieces.

import { subarray } from "../shared/base64.js";
import { flatHeaders } from "../shared/flat_headers.js";
import { pieceSize, pushPiece } from "../shared/pieces.js";
import { hasRoutes } from "../shared/ports.js";
import { NativePromise, NativeTypeError, NativeUint8Array, PrivateMap, push, then } from "../shared/primordials.js";
import { bodyOf, takeText } from "../shared/response_bodies.js";
import { headerGet, responseGetters, responseHandle, responseMember } from "../shared/responses.js";
import { getReader, typedArrayName } from "../shared/stream_bytes.js";
import { copyBytes, joinBytes, NativeArrayBuffer } from "../shared/views.js";
import { nativeClearTimeout, nativeSetTimeout, randomID, responseBytes } from "../shared/web_primordials.js";
import { hear, notify } from "./bridge.js";
import { addLifetimePromise, errorText, tellIfOver } from "./events.js";
import { cancelReader, nativeQueueMicrotask, readNext } from "./primordials.js";

/** @typedef {import("./events.js").Lifetime} Lifetime */

/** Bodies up to this size, when they are known, are read at once. */
const wholeLimit = 1 << 25;
/** The longest wait for the end of a body that its headers call short, in milliseconds. A slow one goes in pieces. */
const shortBodyLimit = 20;
/** The most pieces of a body that may be on their way. */
const mostUnderway = 2;

/**
 * A body that goes to the host in pieces.
 * @typedef {object} Sending
 * @property {string} id
 * @property {Uint8Array[]} chunks  The bytes that wait.
 * @property {number} size  The number of bytes that wait.
 * @property {boolean} isRead  Whether there are no more bytes to read.
 * @property {boolean} isOver  Whether the last piece has gone, or the host wants no more.
 * @property {number} underway
 * @property {() => void} wake
 * @property {ReadableStreamDefaultReader<Uint8Array>} [reader]
 * @property {Promise<any>} [next]  A read that has begun.
 */

/** Bodies under way, by their names. @type {Map<string, Sending>} */
const sendings = new PrivateMap();

/**
 * Tells the host the response of a fetch event. With a response that is whole goes whether the event is over: it waits until the
 * reactions of promises have run, which saves a message for most events.
 * @param {Lifetime} lifetime @param {Response} response
 * @param {{hasBody?: boolean, text?: string, stream?: string, handle?: string}} body  A short text, the name of the body in pieces, or the
 * handle of a response that the host has.
 * @param {ArrayBuffer} [bytes]  The body, where it is small.
 */
const tellResponse = (lifetime, response, body, bytes) => {
    const report = /** @type {any} */ ({
        __proto__: null, id: lifetime.id, isPending: true, status: responseMember(response, "status"), type: responseMember(response, "type"),
        url: responseMember(response, "url"), redirected: responseMember(response, "redirected"),
        statusText: responseGetters.statusText(response), headers: flatHeaders(responseMember(response, "headers")), ...body,
    });
    const tell = lifetime.tellResponse = () => {
        lifetime.tellResponse = undefined;
        report.isPending = lifetime.isTold = lifetime.pending > 0 || lifetime.reason !== undefined || hasRoutes();
        notify("/FetchEvent/responded", report, bytes);
        tellIfOver(lifetime);
    };
    if (report.stream) tell();
    else if (!lifetime.isDispatching) nativeQueueMicrotask(tell);
};

/**
 * Sends the bytes that wait, while few pieces are on their way.
 * @param {Sending} sending
 */
const pushWaiting = (sending) => {
    while (!sending.isOver && sending.underway < mostUnderway && (sending.size || sending.isRead)) {
        const bytes = joinBytes(sending.chunks, sending.size);
        const rest = subarray(bytes, pieceSize);
        sending.chunks = rest.length ? [rest] : [];
        sending.size = rest.length;
        sending.isOver = sending.isRead && !rest.length;
        sending.underway++;
        // A copy: the buffer goes away with the piece.
        const piece = copyBytes(bytes, 0, pieceSize);
        then(pushPiece(sending.id, piece, sending.isOver),
            (/** @type {boolean} */ isWanted) => pieceTaken(sending, isWanted), () => pieceTaken(sending, false));
    }
};

/**
 * Notes that the host has taken a piece.
 * @param {Sending} sending @param {boolean} isWanted  Whether the host wants more.
 */
const pieceTaken = (sending, isWanted) => {
    sending.underway--;
    if (!isWanted) return stopSending(sending);
    pushWaiting(sending);
    sending.wake();
};

/**
 * Cancels the response's stream: the host reads no further.
 * @param {Sending} sending
 */
const stopSending = (sending) => {
    if (sending.isOver) return;
    sending.isOver = true;
    sending.wake();
    if (sending.reader) then(cancelReader(sending.reader), undefined, () => {});
};

/**
 * Copies what a stream gave: the worker may change or transfer its own.
 * @param {any} value
 */
const chunkOf = (value) => {
    if (typedArrayName(value) !== "Uint8Array") throw new NativeTypeError("A response's stream must give Uint8Array");
    return new NativeUint8Array(value);
};

/**
 * Reads a body that its headers call short, so that it goes with the head.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {(bytes: ArrayBuffer) => void} whole
 * @param {(chunks: Uint8Array[], size: number, next: Promise<any>) => void} inPieces  Called for a body that is long, slow or fails, with
 *     the bytes that have come and the read that has begun.
 */
const readShort = (reader, whole, inPieces) => {
    /** @type {Uint8Array[]} */
    const chunks = [];
    let size = 0, isOver = false;
    /** @type {Promise<any>} */
    let next;
    const leave = () => {
        if (isOver) return;
        isOver = true;
        inPieces(chunks, size, next);
    };
    const timer = nativeSetTimeout(leave, shortBodyLimit);
    const read = () => {
        next = readNext(reader);
        then(then(next, (/** @type {any} */ { done, value }) => {
            if (isOver) return;
            if (!done) {
                const chunk = chunkOf(value);
                push(chunks, chunk);
                size += chunk.length;
                read();
                if (size > inlineLimit) leave();
                return;
            }
            isOver = true;
            nativeClearTimeout(timer);
            whole(size ? copyBytes(joinBytes(chunks, size), 0, size) : new NativeArrayBuffer(0));
        }), undefined, leave);
    };
    read();
};

/**
 * Sends a body to the host. While enough pieces are on their way, the bytes that are read gather in the next one.
 * @param {Sending} sending
 */
const sendAnswer = async (sending) => {
    const { id, reader } = sending;
    sendings.set(id, sending);
    await undefined; // The head goes first.
    try {
        if (reader) pushWaiting(sending);
        while (!sending.isOver) {
            const { next } = sending;
            sending.next = undefined;
            const { done, value } = reader ? await (next ?? readNext(reader)) : { done: true, value: undefined };
            sending.isRead = done;
            if (!done) {
                const chunk = chunkOf(value);
                push(sending.chunks, chunk);
                sending.size += chunk.length;
            }
            pushWaiting(sending);
            while (!sending.isOver && (done || sending.size >= pieceSize)) {
                await new NativePromise((resolve) => { sending.wake = () => resolve(undefined); });
            }
        }
    } catch (error) {
        sending.isOver = true;
        notify("/Body/fail", { id, reason: errorText(error) });
    } finally {
        sendings.delete(id);
    }
};

/**
 * Answers an event with a response.
 * @param {Lifetime} lifetime @param {Response} response
 * @param {() => void} answered  Called when the head has gone. @param {(error: unknown) => void} failed
 */
export const answerWith = (lifetime, response, answered, failed) => {
    // hop
    const finish = (/** @type {{hasBody?: boolean, text?: string, stream?: string, handle?: string}} */ body, /** @type {ArrayBuffer | undefined} */ bytes = undefined) => {
        answered();
        tellResponse(lifetime, response, body, bytes);
    };
    /** @param {Uint8Array[]} chunks @param {number} size @param {any} [reader] @param {Promise<any>} [next] */
    const finishInPieces = (chunks, size, reader, next) => {
        const id = randomID();
        const sending = { id, chunks, size, isRead: false, isOver: false, underway: 0, wake: () => {}, reader, next };
        addLifetimePromise(lifetime, sendAnswer(sending));
        finish({ stream: id });
    };
    const handle = responseHandle(response);
    if (handle) return finish({ handle });
    const { size, text } = bodyOf(response);
    if (size === null || size === undefined && responseMember(response, "body") === null) return finish({});
    const send = (/** @type {ArrayBuffer} */ bytes) => {
        if (bytes.byteLength <= inlineLimit) finish({ hasBody: true }, bytes);
        else finishInPieces([new NativeUint8Array(bytes)], bytes.byteLength);
    };
    // A text in the report is cheaper than bytes beside it, which WebKit transfers and copies one by one.
    if (text !== undefined) return finish({ text: takeText(response, text) });
    if (size !== undefined && size <= wholeLimit) return then(then(responseBytes(response), send), undefined, failed);
    const reader = getReader(responseMember(response, "body"));
    const length = headerGet(responseMember(response, "headers"), "content-length");
    if (length === null || !(+length <= inlineLimit)) return finishInPieces([], 0, reader);
    readShort(reader, send, (chunks, read, next) => finishInPieces(chunks, read, reader, next));
};

// The host reads no further.
hear("bodydropped", (id) => {
    const sending = sendings.get(id);
    if (sending) stopSending(sending);
});
