// Hides the timing entries of the runtime's own requests. Pages hand the names of entries to workers, which then cache the
// addresses. Hides the entries of media, too, which WebKit's player loads by an https address in place of the page's.

import { bridgeOrigin } from "./origin.js";
import { apply, getterOf, push, slice, startsWith } from "./primordials.js";
import { replaceMethod } from "./webidl.js";

const entryName = getterOf(PerformanceEntry.prototype, "name");
const entryType = getterOf(PerformanceEntry.prototype, "entryType");
const initiatorType = getterOf(PerformanceResourceTiming.prototype, "initiatorType");

/** @param {any} entry @param {string} name @returns {boolean}  Whether the player loaded media of the page's origin. */
const isMediaEntry = (entry, name) => {
    if (!startsWith(name, `https${slice(bridgeOrigin, 2)}/`) || entryType(entry) !== "resource") return false;
    const initiator = initiatorType(entry);
    return initiator === "video" || initiator === "audio";
};

/** @param {any} entry @returns {boolean}  Whether a page may have made the request: the paths for tests are the page's. */
const isPageEntry = (entry) => {
    const name = entryName(entry);
    if (isMediaEntry(entry, name)) return false;
    return !startsWith(name, `${bridgeOrigin}/___`) || startsWith(name, `${bridgeOrigin}/___testing___/`);
};

/** @param {any[]} entries  Of WebKit. */
const pageEntries = (entries) => {
    /** @type {any[]} */
    const shown = [];
    for (let index = 0; index < entries.length; index++) if (isPageEntry(entries[index])) push(shown, entries[index]);
    return shown;
};

export const exposeTiming = () => {
    const { takeRecords } = PerformanceObserver.prototype;
    replaceMethod(PerformanceObserver.prototype, "takeRecords", {
        /** @this {PerformanceObserver} */
        takeRecords() { return pageEntries(apply(takeRecords, this, arguments)); },
    }.takeRecords);
    for (const owner of /** @type {any[]} */ ([Performance.prototype, PerformanceObserverEntryList.prototype])) {
        for (const name of ["getEntries", "getEntriesByType", "getEntriesByName"]) {
            const native = owner[name];
            replaceMethod(owner, name, { [name]() { return pageEntries(apply(native, this, arguments)); } }[name]);
        }
    }
};
