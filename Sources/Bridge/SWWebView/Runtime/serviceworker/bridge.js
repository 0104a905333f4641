// A worker's half of the bridge. The page that holds the worker passes its messages on: text as it is, bytes separately.

import { apply, bare, hasOwn, parse, PrivateMap, push, shift, stringify } from "../shared/primordials.js";
import { expectReply, pieceOf, settleReply } from "../shared/replies.js";
import { listen, messageData } from "../shared/web_primordials.js";
import { stopImmediately } from "./primordials.js";

/** @typedef {import("../shared/replies.js").MakeResult} MakeResult */

export const nativeReportError = self.reportError;
const pagePost = /** @type {any} */ (self).postMessage;

/**
 * Sends a message to the host: the page that holds the worker passes it on.
 * @param {string} text
 * @param {ArrayBuffer} [bytes]  Bytes that go with it. The worker has them no longer.
 */
const postToPage = (text, bytes) => { apply(pagePost, self, bytes ? [{ text, bytes }, [bytes]] : [text]); };

/** @typedef {(data: any, bytes?: Uint8Array) => void} Hearer */
/**
 * The listeners of the host's events, by name.
 * @type {Map<string, Hearer[]>}
 */
const hearers = new PrivateMap();
/**
 * The functions to call after a message was handled, and its listeners' promise reactions have run.
 * @type {(() => void)[]}
 */
export const afterwards = [];

/**
 * Sends a command to the host.
 * @param {string} path  The command, such as "/Clients/claim".
 * @param {unknown} [body]  A JSON value.
 * @param {MakeResult} [make]
 * @param {ArrayBuffer} [bytes]  Bytes that go with it. The worker has them no longer.
 * @returns {Promise<any>}  The reply, or what was made of it; rejects with what the host found wrong.
 */
export const send = (path, body, make, bytes) => expectReply(make, (index) => {
    postToPage(`{"promiseIndex":${index},"path":${stringify(`${path}`)},"body":${stringify(body) ?? "null"}}`, bytes);
    return "page";
});

/**
 * Returns undefined: only pages fetch over a channel.
 * @param {string} _url @param {any} _init
 * @returns {Promise<Response> | undefined}
 */
export const fetchShortly = (_url, _init) => undefined;

/**
 * Returns undefined: no service worker gets requests of service workers.
 * @param {string} _method @param {string} _url @param {string[]} _headers @param {string} _pairs
 * @returns {string | null | undefined}
 */
export const answerElsewhere = (_method, _url, _headers, _pairs) => undefined;

/** Whether the realm gets the bodies of service workers' responses in pieces. No service worker gets such responses. */
export const pullsBodies = false;

/**
 * Asks for a piece of a body.
 * @param {string} id
 * @returns {Promise<Uint8Array | null>}
 */
export const pullPiece = (id) => send("/Body/pull", id, pieceOf);

/** Whether bytes may go with commands. */
export const carriesBytes = () => true;

/** Watches nothing: the page that holds the worker watches its requests. */
export const watchRequests = () => {};

/**
 * Tells the host something that has no reply.
 * @param {string} path
 * @param {unknown} body
 * @param {ArrayBuffer} [bytes]  Bytes that go with it. The worker has them no longer.
 */
export const notify = (path, body, bytes) => postToPage(`{"path":${stringify(path)},"body":${stringify(body) ?? "null"}}`, bytes);

/**
 * Hears an event of the host, in the order of all events.
 * @param {string} name
 * @param {Hearer} callback
 */
export const hear = (name, callback) => {
    const known = hearers.get(name);
    if (known) push(known, callback);
    else hearers.set(name, [callback]);
};

/**
 * Takes a message of the host: a reply, or an event.
 * @param {string} text @param {Uint8Array} [bytes]
 */
const takeMessage = (text, bytes) => {
    const message = parse(text);
    if (!hasOwn(message, "event")) return settleReply(message, bytes);
    const callbacks = hearers.get(message.event) ?? [];
    for (let index = 0; index < callbacks.length; index++) callbacks[index](bare(message.data), bytes);
};

listen(self, "message", (/** @type {MessageEvent} */ event) => {
    if (!event.isTrusted) return;
    const message = messageData(event);
    if (typeof message === "string") takeMessage(message);
    else takeMessage(message.text, message.bytes);
});

// Between two listeners the engine runs what is promised, as it does after each listener of an event of its own. So what the
// worker's listeners promise has run when this one is called.
listen(self, "message", (/** @type {MessageEvent} */ event) => {
    if (!event.isTrusted) return;
    stopImmediately(event);
    while (afterwards.length) shift(afterwards)();
});
listen(self, "messageerror", (/** @type {MessageEvent} */ event) => { if (event.isTrusted) stopImmediately(event); });
