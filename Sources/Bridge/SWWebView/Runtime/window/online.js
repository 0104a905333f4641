// navigator.onLine of a window, and the events of its changes: the host says whether the view is online.
// Source: HTML, https://html.spec.whatwg.org/multipage/system-state.html#browser-state

import { defineProperty } from "../shared/primordials.js";
import { dispatch, NativeEvent } from "../shared/web_primordials.js";
import { replaceGetter } from "../shared/webidl.js";

/** The key under which the host finds the function that changes the state, in windows of every origin. It shows that the runtime has run. */
const onlineKey = Symbol.for("SWWebView.online");

export const exposeOnline = () => {
    let isOnline = isOnlineAtFirst;
    replaceGetter(Navigator.prototype, "onLine", () => isOnline);
    defineProperty(self, onlineKey, {
        value: (/** @type {boolean} */ value) => {
            if (value === isOnline) return;
            isOnline = value;
            dispatch(self, new NativeEvent(isOnline ? "online" : "offline"));
        },
    });
};
