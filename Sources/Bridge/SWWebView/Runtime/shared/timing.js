// Hides the timing entries of the runtime's own requests. Pages hand the names of entries to workers, which then cache the
// addresses. Hides the entries of requests whose addresses have marks, and of media, which WebKit's player loads by an https
// address in place of the page's.

import { markStart } from "./marks.js";
import { bridgeOrigin } from "./origin.js";
import { apply, getterOf, indexOf, push, slice, startsWith } from "./primordials.js";
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
    if (isMediaEntry(entry, name) || indexOf(name, markStart) >= 0) return false;
    return !startsWith(name, `${bridgeOrigin}/___`) || startsWith(name, `${bridgeOrigin}/___testing___/`);
};

/** @param {any[]} entries  Of WebKit. */
const pageEntries = (entries) => {
    /** @type {any[]} */
    const shown = [];
    for (let index = 0; index < entries.length; index++) if (isPageEntry(entries[index])) push(shown, entries[index]);
    return shown;
};

/**
 * Returns what a method of the timeline or of a list answers.
 * @param {any} _owner  The object of the method.
 * @param {string} _method @param {any[]} _args
 * @param {() => any[]} readNative  Returns what WebKit answers.
 * @returns {any[]}
 */
let entriesFor = (_owner, _method, _args, readNative) => readNative();
/**
 * Sets a function that adds loads which WebKit does not know.
 * @param {typeof entriesFor} read
 */
export const setTimeline = (read) => { entriesFor = read; };

export const exposeTiming = () => {
    const { takeRecords } = PerformanceObserver.prototype;
    replaceMethod(PerformanceObserver.prototype, "takeRecords", {
        /** @this {PerformanceObserver} */
        takeRecords() { return pageEntries(apply(takeRecords, this, arguments)); },
    }.takeRecords);
    for (const owner of /** @type {any[]} */ ([Performance.prototype, PerformanceObserverEntryList.prototype])) {
        for (const name of ["getEntries", "getEntriesByType", "getEntriesByName"]) {
            const native = owner[name];
            replaceMethod(owner, name, {
                /** @this {any} @param {any[]} args */
                [name](...args) { return entriesFor(this, name, args, () => pageEntries(apply(native, this, args))); },
            }[name]);
        }
    }
};
