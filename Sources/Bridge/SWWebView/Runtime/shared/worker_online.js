// navigator.onLine of a worker, and the events of its changes. The worker asks the host each time, because changes do
// not reach a worker without an event stream.

import { documentMark } from "./marks.js";
import { bridgeOrigin } from "./origin.js";
import { getPrototypeOf, getterOf, then, uncurry } from "./primordials.js";
import { dispatch, NativeEvent, NativeXMLHttpRequest } from "./web_primordials.js";
import { replaceGetter } from "./webidl.js";
import { hear, send } from "realm/bridge";

const openOnline = uncurry(NativeXMLHttpRequest.prototype.open);
const sendOnline = uncurry(NativeXMLHttpRequest.prototype.send);
const onlineStatus = getterOf(NativeXMLHttpRequest.prototype, "status");

const askOnline = () => {
    const request = new NativeXMLHttpRequest();
    try {
        openOnline(request, "GET", `${bridgeOrigin}/___online___${documentMark()}`, false);
        sendOnline(request);
    } catch {
        return true; // A worker that is going away.
    }
    return onlineStatus(request) === 204;
};

/**
 * The state that the last event reported; undefined before the script listens.
 * @type {boolean | undefined}
 */
let toldOnline;
/** @param {boolean} isOnline */
const tellOnline = (isOnline) => {
    if (isOnline === toldOnline) return;
    toldOnline = isOnline;
    dispatch(self, new NativeEvent(isOnline ? "online" : "offline"));
};

/**
 * Has the events fire from now on.
 * @param {boolean} isOnline  What the host said last.
 */
export const hearChanges = (isOnline) => {
    toldOnline = isOnline;
    hear("connectivity", (/** @type {{isOnline: boolean}} */ change) => tellOnline(change.isOnline));
};

/** Has the events fire from now on, also for a change that comes before the event stream is open. */
export const hearConnectivity = () => {
    if (toldOnline !== undefined) return;
    hearChanges(askOnline());
    // The reply comes on the stream, so the stream is open by then.
    then(send("/ping", null), () => tellOnline(askOnline()), () => {});
};

export const exposeOnline = () => replaceGetter(getPrototypeOf(navigator), "onLine", askOnline);
