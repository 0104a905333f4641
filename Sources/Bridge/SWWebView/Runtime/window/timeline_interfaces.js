// The interfaces of the timeline, for the entries of WebKit and those of the runtime.
// Source: Resource Timing, https://w3c.github.io/resource-timing/; Navigation Timing, https://w3c.github.io/navigation-timing/

import { bridgeOrigin } from "../shared/origin.js";
import {
    apply, construct, defineProperty, getOwnPropertyDescriptor, getterOf, hasOwn, isArray, push, startsWith, uncurry,
} from "../shared/primordials.js";
import { setTimeline } from "../shared/timing.js";
import { replaceGetter, replaceMethod } from "../shared/webidl.js";
import {
    addObserver, callbacks, navigation, removeObserver, resetBuffer, takeEntries, timelineEntries,
} from "./timeline.js";
import { attributes, timelineNow, timesOf } from "./timeline_entries.js";

const nativeType = getterOf(PerformanceEntry.prototype, "entryType");
const nativeName = getterOf(PerformanceEntry.prototype, "name");
const nativeResponseEnd = getterOf(PerformanceResourceTiming.prototype, "responseEnd");

const resourceNames = [
    "initiatorType", "nextHopProtocol", "workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart",
    "domainLookupEnd", "connectStart", "connectEnd", "secureConnectionStart", "requestStart", "responseStart", "responseEnd",
    "transferSize", "encodedBodySize", "decodedBodySize", "serverTiming",
];

/**
 * Returns an attribute of the document's own entry, which WebKit has without the times of the request.
 * @param {any} entry @param {string} name
 */
const navigationValue = (entry, name) => {
    if (!navigation || !startsWith(nativeName(entry), bridgeOrigin) || nativeType(entry) !== "navigation") return undefined;
    if (name === "responseEnd") return undefined;
    const values = timesOf(navigation, nativeResponseEnd(entry) || timelineNow());
    return hasOwn(values, name) ? values[name] : undefined;
};

/** @param {any} owner @param {string[]} names  Of attributes that the runtime's own objects have, too. */
const exposeAttributes = (owner, names) => {
    for (const name of names) {
        const descriptor = getOwnPropertyDescriptor(owner.prototype, name);
        if (!descriptor?.get) continue;
        const native = uncurry(descriptor.get);
        replaceGetter(owner.prototype, name, (object) => {
            const own = attributes.get(object);
            if (own) return own[name];
            const value = native(object);
            return (owner === PerformanceResourceTiming ? navigationValue(object, name) : undefined) ?? value;
        });
    }
};

/** @param {any} owner  An interface of entries or metrics. */
const exposeText = (owner) => {
    const native = owner?.prototype.toJSON;
    if (!native) return;
    replaceMethod(owner.prototype, "toJSON", {
        /** @this {any} */
        toJSON() {
            const own = attributes.get(this);
            if (own) return { ...own };
            const text = apply(native, this, []);
            for (let index = 0; index < resourceNames.length; index++) {
                const name = resourceNames[index];
                const value = hasOwn(text, name) ? navigationValue(this, name) : undefined;
                if (value !== undefined) text[name] = value;
            }
            return text;
        },
    }.toJSON);
};

/** @param {any} options  Of `observe`. @returns {boolean} */
const wantsResources = (options) => {
    if (options?.type === "resource") return true;
    const types = options?.entryTypes;
    if (!isArray(types)) return false;
    for (let index = 0; index < types.length; index++) if (types[index] === "resource") return true;
    return false;
};

const exposeObservers = () => {
    const Native = PerformanceObserver, { prototype } = Native;
    const { observe, disconnect, takeRecords } = prototype;
    const Observer = new Proxy(Native, {
        construct(target, args, newTarget) {
            const observer = construct(target, args, newTarget);
            callbacks.set(observer, args[0]);
            return observer;
        },
    });
    defineProperty(prototype, "constructor", { value: Observer });
    defineProperty(self, "PerformanceObserver", { value: Observer });
    replaceMethod(prototype, "observe", {
        /** @this {any} @param {any} options */
        observe(options) {
            apply(observe, this, arguments);
            if (wantsResources(options)) addObserver(this, options.type === "resource" && Boolean(options.buffered));
        },
    }.observe);
    replaceMethod(prototype, "disconnect", {
        /** @this {any} */
        disconnect() {
            apply(disconnect, this, arguments);
            removeObserver(this);
        },
    }.disconnect);
    replaceMethod(prototype, "takeRecords", {
        /** @this {any} */
        takeRecords() {
            const records = apply(takeRecords, this, arguments), own = takeEntries(this);
            for (let index = 0; index < own.length; index++) push(records, own[index]);
            return records;
        },
    }.takeRecords);
};

const exposeBuffer = () => {
    const { clearResourceTimings, setResourceTimingBufferSize } = Performance.prototype;
    replaceMethod(Performance.prototype, "clearResourceTimings", {
        /** @this {any} */
        clearResourceTimings() {
            apply(clearResourceTimings, this, arguments);
            resetBuffer();
        },
    }.clearResourceTimings);
    replaceMethod(Performance.prototype, "setResourceTimingBufferSize", {
        /** @this {any} @param {any} size */
        setResourceTimingBufferSize(size) {
            apply(setResourceTimingBufferSize, this, arguments);
            resetBuffer(size >>> 0);
        },
    }.setResourceTimingBufferSize);
};

export const exposeTimeline = () => {
    setTimeline(timelineEntries);
    exposeAttributes(PerformanceEntry, ["name", "entryType", "startTime", "duration"]);
    exposeAttributes(PerformanceResourceTiming, resourceNames);
    const { PerformanceServerTiming } = /** @type {any} */ (self);
    if (PerformanceServerTiming) exposeAttributes(PerformanceServerTiming, ["name", "duration", "description"]);
    for (const owner of [PerformanceEntry, PerformanceResourceTiming, PerformanceNavigationTiming, PerformanceServerTiming]) exposeText(owner);
    exposeObservers();
    exposeBuffer();
};
