// Evaluates what it is sent on any of its ports.
self.strict = (function () { return !this; })();
self.connections = [];
self.onconnect = (event) => {
    const { data, ports, source, origin, type } = event;
    self.connections.push({
        data, type, origin, count: ports.length, isSource: source === ports[0], isPort: source instanceof MessagePort,
        isFrozen: Object.isFrozen(ports), isEvent: event instanceof MessageEvent,
    });
    ports[0].onmessage = async ({ data: text, ports: [answer] }) => {
        try {
            answer.postMessage({ value: await (0, eval)(text) });
        } catch (error) {
            answer.postMessage({ error: `${error}` });
        }
    };
};
