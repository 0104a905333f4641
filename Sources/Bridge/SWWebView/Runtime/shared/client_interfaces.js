// Exposes the runtime to every client, be it a window or a dedicated worker.

const exposeClientInterfaces = () => {
    exposeXHR();
    exposeEventSource();
    exposeWebSocket();
    exposeResponses();
    exposeTiming();
    exposeResponseBodies();
    exposePorts();
    exposeServiceWorker();
    exposeRegistration();
    exposeContainer();
    exposeImmutableHeaders();
    exposeCaches();
    exposeWorkers();
};
