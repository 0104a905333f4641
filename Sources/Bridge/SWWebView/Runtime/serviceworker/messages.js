// Messages to and from the worker.

/** @param {any} order  The sender, as the host describes it. */
const messageSource = ({ source }) => bare(source).worker ? workerObject(source.worker) : makeClient(source.client ?? null);

/** @param {any} order */
const makeMessageEvent = (order) => {
    const source = messageSource(order);
    const origin = shownAddress(order.origin);
    if (order.type === "message") {
        try {
            const { data, ports } = receive({ data: order.data, ports: order.ports });
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
