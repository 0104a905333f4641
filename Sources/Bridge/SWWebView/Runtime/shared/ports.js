// MessagePorts between realms. A port that is sent away stays here as a proxy of the far end: messages from its other end go to
// the host, and the host's messages are posted into it. The receiving realm makes a channel of its own: one end for the script,
// one as a proxy of the sender. So WebKit's own ports queue, start, transfer and close.

import { deserialize } from "./deserialize.js";
import {
    dereference, forgetObject, NativeFinalizationRegistry, NativePromise, NativeWeakRef, PrivateMap,
    PrivateWeakMap, push, shift, then, uncurry, watchObject,
} from "./primordials.js";
import { portRoutes, serialize, write } from "./serialize.js";
import {
    dispatch, firstPort, listen, messageData, messagePorts, NativeMessageChannel, NativeMessageEvent, NativeMessagePort, portPost, portStart,
    randomID, secondPort,
} from "./web_primordials.js";
import { replaceMethod } from "./webidl.js";
import { hear, notify } from "realm/bridge";

/**
 * @typedef {{data: string, ports: string[]}} PortableMessage  A message without the bytes beside it.
 * @typedef {{id: string, port: MessagePort, end: WeakRef<MessagePort> | undefined, before: string | undefined, hasPosted: boolean, post: (value: any, transfer: any[]) => void, start: () => void}} PortRoute
 *     `port` speaks for the far end; `end` is the script's end of a port that came from elsewhere; `before`: the route that a
 *     port which came from elsewhere and was sent on came by; `hasPosted`: whether a message of `port`'s other end has come, and after
 *     the end's object was collected, whether another one has come.
 */

const nativePortClose = NativeMessagePort.prototype.close;
const portClose = uncurry(nativePortClose);

/** @type {Map<string, PortRoute>} */
const routes = new PrivateMap();
/**
 * The route of a script's end of a port that came from elsewhere.
 * @type {WeakMap<MessagePort, string>}
 */
const routeOfEnd = new PrivateWeakMap();
/**
 * The routes of ports that posted and whose objects were collected, oldest first.
 * @type {string[]}
 */
const collectedRoutes = [];
const mostCollectedRoutes = 256;
/**
 * The script's ends. WebKit's port can outlive its object here: a native transfer makes another object for it, and WebKit reports neither
 * the transfer nor the end of the port. So the far end is closed only where the port has posted, as one that answers has, and only once
 * it is the oldest of many. It stays open where the port has posted again: then the port was transferred.
 */
const collectedEnds = new NativeFinalizationRegistry((/** @type {string} */ id) => {
    // The end's last messages may still be under way to its other end.
    afterPosts(() => {
        const route = routes.get(id);
        if (!route?.hasPosted) return;
        route.hasPosted = false;
        push(collectedRoutes, id);
        if (collectedRoutes.length <= mostCollectedRoutes) return;
        const oldest = shift(collectedRoutes);
        if (!routes.get(oldest)?.hasPosted) closeRoute(oldest);
    });
});

/**
 * Stops watching the object of a port that is transferred. Returns its route, where it came from elsewhere.
 * @param {MessagePort} end
 */
const portLeaves = (end) => {
    const id = routeOfEnd.get(end);
    if (id === undefined) return undefined;
    forgetObject(collectedEnds, end);
    const route = routes.get(id);
    if (route) route.end = undefined;
    return id;
};

/**
 * Moves a port's route to the new object that a transfer makes.
 * @param {MessagePort} from @param {MessagePort} to
 */
portRoutes.moved = (from, to) => {
    const id = portLeaves(from);
    if (id !== undefined) routeOfEnd.set(to, id);
};

/**
 * Closes a route and returns it.
 * @param {string} id
 */
const dropRoute = (id) => {
    const route = routes.get(id);
    if (!route) return undefined;
    routes.delete(id);
    portClose(route.port);
    return route;
};

/** @param {string} id */
const closeRoute = (id) => {
    const route = dropRoute(id);
    if (!route) return;
    notify("/MessagePort/close", { id });
    if (route.before !== undefined) closeRoute(route.before);
};

let hearsPorts = false;
const hearPorts = () => {
    if (hearsPorts) return;
    hearsPorts = true;
    hear("messageport", (/** @type {any} */ { id, message, close }, /** @type {Uint8Array | undefined} */ bytes) => {
        const route = routes.get(id);
        if (!route) return;
        if (close) {
            dropRoute(id);
            if (route.before !== undefined) closeRoute(route.before);
            routes.forEach((/** @type {PortRoute} */ other) => { if (other.before === id) closeRoute(other.id); });
            return;
        }
        try {
            const { data, ports } = receive(message, bytes);
            for (let index = 0; index < ports.length; index++) portLeaves(ports[index]);
            portPost(route.port, data, ports);
        } catch {
            const end = route.end && dereference(route.end);
            if (end) dispatch(end, new NativeMessageEvent("messageerror"));
        }
    });
};

/**
 * @param {string} id @param {MessagePort} port
 * @returns {PortRoute}
 */
const addRoute = (id, port) => {
    hearPorts();
    const post = outbox((message, bytes) => notify("/MessagePort/proxyMessage", { id, message }, bytes));
    /** @type {PortRoute} */
    const route = {
        id, port, end: undefined, before: undefined, hasPosted: false,
        post: (/** @type {any} */ value, /** @type {any[]} */ transfer) => {
            try {
                post(write(value, transfer, []));
            } catch {
                // A value that cannot leave the process. The far end gets a message that cannot be read.
                notify("/MessagePort/proxyMessage", { id, message: { data: "", ports: [] } });
            }
        },
        start: () => {
            listen(port, "message", (/** @type {MessageEvent} */ event) => {
                route.hasPosted = true;
                route.post(messageData(event), messagePorts(event));
            });
            portStart(port);
        },
    };
    routes.set(id, route);
    return route;
};

/**
 * Takes in a port that was sent here.
 * @param {string} id @returns {MessagePort}
 */
export const acceptPort = (id) => {
    const channel = new NativeMessageChannel();
    const inner = firstPort(channel), end = secondPort(channel);
    const sent = routes.get(id);
    if (sent) {
        // The port comes back to the realm that sent it: the host's messages for it belong to the new end.
        const { port } = sent;
        sent.port = inner;
        listen(inner, "message", (/** @type {MessageEvent} */ event) => portPost(port, messageData(event), messagePorts(event)));
        portStart(inner);
        return end;
    }
    const route = addRoute(id, inner);
    route.end = new NativeWeakRef(end);
    routeOfEnd.set(end, id);
    watchObject(collectedEnds, end, id, end);
    route.start();
    return end;
};

/**
 * Sends messages in order. One with Blobs waits for their bytes, and the ones after it wait for it; others leave at once.
 * @param {(message: PortableMessage, bytes?: ArrayBuffer) => void} deliver
 */
const outbox = (deliver) => {
    let waitingCount = 0;
    /** @type {Promise<void>} */
    let last = NativePromise.resolve();
    /** @param {ReturnType<typeof write>} written */
    const leave = ({ ports, message }) => {
        /** @type {PortRoute[]} */
        const added = [];
        /** @type {string[]} */
        const ids = [];
        for (let index = 0; index < ports.length; index++) {
            const id = randomID();
            const route = addRoute(id, ports[index]);
            route.before = routeOfEnd.get(ports[index]);
            push(added, route);
            push(ids, id);
        }
        const { data, bytes } = message();
        deliver({ data, ports: ids }, bytes);
        for (let index = 0; index < added.length; index++) /** @type {PortRoute} */ (added[index]).start();
    };
    /** @param {ReturnType<typeof write>} written */
    return (written) => {
        if (!waitingCount && !written.blobs) return leave(written);
        waitingCount++;
        const loaded = written.load();
        const next = async () => {
            try {
                await loaded;
                leave(written);
            } catch {
                deliver({ data: "", ports: [] });
            }
            waitingCount--;
        };
        // The message's turn handles a rejection. Until then no end of the channel may report it as unhandled.
        then(loaded, undefined, () => {});
        last = then(last, next);
    };
};

/**
 * @param {(message: PortableMessage, bytes?: ArrayBuffer) => void} deliver
 * @returns {(value: any, transfer: any[]) => void}  A postMessage: throws what cannot be cloned, keeps the order.
 */
export const makeOutbox = (deliver) => {
    const post = outbox(deliver);
    return (value, transfer) => post(serialize(value, transfer, []));
};

/** Whether messages to ports may be on their way to the proxies of far ends. */
export const hasRoutes = () => routes.size > 0;

/**
 * Calls a function after messages to ports have reached the proxies of the far ends. A message that starts a port takes a shorter
 * way than messages to started ports. The second message goes the whole way, and no message overtakes another there.
 * @param {() => void} afterwards
 */
export const afterPosts = (afterwards) => {
    if (!hasRoutes()) return afterwards();
    const channel = new NativeMessageChannel();
    const end = firstPort(channel), other = secondPort(channel);
    let isStarted = false;
    listen(end, "message", () => {
        if (!isStarted) {
            isStarted = true;
            return portPost(other, null);
        }
        portClose(end);
        afterwards();
    });
    portStart(end);
    portPost(other, null);
};

/**
 * Returns the data and ports of a message. Throws where the data cannot be read, which is a messageerror.
 * @param {PortableMessage} message
 * @param {Uint8Array} [bytes]  The bytes beside it.
 */
export const receive = ({ data, ports: ids }, bytes) => {
    /** @type {MessagePort[]} */
    const ports = [];
    for (let index = 0; index < ids.length; index++) push(ports, acceptPort(ids[index]));
    return deserialize({ data, ports, bytes });
};

/** Has MessagePort.close() tell the far end of a port that came from another realm. */
export const exposePorts = () => {
    const { close } = {
        /** @this {MessagePort} */
        close() {
            const id = routeOfEnd.get(this);
            portClose(this);
            // The messages that were posted before are still under way to the port's other end.
            if (id !== undefined) afterPosts(() => closeRoute(id));
        },
    };
    replaceMethod(NativeMessagePort.prototype, "close", close);
};
