// Evaluates the messages that it receives.
self.strict = (function () { return !this; })();
self.onmessage = async ({ data, ports }) => {
    try {
        ports[0].postMessage({ value: await (0, eval)(data) });
    } catch (error) {
        ports[0].postMessage({ error: `${error}` });
    }
};
