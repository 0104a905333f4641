// The bridge as one would write it by hand, for BridgeBaseline: an object goes up as a script message, the reply comes down
// the event stream.

import { report } from "./measure.js";

/** @type {Map<number, () => void>} */
const waiting = new Map();
let nextPromiseIndex = 1;

const events = new EventSource("/___events___");

events.addEventListener("promisereturn", event => {
    const { promiseIndex } = JSON.parse(event.data);
    const resolve = waiting.get(promiseIndex);
    waiting.delete(promiseIndex);
    resolve?.();
});

/** @type {number} */
const streamID = await new Promise(resolve => {
    events.addEventListener("eventstream", event => resolve(JSON.parse(event.data).id), { once: true });
});

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<void>}
 */
function send(path, body) {
    return new Promise(resolve => {
        const promiseIndex = nextPromiseIndex;
        nextPromiseIndex += 1;
        waiting.set(promiseIndex, resolve);
        // @ts-ignore: `webkit` is there in a web view only.
        window.webkit.messageHandlers.SWWebView.postMessage({ streamID, promiseIndex, path, body });
    });
}

await report(body => send("/ping", body));
