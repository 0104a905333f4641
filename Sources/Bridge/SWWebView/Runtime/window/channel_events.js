// The messages that come over a frame's channel.

import { deliver, isHearing, isWatched, send, watchCount, watchEnded, watchRequests } from "../shared/bridge.js";
import { hasOwn, parse, then, uncurry } from "../shared/primordials.js";
import { pieceOf, rejectReplies, settleReply } from "../shared/replies.js";
import { dispatch, listen, NativeEvent, NativeEventTarget, nativeSetTimeout } from "../shared/web_primordials.js";
import { channel, channelEvents, listenOverChannel, usesChannel } from "./channel.js";
import { isActive } from "./script_messages.js";

const stopLoading = uncurry(/** @type {any} */ (self).stop);

/**
 * Settles the frame's requests if WebKit has dropped them, which it does without a word when its network process dies. The host
 * sees the end of a watching request in either case, dropped or cancelled. The promise of a cancelled one is rejected by now, and
 * its reactions run before the next task. To stop the frame then would stop the navigation that cancelled the request.
 * @param {number} number  The watching request's number.
 */
export const requestsDropped = (number) => {
    nativeSetTimeout(() => {
        if (!isWatched || number !== watchCount || !isActive()) return;
        stopLoading(self);
        watchEnded(number);
    }, 0);
};

/** @param {string} text @param {Uint8Array | undefined} bytes */
const takeMessage = (text, bytes) => {
    const message = parse(text);
    if (hasOwn(message, "event")) deliver(message.event, message.data, bytes);
    else settleReply(message, bytes);
};

/**
 * The message that came last, for the listener of `turns`.
 * @type {[string, Uint8Array | undefined]}
 */
let latest;
/**
 * Takes each message in a listener of an event. After that the engine runs the reactions of promises at once: the page sees the
 * states between two messages, as it does with those of a stream. After a call by the extension it would run them in the loop's
 * next turn only.
 */
const turns = new NativeEventTarget();
listen(turns, "message", () => takeMessage(latest[0], latest[1]));

export const hearChannel = () => {
    channel?.hear((/** @type {string} */ text, /** @type {Uint8Array | undefined} */ bytes) => {
        latest = [text, bytes];
        dispatch(turns, new NativeEvent("message"));
    });
};

/** Whether the host was told to send events over this channel. */
let isListening = false;
channelEvents.listen = () => {
    if (isListening) return;
    isListening = true;
    // A document that goes away before the reply has another channel when it comes back.
    then(send("/Channel/listen", null), undefined, () => {});
    watchRequests();
};

channelEvents.replaceStream = () => {
    hearChannel();
    if (isHearing) listenOverChannel();
};

/** Rejects earlier commands: the document was away, or has another channel, and will get no reply to them. */
export const reopenChannel = () => {
    rejectReplies("channel", "The frame was away");
    hearChannel();
    isListening = false;
    if (isHearing && usesChannel()) listenOverChannel();
};

/**
 * Asks for a piece of a body over the channel; undefined without one.
 * @param {string} id
 * @returns {Promise<Uint8Array | null> | undefined}
 */
export const pullPiece = (id) => channel && send("/Body/pull", id, pieceOf);
