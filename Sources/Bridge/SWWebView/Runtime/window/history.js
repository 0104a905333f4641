// history.go(0), which reloads the document: WebKit navigates to its address instead, and does not say that it reloads.
// Source: HTML, https://html.spec.whatwg.org/multipage/nav-history-apis.html#delta-traverse

import { apply } from "../shared/primordials.js";
import { replaceMethod } from "../shared/webidl.js";

export const exposeHistory = () => {
    const nativeGo = History.prototype.go;
    const { reload } = location, own = history;
    replaceMethod(History.prototype, "go", {
        /** @this {History} @param {any} [delta] */
        go(delta) {
            const steps = delta | 0;
            return this === own && steps === 0 ? apply(reload, location, []) : apply(nativeGo, this, [steps]);
        },
    }.go);
};
