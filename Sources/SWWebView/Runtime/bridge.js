// The frame's half of the bridge: commands go up as script messages, replies come down on the frame's own event stream.

const bridgeOrigin = self.origin;
const isBridged = bridgeOrigin.startsWith("sw://");
const messageHandler = isBridged ? /** @type {any} */ (self).webkit.messageHandlers.SWWebView : undefined;
const postToHost = messageHandler && uncurry(messageHandler.postMessage);

/** @type {EventSource | undefined} */
let eventSource;
/**
 * The id that makes the stream this frame's; undefined until the stream is open.
 * @type {string | undefined}
 */
let streamID;
let promiseCount = 0;
/**
 * Commands that wait for the stream to open.
 * @type {((id: string) => void)[]}
 */
const waiting = [];
/**
 * What to do with each reply.
 * @type {Map<number, {resolve: (value: any) => void, reject: (reason: any) => void}>}
 */
const pending = new NativeMap();

/** @param {{name: string, message: string}} failure */
const errorFor = ({ name, message }) =>
    name === "TypeError" ? new NativeTypeError(message)
        : name === "Error" ? new NativeError(message)
            : new NativeDOMException(message, name);

/** The stream has ended: what it owed will not come, and the next command opens another. */
const streamEnded = () => {
    if (eventSource) closeSource(eventSource);
    eventSource = undefined;
    streamID = undefined;
    waiting.length = 0;
    const reason = new NativeDOMException("The frame's event stream has ended", "NetworkError");
    mapForEach(pending, (/** @type {any} */ promise) => promise.reject(reason));
    mapClear(pending);
};

const openStream = () => {
    eventSource = new NativeEventSource(`${bridgeOrigin}/___events___?path=${encodeURIComponent(location.pathname)}`);
    listen(eventSource, "eventstream", (/** @type {MessageEvent} */ event) => {
        const { id } = parse(messageData(event));
        streamID = id;
        while (waiting.length) shift(waiting)(id);
    });
    listen(eventSource, "promisereturn", (/** @type {MessageEvent} */ event) => {
        const reply = parse(messageData(event));
        const promise = mapGet(pending, reply.promiseIndex);
        if (!promise) return;
        mapDelete(pending, reply.promiseIndex);
        if (hasOwn(reply, "error")) promise.reject(errorFor(reply.error));
        else promise.resolve(reply.response);
    });
    listen(eventSource, "error", streamEnded);
};

/**
 * Tells the host something that has no reply and needs no stream: it arrives even if the page goes right away.
 * @param {string} path
 * @param {unknown} body
 */
const notify = (path, body) => postToHost(messageHandler, `{"path":${stringify(path)},"body":${stringify(body)}}`);

/**
 * Sends a command to the host.
 * @param {string} path  The command, such as "/ping".
 * @param {unknown} [body]  A JSON value.
 * @returns {Promise<any>}  The reply; rejects with what the host found wrong.
 */
const send = (path, body) => new NativePromise((resolve, reject) => {
    const text = stringify(body) ?? "null";
    const index = promiseCount++;
    const rest = `","promiseIndex":${index},"path":${stringify(`${path}`)},"body":${text}}`;
    mapSet(pending, index, { resolve, reject });
    const post = (/** @type {string} */ id) => postToHost(messageHandler, `{"streamID":"${id}${rest}`);
    if (streamID) return post(streamID);
    push(waiting, post);
    if (!eventSource) openStream();
});
