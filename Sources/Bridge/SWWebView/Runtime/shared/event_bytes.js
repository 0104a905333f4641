// The bytes of events that came on a stream. The frame requests long ones, and later events wait for them.

import { bytesOf, typedSet } from "./base64.js";
import { bridgeOrigin } from "./origin.js";
import { getterOf, NativePromise, NativeUint8Array, push, shift, then } from "./primordials.js";
import { pauseAfter } from "./stream_commands.js";
import {
    firstPort, listen, NativeMessageChannel, nativeFetch, NativeResponse, nativeSetTimeout, noStore, portPost, portStart, responseBytes,
    secondPort,
} from "./web_primordials.js";
import { documentID } from "realm/document";

/** @typedef {{base64?: string, id?: string, size?: number}} BytesNotice  The bytes, or the name and the number of bytes to request. */
/** @typedef {{notice: BytesNotice | undefined, take: (bytes?: Uint8Array) => void}} HeldEvent */

/**
 * The events that wait, the first of which is being loaded.
 * @type {HeldEvent[]}
 */
const held = [];
/** The most tries to request a piece. WebKit cancels the requests of a frame that is navigated, even where its document stays. */
const mostPieceTries = 20;
const responseStatus = getterOf(NativeResponse.prototype, "status");

/** Whether an event has to wait for those before it. */
export const holdsEvents = () => held.length > 0;

/**
 * Returns a piece of the bytes; nothing where the host does not have them any more.
 * @param {string | undefined} id @param {number} start
 * @returns {Promise<Uint8Array | undefined>}
 */
const loadPiece = async (id, start) => {
    for (let tries = 1; ; tries++) {
        try {
            const response = await nativeFetch(`${bridgeOrigin}/___body___?id=${id}&at=${start}&document=${documentID}`, noStore);
            if (responseStatus(response) !== 200) return undefined;
            return new NativeUint8Array(await responseBytes(response));
        } catch {
            if (tries === mostPieceTries) return undefined;
            await new NativePromise((resolve) => nativeSetTimeout(resolve, pauseAfter(tries)));
        }
    }
};

/** @param {BytesNotice} notice @returns {Promise<Uint8Array | undefined>} */
const loadBytes = async ({ id, size = 0 }) => {
    const whole = new NativeUint8Array(size);
    for (let start = 0; start < size;) {
        const piece = await loadPiece(id, start);
        if (!piece?.length) return undefined;
        typedSet(whole, piece, start);
        start += piece.length;
    }
    return whole;
};

/**
 * The end of a channel on which each held event gets a task of its own: the engine runs the reactions of promises in between.
 * @type {MessagePort | undefined}
 */
let eventTurns;
/**
 * The bytes of the first event.
 * @type {Uint8Array | undefined}
 */
let loaded;

const takeFirst = () => {
    const { take } = shift(held), bytes = loaded;
    loaded = undefined;
    if (held.length) loadFirst();
    take(bytes);
};

const loadFirst = () => {
    const { notice } = held[0];
    const next = (/** @type {Uint8Array | undefined} */ bytes) => {
        loaded = bytes;
        portPost(eventTurns, null);
    };
    if (notice?.id) then(loadBytes(notice), next);
    else next(notice?.base64 === undefined ? undefined : bytesOf(notice.base64));
};

/**
 * Has an event taken with its bytes, after the events before it.
 * @param {BytesNotice | undefined} notice @param {(bytes?: Uint8Array) => void} take
 */
export const takeInTurn = (notice, take) => {
    if (!eventTurns) {
        const channel = new NativeMessageChannel();
        eventTurns = secondPort(channel);
        const first = firstPort(channel);
        listen(first, "message", takeFirst);
        portStart(first);
    }
    push(held, { notice, take });
    if (held.length === 1) loadFirst();
};
