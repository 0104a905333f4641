// The language's globals that the runtime uses, taken before the page can replace them. `web_primordials.js` takes those of the DOM.

const { stringify: nativeStringify, parse } = JSON;
const { apply, construct, getPrototypeOf, setPrototypeOf, deleteProperty } = Reflect;
const { hasOwn, defineProperty, getOwnPropertyDescriptor, keys, freeze, create } = Object;
const { isArray } = Array;
/** @type {readonly unknown[]} */
const noElements = freeze([]);
const NativeObject = Object;
const NativePromise = Promise;
const NativeError = Error;
const NativeTypeError = TypeError;
const NativeMap = Map;
const NativeWeakMap = WeakMap;
const NativeWeakRef = WeakRef;
const NativeFinalizationRegistry = FinalizationRegistry;
const NativeUint8Array = Uint8Array;
const iteratorKey = Symbol.iterator;
const encodeComponent = encodeURIComponent;
const decodeComponent = decodeURIComponent;

/**
 * Returns the JSON text of a value, without calling a `toJSON` that the page has added to every array or object.
 * @param {any} value
 */
const stringify = (value) => "toJSON" in noElements ? textOf(value) : nativeStringify(value);

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
const uncurry = (method) => Function.prototype.call.bind(method);

/**
 * Returns such a function for the getter of an attribute.
 * @param {object} prototype
 * @param {string} name
 * @returns {Function}
 */
const getterOf = (prototype, name) => uncurry(/** @type {any} */ (getOwnPropertyDescriptor(prototype, name)).get);

/**
 * Returns a function that recognizes objects of an interface, also those of other frames, which are instances of their frame's.
 * @param {any} Interface
 * @param {string} attribute  One of its attributes, whose getter takes no other object.
 * @returns {(value: unknown) => boolean}
 */
const brandOf = (Interface, attribute) => {
    const getter = getterOf(Interface.prototype, attribute);
    return (value) => {
        if (typeof value !== "object" || value === null) return false;
        if (value instanceof Interface) return true;
        if (value instanceof NativeObject) return false;
        try {
            getter(value);
            return true;
        } catch {
            return false;
        }
    };
};

const then = uncurry(NativePromise.prototype.then);
const mapGet = uncurry(NativeMap.prototype.get);
const mapSet = uncurry(NativeMap.prototype.set);
const mapDelete = uncurry(NativeMap.prototype.delete);
const mapSize = getterOf(NativeMap.prototype, "size");
const mapForEach = uncurry(NativeMap.prototype.forEach);
const mapClear = uncurry(NativeMap.prototype.clear);
const weakGet = uncurry(NativeWeakMap.prototype.get);
const weakSet = uncurry(NativeWeakMap.prototype.set);
const weakHas = uncurry(NativeWeakMap.prototype.has);
const weakDelete = uncurry(NativeWeakMap.prototype.delete);
const watchObject = uncurry(NativeFinalizationRegistry.prototype.register);
const forgetObject = uncurry(NativeFinalizationRegistry.prototype.unregister);
const dereference = uncurry(NativeWeakRef.prototype.deref);
const push = uncurry(Array.prototype.push);
const shift = uncurry(Array.prototype.shift);
const join = uncurry(Array.prototype.join);
const charCodeAt = uncurry(String.prototype.charCodeAt);
const indexOf = uncurry(String.prototype.indexOf);
const slice = uncurry(String.prototype.slice);
const startsWith = uncurry(String.prototype.startsWith);
const replace = uncurry(String.prototype.replace);
const regExpExec = uncurry(RegExp.prototype.exec);
const toLowerCase = uncurry(String.prototype.toLowerCase);
