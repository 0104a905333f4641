// Exposes the runtime to a dedicated worker.

import { notifyNow } from "../shared/bridge.js";
import { exposeClientInterfaces } from "../shared/client_interfaces.js";
import { contentLoaded } from "../shared/container.js";
import { exposeRequest, wrappedFetch } from "../shared/fetch.js";
import { isMarkable, markPair, withMark } from "../shared/marks.js";
import { isBridged } from "../shared/origin.js";
import { apply, getPrototypeOf, hasOwn, indexOf, push } from "../shared/primordials.js";
import { nativeSetTimeout } from "../shared/web_primordials.js";
import { exposeFunctionText, functionText, replaceMethod } from "../shared/webidl.js";
import { documentID } from "../shared/worker_document.js";
import { exposeOnline, hearConnectivity } from "../shared/worker_online.js";
import { resolvedAddress } from "realm/addresses";
import { closeShared, exposeSharedScope, nativeClose } from "./shared_scope.js";

/** @param {string} name @returns {any}  The object that has a member of the worker's scope. */
const ownerOf = (name) => {
    /** @type {any} */
    let owner = self;
    while (owner && !hasOwn(owner, name)) owner = getPrototypeOf(owner);
    return owner;
};

/**
 * Whether a global is WebKit's own. A function that the worker's script declares is there before the script runs, and stays.
 * @param {string} name
 */
const isNative = (name) => indexOf(functionText(/** @type {any} */ (self)[name]), "[native code]") >= 0;

/** @param {string} name @param {Function} method */
const replaceGlobal = (name, method) => { if (isNative(name)) replaceMethod(ownerOf(name), name, method); };

const nativeImportScripts = importScripts;

const wrappedScope = {
    /** @param {(string | URL)[]} urls */
    importScripts(...urls) {
        /** @type {string[]} */
        const marked = [], pairs = markPair("destination", "script") + markPair("mode", "no-cors");
        for (let index = 0; index < urls.length; index++) {
            const url = `${urls[index]}`;
            push(marked, isMarkable(url) ? withMark(resolvedAddress(url), pairs) : url);
        }
        return apply(nativeImportScripts, self, marked);
    },
    close() {
        if (isShared) return closeShared();
        notifyNow("/Worker/gone", { id: documentID });
        return apply(nativeClose, self, []);
    },
};

if (isBridged) {
    exposeFunctionText();
    replaceGlobal("fetch", wrappedFetch);
    replaceGlobal("importScripts", wrappedScope.importScripts);
    replaceGlobal("close", wrappedScope.close);
    if (isNative("Request")) exposeRequest();
    exposeClientInterfaces();
    exposeOnline();
    onlineHearer.hear = hearConnectivity;
    // After the worker's script has run, it has had its chance to listen.
    if (isLate) contentLoaded();
    else nativeSetTimeout(contentLoaded, 0);
    if (isShared) exposeSharedScope();
}

// After the runtime, which needs the globals as WebKit has them.
runRealmScripts((text) => notifyNow("/Realm/tell", text));
