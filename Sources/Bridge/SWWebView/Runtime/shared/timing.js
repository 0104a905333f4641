// Hides the timing entries of the runtime's own requests. Pages hand the names of entries to workers, which then cache the
// addresses.

import { bridgeOrigin } from "./origin.js";
import { apply, getterOf, push, startsWith } from "./primordials.js";
import { replaceMethod } from "./webidl.js";

const entryName = getterOf(PerformanceEntry.prototype, "name");

/** @param {any} entry @returns {boolean}  Whether a page may have made the request: the paths for tests are the page's. */
const isPageEntry = (entry) => {
    const name = entryName(entry);
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
