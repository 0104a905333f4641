// Reports this document to the host: its id, when it begins and ends, and whether it is visible. Every request of the document
// carries the id, so that the host can tell which client asks.

import { hear, notification, notify, streamID, streamLost } from "../shared/bridge.js";
import { contentLoaded } from "../shared/container.js";
import { defineProperty, freeze, getterOf, uncurry } from "../shared/primordials.js";
import { listen, nativeSetTimeout } from "../shared/web_primordials.js";
import { renewChannel, usesChannel } from "./channel.js";
import { hearChannel, reopenChannel, requestsDropped } from "./channel_events.js";
import { documentID, isGone, setDocumentID, setGone, takeDocumentID } from "./document.js";
import { postToHost } from "./script_messages.js";

/** The key under which the runtime is found when it runs again in the window. */
const runtimeKey = Symbol.for("SWWebView.runtime");

const visibility = self.document && getterOf(Document.prototype, "visibilityState");
const hasFocus = self.document && uncurry(Document.prototype.hasFocus);
const windowState = () => ({ visibilityState: visibility(document), focused: hasFocus(document) });

const clientReady = () => {
    setGone(false);
    // The web-process extension reports the frame's address and kind.
    postToHost(notification("/Client/ready", { document: documentID, ...windowState() }));
};
const clientGone = () => {
    setGone(true);
    notify("/Client/gone", { document: documentID });
};
const clientUpdate = () => { if (!isGone) notify("/Client/update", { document: documentID, ...windowState() }); };

/** Reports the document again after it comes back from the back-forward cache. */
const comeBack = () => {
    clientReady();
    reopenChannel();
    if (streamID) streamLost();
};

/** Adds the listeners of the window, which document.open() removes. */
const listenToWindow = () => {
    listen(self, "pagehide", clientGone);
    listen(self, "pageshow", (/** @type {PageTransitionEvent} */ event) => { if (event.persisted) comeBack(); });
    listen(document, "visibilitychange", clientUpdate);
    listen(self, "focus", clientUpdate);
    listen(self, "blur", clientUpdate);
    listen(self, "DOMContentLoaded", () => nativeSetTimeout(contentLoaded, 0));
};

const resumeRuntime = () => {
    const id = takeDocumentID();
    if (id !== undefined && id !== documentID) {
        clientGone();
        setDocumentID(id);
        renewChannel();
        clientReady();
        reopenChannel();
        if (streamID) streamLost();
    }
    listenToWindow();
};

export const startClient = () => {
    defineProperty(self, runtimeKey, { value: freeze({ resume: resumeRuntime }) });
    clientReady();
    hearChannel();
    // Without the channel, WindowClient.navigate has no other way to a frame whose scripts ask for nothing.
    hear("navigate", (/** @type {string} */ url) => { location.href = url; }, usesChannel());
    hear("requestsdropped", requestsDropped, true);
    listenToWindow();
};
