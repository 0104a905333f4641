// The page's half of the bridge: commands go up as messages, replies come down on an event stream of the frame's, or worker's, own.

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

/**
 * Who hears the host's events, in this stream and in those after it.
 * @type {{name: string, callback: (data: any) => void}[]}
 */
const hearers = [];
/** How long the next stream waits when one has ended, in milliseconds. */
let pause = 0;

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
    if (!hearers.length) return;
    nativeSetTimeout(() => { if (!eventSource) openStream(); }, pause);
    pause = pause ? Math.min(pause * 2, 10000) : 100;
};

/** @param {EventSource} source @param {{name: string, callback: (data: any) => void}} hearer */
const attach = (source, { name, callback }) =>
    listen(source, name, (/** @type {MessageEvent} */ event) => callback(parse(messageData(event))));

const openStream = () => {
    eventSource = new NativeEventSource(eventsURL());
    listen(eventSource, "eventstream", (/** @type {MessageEvent} */ event) => {
        const { id } = parse(messageData(event));
        streamID = id;
        pause = 0;
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
    for (let index = 0; index < hearers.length; index++) attach(eventSource, hearers[index]);
    listen(eventSource, "error", streamEnded);
};

/**
 * Hears an event of the host, in the order of all events; opens the stream.
 * @param {string} name
 * @param {(data: any) => void} callback
 */
const hear = (name, callback) => {
    const hearer = { name, callback };
    push(hearers, hearer);
    if (eventSource) attach(eventSource, hearer);
    else openStream();
};

/** @param {string} path @param {unknown} body */
const notification = (path, body) => `{"f":"${documentID}","path":${stringify(path)},"body":${stringify(body)}}`;

/**
 * Tells the host something that has no reply and needs no stream: it arrives even if the page goes right away.
 * @param {string} path
 * @param {unknown} body
 */
const notify = (path, body) => postToHost(notification(path, body));

/**
 * The same; whatever the script asks for next comes after it.
 * @param {string} path @param {unknown} body
 */
const notifyNow = (path, body) => postToHostNow(notification(path, body));

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
    const post = (/** @type {string} */ id) => postToHost(`{"streamID":"${id}${rest}`);
    if (streamID) return post(streamID);
    push(waiting, post);
    if (!eventSource) openStream();
});
