// The address of a document after redirects within its origin. The host follows them, because WebKit follows none on a custom scheme:
// WebKit knows the address that was asked for.
// Source: HTML, https://html.spec.whatwg.org/multipage/browsing-the-web.html#create-navigation-params-by-fetching

import { bridgeOrigin } from "../shared/origin.js";
import { withoutFragment } from "../shared/page_urls.js";
import { apply, getterOf, startsWith, uncurry } from "../shared/primordials.js";
import { NativeURL } from "../shared/web_primordials.js";
import { replaceGetter, replaceMethod } from "../shared/webidl.js";
import { endsAtHand } from "./channel.js";

/**
 * Shows the address as the name of the document's navigation entry.
 * Source: Navigation Timing, https://w3c.github.io/navigation-timing/#sec-PerformanceNavigationTiming
 * @param {string} address
 */
const nameEntry = (address) => {
    const entryName = getterOf(PerformanceEntry.prototype, "name"), entryType = getterOf(PerformanceEntry.prototype, "entryType");
    /** @type {string | undefined} */
    let asked;
    const shown = (/** @type {any} */ entry) => {
        if (entryType(entry) !== "navigation") return entryName(entry);
        asked = entryName(entry);
        return address;
    };
    replaceGetter(PerformanceEntry.prototype, "name", shown);
    const { toJSON } = PerformanceNavigationTiming.prototype;
    replaceMethod(PerformanceNavigationTiming.prototype, "toJSON", {
        /** @this {any} */
        toJSON() { return { ...apply(toJSON, this, []), name: shown(this) }; },
    }.toJSON);
    for (const owner of /** @type {any[]} */ ([Performance.prototype, PerformanceObserverEntryList.prototype])) {
        const { getEntriesByName, getEntriesByType } = owner;
        replaceMethod(owner, "getEntriesByName", {
            /** @this {any} @param {string} name @param {string} [type] */
            getEntriesByName(name, type) {
                if (!arguments.length || `${name}` !== address) return apply(getEntriesByName, this, arguments);
                const { 0: entry } = apply(getEntriesByType, this, ["navigation"]);
                if (entry) shown(entry);
                return asked === undefined ? apply(getEntriesByName, this, arguments) : apply(getEntriesByName, this, type === undefined ? [asked] : [asked, type]);
            },
        }.getEntriesByName);
    }
};

/** Shows the address in `location` and in the history, before the parser or a script resolves another one against it. */
export const exposeAddress = () => {
    // A document of about:srcdoc or about:blank has the origin of another one, and no address to show.
    if (!asksAddress || location.protocol !== "sw:") return;
    const address = endsAtHand?.ask("address") ?? "";
    if (!startsWith(address, `${bridgeOrigin}/`)) return;
    try {
        uncurry(History.prototype.replaceState)(history, getterOf(History.prototype, "state")(history), "", address);
    } catch {
        return; // A policy of the response has taken the document's origin.
    }
    nameEntry(withoutFragment(new NativeURL(address)));
};
