// Puts the scope together and runs the worker's script.

import { exposeCaches } from "../shared/cache_storage.js";
import { exposePorts } from "../shared/ports.js";
import { defineProperty, deleteProperty } from "../shared/primordials.js";
import { exposeRegistration } from "../shared/registration.js";
import { exposeResponseBodies } from "../shared/response_bodies.js";
import { exposeResponses } from "../shared/responses.js";
import { exposeServiceWorker } from "../shared/service_worker.js";
import { exposeWebSocket } from "../shared/sockets.js";
import { exposeWebApp } from "../shared/web_app.js";
import { listen, nativeSetTimeout } from "../shared/web_primordials.js";
import { exposeFunctionText } from "../shared/webidl.js";
import { exposeOnline, hearChanges } from "../shared/worker_online.js";
import { exposeAddresses } from "./addresses.js";
import { nativeReportError, notify } from "./bridge.js";
import { Client, Clients, WindowClient } from "./clients.js";
import { exposeConsole } from "./console.js";
import { ExtendableCookieChangeEvent } from "./cookie_events.js";
import { exposeCookieStore } from "./cookies.js";
import "./dispatch.js";
import { errorText, ExtendableEvent, ExtendableMessageEvent, InstallEvent } from "./events.js";
import { FetchEvent } from "./fetch_event.js";
import { exposeFunctionalEvents } from "./functional_events.js";
import { markedURL, nativeImportScripts } from "./imports.js";
import { endFirstTask, listenerReport } from "./listeners.js";
import { nativeQueueMicrotask } from "./primordials.js";
import { exposeRequests } from "./requests.js";
import { exposeURLPattern } from "./routes.js";
import { exposeInterface, exposeScope } from "./scope.js";

exposeFunctionText();
exposeConsole();
exposeRequests();
exposeResponses();
exposeResponseBodies();
exposePorts();
exposeServiceWorker();
exposeRegistration();
exposeWebApp(true);
exposeScope();
exposeCaches();
exposeAddresses();
exposeURLPattern();
exposeCookieStore();
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
exposeInterface(ExtendableCookieChangeEvent, 1);
exposeFunctionalEvents();

/** @param {string} [error]  What the script threw, if it did. */
const report = (error) => {
    endFirstTask();
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
