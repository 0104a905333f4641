// Fixtures of `test.extend`: values that a test names among the members of its context, with what makes them and cleans up.
// Source: Vitest, https://vitest.dev/guide/test-context.html#test-extend

/**
 * @typedef {{ make: Function | undefined, value: any, isAutomatic: boolean, isShared: boolean, returns: boolean, base: Fixture | undefined }} Fixture
 * @typedef {Record<string, Fixture>} Fixtures
 */

/** @param {any} given @param {Fixture | undefined} base @param {boolean} [returns] @returns {Fixture} */
const read = (given, base, returns = false) => {
    const isPair = Array.isArray(given) && given.length === 2 && typeof given[1] === 'object' && given[1] && ['auto', 'scope', 'injected'].some((key) => key in given[1]);
    const [value, options] = isPair ? given : [given, base ? { auto: base.isAutomatic, scope: base.isShared ? 'file' : 'test' } : {}];
    return {
        make: typeof value === 'function' ? value : undefined, value, isAutomatic: Boolean(options.auto), isShared: ['file', 'worker'].includes(options.scope), returns, base,
    };
};

/**
 * Returns fixtures with more of them: of an object, or one with its name, its options and the function that returns its value.
 * @param {Fixtures} known @param {any[]} given
 * @returns {Fixtures}
 */
export const extended = (known, given) => {
    const [first, ...rest] = given;
    if (typeof first === 'string') {
        const [options, value] = rest.length > 1 ? rest : [{}, rest[0]];
        return { ...known, [first]: read([value, { scope: 'test', ...options }], known[first], true) };
    }
    return { ...known, ...Object.fromEntries(Object.entries(first).map(([name, value]) => [name, read(value, known[name])])) };
};

/** @type {WeakMap<Function, string[]>} */
const knownNames = new WeakMap();

/**
 * The members of its context that a function names in a parameter: `({ page, list: items }) => …`.
 * @param {Function} body @param {number} [position]
 */
const namesOf = (body, position = 0) => knownNames.get(body) ?? parsedNames(body, position);

/** @param {Function} body @param {number} position @returns {string[]} */
const parsedNames = (body, position) => {
    const text = Function.prototype.toString.call(body).replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    // `context => …` names no members.
    if (/^(?:async\s+)?[\w$]+\s*=>/.test(text)) return [];
    let depth = 0, parameter = 0, names = '';
    for (const sign of text.slice(text.indexOf('('))) {
        if (')]}'.includes(sign)) depth -= 1;
        if (depth === 0 && sign === ')') break;
        if (depth === 1 && sign === ',') parameter += 1;
        else if (depth >= 2 && parameter === position) names += depth === 2 || sign !== ',' ? sign : ';';
        if ('([{'.includes(sign)) depth += 1;
    }
    return names.split(',').map((name) => (name.split(/[:=]/)[0] ?? '').trim()).filter((name) => /^[\w$]+$/.test(name));
};

/**
 * Gives a function the context of another one, which has it as a later parameter.
 * @param {(context: any) => any} outer @param {Function} body @param {number} position
 */
export const named = (outer, body, position) => {
    knownNames.set(outer, namesOf(body, position));
    return outer;
};

/**
 * The fixtures of a file, which its tests share.
 * @type {Map<Fixture, { value: any, end: () => Promise<void> }>}
 */
const shared = new Map();

/** Makes the fixtures of one attempt of a test, each as it is first named. */
export class FixtureScope {
    #fixtures;
    #context;
    /** @type {(() => Promise<void>)[]} */
    #ends = [];
    /** @type {Map<Fixture, any>} */
    #values = new Map();

    /** @param {Fixtures} fixtures @param {any} context */
    constructor(fixtures, context) {
        this.#fixtures = fixtures;
        this.#context = context;
    }

    /**
     * Puts the fixtures that a function names into the context.
     * @param {Function} body
     */
    async prepare(body) {
        const automatic = Object.keys(this.#fixtures).filter((name) => this.#fixtures[name]?.isAutomatic);
        for (const name of [...automatic, ...namesOf(body)]) {
            const fixture = this.#fixtures[name];
            if (fixture) this.#context[name] = await this.#valueOf(name, fixture, []);
        }
    }

    /** @param {string} name @param {Fixture} fixture @param {Fixture[]} outer @returns {Promise<any>} */
    async #valueOf(name, fixture, outer) {
        if (outer.includes(fixture)) throw new Error(`The fixture ${name} needs itself`);
        if (!fixture.make) return fixture.value;
        if (this.#values.has(fixture)) return this.#values.get(fixture);
        const known = shared.get(fixture);
        if (known) return known.value;
        const context = { ...this.#context };
        for (const needed of namesOf(fixture.make)) {
            const inner = needed === name ? fixture.base : this.#fixtures[needed];
            if (inner) context[needed] = await this.#valueOf(needed, inner, [...outer, fixture]);
        }
        const made = fixture.returns ? await returned(fixture.make, context) : await used(name, fixture.make, context);
        if (fixture.isShared) {
            shared.set(fixture, made);
        } else {
            this.#values.set(fixture, made.value);
            this.#ends.unshift(made.end);
        }
        return made.value;
    }

    /** The functions that clean up, in order. */
    get ends() { return this.#ends; }
}

/** Cleans up the fixtures that the tests of the file have shared. */
export const endShared = async () => {
    for (const { end } of [...shared.values()].reverse()) await end();
    shared.clear();
};

/** @param {Function} make @param {any} context */
const returned = async (make, context) => {
    /** @type {Function[]} */
    const cleanups = [];
    const value = await make(context, { onCleanup: (/** @type {Function} */ cleanup) => cleanups.unshift(cleanup) });
    return { value, end: async () => { for (const cleanup of cleanups) await cleanup(); } };
};

/**
 * Calls a function that goes on after `use` when the test has ended.
 * @param {string} name @param {Function} make @param {any} context
 * @returns {Promise<{ value: any, end: () => Promise<void> }>}
 */
const used = (name, make, context) => new Promise((resolve, reject) => {
    let finish = () => {};
    const isOver = new Promise((settle) => { finish = () => settle(undefined); });
    const whole = (async () => {
        await make(context, (/** @type {any} */ value) => {
            resolve({ value, end: () => { finish(); return whole; } });
            return isOver;
        });
        reject(new Error(`The fixture ${name} did not call use`));
    })();
    whole.catch(reject);
});
