// Detects that a library has arrived: the global that the library defines is a trap until then.

import { hasOwn, hookApply, hookDefine, hookDescriptor, hookQueueMicrotask, listen } from "../../../Simulator/Simulator/Console/base.js";

/**
 * @param {string} name
 * @param {Record<string, unknown>} property a descriptor without a prototype, which the page could have added to
 */
const defineGlobal = (name, property) => hookDefine(window, name, /** @type {PropertyDescriptor} */ (property));

/**
 * Calls `found` after the script that gave the global `name` a value has run to its end, or, where the trap was stepped
 * over (a function declaration replaces it), when the document is parsed or loaded. Called until it answers true; until then,
 * a second value is noticed as well.
 * @param {string} name
 * @param {() => boolean} found true once the recogniser has settled in
 * @param {boolean} [isWhole] the library is complete when it becomes global, and may run its tests in the same script
 */
export const watchGlobal = (name, found, isWhole = false) => {
    let settled = false;
    let isDefined = false;
    /** @type {unknown} */
    let held;
    const attempt = () => {
        if (settled) return;
        try {
            settled = found();
        } catch {
            settled = false;
        }
        // From now on the global is what it would be without the trap.
        if (settled && isDefined) {
            defineGlobal(name, { __proto__: null, configurable: true, enumerable: true, writable: true, value: held });
        }
    };
    defineGlobal(name, {
        __proto__: null,
        configurable: true,
        enumerable: false,
        get: () => held,
        set: (/** @type {unknown} */ value) => {
            held = value;
            isDefined = true;
            if (isWhole) attempt();
            if (!settled) hookApply(hookQueueMicrotask, window, [attempt]);
        },
    });
    const settle = () => {
        const property = hookDescriptor(window, name);
        if (isDefined || (property && hasOwn(property, 'value'))) attempt();
    };
    listen(document, 'DOMContentLoaded', settle);
    listen(window, 'load', settle);
};
