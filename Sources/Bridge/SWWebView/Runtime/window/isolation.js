// crossOriginIsolated and SharedArrayBuffer of a window. WebKit isolates no document of a custom scheme, and here has shared memory in
// every document: the host knows which documents' headers ask for isolation.
// Source: HTML, https://html.spec.whatwg.org/multipage/document-sequences.html#cross-origin-isolation-mode

import { documentMark } from "../shared/marks.js";
import { bridgeOrigin, isBridged } from "../shared/origin.js";
import { deleteProperty, getterOf, hasOwn } from "../shared/primordials.js";
import { NativeXMLHttpRequest } from "../shared/web_primordials.js";
import { replaceGetter } from "../shared/webidl.js";
import { xhrOpen, xhrSend } from "../shared/xhr_primordials.js";

/** Once a document of the view has asked for isolation, the host is asked about each. */
const askIsolated = () => {
    if (!asksIsolation) return false;
    const request = new NativeXMLHttpRequest();
    try {
        xhrOpen(request, "GET", `${bridgeOrigin}/___isolated___${documentMark()}`, false);
        xhrSend(request);
    } catch {
        return false; // The page's policy forbids the question.
    }
    return xhrStatus(request) === 204;
};
const xhrStatus = getterOf(NativeXMLHttpRequest.prototype, "status");

export const exposeIsolation = () => {
    if (!isBridged) {
        if (!self.crossOriginIsolated) deleteProperty(self, "SharedArrayBuffer");
        return;
    }
    if (!askIsolated()) return void deleteProperty(self, "SharedArrayBuffer");
    replaceGetter(self, "crossOriginIsolated", () => true);
    if (!hasOwn(self, "SharedArrayBuffer")) {
        console.warn("This page asks for cross-origin isolation, and JSC_useSharedArrayBuffer=0 leaves it without SharedArrayBuffer.");
    }
};
