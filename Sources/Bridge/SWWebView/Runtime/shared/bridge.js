// The page's half of the bridge. Commands go up as messages; replies come down on an event stream of the frame or worker.

import { base64 } from "./base64.js";
import { holdsEvents, takeInTurn } from "./event_bytes.js";
import { bridgeOrigin, isBridged } from "./origin.js";
import { bare, freeze, keys, NativeUint8Array, parse, push, shift, slice, stringify, then } from "./primordials.js";
import { expectReply, settleReply } from "./replies.js";
import { pauseAfter, rejectPending, unfinished, waiting } from "./stream_commands.js";
import {
    closeSource, listen, messageData, NativeDOMException, NativeEventSource, nativeFetch, nativeSetTimeout, noStore,
    responseBodyText,
} from "./web_primordials.js";
import { listenOverChannel, postOverChannel, useChannelInstead, usesChannel } from "realm/channel";
import { documentID } from "realm/document";
import { eventsURL, isActive, postToHost, postToHostNow } from "realm/host";

/** @typedef {import("./replies.js").MakeResult} MakeResult */

/** @type {EventSource | undefined} */
let eventSource;
/**
 * The id that makes the stream this frame's; undefined until the stream is open. It stays when the stream is lost: the host
 * keeps what it sends meanwhile, and a new connection goes on with it.
 * @type {string | undefined}
 */
export let streamID;
/** The number of events that came, which is the host's number of the last one. */
let lastEvent = 0;
/** The size of the events that came since the last notice to the host, which keeps them until then. */
let untold = 0;
/** The largest such size before a notice. An event counts as its text and `eventCost` more. */
const mostUntold = 65536, eventCost = 512;

/** @typedef {"serviceworkercontainer" | "serviceworkerregistration" | "serviceworker" | "workerinstallerror" | "messageport" | "sharedworker" | "sharedworkerconnect" | "connectivity" | "timeline" | "navigate" | "permission" | "notification" | "requestsdropped"} HostEvent */

/** @typedef {(data: any, bytes?: Uint8Array) => void} Hearer  Takes an event's data, and the bytes beside it. */

/**
 * The listeners of the host's events, of this connection and of those after it.
 * @type {{[name in HostEvent]: Hearer[]}}
 */
const hearers = freeze({
    __proto__: null, serviceworkercontainer: [], serviceworkerregistration: [], serviceworker: [], workerinstallerror: [],
    messageport: [], sharedworker: [], sharedworkerconnect: [], connectivity: [], timeline: [], navigate: [],
    requestsdropped: [], permission: [], notification: [],
});
export let isHearing = false;

/** @param {HostEvent} name @param {any} data @param {Uint8Array} [bytes] */
export const deliver = (name, data, bytes) => {
    const callbacks = hearers[name];
    bare(data);
    for (let index = 0; index < callbacks.length; index++) callbacks[index](data, bytes);
};

/** The number of connections in a row that were lost before they opened, and of those that ended with an error. */
let losses = 0, refusals = 0;
/** The number of errors in a row after which the host counts as unreachable. */
const mostRefusals = 9;
/** Whether a watching request is open. */
export let isWatched = false;
/** The number of the newest watching request. */
export let watchCount = 0;
/** The time in which a watching request is answered, in milliseconds. */
const watchLimit = 5000;

/** Opens a connection in place of the one that was lost. */
export const streamLost = () => {
    if (eventSource) closeSource(eventSource);
    eventSource = undefined;
    if (!isActive()) return;
    const pause = pauseAfter(losses++);
    if (pause) nativeSetTimeout(() => { if (!eventSource) openStream(); }, pause);
    else openStream();
};

/** Handles a connection that has ended with an error. */
const streamFailed = () => {
    if (++refusals < mostRefusals) return streamLost();
    streamID = undefined;
    rejectPending();
    if (isHearing) return streamLost();
    if (eventSource) closeSource(eventSource);
    eventSource = undefined;
};

/**
 * Listens to events of the host, and notes that they came.
 * @param {EventSource} source @param {string} name @param {(text: string) => void} callback
 */
const attachText = (source, name, callback) => listen(source, name, (/** @type {MessageEvent} */ event) => {
    // A connection that was lost may still deliver what the host repeats on the next one.
    if (source !== eventSource) return;
    const text = messageData(event);
    lastEvent++;
    untold += text.length + eventCost;
    if (untold > mostUntold && streamID) {
        untold = 0;
        notify("/EventStream/taken", { id: streamID, number: lastEvent });
    }
    callback(text);
});

/**
 * Listens to an event of the host, whose last part may be all of it.
 * @param {EventSource} source @param {string} name @param {Hearer} callback
 */
const attach = (source, name, callback) => attachText(source, name, (text) => {
    const whole = unfinished.parts + text, { notice } = unfinished;
    unfinished.parts = "";
    unfinished.notice = undefined;
    if (!notice && !holdsEvents()) return callback(parse(whole));
    takeInTurn(notice, (bytes) => {
        if (notice?.id) notify("/Body/drop", notice.id);
        callback(parse(whole), bytes);
    });
});

/**
 * Opens another connection after a watching request has ended.
 * @param {number} number  The request's number.
 */
export const watchEnded = (number) => {
    if (!isWatched || number !== watchCount) return;
    isWatched = false;
    if (eventSource) streamLost();
};

/**
 * Keeps a watching request open as long as WebKit keeps the frame's requests. A navigation cancels all of them, even one that is
 * not committed. EventSource does not report that; a fetch does.
 */
export const watchRequests = () => {
    if (isWatched || !isBridged) return;
    isWatched = true;
    const number = ++watchCount;
    const ended = () => watchEnded(number);
    const response = nativeFetch(`${bridgeOrigin}/___events___?watch=${number}&document=${documentID}`, noStore);
    // The host answers at once. It never sees a request that WebKit drops on the way, and no part of WebKit tells of it.
    let isAnswered = false;
    nativeSetTimeout(() => { if (!isAnswered) ended(); }, watchLimit);
    then(response, (/** @type {Response} */ answer) => {
        isAnswered = true;
        then(responseBodyText(answer), ended, ended);
    }, ended);
};

const openStream = () => {
    const url = eventsURL();
    try {
        eventSource = new NativeEventSource(streamID ? `${url}&resume=${streamID}&after=${lastEvent}` : url);
    } catch (error) {
        // A policy of the document's own text forbids all connections. The channel is not such a connection.
        if (!useChannelInstead()) throw error;
        return;
    }
    const source = eventSource;
    listen(source, "eventstream", (/** @type {MessageEvent} */ event) => {
        const { id } = parse(messageData(event));
        losses = refusals = 0;
        if (streamID !== id) {
            if (streamID) rejectPending(); // The host does not know the stream any more.
            streamID = id;
            lastEvent = 0;
        }
        while (waiting.length) shift(waiting)(id);
    });
    attachText(source, "eventpart", (text) => { unfinished.parts += text; });
    attachText(source, "eventbytes", (text) => {
        unfinished.notice = bare(parse(unfinished.parts + text));
        unfinished.parts = "";
    });
    attach(source, "promisereturn", (reply) => settleReply(reply));
    const names = /** @type {HostEvent[]} */ (keys(hearers));
    for (let index = 0; index < names.length; index++) attach(source, names[index], (data, bytes) => deliver(names[index], data, bytes));
    listen(source, "error", () => { if (source === eventSource) streamFailed(); });
    watchRequests();
};

/**
 * Hears an event of the host, in the order of all events; opens the stream, or has the channel bring events.
 * @param {HostEvent} name
 * @param {Hearer} callback
 * @param {boolean} [comesUnasked]  Whether the channel brings the event in any case.
 */
export const hear = (name, callback, comesUnasked = false) => {
    push(hearers[name], callback);
    if (comesUnasked) return;
    isHearing = true;
    if (usesChannel()) listenOverChannel();
    else if (!eventSource) openStream();
};

/** @param {string} path @param {unknown} body */
export const notification = (path, body) => `{"document":"${documentID}","path":${stringify(path)},"body":${stringify(body)}}`;

/**
 * Tells the host something that has no reply and needs no stream: it arrives even if the page goes right away.
 * @param {string} path
 * @param {unknown} body
 * @param {ArrayBuffer} [bytes]  Bytes that go with it. Nobody may change them from now on.
 */
export const notify = (path, body, bytes) => {
    const text = notification(path, body);
    if (postOverChannel(text, bytes)) return;
    postToHost(bytes ? `${slice(text, 0, -1)},"bytes":"${base64(new NativeUint8Array(bytes))}"}` : text);
};

/**
 * Does the same, before anything that the script requests next.
 * @param {string} path @param {unknown} body
 */
export const notifyNow = (path, body) => postToHostNow(notification(path, body));

/** Whether bytes may go with commands. */
export const carriesBytes = () => usesChannel();

/**
 * Posts a command over the channel, or for the event stream. Returns the way that it goes.
 * @param {number} index @param {string} path @param {unknown} body @param {ArrayBuffer} [bytes]
 * @returns {string}
 */
const postCommand = (index, path, body, bytes) => {
    if (!usesChannel()) return postForStream(index, path, body);
    // hop
    const text = `{"promiseIndex":${index},"path":${stringify(`${path}`)},"body":${stringify(body) ?? "null"}}`;
    if (postOverChannel(text, bytes)) return "channel";
    throw new NativeDOMException("The frame's channel has ended", "NetworkError");
};

/**
 * Posts a command whose reply comes on the stream, once the stream is open. Returns the way that it goes.
 * @param {number} index @param {string} path @param {unknown} body
 * @returns {string}
 */
const postForStream = (index, path, body) => {
    const rest = `","promiseIndex":${index},"path":${stringify(`${path}`)},"body":${stringify(body) ?? "null"}}`;
    const post = (/** @type {string} */ id) => postToHost(`{"streamID":"${id}${rest}`);
    if (streamID) {
        post(streamID);
    } else {
        if (!eventSource) openStream();
        if (usesChannel()) return postCommand(index, path, body);
        push(waiting, post);
    }
    return "stream";
};

/**
 * Sends a command to the host.
 * @param {string} path  The command, such as "/ping".
 * @param {unknown} [body]  A JSON value.
 * @param {MakeResult} [make]
 * @param {ArrayBuffer} [bytes]  Bytes that go with it, where they may. Nobody may change them from now on.
 * @returns {Promise<any>}  The reply, or what was made of it; rejects with what the host found wrong.
 */
export const send = (path, body, make, bytes) => expectReply(make, (index) => postCommand(index, path, body, bytes));
