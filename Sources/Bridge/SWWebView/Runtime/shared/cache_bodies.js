// Bodies of cached responses. A small one is part of a command or its reply; a large one goes in pieces.

import { base64, encodeText } from "./base64.js";
import { pieceSize, sendPiece } from "./pieces.js";
import { freeze, NativeTypeError, NativeUint8Array, push, then } from "./primordials.js";
import { bodyOf, isBodyUsed, isStreamLocked, takeText } from "./response_bodies.js";
import { responseGetters } from "./responses.js";
import { cacheCancel, cacheRead, getReader, typedArrayName } from "./stream_bytes.js";
import { copyBytes, joinBytes, viewBuffer, viewBytes } from "./views.js";
import { responseBytes } from "./web_primordials.js";
import { carriesBytes, notify, send } from "realm/bridge";

/** The largest piece that is sent: a stream may give any amount at once. */
const largestPiece = 4 << 20;
/** The most bytes of small bodies that go with a command: its size has a limit. */
const mostAttached = 48 << 20;
/**
 * A body that is being read: a small one at once, any other as a stream, none where there is none.
 * @typedef {{text?: string, bytes?: Promise<ArrayBuffer>, reader?: ReadableStreamDefaultReader<Uint8Array>}} TakenBody
 */
/**
 * A small body as text, as bytes that go with the command, or as Base64; or the token of a large one.
 * @typedef {{text?: string, bytes?: ArrayBuffer, body?: string, upload?: string}} SentBody
 */

/**
 * Takes a response's body, so that no script can read it any more.
 * @param {Response} response
 * @returns {TakenBody}
 */
export const takeBody = (response) => {
    if (isBodyUsed(response)) throw new NativeTypeError("Response is disturbed or locked");
    const { size, text } = bodyOf(response);
    if (text !== undefined) return /** @type {any} */ ({ __proto__: null, text: takeText(response, text) });
    if (size === null) return absentBody;
    if (size !== undefined && size <= inlineLimit) return /** @type {any} */ ({ __proto__: null, bytes: responseBytes(response) });
    const stream = responseGetters.body(response);
    if (stream === null) return absentBody;
    if (isStreamLocked(stream)) throw new NativeTypeError("Response is disturbed or locked");
    return /** @type {any} */ ({ __proto__: null, reader: getReader(stream) });
};

/** A body that is not there. */
const absentBody = /** @type {any} */ (freeze({ __proto__: null }));

/**
 * Reads until there is a piece's worth, or nothing more.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {Uint8Array[]} chunks @param {number} limit
 */
const readPiece = async (reader, chunks, limit) => {
    let size = 0;
    for (let index = 0; index < chunks.length; index++) size += chunks[index].length;
    while (size <= limit) {
        const { done, value } = await cacheRead(reader);
        if (done) return { size, isLast: true };
        if (typedArrayName(value) !== "Uint8Array") throw new NativeTypeError("A response body stream must give Uint8Array");
        // A copy: the script may change or transfer its own.
        const chunk = new NativeUint8Array(value);
        push(chunks, chunk);
        size += viewBytes(chunk);
    }
    return { size, isLast: false };
};

/**
 * The longest text that goes as text with a command that carries bytes. Bytes cost more to begin with, and less for each.
 */
const longestPlainText = 2048;
/** @param {string} text @returns {SentBody} */
export const smallText = (text) => carriesBytes() && text.length > longestPlainText
    ? /** @type {any} */ ({ __proto__: null, bytes: viewBuffer(encodeText(text)) }) : /** @type {any} */ ({ __proto__: null, text });

/** @param {ArrayBuffer} bytes @returns {SentBody} */
const smallBody = (bytes) => carriesBytes() ? /** @type {any} */ ({ __proto__: null, bytes })
    : /** @type {any} */ ({ __proto__: null, body: base64(new NativeUint8Array(bytes)) });

/**
 * Joins the small bodies of entries, as they go with the command. Those that are too large together go in Base64.
 * @param {any[]} puts @returns {ArrayBuffer | undefined}
 */
export const attachBodies = (puts) => {
    /** @type {Uint8Array[]} */
    const bodies = [];
    let size = 0;
    for (let index = 0; index < puts.length; index++) {
        const put = puts[index];
        if (!put.bytes) continue;
        const body = new NativeUint8Array(put.bytes);
        put.size = viewBytes(body);
        size += put.size;
        push(bodies, body);
    }
    const isAttached = size <= mostAttached;
    for (let index = 0; index < puts.length; index++) {
        const put = puts[index];
        if (put.bytes && !isAttached) {
            put.body = base64(new NativeUint8Array(put.bytes));
            put.size = undefined;
        }
        put.bytes = undefined;
    }
    return isAttached && bodies.length ? viewBuffer(joinBytes(bodies, size)) : undefined;
};

/**
 * Brings a body to the host.
 * @param {TakenBody} taken
 * @returns {Promise<SentBody>}
 */
export const sendBody = async ({ text, bytes, reader }) => {
    if (text !== undefined) return smallText(text);
    if (bytes) return smallBody(await bytes);
    if (!reader) return absentBody;
    /** @type {Uint8Array[]} */
    const chunks = [];
    const { size, isLast } = await readPiece(reader, chunks, inlineLimit);
    return isLast ? smallBody(viewBuffer(joinBytes(chunks, size))) : uploadBody(reader, chunks);
};

/**
 * Sends the next bytes of a body. Returns whether the host wants more.
 * @param {string} upload @param {Uint8Array} bytes  All of their buffer. @param {boolean} isLast  Whether the body ends with them.
 */
const sendBytes = async (upload, bytes, isLast) => {
    const size = viewBytes(bytes);
    for (let start = 0; !start || start < size; start += largestPiece) {
        const end = start + largestPiece;
        const piece = size <= largestPiece ? viewBuffer(bytes) : copyBytes(bytes, start, end);
        if (!await sendPiece(upload, piece, isLast && end >= size)) return false;
    }
    return true;
};

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {Uint8Array[]} first  What was read of it already.
 * @returns {Promise<SentBody>}
 */
const uploadBody = async (reader, first) => {
    const upload = await send("/Cache/upload", null);
    try {
        for (let chunks = first, isLast = false; !isLast; chunks = []) {
            const piece = await readPiece(reader, chunks, pieceSize);
            ({ isLast } = piece);
            if (await sendBytes(upload, joinBytes(chunks, piece.size), isLast)) continue;
            // The host wants no more, and says why when it is asked to store it.
            then(cacheCancel(reader), undefined, () => {});
            break;
        }
        return /** @type {any} */ ({ __proto__: null, upload });
    } catch (error) {
        dropBody(/** @type {any} */ ({ __proto__: null, upload }));
        throw error;
    }
};

/** @param {SentBody} sent  What will not be stored. */
export const dropBody = ({ upload }) => { if (upload) notify("/Cache/stopUpload", { name: upload }); };
