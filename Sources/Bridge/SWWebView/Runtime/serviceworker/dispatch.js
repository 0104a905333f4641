// Dispatches the host's events that are no fetch events.

import { define } from "../shared/deserialize.js";
import { hear } from "./bridge.js";
import { makeCookieEvent } from "./cookie_events.js";
import { dispatchForHost, ExtendableEvent, InstallEvent, makeLifetime, tellDispatched } from "./events.js";
import { makeFunctionalEvent } from "./functional_events.js";
import { makeMessageEvent } from "./messages.js";

/** @param {any} order @param {Uint8Array | undefined} bytes  The bytes beside a message. */
const makeEvent = (order, bytes) => {
    switch (order.type) {
    case "install": return new InstallEvent("install");
    case "message":
    case "messageerror": return makeMessageEvent(order, bytes);
    case "cookiechange": return makeCookieEvent(order.data);
    default: {
        const known = makeFunctionalEvent(order);
        if (known) return known;
        const event = new ExtendableEvent(order.type);
        if (order.data !== undefined) define(event, "data", order.data, true);
        return event;
    }
    }
};

hear("extendableevent", (order, bytes) => {
    const lifetime = makeLifetime(order.id);
    const event = makeEvent(order, bytes);
    dispatchForHost(event, lifetime, () => tellDispatched(event, lifetime));
});
