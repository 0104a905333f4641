// Exposes the runtime to the page.

import { send } from "../shared/bridge.js";
import { exposeCaches } from "../shared/cache_storage.js";
import { exposeClientInterfaces } from "../shared/client_interfaces.js";
import { exposeRequest, wrappedFetch } from "../shared/fetch.js";
import { standBesidePage } from "../shared/marks.js";
import { isBridged } from "../shared/origin.js";
import { defineProperty, freeze } from "../shared/primordials.js";
import { exposeFunctionText, replaceMethod } from "../shared/webidl.js";
import { exposeAddress } from "./address.js";
import { wrappedBeacon } from "./beacon.js";
import { startClient } from "./client.js";
import { exposeCookies } from "./cookies.js";
import { exposeDetachedElements } from "./detached_elements.js";
import { exposeForms } from "./forms.js";
import { exposeHistory } from "./history.js";
import { exposeIsolation } from "./isolation.js";
import { exposeOnline } from "./online.js";
import { exposePings } from "./pings.js";
import { exposeReferrer } from "./referrer.js";
import { exposeResponseDocuments } from "./response_documents.js";
import { exposeSharedWorkers } from "./shared_worker.js";
import { exposeStandalone } from "./standalone.js";
import { exposeTimeline } from "./timeline_interfaces.js";

exposeOnline();
exposeStandalone();
if (isBridged) {
    if (parent !== self) standBesidePage();
    startClient();
    exposeAddress();
    exposeFunctionText();
    replaceMethod(self, "fetch", wrappedFetch);
    exposeRequest();
    exposeDetachedElements();
    exposeForms();
    exposeCookies();
    exposeHistory();
    exposePings();
    exposeReferrer();
    exposeResponseDocuments();
    replaceMethod(Navigator.prototype, "sendBeacon", wrappedBeacon);
    exposeClientInterfaces();
    exposeTimeline();
    exposeSharedWorkers();
    defineProperty(self, "SWWebView", {
        value: freeze({ send: { send(/** @type {string} */ path, /** @type {unknown} */ body) { return send(path, body); } }.send }),
        writable: false, enumerable: false, configurable: true,
    });
} else if (self.origin === "null" && location.protocol === "sw:") {
    exposeCaches();
}
// The host knows the document now.
exposeIsolation();
