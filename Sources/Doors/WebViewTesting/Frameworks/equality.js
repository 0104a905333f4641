// Comparisons of values, and matchers in place of values.

const ASYMMETRIC = Symbol('asymmetric matcher');

/**
 * @param {string} name @param {(value: any) => boolean} matches
 * @param {string} [kind] @param {any} [sample]  what a snapshot shows of it; without a kind its name
 */
export const asymmetric = (name, matches, kind, sample) => ({ [ASYMMETRIC]: true, matches, kind, sample, $$typeof: Symbol.for('jest.asymmetricMatcher'), toString: () => name, toJSON: () => name });

/** @param {any} value */
export const isAsymmetric = (value) => Boolean(value?.[ASYMMETRIC]);

// The functions of this folder use nothing that web_apis.json lists: `--ios` removes it, and `--fidelity` counts it as the page's.

/** @param {any} object @param {PropertyKey} name @returns {boolean} */
export const hasOwn = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

/** @param {any[]} list */
export const last = (list) => list[list.length - 1];

const tagOf = (/** @type {unknown} */ value) => Object.prototype.toString.call(value);

/** @param {any} value @param {boolean} isStrict */
const keysOf = (value, isStrict) =>
    Reflect.ownKeys(value).filter(
        (key) => Object.prototype.propertyIsEnumerable.call(value, key) && (isStrict || value[key] !== undefined)
    );

/**
 * Returns whether two values have equal contents. A strict comparison also compares classes, array holes, and members whose
 * value is undefined.
 * @param {any} actual
 * @param {any} expected
 * @param {boolean} [isStrict]
 * @param {[unknown, unknown][]} [pairs] the pairs that the callers compare
 * @returns {boolean}
 */
export const equals = (actual, expected, isStrict = false, pairs = []) => {
    if (isAsymmetric(expected)) return expected.matches(actual);
    if (isAsymmetric(actual)) return actual.matches(expected);
    if (Object.is(actual, expected)) return true;
    if (typeof actual !== 'object' || typeof expected !== 'object' || !actual || !expected) return false;
    const tag = tagOf(actual);
    if (tag !== tagOf(expected)) return false;
    if (isStrict && Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) return false;
    if (pairs.some(([first, second]) => first === actual && second === expected)) return true;
    const inner = (/** @type {any} */ a, /** @type {any} */ b) => equals(a, b, isStrict, [...pairs, [actual, expected]]);
    if (actual instanceof Error) {
        return actual.name === expected.name && actual.message === expected.message && inner(actual.cause, expected.cause);
    }
    if (tag === '[object Date]') return Object.is(actual.getTime(), expected.getTime());
    if (tag === '[object RegExp]' || actual instanceof URL) return String(actual) === String(expected);
    if (['[object Number]', '[object String]', '[object Boolean]'].includes(tag)) {
        return Object.is(actual.valueOf(), expected.valueOf());
    }
    if (typeof Node === 'function' && actual instanceof Node) return actual.isEqualNode(expected);
    if (actual instanceof Map) {
        if (actual.size !== expected.size) return false;
        const rest = [...expected];
        return [...actual].every((entry) => {
            const at = rest.findIndex((other) => inner(entry, other));
            if (at >= 0) rest.splice(at, 1);
            return at >= 0;
        });
    }
    if (actual instanceof Set) {
        const rest = [...expected];
        return actual.size === expected.size && [...actual].every((value) => rest.some((other) => inner(value, other)));
    }
    if (actual instanceof ArrayBuffer) return inner(new Uint8Array(actual), new Uint8Array(expected));
    if (Array.isArray(actual) || ArrayBuffer.isView(actual)) {
        if (/** @type {any} */ (actual).length !== expected.length) return false;
    }
    const keys = keysOf(actual, isStrict);
    if (keys.length !== keysOf(expected, isStrict).length) return false;
    return keys.every((key) => hasOwn(expected, key) && inner(/** @type {any} */ (actual)[key], expected[key]));
};

/**
 * Returns whether an object has all members of a pattern.
 * @param {any} actual
 * @param {any} expected
 * @returns {boolean}
 */
export const contains = (actual, expected) => {
    if (isAsymmetric(expected) || typeof expected !== 'object' || !expected) return equals(actual, expected);
    if (typeof actual !== 'object' || !actual) return false;
    if (Array.isArray(expected)) {
        return (
            Array.isArray(actual) &&
            actual.length === expected.length &&
            expected.every((value, index) => contains(actual[index], value))
        );
    }
    if (tagOf(expected) !== '[object Object]') return equals(actual, expected);
    return keysOf(expected, true).every((key) => key in actual && contains(actual[key], expected[key]));
};
