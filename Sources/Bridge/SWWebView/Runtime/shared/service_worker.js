// ServiceWorker: one object for each worker in a realm.
// Source: Service Workers, https://w3c.github.io/ServiceWorker/#serviceworker-interface

import { transferOf } from "./conversions.js";
import { makeOutbox } from "./ports.js";
import {
    dereference, getterOf, NativeFinalizationRegistry, NativeWeakRef, PrivateMap, watchObject,
} from "./primordials.js";
import { NativeDOMException, NativeEvent, NativeEventTarget } from "./web_primordials.js";
import { defineInterface, expose, fire } from "./webidl.js";
import { shownAddress } from "realm/addresses";
import { hear, notify } from "realm/bridge";

/** @typedef {{id: string, scriptURL: string, type?: string, state: ServiceWorkerState}} WorkerSnapshot */

/** @type {Record<string, number>} */
const workerStateOrder = /** @type {any} */ ({
    __proto__: null, parsed: 0, installing: 1, installed: 2, activating: 3, activated: 4, redundant: 5,
});

export const NativeErrorEvent = ErrorEvent;

const frameClosed = self.document && getterOf(self, "closed");
/** A frame that was removed can neither send nor be controlled. */
export const isDetached = () => frameClosed ? frameClosed(self) : false;

export const serviceWorkers = defineInterface("ServiceWorker", {
    inherits: NativeEventTarget,
    attributes: {
        scriptURL() { return shownAddress(this.scriptURL); },
        state() { return this.state; },
    },
    handlers: { statechange: undefined, error: undefined },
    operations: {
        postMessage: [1, function (message, options) {
            if (isDetached()) throw new NativeDOMException("The frame was removed", "InvalidStateError");
            this.post(message, transferOf(options));
        }],
    },
});

/**
 * Workers that are not redundant.
 * @type {Map<string, any>}
 */
const workerStates = new PrivateMap();
/**
 * Redundant ones send no more events: they stay as long as the page holds them.
 * @type {Map<string, WeakRef<any>>}
 */
const redundantWorkers = new PrivateMap();
const collectedWorkers = new NativeFinalizationRegistry((/** @type {string} */ id) => { redundantWorkers.delete(id); });

/**
 * A state never goes back: a snapshot can overtake the events before it.
 * @param {any} worker @param {string} state
 */
const advanceWorker = (worker, state) => {
    if (!(workerStateOrder[state] > workerStateOrder[worker.state])) return;
    worker.state = state;
    if (state !== "redundant") return;
    workerStates.delete(worker.id);
    redundantWorkers.set(worker.id, new NativeWeakRef(worker.object));
    watchObject(collectedWorkers, worker.object, worker.id);
};

/** @param {string} id @returns {any}  The state of the realm's object for a worker, if there is one. */
const knownWorker = (id) => {
    const reference = redundantWorkers.get(id);
    const redundant = reference && dereference(reference);
    return workerStates.get(id) ?? (redundant && serviceWorkers.stateOf(redundant));
};

let hearsWorkers = false;
const hearWorkers = () => {
    if (hearsWorkers) return;
    hearsWorkers = true;
    hear("serviceworker", (/** @type {{type: string, worker: WorkerSnapshot}} */ { type, worker: snapshot }) => {
        const worker = knownWorker(snapshot.id);
        if (!worker) return;
        const { object } = worker;
        advanceWorker(worker, snapshot.state);
        if (type === "statechange") fire(object, new NativeEvent("statechange"));
    });
    // The reason, which the specification leaves to the console.
    hear("workerinstallerror", (/** @type {{worker: WorkerSnapshot, message: string}} */ { worker: { id, scriptURL }, message }) => {
        const object = knownWorker(id)?.object;
        if (object) fire(object, new NativeErrorEvent("error", /** @type {any} */ ({ __proto__: null, message, filename: shownAddress(scriptURL) })));
    });
};

/**
 * The realm's object for a worker, brought up to date; that fires nothing.
 * @param {WorkerSnapshot} snapshot
 */
export const workerObject = ({ id, scriptURL, state }) => {
    hearWorkers();
    let worker = knownWorker(id);
    if (!worker) {
        worker = { id, scriptURL, state: "parsed", post: makeOutbox((message, bytes) => notify("/ServiceWorker/postMessage", { id, message }, bytes)) };
        serviceWorkers.make(worker);
        workerStates.set(id, worker);
    }
    const { object } = worker;
    advanceWorker(worker, state);
    return object;
};

export const exposeServiceWorker = () => expose(serviceWorkers.Interface);
