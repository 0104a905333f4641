// The private details of the worker's objects.

import { NativeTypeError } from "../shared/primordials.js";

/**
 * Returns the details of an object that was made here; throws for any other.
 * @template {object} Key @template Value
 * @param {WeakMap<Key, Value>} map @param {Key} key
 * @returns {Value}
 */
export const detail = (map, key) => {
    const value = map.get(key);
    if (value === undefined) throw new NativeTypeError("Illegal invocation");
    return value;
};
