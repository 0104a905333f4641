// A dedicated worker's messages to the host go up by POST: all that have come together in one request, one request at a time.

import { bridgeOrigin } from "../shared/origin.js";
import { join, NativePromise, push, shift, then } from "../shared/primordials.js";
import { pauseAfter, rejectPending } from "../shared/stream_commands.js";
import { nativeFetch, nativeSetTimeout, NativeXMLHttpRequest } from "../shared/web_primordials.js";
import { documentID } from "../shared/worker_document.js";
import { xhrOpen, xhrSend } from "../shared/xhr_primordials.js";

const commandURL = `${bridgeOrigin}/___command___?document=${documentID}`;

export const eventsURL = () => {
    const late = isLate ? "&late" : "";
    isLate = false;
    return `${bridgeOrigin}/___events___?document=${documentID}${late}`;
};

/** Returns true: a worker's requests go on until it ends. */
export const isActive = () => true;

/** @typedef {{url: string, text: string}} Batch  Messages that go up together. */

/** @type {string[]} */
const unsent = [];
/**
 * Batches that may have reached the host or not: WebKit cancels a worker's requests when its page is navigated, even where the
 * page stays. The host takes each batch only once.
 * @type {Batch[]}
 */
const unconfirmed = [];
let batchCount = 0;
/** The most tries to send a batch. */
const mostTries = 20;
let isSending = false;
/** The promise of the messages that are being sent. */
export let sending = NativePromise.resolve();
/** @returns {Batch} */
const takeBatch = () => {
    const text = join(unsent, "\n");
    unsent.length = 0;
    return { url: `${commandURL}&n=${batchCount++}`, text };
};

/** @param {Batch} batch @returns {Promise<boolean>}  Whether it arrived. */
const sendBatch = ({ url, text }) =>
    then(nativeFetch(url, /** @type {any} */ ({ __proto__: null, method: "POST", body: text, cache: "no-store" })), () => true, () => false);

const sendAll = async () => {
    while (unconfirmed.length || unsent.length) {
        const batch = unconfirmed.length ? shift(unconfirmed) : takeBatch();
        for (let tries = 1; !await sendBatch(batch); tries++) {
            if (tries === mostTries) {
                rejectPending(); // What was asked will not be answered.
                break;
            }
            await new NativePromise((resolve) => nativeSetTimeout(resolve, pauseAfter(tries)));
        }
    }
    isSending = false;
};

const startSending = () => {
    if (isSending) return;
    isSending = true;
    // All messages of one task are sent together.
    sending = then(NativePromise.resolve(), sendAll);
};

/** @param {string} text */
export const postToHost = (text) => {
    push(unsent, text);
    startSending();
};

/**
 * Posts a message that the host gets before anything that is requested next.
 * @param {string} text
 */
export const postToHostNow = (text) => {
    push(unsent, text);
    const batch = takeBatch();
    try {
        const request = new NativeXMLHttpRequest();
        xhrOpen(request, "POST", batch.url, false);
        xhrSend(request, batch.text);
    } catch {
        push(unconfirmed, batch);
        startSending();
    }
};
