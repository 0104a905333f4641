// The language's globals that the runtime uses, taken before the page can replace them. `web_primordials.js` takes those of the DOM.

export const { stringify: nativeStringify, parse } = JSON;
export const { apply, construct, getPrototypeOf, setPrototypeOf, deleteProperty } = Reflect;
const { setPrototypeOf: withPrototype } = Object;
export const { hasOwn, defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, keys, freeze, create } = Object;
export const { isArray } = Array;
/** @type {readonly unknown[]} */
const noElements = freeze([]);
export const NativePromise = Promise;
export const NativeError = Error;
export const NativeTypeError = TypeError;
export const NativeWeakRef = WeakRef;
export const NativeFinalizationRegistry = FinalizationRegistry;
export const NativeUint8Array = Uint8Array;
export const iteratorKey = Symbol.iterator;
export const encodeComponent = encodeURIComponent;
export const decodeComponent = decodeURIComponent;

/**
 * Returns a class with the methods of another, which its objects keep when the page replaces those of the other.
 * @template {MapConstructor | WeakMapConstructor} Kind
 * @param {Kind} Native
 * @returns {Kind}
 */
const keepingMethods = (Native) => {
    // A class without a constructor of its own would call the array iterator, which the page may have replaced.
    const Kept = /** @type {any} */ (class extends /** @type {any} */ (Native) { constructor() { super(); } });
    const names = getOwnPropertyNames(Native.prototype);
    for (let index = 0; index < names.length; index++) {
        defineProperty(Kept.prototype, names[index], /** @type {any} */ (getOwnPropertyDescriptor(Native.prototype, names[index])));
    }
    setPrototypeOf(Kept.prototype, null);
    return Kept;
};
export const PrivateMap = keepingMethods(Map);
export const PrivateWeakMap = keepingMethods(WeakMap);

/**
 * Returns the JSON text of a value, without calling a `toJSON` that the page has added to every array or object.
 * @param {any} value
 */
export const stringify = (value) => "toJSON" in noElements ? textOf(value) : nativeStringify(value);

/** @param {any} value @returns {string} */
const textOf = (value) => {
    // A function has no text, but it inherits the toJSON of objects.
    if (typeof value === "function") return nativeStringify(undefined);
    if (typeof value !== "object" || value === null) return nativeStringify(value);
    const names = isArray(value) ? value : keys(value);
    let text = "";
    for (let index = 0; index < names.length; index++) {
        const member = textOf(isArray(value) ? value[index] : value[names[index]]);
        if (isArray(value)) text += `${text && ","}${member ?? "null"}`;
        else if (member !== undefined) text += `${text && ","}${nativeStringify(names[index])}:${member}`;
    }
    return isArray(value) ? `[${text}]` : `{${text}}`;
};

/**
 * Returns a function that calls `method` with its first argument as `this`, even if the page replaces `Function.prototype.call`.
 * @param {Function} method
 * @returns {Function}
 */
export const uncurry = (method) => Function.prototype.call.bind(method);

/**
 * Returns such a function for the getter of an attribute.
 * @param {object} prototype
 * @param {string} name
 * @returns {Function}
 */
export const getterOf = (prototype, name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(prototype, name)).get);

/**
 * Takes the prototype from an object, so that it has no members that a page has added to every object. A record with members that may
 * be missing needs that, and so does each object of options: `{ __proto__: null, … }`.
 * @template T
 * @param {T} value  Any value.
 * @returns {T}
 */
export const bare = (value) => typeof value === "object" && value !== null ? withPrototype(value, null) : value;

/**
 * Returns a function that recognizes objects of an interface by their internal slots: also those of other frames, and no others with
 * the interface's prototype.
 * @param {Function} read  A getter or method of the interface, which throws for every other object.
 * @returns {(value: unknown) => boolean}
 */
export const brandOf = (read) => (value) => {
    if (typeof value !== "object" || value === null) return false;
    try {
        read(value, "");
        return true;
    } catch {
        return false;
    }
};

export const then = uncurry(NativePromise.prototype.then);
export const mapSet = uncurry(Map.prototype.set);
export const mapForEach = uncurry(Map.prototype.forEach);
export const watchObject = uncurry(NativeFinalizationRegistry.prototype.register);
export const forgetObject = uncurry(NativeFinalizationRegistry.prototype.unregister);
export const dereference = uncurry(NativeWeakRef.prototype.deref);
export const push = uncurry(Array.prototype.push);
export const shift = uncurry(Array.prototype.shift);
export const unshift = uncurry(Array.prototype.unshift);
export const join = uncurry(Array.prototype.join);
export const charCodeAt = uncurry(String.prototype.charCodeAt);
export const indexOf = uncurry(String.prototype.indexOf);
export const slice = uncurry(String.prototype.slice);
export const startsWith = uncurry(String.prototype.startsWith);
export const replace = uncurry(String.prototype.replace);
export const regExpExec = uncurry(RegExp.prototype.exec);
export const toLowerCase = uncurry(String.prototype.toLowerCase);
export const toUpperCase = uncurry(String.prototype.toUpperCase);
