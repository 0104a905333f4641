// A worker's half of the bridge. The page that holds the worker passes its messages on: text as it is, bytes separately.

const bridgeOrigin = self.origin;
const isBridged = true;
const nativeReportError = self.reportError;
const pagePost = /** @type {any} */ (self).postMessage;

/**
 * Hands something to the page that holds the worker.
 * @param {any} message
 * @param {Transferable[]} [transfer]
 */
const postToPage = (message, transfer) => { apply(pagePost, self, transfer ? [message, transfer] : [message]); };

/**
 * The listeners of the host's events, by name.
 * @type {Map<string, ((data: any) => void)[]>}
 */
const hearers = new NativeMap();
/**
 * The handlers of the host's messages, by their first letter.
 * @type {{[kind: string]: ((text: string) => void) | undefined}}
 */
const takers = Object.create(null);
/**
 * The handlers of messages that carry bytes.
 * @type {((message: any) => void)[]}
 */
const byteTakers = [];
/**
 * The functions to call after a message was handled, and its listeners' promise reactions have run.
 * @type {(() => void)[]}
 */
const afterwards = [];

/**
 * Sends a command to the host.
 * @param {string} path  The command, such as "/Clients/claim".
 * @param {unknown} [body]  A JSON value.
 * @param {(reply: any) => any} [make]  Makes the result of the reply.
 * @returns {Promise<any>}  The reply, or what was made of it; rejects with what the host found wrong.
 */
const send = (path, body, make) => expectReply(make, (index) => {
    postToPage(`{"promiseIndex":${index},"path":${stringify(`${path}`)},"body":${stringify(body) ?? "null"}}`);
    return "page";
});

/** Watches nothing: the page that holds the worker watches its requests. */
const watchRequests = () => {};

/**
 * Tells the host something that has no reply.
 * @param {string} path
 * @param {unknown} body
 */
const notify = (path, body) => postToPage(`{"path":${stringify(path)},"body":${stringify(body) ?? "null"}}`);

/**
 * Hears an event of the host, in the order of all events.
 * @param {string} name
 * @param {(data: any) => void} callback
 */
const hear = (name, callback) => {
    const known = mapGet(hearers, name);
    if (known) push(known, callback);
    else mapSet(hearers, name, [callback]);
};

takers.P = (text) => settleReply(parse(text));

takers.V = (text) => {
    const { event, data } = parse(text);
    const callbacks = mapGet(hearers, event) ?? [];
    for (let index = 0; index < callbacks.length; index++) callbacks[index](data);
};

listen(self, "message", (/** @type {MessageEvent} */ event) => {
    if (!event.isTrusted) return;
    const message = messageData(event);
    if (typeof message !== "string") {
        for (let index = 0; index < byteTakers.length; index++) byteTakers[index](message);
        return;
    }
    takers[message[0]]?.(slice(message, 1));
});

// Between two listeners the engine runs what is promised, as it does after each listener of an event of its own. So what the
// worker's listeners promise has run when this one is called.
listen(self, "message", (/** @type {MessageEvent} */ event) => {
    if (!event.isTrusted) return;
    stopImmediately(event);
    while (afterwards.length) shift(afterwards)();
});
listen(self, "messageerror", (/** @type {MessageEvent} */ event) => { if (event.isTrusted) stopImmediately(event); });
