// The entries of loads that WebKit keeps off a document's timeline, since their scheme is not http(s).
// Source: Resource Timing, https://w3c.github.io/resource-timing/

import { create, freeze, getterOf, PrivateWeakMap, push, uncurry } from "../shared/primordials.js";

/** @typedef {{name: string, initiatorType: string, start: number, responseEnd: number, isShared: boolean, workerStart: number, fetchStart: number, redirectStart: number, redirectEnd: number, responseStart: number, bodySize: number, transferSize: number, serverTiming: {name: string, duration: number, description: string}[]}} Load  Times in milliseconds since 1970. */
/** @typedef {Record<string, any>} Attributes  The values of an entry's attributes. */

export const nativePerformance = performance;
const { min, max, floor } = Math;
const nativeNow = uncurry(Performance.prototype.now);
// A debugger's clock may be there before this script.
const isNative = nativePerformance instanceof Performance;
export const timelineNow = isNative ? () => nativeNow(nativePerformance) : () => nativePerformance.now();
const timeOrigin = isNative ? getterOf(Performance.prototype, "timeOrigin")(nativePerformance) : nativePerformance.timeOrigin;

/**
 * The attributes of the entries, lists and metrics that stand here for those of an engine.
 * @type {WeakMap<object, Attributes>}
 */
export const attributes = new PrivateWeakMap();

/** @param {object} prototype @param {Attributes} values @returns {any} */
export const make = (prototype, values) => {
    const object = create(prototype);
    attributes.set(object, values);
    return object;
};

/** @param {number} time @returns {number}  The time since the document began, as coarse as WebKit's. */
const sinceOrigin = (time) => time ? max(0, floor(time - timeOrigin)) : 0;

/** @param {Load["serverTiming"]} metrics @returns {readonly any[]} */
const metricsOf = (metrics) => {
    /** @type {any[]} */
    const made = [];
    const Metric = /** @type {any} */ (self).PerformanceServerTiming;
    for (let index = 0; Metric && index < metrics.length; index++) {
        push(made, make(Metric.prototype, { __proto__: null, ...metrics[index] }));
    }
    return freeze(made);
};

/**
 * Returns the attributes of a load that come of the host's facts. No connection is made for it.
 * @param {Load} load @param {number} end @returns {Attributes}
 */
export const timesOf = (load, end) => {
    const sinceOriginAt = (/** @type {number} */ time) => min(sinceOrigin(time), end);
    const fetchStart = sinceOriginAt(load.fetchStart), seen = load.isShared ? fetchStart : 0;
    return {
        __proto__: null, workerStart: sinceOriginAt(load.workerStart), redirectStart: sinceOriginAt(load.redirectStart),
        redirectEnd: sinceOriginAt(load.redirectEnd), fetchStart,
        domainLookupStart: seen, domainLookupEnd: seen, connectStart: seen, connectEnd: seen, secureConnectionStart: seen,
        requestStart: seen, responseStart: sinceOriginAt(load.responseStart), transferSize: load.transferSize,
        encodedBodySize: load.bodySize, decodedBodySize: load.bodySize, serverTiming: metricsOf(load.serverTiming),
    };
};

/** @param {Load} load @returns {any}  The entry of a load. */
export const entryOf = (load) => {
    const responseEnd = min(sinceOrigin(load.responseEnd), timelineNow());
    const startTime = min(sinceOrigin(load.start), responseEnd);
    return make(PerformanceResourceTiming.prototype, {
        name: load.name, entryType: "resource", startTime, duration: responseEnd - startTime,
        initiatorType: load.initiatorType, nextHopProtocol: "", responseEnd, ...timesOf(load, responseEnd),
    });
};
