// Dedicated workers, which no user script reaches. The page announces each worker before its script is requested, and the host
// puts the worker's part of the runtime before the script.
// Source: HTML, "Worker", https://html.spec.whatwg.org/multipage/workers.html#dedicated-workers-and-the-worker-interface

import { fromCharCode } from "./base64.js";
import { bytesNow } from "./blob_reads.js";
import { isBlob } from "./bodies.js";
import { notify, notifyNow, watchRequests } from "./bridge.js";
import { markPair, markStart, withoutMark } from "./marks.js";
import { bridgeOrigin } from "./origin.js";
import { parsedURL, withoutFragment } from "./page_urls.js";
import {
    apply, construct, defineProperty, freeze, getOwnPropertyDescriptor, getterOf, NativeFinalizationRegistry,
    PrivateMap, PrivateWeakMap, regExpExec, slice, stringify, uncurry, watchObject,
} from "./primordials.js";
import { blobSlice, blobType, listen, NativeBlob, NativeURL, originOf, randomID, urlHref } from "./web_primordials.js";
import { looksNative, replaceGetter, replaceMethod } from "./webidl.js";

const NativeWorker = Worker;
const workerTerminate = uncurry(NativeWorker.prototype.terminate);
const isWorker = "WorkerGlobalScope" in self;
export const nativeCreateObjectURL = NativeURL.createObjectURL;
export const nativeRevokeObjectURL = NativeURL.revokeObjectURL;
const errorFilename = getterOf(ErrorEvent.prototype, "filename");

/** @typedef {{id: string, script: string, url: string | undefined}} DedicatedWorker  `script`: its address. `url`: the address of the Blob with runtime and script. */

/** @type {WeakMap<Worker, DedicatedWorker>} */
const dedicatedWorkers = new PrivateWeakMap();

/**
 * The workers whose scripts may be under way, by address: a worker that was terminated before its script came stays. WebKit makes
 * one request for a script that several workers of a page want at the same time, but the host's answer is for one worker. The other
 * workers get addresses of their own, by a mark in the fragment. So do all workers that a worker makes, because that one does not
 * know the others of its page.
 * @type {Map<string, DedicatedWorker>}
 */
const scriptsUnderWay = new PrivateMap();

/** @param {DedicatedWorker} worker */
const scriptArrived = (worker) => {
    if (scriptsUnderWay.get(worker.script) === worker) scriptsUnderWay.delete(worker.script);
};

/**
 * The addresses of workers' Blobs as scripts know them, by those of the Blobs with the runtime.
 * @type {Map<string, string>}
 */
const shownScripts = new PrivateMap();

/** @param {DedicatedWorker} worker */
const workerGone = (worker) => {
    const { id, script, url } = worker;
    notify("/Worker/gone", { id });
    if (!url) return;
    shownScripts.delete(script);
    apply(nativeRevokeObjectURL, NativeURL, [url]);
};
/** WebKit ends a worker whose object was collected. */
const collectedDedicated = new NativeFinalizationRegistry(workerGone);

/**
 * The Blobs that scripts have addresses of, for as long as WebKit keeps them too.
 * @type {Map<string, Blob>}
 */
export const blobOfURL = new PrivateMap();

/**
 * Whether a script begins with "use strict". The text that is put before it then has to begin with the directive.
 * @param {Blob} blob
 */
const isStrictScript = (blob) => {
    const bytes = bytesNow(blobSlice(blob, 0, 4096));
    let text = "";
    for (let index = 0; index < bytes.length; index++) text += fromCharCode(bytes[index]);
    return regExpExec(/^(?:\xef\xbb\xbf)?(?:\s|\/\/.*|\/\*[^]*?\*\/)*(?:"use strict"|'use strict')/, text) !== null;
};

/**
 * Puts the runtime before a script, as the host does with the scripts that it serves.
 * @param {string} id @param {boolean} isModule @param {Blob} blob @param {string} address  The address that the worker is to see.
 */
export const withRuntime = (id, isModule, blob, address) => {
    const url = `${bridgeOrigin}/___runtime___?document=${id}`;
    const first = isModule ? `import "${url}";import.meta.url=${stringify(address)};` : `${isStrictScript(blob) ? "\"use strict\";" : ""}try{importScripts("${url}")}catch{};`;
    return new NativeBlob([first, blob], /** @type {any} */ ({ __proto__: null, type: blobType(blob) }));
};

const onlyOnce = freeze(/** @type {any} */ ({ __proto__: null, once: true }));

/** @param {any} value  The options, which are read once, as Web IDL has it. */
const workerOptions = (value) => {
    if (value === undefined || value === null || typeof value !== "object" && typeof value !== "function") return value;
    /** @type {any} */
    const copy = { __proto__: null };
    for (const name of ["credentials", "name", "type"]) {
        const member = value[name];
        if (member !== undefined) copy[name] = `${member}`;
    }
    return copy;
};

/**
 * Announces a worker to the host. Returns the worker, and the address that WebKit is to make it from.
 * @param {string} address @param {any} options
 * @returns {{worker: DedicatedWorker | undefined, address: string}}
 */
const announceWorker = (address, options) => {
    let url;
    try {
        // A marked module can name its own address: the mark is for another worker.
        address = withoutMark(address);
        url = parsedURL(address);
    } catch {
        return { worker: undefined, address }; // WebKit complains.
    }
    const type = options?.type ?? "classic", credentials = options?.credentials;
    const href = withoutFragment(url);
    const blob = blobOfURL.get(href);
    if (!blob && originOf(url) !== bridgeOrigin) return { worker: undefined, address };
    const id = randomID();
    watchRequests();
    if (blob) {
        const shown = urlHref(url);
        const own = apply(nativeCreateObjectURL, NativeURL, [withRuntime(id, type === "module", blob, shown)]);
        const script = own + slice(shown, href.length);
        shownScripts.set(script, shown);
        notifyNow("/Worker/create", { id, url: shown, type, credentials });
        return { worker: { id, script, url: own }, address: script };
    }
    const worker = { id, script: urlHref(url), url: undefined };
    const isMarked = isWorker || scriptsUnderWay.get(worker.script) !== undefined;
    notifyNow("/Worker/create", { id, url: href, type, isMarked, credentials });
    if (!isMarked) {
        scriptsUnderWay.set(worker.script, worker);
        return { worker, address: worker.script };
    }
    const fragment = slice(worker.script, href.length + 1);
    const mark = markStart + markPair("newWorker", id) + (fragment && markPair("fragment", fragment));
    return { worker, address: href + mark };
};

/**
 * Has WebKit report that a policy does not allow a worker's script: its own check stops a dedicated worker of the same script.
 * @param {string} url
 */
export const reportViolation = (url) => {
    try {
        workerTerminate(new NativeWorker(url));
    } catch {
        // The check has stopped it.
    }
};

const wrappedWorker = new Proxy(NativeWorker, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        if (!args.length) return construct(target, args, newTarget);
        const text = `${args[0]}`;
        const options = workerOptions(args[1]);
        const { worker, address } = announceWorker(text, options);
        if (!worker) return construct(target, [text, options], newTarget);
        try {
            const object = construct(target, [address, options], newTarget);
            dedicatedWorkers.set(object, worker);
            watchObject(collectedDedicated, object, worker);
            for (const type of ["message", "error"]) listen(object, type, () => scriptArrived(worker), onlyOnce);
            return object;
        } catch (error) {
            scriptArrived(worker);
            workerGone(worker);
            throw error;
        }
    },
}));

const workerMethods = {
    /** @this {Worker} */
    terminate() {
        workerTerminate(this);
        const worker = dedicatedWorkers.get(this);
        if (worker) workerGone(worker);
    },
    /** @param {any} object */
    createObjectURL(object) {
        const url = apply(nativeCreateObjectURL, NativeURL, arguments);
        if (isBlob(object) && regExpExec(/^(?:image|video|audio|font)\//, blobType(object)) === null) blobOfURL.set(url, object);
        return url;
    },
    /** @param {string} url */
    revokeObjectURL(url) {
        if (arguments.length) blobOfURL.delete(`${url}`);
        return apply(nativeRevokeObjectURL, NativeURL, arguments);
    },
};

export const exposeWorkers = () => {
    defineProperty(self, "Worker", { .../** @type {any} */ (getOwnPropertyDescriptor(self, "Worker")), value: looksNative(wrappedWorker, "Worker") });
    defineProperty(NativeWorker.prototype, "constructor", { value: wrappedWorker, writable: true, configurable: true });
    replaceMethod(NativeWorker.prototype, "terminate", workerMethods.terminate);
    replaceGetter(ErrorEvent.prototype, "filename", (/** @type {ErrorEvent} */ event) => {
        const name = withoutMark(errorFilename(event));
        return shownScripts.get(name) ?? name;
    });
    replaceMethod(NativeURL, "createObjectURL", workerMethods.createObjectURL);
    replaceMethod(NativeURL, "revokeObjectURL", workerMethods.revokeObjectURL);
};
