// The frame's channel to the host, which the web-process extension provides. It brings all commands and events, unless the view's
// transport is script messages and event streams.

/** @typedef {{post: (text: string, bytes?: ArrayBuffer) => boolean, ask: (text: string) => string | undefined, hear: (callback: (text: string, bytes?: Uint8Array) => void) => void}} ChannelEnds */

/**
 * The document's channel, also where the view's transport does without it.
 * @type {ChannelEnds | undefined}
 */
let endsAtHand;
/** Whether a policy forbids the event stream, so that the channel stands in for it. */
let isStreamForbidden = false;
/** Takes the channel that the extension gave the document; undefined without one. @returns {ChannelEnds | undefined} */
const takeChannel = () => {
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    deleteProperty(self, "___swwebviewChannel");
    endsAtHand = ends && { post: ends.post, ask: ends.ask, hear: ends.hear };
    return bridgeTransport === "events" && !isStreamForbidden ? undefined : endsAtHand;
};
let channel = isBridged ? takeChannel() : undefined;
/** Whether the host was told to send events over this channel. */
let isListening = false;

/** Whether all commands and events go over the channel. */
const usesChannel = () => channel !== undefined;

/** Has the channel stand in for the event stream. Returns false where there is no channel. */
const useChannelInstead = () => {
    if (!endsAtHand) return false;
    isStreamForbidden = true;
    channel = endsAtHand;
    hearChannel();
    if (isHearing) listenOverChannel();
    return true;
};

/** @param {string} text @param {ArrayBuffer} [bytes] @returns {boolean}  False where there is no channel. */
const postOverChannel = (text, bytes) => channel?.post(text, bytes) ?? false;
const stopLoading = uncurry(/** @type {any} */ (self).stop);

/**
 * Settles the frame's requests if WebKit has dropped them, which it does without a word when its network process dies. The host
 * sees the end of a watching request in either case, dropped or cancelled. The promise of a cancelled one is rejected by now, and
 * its reactions run before the next task. To stop the frame then would stop the navigation that cancelled the request.
 * @param {number} number  The watching request's number.
 */
const requestsDropped = (number) => {
    nativeSetTimeout(() => {
        if (!isWatched || number !== watchCount || !isActive()) return;
        stopLoading(self);
        watchEnded(number);
    }, 0);
};

/** @param {string} text @param {Uint8Array | undefined} bytes */
const takeMessage = (text, bytes) => {
    const message = parse(text);
    if (hasOwn(message, "event")) deliver(message.event, message.data);
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

const hearChannel = () => {
    channel?.hear((/** @type {string} */ text, /** @type {Uint8Array | undefined} */ bytes) => {
        latest = [text, bytes];
        dispatch(turns, new NativeEvent("message"));
    });
};

/** Has the host send the realm's events over the channel. */
const listenOverChannel = () => {
    if (isListening) return;
    isListening = true;
    // A document that goes away before the reply has another channel when it comes back.
    then(send("/Channel/listen", null), undefined, () => {});
    watchRequests();
};

/** Rejects earlier commands: the document was away, or has another channel, and will get no reply to them. */
const reopenChannel = () => {
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
const pullPiece = (id) => channel && send("/Body/pull", id, pieceOf);
