// Counts the uses of the APIs in `apiNames`, and sends the counts to the host with `tellHost`. Functions and accessors become proxies,
// so that they keep their names, lengths and descriptors; `Function.prototype.toString` returns the text of the originals. The part
// runs after the runtime and before the page's scripts. `usesToken` shows the host that a message is not the page's.
{
    const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
    const NativeProxy = Proxy, NativeError = Error;
    const uncurry = (/** @type {Function} */ method) => Function.prototype.call.bind(method);
    const weakGet = uncurry(WeakMap.prototype.get), weakSet = uncurry(WeakMap.prototype.set);
    const microtask = queueMicrotask, textOf = String;
    /** Document.open() runs user scripts again, in the same window. */
    const key = Symbol.for("SWWebView.apiUses");
    /** @type {WeakMap<object, Function>} */
    const originals = new WeakMap();
    /**
     * The proxies of globals, by their originals.
     * @type {WeakMap<object, Function>}
     */
    const proxies = new WeakMap();
    const size = apiNames.length;
    const known = new Uint8Array(size), counts = new Float64Array(size);
    let isWaiting = false, isTelling = false;

    /** @param {string} text */
    const tell = (text) => {
        isTelling = true;
        // A document that is gone has no host. Without this, the page's own call would throw.
        try { tellHost(`${usesToken}\n${text}`); } catch {}
        isTelling = false;
    };

    const flush = () => {
        isWaiting = false;
        let text = "";
        for (let index = 0; index < size; index++) {
            if (counts[index] === 0) continue;
            text += `${text && "\n"}${index} ${counts[index]}`;
            counts[index] = 0;
        }
        if (text) tell(text);
    };

    const stack = () => {
        try { return textOf(new NativeError().stack); } catch { return ""; }
    };

    /** @param {number} index */
    const use = (index) => {
        if (isTelling) return;
        if (known[index] === 0) {
            known[index] = 1;
            tell(`!${index}\n${stack()}`);
        }
        counts[index]++;
        if (isWaiting) return;
        isWaiting = true;
        microtask(flush);
    };

    /** @param {any} target @param {number} index */
    const counted = (target, index) => {
        const proxy = new NativeProxy(target, /** @type {any} */ ({
            __proto__: null,
            apply(/** @type {any} */ method, /** @type {any} */ object, /** @type {any[]} */ args) {
                use(index);
                return apply(method, object, args);
            },
            construct(/** @type {any} */ type, /** @type {any[]} */ args, /** @type {any} */ made) {
                use(index);
                return construct(type, args, made);
            },
        }));
        weakSet(originals, proxy, target);
        return proxy;
    };

    /** @param {{owner: any, name: string}} property @param {number} index */
    const count = ({ owner, name }, index) => {
        const descriptor = getOwnPropertyDescriptor(owner, name);
        if (!descriptor?.configurable) return;
        const { value, get, set } = descriptor;
        if (typeof value === "function") {
            descriptor.value = counted(value, index);
            if (owner === self) weakSet(proxies, value, descriptor.value);
            const constructor = value.prototype && getOwnPropertyDescriptor(value.prototype, "constructor");
            if (constructor?.value === value && constructor.configurable) {
                defineProperty(value.prototype, "constructor", { ...constructor, value: descriptor.value });
            }
        } else {
            if (get) descriptor.get = counted(get, index);
            if (set) descriptor.set = counted(set, index);
        }
        defineProperty(owner, name, descriptor);
    };

    /** Has other names of the same globals, such as WebKitMutationObserver, stay equal to them. */
    const countAliases = () => {
        for (const name of Object.getOwnPropertyNames(self)) {
            const descriptor = getOwnPropertyDescriptor(self, name);
            const proxy = typeof descriptor?.value === "function" ? weakGet(proxies, descriptor.value) : undefined;
            if (proxy && descriptor?.configurable) defineProperty(self, name, { ...descriptor, value: proxy });
        }
    };

    const exposeTexts = () => {
        const descriptor = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(Function.prototype, "toString"));
        const toString = new NativeProxy(descriptor.value, /** @type {any} */ ({
            __proto__: null,
            apply(/** @type {any} */ method, /** @type {any} */ object, /** @type {any[]} */ args) {
                return apply(method, weakGet(originals, object) ?? object, args);
            },
        }));
        weakSet(originals, toString, descriptor.value);
        defineProperty(Function.prototype, "toString", { ...descriptor, value: toString });
    };

    if (!getOwnPropertyDescriptor(self, key)) {
        const found = apiNames.map(propertyOf);
        found.forEach((/** @type {any} */ property, /** @type {number} */ index) => { if (property) count(property, index); });
        countAliases();
        exposeTexts();
        defineProperty(self, key, { value: true });
    }
}
