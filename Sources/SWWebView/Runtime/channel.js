// The short way to the host, which the web-process extension gives a frame: for commands whose replies must come soon.

/** @typedef {{post: (text: string, bytes?: ArrayBuffer) => boolean, hear: (callback: (text: string, bytes?: Uint8Array) => void) => void}} ChannelEnds */

/** What the extension gave the document; undefined without one. @returns {ChannelEnds | undefined} */
const takeChannel = () => {
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    deleteProperty(self, "___swwebviewChannel");
    return ends && { post: ends.post, hear: ends.hear };
};
let channel = isFirstRuntime ? takeChannel() : undefined;
let askCount = 0;
/**
 * What to do with each reply.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void}>}
 */
const asked = new NativeMap();

const hearReplies = () => {
    channel?.hear((/** @type {string} */ text, /** @type {Uint8Array | undefined} */ bytes) => {
        const reply = parse(text);
        const promise = mapGet(asked, reply.promiseIndex);
        if (!promise) return;
        mapDelete(asked, reply.promiseIndex);
        if (hasOwn(reply, "error")) promise.reject(errorFor(reply.error));
        else promise.resolve(bytes ?? reply.response);
    });
};

/** The document was away, or has another channel: what was asked before will not be answered. */
const reopenChannel = () => {
    const reason = new NativeDOMException("The frame was away", "NetworkError");
    mapForEach(asked, (/** @type {any} */ promise) => promise.reject(reason));
    mapClear(asked);
    hearReplies();
};

/**
 * Sends a command to the host the shortest way there is.
 * @param {string} path @param {unknown} body  A JSON value.
 * @returns {Promise<any>}  The reply; rejects with what the host found wrong.
 */
const ask = (path, body) => {
    if (!channel) return send(path, body);
    return new NativePromise((resolve, reject) => {
        const index = askCount++;
        const text = `{"promiseIndex":${index},"path":"${path}","body":${stringify(body)}}`;
        if (!channel?.post(text)) return resolve(send(path, body));
        mapSet(asked, index, { resolve, reject });
    });
};
