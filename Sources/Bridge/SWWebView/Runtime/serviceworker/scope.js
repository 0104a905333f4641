// Makes a dedicated worker's scope that of a service worker.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#serviceworkerglobalscope-interface

import { defineProperty, getOwnPropertyDescriptor } from "../shared/primordials.js";
import { registrationObject } from "../shared/registration.js";
import { dedicatedGlobals, renameScope, scopeInterface } from "../shared/scope_interface.js";
import { workerObject } from "../shared/service_worker.js";
import { NativeURL } from "../shared/web_primordials.js";
import { expose, looksNative, replaceMethod } from "../shared/webidl.js";
import { send } from "./bridge.js";
import { workerClients } from "./clients.js";
import { wrappedImportScripts } from "./imports.js";
import { defineHandler, functionalEvents, wrappedEventTarget } from "./listeners.js";

/** The other globals that dedicated workers have and service workers have not. */
const hiddenGlobals = [
    "Worker", "SharedWorker", "XMLHttpRequest", "XMLHttpRequestEventTarget", "XMLHttpRequestUpload", "FileReaderSync", "name", "close",
];

/**
 * Gives a class the looks of an interface: enumerable members, a tag, a global.
 * @param {Function} type @param {number} [length]
 */
export const exposeInterface = (type, length) => {
    const { prototype } = type;
    for (const name of Object.getOwnPropertyNames(prototype)) {
        if (name === "constructor") continue;
        const descriptor = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(prototype, name));
        for (const method of [descriptor.value, descriptor.get]) if (method) looksNative(method, name);
        defineProperty(prototype, name, { ...descriptor, enumerable: true });
    }
    defineProperty(prototype, Symbol.toStringTag, { value: type.name, configurable: true });
    defineProperty(type, "prototype", { writable: false });
    if (length !== undefined) defineProperty(type, "length", { value: length, configurable: true });
    expose(looksNative(type, type.name));
};

const ServiceWorkerGlobalScope = scopeInterface("ServiceWorkerGlobalScope");

export const exposeScope = () => {
    renameScope(ServiceWorkerGlobalScope, dedicatedGlobals);
    for (const name of hiddenGlobals) delete /** @type {any} */ (self)[name];
    delete /** @type {any} */ (NativeURL).createObjectURL;
    delete /** @type {any} */ (NativeURL).revokeObjectURL;
    for (const type of functionalEvents) defineHandler(type);
    const skipWaiting = { async skipWaiting() { await send("/ServiceWorkerGlobalScope/skipWaiting", {}); } }.skipWaiting;
    defineProperty(self, "skipWaiting", { value: skipWaiting, writable: true, enumerable: true, configurable: true });
    defineAttribute("clients", () => workerClients);
    if (workerBoot.registration) {
        const registration = registrationObject(workerBoot.registration);
        defineAttribute("registration", () => registration);
    }
    const worker = workerObject(workerBoot.worker);
    defineAttribute("serviceWorker", () => worker);
    replaceMethod(EventTarget.prototype, "addEventListener", wrappedEventTarget.addEventListener);
    replaceMethod(EventTarget.prototype, "removeEventListener", wrappedEventTarget.removeEventListener);
    replaceMethod(WorkerGlobalScope.prototype, "importScripts", wrappedImportScripts);
};

/** @param {string} name @param {() => any} get */
export const defineAttribute = (name, get) =>
    defineProperty(self, name, {
        .../** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor({ get [name]() { return get(); } }, name)),
        set: undefined, enumerable: true, configurable: true,
    });
