// Commands that wait for their replies, whatever way they went.

import { hasOwn, NativeError, NativePromise, NativeTypeError, PrivateMap } from "./primordials.js";
import { NativeDOMException } from "./web_primordials.js";

/** @typedef {(reply: any, bytes?: Uint8Array) => any} MakeResult  Makes a command's result of the reply and the bytes with it. */

let promiseCount = 0;
/**
 * The callbacks of each command that waits for its reply, and the way it went.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void, make?: MakeResult, way: string}>}
 */
const pending = new PrivateMap();

/** @param {{name: string, message: string}} failure */
const errorFor = ({ name, message }) =>
    name === "TypeError" ? new NativeTypeError(message)
        : name === "Error" ? new NativeError(message)
            : new NativeDOMException(message, name);

/**
 * Sends a command with a number of its own, and waits for the reply.
 * @param {MakeResult | undefined} make
 * @param {(index: number) => string} post  Sends it, and returns the way it went.
 * @returns {Promise<any>}  The reply, or what was made of it; rejects with what the host found wrong.
 */
export const expectReply = (make, post) => new NativePromise((resolve, reject) => {
    const index = promiseCount++;
    const command = { resolve, reject, make, way: "" };
    pending.set(index, command);
    try {
        command.way = post(index);
    } catch (error) {
        pending.delete(index);
        reject(error);
    }
});

/**
 * Settles a command.
 * @param {any} reply
 * @param {Uint8Array} [bytes]
 */
export const settleReply = (reply, bytes) => {
    const command = pending.get(reply.promiseIndex);
    if (!command) return;
    pending.delete(reply.promiseIndex);
    if (hasOwn(reply, "error")) return command.reject(errorFor(reply.error));
    const { make } = command, { response } = reply;
    try {
        command.resolve(make ? make(response, bytes) : response);
    } catch (error) {
        command.reject(error);
    }
};

/**
 * Rejects the commands that went one way, on which no reply will come.
 * @param {string} way @param {string} message
 */
export const rejectReplies = (way, message) => {
    const reason = new NativeDOMException(message, "NetworkError");
    pending.forEach((/** @type {any} */ command, /** @type {number} */ index) => {
        if (command.way !== way) return;
        pending.delete(index);
        command.reject(reason);
    });
};

/**
 * Returns the piece that came over a channel; null at the end.
 * @type {MakeResult}
 */
export const pieceOf = (_reply, bytes) => bytes ?? null;
