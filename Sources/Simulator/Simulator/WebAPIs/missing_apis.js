// Removes the APIs that a version of iOS does not have: `missing` has their names. WebKit's service workers on http(s) are only there for
// the hosts of `appBound`. Properties are found first, because members of a removed interface could not be.

import { propertyOf } from "./api_lookup.js";

{
    /** Document.open() runs user scripts again, in the same window: an API of the page's own stays then. */
    const key = Symbol.for("SWWebView.missingAPIs");
    const isWeb = /^https?:$/.test(location.protocol);
    const isAppBound = appBound.some((/** @type {string} */ host) => location.hostname === host || location.hostname.endsWith(`.${host}`));
    const names = isWeb && !isAppBound ? [...missing, ...serviceWorkers] : missing;
    if (!Reflect.getOwnPropertyDescriptor(self, key)) {
        const found = names.map((name) => propertyOf(name));
        for (const property of found) if (property) Reflect.deleteProperty(property.owner, property.name);
        Reflect.defineProperty(self, key, { value: true });
    }
}
