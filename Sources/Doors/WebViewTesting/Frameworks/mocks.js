// Vitest's mock functions and spies.

import { hasOwn, last } from './equality.js';

/** @type {Set<any>} */
const mocks = new Set();
let order = 0;

/** @param {Function} [implementation] */
export const fn = (implementation) => {
    let usual = implementation;
    /** @type {Function[]} */
    let once = [];
    const state = { calls: /** @type {any[]} */ ([]), results: /** @type {any[]} */ ([]), instances: /** @type {any[]} */ ([]), contexts: /** @type {any[]} */ ([]), invocationCallOrder: /** @type {number[]} */ ([]) };
    let name = 'vi.fn()';
    /** @type {any} */
    const mock = function (/** @type {any[]} */ ...values) {
        state.calls.push(values);
        // @ts-ignore: `this` of the call has no type.
        const self = this;
        state.instances.push(self);
        state.contexts.push(self);
        state.invocationCallOrder.push((order += 1));
        const result = { type: 'incomplete', value: /** @type {any} */ (undefined) };
        state.results.push(result);
        const call = once.shift() ?? usual;
        try {
            result.value = new.target && call ? Reflect.construct(call, values, new.target) : call?.apply(self, values);
            result.type = 'return';
            return result.value;
        } catch (error) {
            result.type = 'throw';
            result.value = error;
            throw error;
        }
    };
    const chain = (/** @type {(...values: any[]) => void} */ work) => (/** @type {any[]} */ ...values) => {
        work(...values);
        return mock;
    };
    const clear = () => {
        for (const list of Object.values(state)) list.length = 0;
    };
    const reset = () => {
        clear();
        once = [];
        usual = implementation;
    };
    Object.defineProperty(mock, 'mock', { value: Object.defineProperty(state, 'lastCall', { get: () => last(state.calls) }) });
    Object.assign(mock, {
        _isMockFunction: true,
        getMockName: () => name,
        mockName: chain((value) => (name = value)),
        mockClear: chain(clear),
        mockReset: chain(reset),
        mockRestore: chain(reset),
        getMockImplementation: () => once[0] ?? usual,
        mockImplementation: chain((value) => (usual = value)),
        mockImplementationOnce: chain((value) => once.push(value)),
        mockReturnThis: chain(() => (usual = /** @this {any} */ function () { return this; })),
        mockReturnValue: chain((value) => (usual = () => value)),
        mockReturnValueOnce: chain((value) => once.push(() => value)),
        mockResolvedValue: chain((value) => (usual = async () => value)),
        mockResolvedValueOnce: chain((value) => once.push(async () => value)),
        mockRejectedValue: chain((value) => (usual = async () => { throw value; })),
        mockRejectedValueOnce: chain((value) => once.push(async () => { throw value; })),
    });
    mocks.add(mock);
    return mock;
};

/** @param {any} object @param {string} key @param {'get' | 'set'} [access] */
export const spyOn = (object, key, access) => {
    let owner = object;
    while (owner && !hasOwn(owner, key)) owner = Object.getPrototypeOf(owner);
    const found = owner && Object.getOwnPropertyDescriptor(owner, key);
    const original = access ? found?.[access] : object[key];
    if (typeof original !== 'function') throw new TypeError(`vi.spyOn: there is no ${access ?? 'function'} ${String(key)}.`);
    if (original.mock) return original;
    const mock = fn(original);
    mock.mockName(String(key));
    const restore = () => {
        if (owner === object) Object.defineProperty(object, key, found);
        else delete object[key];
    };
    const reset = mock.mockReset;
    mock.mockRestore = () => {
        reset();
        restore();
        return mock;
    };
    const replacement = access
        ? { configurable: true, enumerable: found?.enumerable, get: found?.get, set: found?.set, [access]: mock }
        : { configurable: true, enumerable: found?.enumerable, writable: true, value: mock };
    Object.defineProperty(object, key, replacement);
    return mock;
};

export const isMock = (/** @type {any} */ value) => typeof value === 'function' && Boolean(value.mock);
export const clearAll = () => mocks.forEach((mock) => mock.mockClear());
export const resetAll = () => mocks.forEach((mock) => mock.mockReset());
export const restoreAll = () => mocks.forEach((mock) => mock.mockRestore());
