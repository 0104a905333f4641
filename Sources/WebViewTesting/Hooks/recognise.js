// How a recogniser learns that its library has arrived: the global the library defines is a trap until it does.

/**
 * @param {string} name
 * @param {Record<string, unknown>} property a descriptor without a prototype, which the page could have added to
 */
const defineGlobal = (name, property) => hookDefine(window, name, /** @type {PropertyDescriptor} */ (property));

/**
 * Calls `found` after the script that gave the global `name` a value has run to its end, or, where the trap was stepped
 * over (a function declaration replaces it), when the document is parsed or loaded. Called until it answers true.
 * @param {string} name
 * @param {() => boolean} found true once the recogniser has settled in
 */
const watchGlobal = (name, found) => {
    let settled = false;
    const attempt = () => {
        if (settled) return;
        try {
            const property = hookDescriptor(window, name);
            settled = !!property && hookHasOwn(property, 'value') && found();
        } catch {
            settled = false;
        }
    };
    defineGlobal(name, {
        __proto__: null,
        configurable: true,
        enumerable: false,
        get: () => undefined,
        set: (/** @type {unknown} */ value) => {
            defineGlobal(name, { __proto__: null, configurable: true, enumerable: true, writable: true, value });
            hookApply(hookQueueMicrotask, window, [attempt]);
        },
    });
    const settle = () => {
        const property = hookDescriptor(window, name);
        if (property && hookHasOwn(property, 'value')) attempt();
    };
    listen(document, 'DOMContentLoaded', settle);
    listen(window, 'load', settle);
};
