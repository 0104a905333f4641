// Makes a dedicated worker's scope that of a shared worker.
// Source: HTML, "SharedWorkerGlobalScope", https://html.spec.whatwg.org/multipage/workers.html#shared-workers-and-the-sharedworkerglobalscope-interface

import { hear, notifyNow } from "../shared/bridge.js";
import { acceptPort, afterPosts } from "../shared/ports.js";
import { apply, defineProperty, getOwnPropertyDescriptor, hasOwn, then } from "../shared/primordials.js";
import { dedicatedGlobals, renameScope, scopeInterface } from "../shared/scope_interface.js";
import { dispatch, listen, NativeMessageEvent, nativeSetTimeout } from "../shared/web_primordials.js";
import { keep, looksNative, setHandler } from "../shared/webidl.js";
import { documentID } from "../shared/worker_document.js";
import { sending } from "./bridge.js";

/** @typedef {import("../shared/webidl.js").InterfaceState} InterfaceState */

/** @type {InterfaceState} */
const scopeState = /** @type {any} */ ({ __proto__: null, object: self });

const scopeAttributes = {
    get onconnect() { return scopeState.handlers && scopeState.handlers.get("connect")?.callback || null; },
    /** @param {any} value */
    set onconnect(value) { setHandler(scopeState, "connect", value); },
};

/** Calls a `var onconnect` or `function onconnect` of the script, which was there before the handler could be defined. */
const hearDeclaredHandler = () => listen(self, "connect", (/** @type {Event} */ event) => {
    const handler = getOwnPropertyDescriptor(self, "onconnect")?.value;
    if (typeof handler === "function") apply(handler, self, [event]);
});

const nativePostMessage = postMessage;
let isEvaluated = false;
/** Tells the hidden page that the script's own task is over: only errors of that task are events of `SharedWorker` objects. */
const tellEvaluated = () => {
    if (isEvaluated) return;
    isEvaluated = true;
    apply(nativePostMessage, self, [""]);
};

export const nativeClose = close;
let isClosing = false;
/** Closes the worker after the closing task's messages have left. Meanwhile the host can make the next worker of the name. */
export const closeShared = () => {
    if (isClosing) return;
    isClosing = true;
    notifyNow("/SharedWorker/closing", {});
    nativeSetTimeout(() => afterPosts(() => then(sending, () => {
        notifyNow("/Worker/gone", { id: documentID });
        apply(nativeClose, self, []);
    })), 0);
};

export const exposeSharedScope = () => {
    renameScope(scopeInterface("SharedWorkerGlobalScope"), dedicatedGlobals);
    if (hasOwn(self, "onconnect")) {
        hearDeclaredHandler();
    } else {
        const { get, set } = /** @type {any} */ (getOwnPropertyDescriptor(scopeAttributes, "onconnect"));
        defineProperty(self, "onconnect", {
            get: looksNative(get, "onconnect"), set: looksNative(set, "onconnect"), enumerable: true, configurable: true,
        });
    }
    nativeSetTimeout(tellEvaluated, 0);
    hear("sharedworkerconnect", (/** @type {{port: string}} */ { port }) => {
        tellEvaluated();
        const inside = acceptPort(port);
        const event = new NativeMessageEvent("connect", /** @type {any} */ ({ __proto__: null, data: "", ports: [inside], source: inside }));
        keep(event, inside);
        dispatch(self, event);
    });
    // The message goes before anything that the script could do: later errors do not fail the worker's start.
    notifyNow("/SharedWorker/running", {});
};
