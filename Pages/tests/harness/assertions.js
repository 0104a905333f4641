// The assertions of a test, under the names of web-platform-tests' testharness.js, which comes after this file. A failed
// assertion throws an AssertionError; assert_implements_optional throws an error that skips the test.

(() => {
    'use strict';

    class AssertionError extends Error {}
    AssertionError.prototype.name = 'AssertionError';

    /** The error for a feature that is missing: the test neither passes nor fails. */
    class OptionalFeatureUnsupportedError extends Error {}
    OptionalFeatureUnsupportedError.prototype.name = 'OptionalFeatureUnsupportedError';

    /** @param {unknown} value @returns {string} */
    const formatValue = (value) => {
        if (typeof value === 'string') return JSON.stringify(value.length > 200 ? value.slice(0, 200) + '…' : value);
        if (Object.is(value, -0)) return '-0';
        if (typeof value === 'bigint') return `${value}n`;
        if (Array.isArray(value)) {
            return `[${value.slice(0, 20).map(formatValue).join(', ')}${value.length > 20 ? ', …' : ''}]`;
        }
        if (value instanceof Error || value instanceof DOMException) return `${value.name}: ${value.message}`;
        try {
            return String(value);
        } catch {
            return Object.prototype.toString.call(value);
        }
    };

    /**
     * @param {unknown} condition
     * @param {string} assertion
     * @param {string | undefined} description
     * @param {string} detail
     * @returns {asserts condition}
     */
    function verify(condition, assertion, description, detail) {
        if (!condition) throw new AssertionError(`${assertion}: ${description ? description + ' ' : ''}${detail}`);
    }

    /** @param {any} actual @param {string} [description] */
    const assert_true = (actual, description) =>
        verify(actual === true, 'assert_true', description, `expected true but got ${formatValue(actual)}`);

    /** @param {any} actual @param {string} [description] */
    const assert_false = (actual, description) =>
        verify(actual === false, 'assert_false', description, `expected false but got ${formatValue(actual)}`);

    /** @param {any} actual @param {any} expected @param {string} [description] */
    const assert_equals = (actual, expected, description) =>
        verify(
            Object.is(actual, expected),
            'assert_equals',
            description,
            `expected ${formatValue(expected)} (${typeof expected}) but got ${formatValue(actual)} (${typeof actual})`
        );

    /** @param {any} actual @param {any} unwanted @param {string} [description] */
    const assert_not_equals = (actual, unwanted, description) =>
        verify(!Object.is(actual, unwanted), 'assert_not_equals', description, `got ${formatValue(actual)}`);

    /** @param {any} actual @param {any[]} expected @param {string} [description] */
    const assert_in_array = (actual, expected, description) =>
        verify(
            expected.some((value) => Object.is(value, actual)),
            'assert_in_array',
            description,
            `${formatValue(actual)} is not among ${formatValue(expected)}`
        );

    /** @param {ArrayLike<any>} actual @param {ArrayLike<any>} expected @param {string} [description] */
    const assert_array_equals = (actual, expected, description) => {
        const said = 'assert_array_equals';
        verify(typeof actual === 'object' && actual !== null && 'length' in actual, said, description, 'not an array');
        verify(
            actual.length === expected.length,
            said,
            description,
            `expected length ${expected.length} but got ${actual.length}`
        );
        for (let index = 0; index < actual.length; index += 1) {
            verify(
                Object.is(actual[index], expected[index]),
                said,
                description,
                `at ${index} expected ${formatValue(expected[index])} but got ${formatValue(actual[index])}`
            );
        }
    };

    /**
     * @param {string} name
     * @param {string} words
     * @param {(actual: any, bound: any) => boolean} compare
     */
    const comparison = (name, words, compare) =>
        (/** @type {any} */ actual, /** @type {any} */ bound, /** @type {string | undefined} */ description) =>
            verify(
                typeof actual === typeof bound && compare(actual, bound),
                name,
                description,
                `expected ${words} ${formatValue(bound)} but got ${formatValue(actual)}`
            );
    const assert_less_than = comparison('assert_less_than', 'less than', (a, b) => a < b);
    const assert_greater_than = comparison('assert_greater_than', 'greater than', (a, b) => a > b);
    const assert_less_than_equal = comparison('assert_less_than_equal', 'at most', (a, b) => a <= b);
    const assert_greater_than_equal = comparison('assert_greater_than_equal', 'at least', (a, b) => a >= b);

    /** @param {number} actual @param {number} expected @param {number} epsilon @param {string} [description] */
    const assert_approx_equals = (actual, expected, epsilon, description) =>
        verify(
            Object.is(actual, expected) || Math.abs(actual - expected) <= epsilon,
            'assert_approx_equals',
            description,
            `expected ${expected} within ${epsilon} but got ${formatValue(actual)}`
        );

    /** @param {any} actual @param {RegExp} expected @param {string} [description] */
    const assert_regexp_match = (actual, expected, description) =>
        verify(expected.test(actual), 'assert_regexp_match', description, `${formatValue(actual)} is not ${expected}`);

    /** @param {object} object @param {string} name @param {string} [description] */
    const assert_own_property = (object, name, description) =>
        verify(Object.hasOwn(object, name), 'assert_own_property', description, `${formatValue(name)} is missing`);

    /** @param {object} object @param {string} name @param {string} [description] */
    const assert_not_own_property = (object, name, description) =>
        verify(!Object.hasOwn(object, name), 'assert_not_own_property', description, `${formatValue(name)} is there`);

    /** @param {any} object @param {string} className @param {string} [description] */
    const assert_class_string = (object, className, description) =>
        assert_equals(Object.prototype.toString.call(object), `[object ${className}]`, description);

    /** @param {string} [description] @returns {never} */
    const assert_unreached = (description) => {
        throw new AssertionError(`assert_unreached: ${description ?? 'reached what should not be reached'}`);
    };

    /** @param {unknown} condition @param {string} [description] */
    const assert_implements = (condition, description) =>
        verify(condition, 'assert_implements', description, 'is not implemented');

    /** @param {unknown} condition @param {string} [description] */
    const assert_implements_optional = (condition, description) => {
        if (!condition) throw new OptionalFeatureUnsupportedError(`assert_implements_optional: ${description ?? 'not here'}`);
    };

    /**
     * Calls a function and returns the error that it throws; fails when it throws none.
     * @param {string} assertion
     * @param {Function} call
     * @param {string | undefined} description
     */
    const thrownBy = (assertion, call, description) => {
        try {
            call();
        } catch (error) {
            return { error };
        }
        throw new AssertionError(`${assertion}: ${description ? description + ' ' : ''}nothing was thrown`);
    };

    /** @param {string} said @param {any} error @param {any} type @param {string} [description] */
    const verifyJS = (said, error, type, description) =>
        verify(
            typeof error === 'object' && error !== null && error.constructor === type && error.name === type.name,
            said,
            description,
            `expected ${type.name} but got ${formatValue(error)}`
        );

    /** @param {string} said @param {any} error @param {string | number} type @param {any} constructor @param {string} [description] */
    const verifyDOM = (said, error, type, constructor, description) => {
        const code = typeof type === 'number' ? type : /** @type {any} */ (DOMException)[type];
        verify(
            error instanceof constructor && (typeof code === 'number' ? error.code === code : error.name === type),
            said,
            description,
            `expected a ${type} DOMException but got ${formatValue(error)}`
        );
    };

    /** @param {any} type @param {Function} call @param {string} [description] */
    const assert_throws_js = (type, call, description) =>
        verifyJS('assert_throws_js', thrownBy('assert_throws_js', call, description).error, type, description);

    /** @param {unknown} value @param {Function} call @param {string} [description] */
    const assert_throws_exactly = (value, call, description) =>
        assert_equals(thrownBy('assert_throws_exactly', call, description).error, value, description);

    /** @param {string | number} type @param {...any} rest a constructor of another window may come first */
    const assert_throws_dom = (type, ...rest) => {
        const constructor = rest.length > 1 && typeof rest[1] === 'function' ? rest.shift() : DOMException;
        const [call, description] = rest;
        const { error } = thrownBy('assert_throws_dom', call, description);
        verifyDOM('assert_throws_dom', error, type, constructor, description);
    };

    /** @param {string} assertion @param {PromiseLike<unknown>} promise @param {string | undefined} description */
    const rejectionOf = async (assertion, promise, description) => {
        let value;
        try {
            value = await promise;
        } catch (error) {
            return error;
        }
        throw new AssertionError(
            `${assertion}: ${description ? description + ' ' : ''}was fulfilled with ${formatValue(value)}`
        );
    };

    /** @param {unknown} _test @param {any} type @param {PromiseLike<unknown>} promise @param {string} [description] */
    const promise_rejects_js = async (_test, type, promise, description) => {
        const error = await rejectionOf('promise_rejects_js', promise, description);
        verifyJS('promise_rejects_js', error, type, description);
    };

    /** @param {unknown} _test @param {unknown} value @param {PromiseLike<unknown>} promise @param {string} [description] */
    const promise_rejects_exactly = async (_test, value, promise, description) =>
        assert_equals(await rejectionOf('promise_rejects_exactly', promise, description), value, description);

    /** @param {unknown} _test @param {string | number} type @param {...any} rest as for assert_throws_dom */
    const promise_rejects_dom = async (_test, type, ...rest) => {
        const constructor = typeof rest[0] === 'function' ? rest.shift() : DOMException;
        const [promise, description] = rest;
        const error = await rejectionOf('promise_rejects_dom', promise, description);
        verifyDOM('promise_rejects_dom', error, type, constructor, description);
    };

    Object.assign(window, {
        assert_true, assert_false, assert_equals, assert_not_equals, assert_in_array, assert_array_equals,
        assert_less_than, assert_greater_than, assert_less_than_equal, assert_greater_than_equal, assert_approx_equals,
        assert_regexp_match, assert_own_property, assert_not_own_property, assert_class_string, assert_unreached,
        assert_implements, assert_implements_optional, assert_throws_js, assert_throws_dom, assert_throws_exactly,
        promise_rejects_js, promise_rejects_dom, promise_rejects_exactly,
        format_value: formatValue, AssertionError, OptionalFeatureUnsupportedError,
    });
})();
