// The loads of this document that WebKit keeps off its timeline: the host has their times.
// Source: Performance Timeline, https://w3c.github.io/performance-timeline/

import { hear, notify } from "../shared/bridge.js";
import { apply, getterOf, parse, PrivateMap, PrivateWeakMap, push } from "../shared/primordials.js";
import { dispatch, NativeEvent, nativeSetTimeout } from "../shared/web_primordials.js";
import { endsAtHand } from "./channel.js";
import { attributes, entryOf, make, nativePerformance } from "./timeline_entries.js";

/** @typedef {import("./timeline_entries.js").Load} Load */

const nativeStart = getterOf(PerformanceEntry.prototype, "startTime");

/** @type {any[]} */
let buffer = [];
let bufferSize = 250;
/** Whether the page was told that the buffer is full. */
let isFull = false;
/**
 * The host's facts about the document's own load.
 * @type {Load | undefined}
 */
export let navigation;
/**
 * The observers of resources, with the entries that each has not seen.
 * @type {Map<any, any[]>}
 */
const observers = new PrivateMap();
/** @type {WeakMap<any, Function>} */
export const callbacks = new PrivateWeakMap();
let isDeliveryDue = false;

const deliverEntries = () => {
    isDeliveryDue = false;
    observers.forEach((/** @type {any[]} */ records, /** @type {any} */ observer) => {
        if (!records.length) return;
        observers.set(observer, []);
        const callback = callbacks.get(observer);
        const list = make(PerformanceObserverEntryList.prototype, { __proto__: null, records });
        if (callback) apply(callback, observer, [list, observer, {}]);
    });
};

const deliverSoon = () => {
    if (isDeliveryDue) return;
    isDeliveryDue = true;
    nativeSetTimeout(deliverEntries, 0);
};

/** Asks the host for the loads since the last call. */
export const collect = () => {
    const answer = endsAtHand?.ask("timeline");
    if (!answer) return;
    const facts = parse(answer);
    navigation = facts.navigation ?? navigation;
    for (let index = 0; index < facts.loads.length; index++) {
        const entry = entryOf(facts.loads[index]);
        if (buffer.length < bufferSize) {
            push(buffer, entry);
        } else if (!isFull) {
            isFull = true;
            nativeSetTimeout(() => dispatch(nativePerformance, new NativeEvent("resourcetimingbufferfull")), 0);
        }
        observers.forEach((/** @type {any[]} */ records) => {
            push(records, entry);
            deliverSoon();
        });
    }
};

/**
 * Returns those of some entries that a method of a list asks for.
 * @param {any[]} entries @param {string} method @param {any[]} args
 */
const selected = (entries, method, args) => {
    /** @type {any[]} */
    const found = [];
    for (let index = 0; index < entries.length; index++) {
        const { name, entryType: type } = /** @type {import("./timeline_entries.js").Attributes} */ (attributes.get(entries[index]));
        const isWanted = method === "getEntries"
            || method === "getEntriesByType" && `${args[0]}` === type
            || method === "getEntriesByName" && `${args[0]}` === name && (args.length < 2 || args[1] === undefined || `${args[1]}` === type);
        if (isWanted) push(found, entries[index]);
    }
    return found;
};

/** @param {any} entry @returns {number} */
const startOf = (entry) => attributes.get(entry)?.startTime ?? nativeStart(entry);

/**
 * Returns two lists of entries as one, by their starts.
 * @param {any[]} first @param {any[]} second
 */
const merged = (first, second) => {
    /** @type {any[]} */
    const all = [];
    for (let left = 0, right = 0; left < first.length || right < second.length;) {
        const isFirst = right >= second.length || left < first.length && startOf(first[left]) <= startOf(second[right]);
        push(all, isFirst ? first[left++] : second[right++]);
    }
    return all;
};

/**
 * Returns what a method of the timeline or of a list answers.
 * @param {any} owner @param {string} method @param {any[]} args @param {() => any[]} readNative
 */
export const timelineEntries = (owner, method, args, readNative) => {
    const list = attributes.get(owner);
    if (list) return selected(list.records, method, args);
    const native = readNative();
    if (owner !== nativePerformance) return native;
    collect();
    return merged(native, selected(buffer, method, args));
};

/** Whether the host was asked to tell of loads. */
let isObserved = false;

/** @param {any} observer @param {boolean} isBuffered  Whether it gets earlier entries, too. */
export const addObserver = (observer, isBuffered) => {
    collect();
    observers.set(observer, isBuffered ? selected(buffer, "getEntries", []) : observers.get(observer) ?? []);
    if (isBuffered && buffer.length) deliverSoon();
    if (isObserved) return;
    isObserved = true;
    hear("timeline", collect);
    notify("/PerformanceObserver/observe", null);
};

/** @param {any} observer */
export const removeObserver = (observer) => { observers.delete(observer); };

/** @param {any} observer @returns {any[]}  The entries that it has not seen. */
export const takeEntries = (observer) => {
    const records = observers.get(observer) ?? [];
    if (records.length) observers.set(observer, []);
    return records;
};

/**
 * Drops the entries.
 * @param {number} [size]  The new size of the buffer, whose entries stay then.
 */
export const resetBuffer = (size) => {
    collect();
    if (size === undefined) buffer = [];
    else bufferSize = size;
    isFull = false;
};
