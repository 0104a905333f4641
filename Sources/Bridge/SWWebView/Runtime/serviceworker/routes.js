// InstallEvent.addRoutes: converts the rules of static routes, which the host verifies and keeps.
// Source: W3C Service Workers, https://w3c.github.io/ServiceWorker/#installevent-interface

import { webAddress } from "../shared/addresses.js";
import { toByteString, toDictionary, toEnum, toSequence, toUSVString } from "../shared/conversions.js";
import { brandOf, create, getterOf, iteratorKey, NativeTypeError, PrivateWeakMap, push } from "../shared/primordials.js";
import { replaceConstructor } from "../shared/webidl.js";

/** @param {string[]} values @returns {Record<string, true>} */
const enumOf = (...values) => {
    const known = create(null);
    for (let index = 0; index < values.length; index++) known[values[index]] = true;
    return known;
};
const runningStatuses = enumOf("running", "not-running");
const sources = enumOf("cache", "fetch-event", "network", "race-network-and-fetch-handler");
const modes = enumOf("navigate", "same-origin", "no-cors", "cors");
const destinations = enumOf(
    "", "audio", "audioworklet", "document", "embed", "font", "frame", "iframe", "image", "json", "manifest", "object",
    "paintworklet", "report", "script", "sharedworker", "style", "text", "track", "video", "worker", "xslt");

const NativeURLPattern = /** @type {any} */ (self).URLPattern;
const componentNames = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
/** In the order in which Web IDL reads them. */
const initNames = ["hash", "hostname", "password", "pathname", "port", "protocol", "search", "username"];
/** @type {Function[]} */
const componentGetters = [];
for (const name of componentNames) if (NativeURLPattern) push(componentGetters, getterOf(NativeURLPattern.prototype, name));
const isURLPattern = NativeURLPattern ? brandOf(componentGetters[0]) : () => false;

/** The patterns that ignore case, which a pattern tells nobody. @type {WeakMap<object, true>} */
const patternsIgnoringCase = new PrivateWeakMap();

/** Notes the patterns that ignore case. */
export const exposeURLPattern = () => {
    if (!NativeURLPattern) return;
    replaceConstructor(NativeURLPattern, (args, make) => {
        /** @type {any[]} */
        const given = [];
        for (let index = 0; index < args.length; index++) push(given, args[index]);
        const last = args.length > 2 ? 2 : 1;
        const options = given[last];
        const hasOptions = options !== null && (typeof options === "object" || typeof options === "function");
        const ignoreCase = hasOptions && Boolean(options.ignoreCase);
        if (hasOptions) given[last] = { __proto__: null, ignoreCase };
        const pattern = make(given);
        if (ignoreCase) patternsIgnoringCase.set(pattern, true);
        return pattern;
    });
};

/** The base of a worker's patterns, in the form that servers know. */
const patternBase = webAddress(workerBoot.scriptURL);

/**
 * Source: URL Pattern, https://urlpattern.spec.whatwg.org/#build-a-url-pattern-from-a-web-idl-value
 * @param {any} value
 */
const urlPattern = (value) => {
    if (!NativeURLPattern) throw new NativeTypeError("There are no URL patterns");
    if (isURLPattern(value)) return value;
    if (value === null || typeof value === "object" || typeof value === "function") {
        const members = toDictionary(value);
        const init = create(null);
        const { baseURL } = members;
        init.baseURL = baseURL === undefined ? patternBase : webAddress(toUSVString(baseURL));
        for (let index = 0; index < initNames.length; index++) {
            const member = members[initNames[index]];
            if (member !== undefined) init[initNames[index]] = toUSVString(member);
        }
        return new NativeURLPattern(init);
    }
    return new NativeURLPattern(webAddress(toUSVString(value)), patternBase);
};

/** @param {any} value @returns {any}  The pattern strings of the components. */
const patternStrings = (value) => {
    const pattern = urlPattern(value);
    const strings = create(null);
    for (let index = 0; index < componentNames.length; index++) strings[componentNames[index]] = componentGetters[index](pattern);
    if (patternsIgnoringCase.get(pattern)) strings.ignoreCase = true;
    return strings;
};

/** @param {any} value @returns {any} */
const routerCondition = (value) => {
    const members = toDictionary(value);
    const condition = create(null);
    // In the order of their names, as Web IDL reads the members of a dictionary.
    const { not } = members;
    if (not !== undefined) condition.not = routerCondition(not);
    const { or } = members;
    if (or !== undefined) condition.or = toSequence(or, routerCondition);
    const { requestDestination } = members;
    if (requestDestination !== undefined) condition.requestDestination = toEnum(requestDestination, destinations);
    const { requestMethod } = members;
    if (requestMethod !== undefined) condition.requestMethod = toByteString(requestMethod);
    const { requestMode } = members;
    if (requestMode !== undefined) condition.requestMode = toEnum(requestMode, modes);
    const { runningStatus } = members;
    if (runningStatus !== undefined) condition.runningStatus = toEnum(runningStatus, runningStatuses);
    const { urlPattern: pattern } = members;
    if (pattern !== undefined) condition.urlPattern = patternStrings(pattern);
    return condition;
};

/** @param {any} value */
const routerSource = (value) => {
    if (value !== null && typeof value !== "object" && typeof value !== "function") return toEnum(value, sources);
    const { cacheName } = toDictionary(value);
    if (cacheName === undefined) throw new NativeTypeError("A route's source has no cacheName");
    return { __proto__: null, cacheName: `${cacheName}` };
};

/** @param {any} value */
const routerRule = (value) => {
    const members = toDictionary(value);
    const { condition } = members;
    if (condition === undefined) throw new NativeTypeError("A route has no condition");
    const converted = routerCondition(condition);
    const { source } = members;
    if (source === undefined) throw new NativeTypeError("A route has no source");
    return { __proto__: null, condition: converted, source: routerSource(source) };
};

/** @param {any} value  A rule or a sequence of them. @returns {any[]} */
export const routerRules = (value) => {
    const method = value !== null && (typeof value === "object" || typeof value === "function") ? value[iteratorKey] : undefined;
    if (method === undefined || method === null) {
        if (value !== undefined && value !== null && typeof value !== "object" && typeof value !== "function") throw new NativeTypeError("Type error");
        return [routerRule(value)];
    }
    return toSequence(value, routerRule, method);
};
