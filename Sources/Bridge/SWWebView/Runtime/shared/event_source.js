// EventSource, whose request says by itself neither who asks nor how.
// Source: HTML, https://html.spec.whatwg.org/#the-eventsource-interface

import { isMarkable, isWebAddress, markPair, withMark, withoutMark } from "./marks.js";
import { construct, defineProperty, getOwnPropertyDescriptor, getterOf } from "./primordials.js";
import { NativeEventSource } from "./web_primordials.js";
import { looksNative, replaceGetter } from "./webidl.js";
import { resolvedAddress } from "realm/addresses";

const eventSourceURL = getterOf(NativeEventSource.prototype, "url");

const wrappedEventSource = new Proxy(NativeEventSource, /** @type {any} */ ({ __proto__: null,
    /** @param {any} target @param {any[]} args @param {any} newTarget */
    construct(target, args, newTarget) {
        if (!args.length) return construct(target, args, newTarget);
        const url = `${args[0]}`;
        // The web process asks the host about requests to other hosts, each time that the source connects.
        if (!isMarkable(url) && !isWebAddress(url)) return construct(target, [url, args[1]], newTarget);
        const withCredentials = Boolean(args[1]?.withCredentials);
        const pairs = markPair("cache", "no-store") + (withCredentials ? markPair("credentials", "include") : "");
        return construct(target, [withMark(resolvedAddress(url), pairs), { withCredentials }], newTarget);
    },
}));

export const exposeEventSource = () => {
    defineProperty(self, "EventSource", {
        .../** @type {any} */ (getOwnPropertyDescriptor(self, "EventSource")), value: looksNative(wrappedEventSource, "EventSource"),
    });
    defineProperty(NativeEventSource.prototype, "constructor", { value: wrappedEventSource, writable: true, configurable: true });
    replaceGetter(NativeEventSource.prototype, "url", (/** @type {EventSource} */ source) => withoutMark(eventSourceURL(source)));
};
