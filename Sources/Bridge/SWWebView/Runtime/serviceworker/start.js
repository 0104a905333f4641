// Puts the scope together and runs the worker's script.

exposeFunctionText();
exposeConsole();
exposeRequests();
exposeResponses();
exposeResponseBodies();
exposePorts();
exposeServiceWorker();
exposeRegistration();
exposeScope();
exposeCaches();
exposeAddresses();
exposeWebSocket();
exposeOnline();
hearChanges(workerBoot.isOnline !== false);
// WebKit has it in every worker; a browser's service workers are not isolated.
deleteProperty(self, "SharedArrayBuffer");
exposeInterface(Client);
exposeInterface(WindowClient);
exposeInterface(Clients);
exposeInterface(ExtendableEvent, 1);
exposeInterface(InstallEvent, 1);
exposeInterface(FetchEvent, 2);
exposeInterface(ExtendableMessageEvent, 1);

/** @param {string} [error]  What the script threw, if it did. */
const report = (error) => {
    isEvaluated = true;
    const { types, isEmpty } = listenerReport();
    notify("/ServiceWorker/started", { error, types, isEmpty });
};

/** A worker's events are those that it listens to after the script's task, microtasks included. */
const runClassic = () => {
    /** @type {string | undefined} */
    let failure;
    // Set before the script runs, so that it comes before the timers of the script.
    nativeSetTimeout(() => report(failure), 0);
    try {
        nativeImportScripts(markedURL(workerBoot.scriptURL, "serviceworker"));
    } catch (error) {
        nativeReportError(error);
        failure = errorText(error);
    }
};

/** A module's body has run when its last statement has; one that waits is no service worker's. */
const runModule = () => {
    let isOver = false;
    /** @type {string | undefined} */
    let failure;
    listen(self, "error", (/** @type {ErrorEvent} */ event) => {
        if (event.isTrusted) failure ??= errorText(event.error ?? event.message);
    });
    defineProperty(self, workerBoot.marker, {
        value: () => {
            isOver = true;
            delete /** @type {any} */ (self)[workerBoot.marker];
        },
        configurable: true,
    });
    let isEvaluatedAtOnce = false;
    nativeSetTimeout(() => { if (isEvaluatedAtOnce) report(); }, 0);
    nativeQueueMicrotask(() => {
        isEvaluatedAtOnce = isOver;
        if (isOver) return;
        delete /** @type {any} */ (self)[workerBoot.marker];
        nativeSetTimeout(() => report(failure ?? "TypeError: A service worker's module may not use top-level await"), 0);
    });
};

// After the runtime, which needs the globals as WebKit has them.
runRealmScripts((text) => notify("/Realm/tell", text));
if (workerBoot.type === "module") runModule();
else runClassic();
