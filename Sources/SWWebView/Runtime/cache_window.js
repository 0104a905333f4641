// What the Cache API's parts need of a realm, for windows. A service worker has its own.

/** Headers that no script may change. @type {WeakMap<Headers, true>} */
const immutableHeaders = new NativeWeakMap();

/** Nor is what no constructor gives a request. */
const noteRequest = (/** @type {Request} */ _request, /** @type {any} */ _record) => {};
const isReloadRequest = (/** @type {Request} */ _request) => false;

const exposeImmutableHeaders = () => {
    for (const name of ["append", "set", "delete"]) {
        const native = uncurry(/** @type {any} */ (NativeHeaders.prototype)[name]);
        replaceMethod(NativeHeaders.prototype, name, {
            /** @this {Headers} @param {any[]} args */
            [name](...args) {
                if (weakHas(immutableHeaders, this)) throw new NativeTypeError("Headers are immutable");
                return native(this, ...args);
            },
        }[name]);
    }
};
