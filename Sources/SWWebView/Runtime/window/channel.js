// The frame's channel to the host, which the web-process extension provides: for commands that need a fast reply.

/** @typedef {{post: (text: string, bytes?: ArrayBuffer) => boolean, hear: (callback: (text: string, bytes?: Uint8Array) => void) => void}} ChannelEnds */

/** Takes the channel that the extension gave the document; undefined without one. @returns {ChannelEnds | undefined} */
const takeChannel = () => {
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    deleteProperty(self, "___swwebviewChannel");
    return ends && { post: ends.post, hear: ends.hear };
};
let channel = isFirstRuntime ? takeChannel() : undefined;
let askCount = 0;
/**
 * The callbacks of each command that waits for its reply.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void, make?: (reply: any) => any}>}
 */
const asked = new NativeMap();

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

const hearReplies = () => {
    channel?.hear((/** @type {string} */ text, /** @type {Uint8Array | undefined} */ bytes) => {
        const reply = parse(text);
        if (hasOwn(reply, "navigate")) return void (location.href = reply.navigate);
        if (hasOwn(reply, "dropped")) return requestsDropped(reply.dropped);
        const promise = mapGet(asked, reply.promiseIndex);
        if (!promise) return;
        mapDelete(asked, reply.promiseIndex);
        if (hasOwn(reply, "error")) return promise.reject(errorFor(reply.error));
        const { make } = promise;
        try {
            promise.resolve(make ? make(reply.response) : bytes ?? reply.response);
        } catch (error) {
            promise.reject(error);
        }
    });
};

/** Rejects earlier commands: the document was away, or has another channel, and will get no reply to them. */
const reopenChannel = () => {
    const reason = new NativeDOMException("The frame was away", "NetworkError");
    mapForEach(asked, (/** @type {any} */ promise) => promise.reject(reason));
    mapClear(asked);
    hearReplies();
};

/**
 * Sends a command to the host over the channel, or else by message.
 * @param {string} path @param {unknown} body  A JSON value.
 * @param {(reply: any) => any} [make]  Makes the result of the reply.
 * @returns {Promise<any>}  The reply, or what was made of it; rejects with what the host found wrong.
 */
const ask = (path, body, make) => {
    if (!channel) return sendFor(path, body, make);
    return new NativePromise((resolve, reject) => {
        const index = askCount++;
        const text = `{"promiseIndex":${index},"path":"${path}","body":${stringify(body)}}`;
        if (!channel?.post(text)) return resolve(sendFor(path, body, make));
        mapSet(asked, index, { resolve, reject, make });
    });
};

/** @param {string} path @param {unknown} body @param {((reply: any) => any) | undefined} make @returns {Promise<any>} */
const sendFor = (path, body, make) => make ? then(send(path, body), make) : send(path, body);
