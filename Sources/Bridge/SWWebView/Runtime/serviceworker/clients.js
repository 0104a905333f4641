// Clients and Client.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#clients-interface

import { transferOf } from "../shared/conversions.js";
import { makeOutbox } from "../shared/ports.js";
import { freeze, NativeTypeError, PrivateMap, PrivateWeakMap, push } from "../shared/primordials.js";
import { absoluteAddress, shownAddress } from "./addresses.js";
import { notify, send } from "./bridge.js";
import { detail } from "./details.js";
import { includes } from "./primordials.js";

/** @typedef {{id: string, url: string, type: string, frameType: string, visibilityState: string, focused: boolean}} ClientSnapshot */
/** @type {WeakMap<object, ClientSnapshot>} */
export const clientSnapshots = new PrivateWeakMap();
/** Messages to one client keep their order. @type {Map<string, (value: any, transfer: any[]) => void>} */
const clientOutboxes = new PrivateMap();
/** The snapshot of the client that is being made: a script may make none. */
/** @type {any} */
let madeClient;

export const Client = class Client {
    constructor() {
        if (!madeClient) throw new NativeTypeError("Illegal constructor");
        clientSnapshots.set(this, madeClient);
        madeClient = undefined;
    }

    get url() { return shownAddress(detail(clientSnapshots, this).url); }
    get frameType() { return detail(clientSnapshots, this).frameType; }
    get id() { return detail(clientSnapshots, this).id; }
    get type() { return detail(clientSnapshots, this).type; }

    /** @param {any} message @param {any} [options] */
    postMessage(message, options = undefined) {
        const { id } = detail(clientSnapshots, this);
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        let post = clientOutboxes.get(id);
        if (!post) {
            post = makeOutbox((cloned, bytes) => notify("/Client/postMessage", { id, message: cloned }, bytes));
            clientOutboxes.set(id, post);
        }
        post(message, transferOf(options));
    }
};

export const WindowClient = class WindowClient extends Client {
    get visibilityState() { return detail(clientSnapshots, this).visibilityState; }
    get focused() { return detail(clientSnapshots, this).focused; }
    get ancestorOrigins() { return freeze(detail(clientSnapshots, this) && []); }

    async focus() {
        const { id } = detail(clientSnapshots, this);
        return makeClient(await send("/WindowClient/focus", { id }));
    }

    /** @param {string} url */
    async navigate(url) {
        const { id } = detail(clientSnapshots, this);
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        const target = parsedAddress(url);
        if (target === "about:blank") throw new NativeTypeError("about:blank is no page to navigate to");
        return makeClient(await send("/WindowClient/navigate", { id, url: target }));
    }
};

/** @param {ClientSnapshot | null} snapshot @returns {any} */
export const makeClient = (snapshot) => {
    if (!snapshot) return snapshot;
    madeClient = snapshot;
    return snapshot.type === "window" ? new WindowClient() : new Client();
};

/**
 * An address relative to the script's, as WebKit loads it.
 * @param {unknown} url
 */
const parsedAddress = (url) => {
    try {
        return absoluteAddress(`${url}`);
    } catch {
        throw new NativeTypeError("The URL is not valid");
    }
};

const clientTypes = ["window", "worker", "sharedworker", "all"];
let mayMakeClients = false;

export const Clients = class Clients {
    constructor() {
        if (!mayMakeClients) throw new NativeTypeError("Illegal constructor");
    }

    /** @param {string} id */
    async get(id) {
        ownClients(this);
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        return makeClient(await send("/Clients/get", { id: `${id}` })) ?? undefined;
    }

    /** @param {any} [options] */
    async matchAll(options = undefined) {
        ownClients(this);
        const includeUncontrolled = Boolean(options?.includeUncontrolled);
        const type = options?.type === undefined ? "window" : `${options.type}`;
        if (!includes(clientTypes, type)) throw new NativeTypeError(`"${type}" is no client type`);
        const found = await send("/Clients/matchAll", { includeUncontrolled, type });
        /** @type {any[]} */
        const clients = [];
        for (let index = 0; index < found.length; index++) push(clients, makeClient(found[index]));
        return clients;
    }

    /** @param {string} url */
    async openWindow(url) {
        ownClients(this);
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        const target = parsedAddress(url);
        if (target === "about:blank") throw new NativeTypeError("about:blank is no page to open");
        return makeClient(await send("/Clients/openWindow", { url: target }));
    }

    async claim() {
        ownClients(this);
        await send("/Clients/claim", {});
    }
};

/** @param {unknown} value */
const ownClients = (value) => {
    if (value !== workerClients) throw new NativeTypeError("Illegal invocation");
};
mayMakeClients = true;
export const workerClients = new Clients();
mayMakeClients = false;
