// The parts of the Cache API that differ between windows and service workers, for windows.

/** Headers that no script may change. @type {WeakMap<Headers, true>} */
const immutableHeaders = new PrivateWeakMap();

/** Windows do not keep the facts about requests that no constructor can set. */
const noteRequest = (/** @type {Request} */ _request, /** @type {any} */ _record) => {};
const isReloadRequest = (/** @type {Request} */ _request) => false;

const exposeImmutableHeaders = () => {
    for (const name of ["append", "set", "delete"]) {
        const native = uncurry(/** @type {any} */ (NativeHeaders.prototype)[name]);
        replaceMethod(NativeHeaders.prototype, name, {
            /** @this {Headers} @param {any[]} args */
            [name](...args) {
                if (immutableHeaders.has(this)) throw new NativeTypeError("Headers are immutable");
                return native(this, ...args);
            },
        }[name]);
    }
};
