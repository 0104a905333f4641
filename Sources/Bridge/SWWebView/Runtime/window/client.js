// Reports this document to the host: its id, when it begins and ends, and whether it is visible. Every request of the document
// carries the id, so that the host can tell which client asks.

/** The key under which the runtime is found when it runs again in the window. */
const runtimeKey = Symbol.for("SWWebView.runtime");

/** The id that the web-process extension gave the document. */
const takeDocumentID = () => {
    const id = /** @type {any} */ (self).___swwebviewDocument;
    deleteProperty(self, "___swwebviewDocument");
    return typeof id === "string" ? id : undefined;
};
let documentID = isBridged ? takeDocumentID() ?? randomID() : "";

const visibility = self.document && getterOf(Document.prototype, "visibilityState");
const hasFocus = self.document && uncurry(Document.prototype.hasFocus);
const windowState = () => ({ visibilityState: visibility(document), focused: hasFocus(document) });

let isGone = false;
const clientReady = () => {
    isGone = false;
    // The web-process extension reports the frame's address and kind.
    postToHost(notification("/Client/ready", { document: documentID, ...windowState() }));
};
const clientGone = () => {
    isGone = true;
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
        documentID = id;
        channel = takeChannel();
        clientReady();
        reopenChannel();
        if (streamID) streamLost();
    }
    listenToWindow();
};

const startClient = () => {
    defineProperty(self, runtimeKey, { value: freeze({ resume: resumeRuntime }) });
    clientReady();
    hearChannel();
    // Without the channel, WindowClient.navigate has no other way to a frame whose scripts ask for nothing.
    hear("navigate", (/** @type {string} */ url) => { location.href = url; }, usesChannel());
    hear("requestsdropped", requestsDropped, true);
    listenToWindow();
};
