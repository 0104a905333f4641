// Starts a dedicated worker's runtime when the worker's script first uses a member that it replaces. Until then the runtime costs
// no more than being read. A shared worker's runtime starts at once, and so does one with scripts of the host. In scope are `scope`, the worker's global, and `runtime`, a
// function with all the rest.

/**
 * The members that the runtime needs as WebKit has them, even if the script replaces them before the runtime starts.
 * @type {any}
 */
const natives = scope.Object.create(null);
/** @type {{owner: any, name: string, descriptor: PropertyDescriptor, get: Function}[]} */
const entries = [];
/** Whether the worker's script has run already. Events that came for it before had no listener. */
let isLate = false;
let hasStarted = false;

/** The members that every object has in a new realm. */
const usualMembers = /** @type {any} */ ({ __proto__: null });
for (const key of scope.Reflect.ownKeys(scope.Object.prototype)) usualMembers[key] = true;

/**
 * Calls a function while no object has the members that the worker's script has added to every object.
 * @param {() => void} work
 */
const withoutAddedMembers = (work) => {
    const { Object: { prototype, defineProperty, getOwnPropertyDescriptor, setPrototypeOf }, Reflect: { ownKeys, deleteProperty } } = scope;
    const added = /** @type {any} */ ({ __proto__: null });
    const keys = ownKeys(prototype);
    for (let index = 0; index < keys.length; index++) {
        const key = keys[index];
        if (usualMembers[key]) continue;
        const descriptor = setPrototypeOf(getOwnPropertyDescriptor(prototype, key), null);
        if (deleteProperty(prototype, key)) added[key] = descriptor;
    }
    try {
        work();
    } finally {
        const names = ownKeys(added);
        for (let index = 0; index < names.length; index++) defineProperty(prototype, names[index], added[names[index]]);
    }
};

const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    withoutAddedMembers(startRuntime);
};

const startRuntime = () => {
    const { defineProperty, getOwnPropertyDescriptor } = scope.Object;
    for (let index = 0; index < entries.length; index++) {
        const { owner, name, descriptor, get } = entries[index];
        if (getOwnPropertyDescriptor(owner, name)?.get === get) defineProperty(owner, name, descriptor);
    }
    runtime();
};

/**
 * Starts the runtime when the script reads a member.
 * @param {any} holder @param {string} name
 */
const startAt = (holder, name) => {
    const { hasOwn, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = scope.Object;
    let owner = holder;
    while (owner && !hasOwn(owner, name)) owner = getPrototypeOf(owner);
    const descriptor = owner && getOwnPropertyDescriptor(owner, name);
    if (!descriptor?.configurable) return;
    natives[name] = descriptor.value;
    // A function that the script declares is there before the script runs, and stays.
    const text = typeof descriptor.value === "function" ? scope.Function.prototype.toString.call(descriptor.value) : "[native code]";
    if (scope.String.prototype.indexOf.call(text, "[native code]") < 0) return;
    /** @this {any} */
    const get = function () {
        start();
        return scope.Reflect.get(owner, name, this ?? scope);
    };
    /** @this {any} @param {any} value */
    const set = function (value) {
        defineProperty(this ?? scope, name, { __proto__: null, value, writable: true, enumerable: descriptor.enumerable, configurable: true });
    };
    defineProperty(owner, name, { get, set: descriptor.value ? set : undefined, enumerable: descriptor.enumerable, configurable: true });
    scope.Array.prototype.push.call(entries, { owner, name, descriptor, get });
};

/** Returns the worker's address where WebKit has another one. @returns {URL | undefined} */
const shownAddress = () => {
    if (scriptAddress !== undefined) return new scope.URL(scriptAddress);
    const { hash, href } = scope.location;
    if (!scope.String.prototype.startsWith.call(hash, "#___sw?")) return undefined;
    const shown = new scope.URL(href);
    shown.hash = new scope.URLSearchParams(scope.String.prototype.slice.call(hash, 7)).get("fragment") ?? "";
    return shown;
};

/**
 * Shows the worker's address after redirects, which WebKit does not know, and without the mark that its maker put in the fragment. Only
 * the arguments of the global's `onerror` still have the mark.
 * Source: HTML, https://html.spec.whatwg.org/multipage/workers.html#worker-processing-model, "Set worker global scope's url"
 */
const showAddress = () => {
    const shown = shownAddress();
    if (!shown) return;
    const { defineProperty, getOwnPropertyDescriptor } = scope.Object;
    const owner = scope.WorkerLocation.prototype;
    const { href } = scope.location;
    const texts = { hash: shown.hash, href: shown.href, pathname: shown.pathname, search: shown.search };
    for (const name of /** @type {const} */ (["hash", "href", "pathname", "search"])) {
        const descriptor = getOwnPropertyDescriptor(owner, name);
        /** @this {any} */
        const get = function () {
            scope.Reflect.apply(descriptor.get, this, []);
            return texts[name];
        };
        defineProperty(owner, name, { get, enumerable: true, configurable: true });
    }
    /** @this {any} */
    const toString = function () { return this.href; };
    defineProperty(owner, "toString", { value: toString, writable: true, enumerable: true, configurable: true });
    const filename = getOwnPropertyDescriptor(scope.ErrorEvent.prototype, "filename");
    /** @this {any} */
    const getFilename = function () {
        const name = scope.Reflect.apply(filename.get, this, []);
        const mark = scope.String.prototype.indexOf.call(name, "#___sw?");
        return name === href ? texts.href : mark < 0 ? name : scope.String.prototype.slice.call(name, 0, mark);
    };
    defineProperty(scope.ErrorEvent.prototype, "filename", { get: getFilename, enumerable: true, configurable: true });
};

/**
 * Makes the events online and offline fire; the runtime sets it.
 * @type {{hear: (() => void) | undefined}}
 */
const onlineHearer = { hear: undefined };
const listenForOnline = () => {
    start();
    onlineHearer.hear?.();
};

/** Starts the runtime for a script that listens to online or offline, because only the runtime makes them fire. */
const startAtOnlineListeners = () => {
    const { Proxy, Reflect, Object: { getOwnPropertyDescriptor, defineProperty } } = scope;
    const { apply } = Reflect;
    /** @param {any} owner @param {string} name @param {"value" | "set"} member @param {(args: any[]) => boolean} isMeant */
    const watch = (owner, name, member, isMeant) => {
        const descriptor = getOwnPropertyDescriptor(owner, name);
        if (!descriptor?.[member]) return;
        const method = new Proxy(descriptor[member], {
            __proto__: null,
            /** @param {any} target @param {any} object @param {any[]} args */
            apply(target, object, args) {
                if ((object === scope || object === undefined) && isMeant(args)) listenForOnline();
                return apply(target, object, args);
            },
        });
        defineProperty(owner, name, { ...descriptor, [member]: method });
    };
    watch(scope.EventTarget.prototype, "addEventListener", "value", (args) => args[0] === "online" || args[0] === "offline");
    for (const name of ["ononline", "onoffline"]) {
        const owner = getOwnPropertyDescriptor(scope, name) ? scope : scope.WorkerGlobalScope.prototype;
        watch(owner, name, "set", () => true);
    }
};

// WebKit has shared memory in every worker, and isolates none of a custom scheme.
if (!isIsolated) delete scope.SharedArrayBuffer;
else scope.Object.defineProperty(scope, "crossOriginIsolated", { get: () => true, enumerable: true, configurable: true });

// WebKitGTK opens no synchronous handle of a file.
delete scope.FileSystemFileHandle?.prototype.createSyncAccessHandle;
delete scope.FileSystemSyncAccessHandle;

if (scope.String.prototype.startsWith.call(scope.origin, "sw://")) {
    showAddress();
    for (const name of [
        "fetch", "Request", "XMLHttpRequest", "EventSource", "WebSocket", "Worker", "importScripts", "close", "caches", "Cache", "CacheStorage",
        "ServiceWorker", "ServiceWorkerContainer", "ServiceWorkerRegistration", "NavigationPreloadManager",
    ]) startAt(scope, name);
    natives.MessagePort = scope.MessagePort;
    natives.Response = scope.Response;
    startAt(scope.navigator, "serviceWorker");
    startAt(scope.URL, "createObjectURL");
    startAt(scope.navigator, "onLine");
    startAtOnlineListeners();
    if (isShared || startsAtOnce) start();
    else scope.setTimeout(() => { isLate = true; }, 0);
}
