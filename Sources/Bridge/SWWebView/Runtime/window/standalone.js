// The facts that a page of an app on the home screen has: navigator.standalone, and display-mode in media queries. WebKitGTK knows neither.
// Source: https://developer.apple.com/documentation/webkitjs/navigator/1630207-standalone
// Source: Web Application Manifest, https://www.w3.org/TR/mediaqueries-5/#display-modes

import { apply, defineProperty, getterOf, hasOwn, PrivateWeakMap, regExpExec, slice } from "../shared/primordials.js";
import { looksNative, replaceGetter, replaceMethod } from "../shared/webidl.js";

const condition = /\(\s*display-mode\s*:\s*standalone\s*\)/i;

/** @param {string} query @returns {string}  The query with a condition that holds in place of the one that WebKit does not know. */
const knownQuery = (query) => {
    let result = "";
    for (let found = regExpExec(condition, query); found; found = regExpExec(condition, query)) {
        result += `${slice(query, 0, found.index)}(min-width: 0)`;
        query = slice(query, found.index + found[0].length);
    }
    return result + query;
};

/** The queries as the page wrote them. @type {WeakMap<MediaQueryList, string>} */
const queries = new PrivateWeakMap();

export const exposeStandalone = () => {
    if (!webApp.standalone) return;
    const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor({ get standalone() { return true; } }, "standalone"));
    defineProperty(Navigator.prototype, "standalone", { get: looksNative(get, "standalone"), set: undefined, enumerable: true, configurable: true });
    const owner = hasOwn(self, "matchMedia") ? self : Window.prototype, native = self.matchMedia;
    replaceMethod(owner, "matchMedia", {
        /** @this {any} @param {any[]} args */
        matchMedia(...args) {
            if (!args.length) return apply(native, this, args);
            const query = `${args[0]}`, changed = knownQuery(query), list = apply(native, this, [changed]);
            if (changed !== query) queries.set(list, query);
            return list;
        },
    }.matchMedia);
    const media = getterOf(MediaQueryList.prototype, "media");
    replaceGetter(MediaQueryList.prototype, "media", (list) => queries.get(list) ?? media(list));
};
