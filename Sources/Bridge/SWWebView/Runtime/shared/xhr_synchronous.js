// Synchronous requests of documents have neither a timeout nor a response type. WebKit knows these rules for http(s) addresses only.
// Source: XMLHttpRequest, "open", https://xhr.spec.whatwg.org/#the-open()-method

import { isMarkable } from "./marks.js";
import { apply, defineProperty, getOwnPropertyDescriptor, getterOf } from "./primordials.js";
import { NativeDOMException } from "./web_primordials.js";
import { looksNative } from "./webidl.js";
import { openings, xhrPrototype, xhrReadyState } from "./xhr_primordials.js";
import { xhrTimeout } from "./xhr_timeouts.js";

const xhrResponseType = getterOf(xhrPrototype, "responseType");
const hasSynchronousRules = "document" in self;

/** @type {{[name: string]: boolean | undefined}} */
const responseTypes = /** @type {any} */ ({ __proto__: null, "": true, arraybuffer: true, blob: true, document: true, json: true, text: true });

const invalidAccess = () => new NativeDOMException("The object does not support the operation or argument.", "InvalidAccessError");

/** @param {XMLHttpRequest} xhr @param {string} address @param {boolean} isAsync  As `open` gets them. */
export const checkSynchronousOpen = (xhr, address, isAsync) => {
    if (hasSynchronousRules && !isAsync && isMarkable(address) && (xhrTimeout(xhr) || xhrResponseType(xhr))) throw invalidAccess();
};

/** @param {XMLHttpRequest} xhr */
const checkSynchronous = (xhr) => {
    const opening = openings.get(xhr);
    if (opening && !opening.isAsync && isMarkable(opening.args[1])) throw invalidAccess();
};

/**
 * Has the setter of an attribute check the request.
 * @param {"timeout" | "responseType"} name @param {(xhr: XMLHttpRequest, value: any) => void} check
 */
const guardSetter = (name, check) => {
    const descriptor = /** @type {any} */ (getOwnPropertyDescriptor(xhrPrototype, name));
    const { set } = /** @type {any} */ (getOwnPropertyDescriptor({
        /** @this {XMLHttpRequest} @param {any} value */
        set [name](value) {
            const converted = name === "responseType" ? `${value}` : value;
            check(this, converted);
            apply(descriptor.set, this, [converted]);
        },
    }, name));
    defineProperty(xhrPrototype, name, { ...descriptor, set: looksNative(set, name) });
};

export const exposeSynchronousRules = () => {
    if (!hasSynchronousRules) return;
    guardSetter("timeout", checkSynchronous);
    // A response that has begun is another error, which WebKit throws. It ignores unknown types.
    guardSetter("responseType", (xhr, value) => { if (xhrReadyState(xhr) < 3 && responseTypes[value]) checkSynchronous(xhr); });
};
