// Messages to and from the worker.

import { receive } from "../shared/ports.js";
import { bare } from "../shared/primordials.js";
import { workerObject } from "../shared/service_worker.js";
import { shownAddress } from "./addresses.js";
import { makeClient } from "./clients.js";
import { detail } from "./details.js";
import { ExtendableMessageEvent, messageDetails } from "./events.js";

/** @param {any} order  The sender, as the host describes it. */
const messageSource = ({ source }) => bare(source).worker ? workerObject(source.worker) : makeClient(source.client ?? null);

/** @param {any} order @param {Uint8Array | undefined} bytes  The bytes beside the message. */
export const makeMessageEvent = (order, bytes) => {
    const source = messageSource(order);
    const origin = shownAddress(order.origin);
    if (order.type === "message") {
        try {
            const { data, ports } = receive({ data: order.data, ports: order.ports }, bytes);
            const event = new ExtendableMessageEvent("message", { __proto__: null, data, ports, origin, source });
            // As a member of a dictionary, undefined would stand for null.
            detail(messageDetails, event).data = data;
            return event;
        } catch {
            // The message cannot be deserialized.
        }
    }
    return new ExtendableMessageEvent("messageerror", { __proto__: null, origin, source });
};
