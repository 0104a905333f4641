// Locators of `vitest/browser`: descriptions of elements, which are searched for anew with each use.
// Source: Vitest, https://vitest.dev/api/browser/locators.html

import { descendants, descriptionOf, flatText, getter, isDisabledElement, isHiddenElement, labelsOf, nameOf, roleOf, stateOf } from './accessibility.js';
import * as hand from './hand.js';
import { timeLeft } from './runner.js';

// A form can have fields with the names of its members.
const parentElement = getter(Node.prototype, 'parentElement'), { getRootNode } = Node.prototype;

// Tests replace these.
const nextFrame = requestAnimationFrame.bind(window);
const now = performance.now.bind(performance);

/** Milliseconds that remain of a test when an action gives up, so that the test fails with the action's error. */
const RESERVE = 250;
/** Milliseconds of a test whose library does not say how long it may take. */
const USUAL_LIMIT = 5000;
const MOST_SHOWN = 20;

/** The time of a test that another library than ours runs. */
const libraryLimit = () => {
    const { mocha, jasmine, QUnit } = /** @type {any} */ (globalThis);
    return mocha?.suite?.timeout?.() || QUnit?.config?.testTimeout || jasmine?.DEFAULT_TIMEOUT_INTERVAL || USUAL_LIMIT;
};

/** The milliseconds that an action waits unless its options say otherwise: almost as long as its test has. */
const usualTimeout = () => Math.max((timeLeft() ?? libraryLimit()) - RESERVE, 1);

/** @type {(wanted: any, isExact?: boolean) => (text: any) => boolean} */
const textMatcher = (wanted, isExact) => {
    if (wanted instanceof RegExp) return (text) => new RegExp(wanted.source, wanted.flags.replace('g', '')).test(flatText(text));
    const part = flatText(wanted);
    return isExact ? (text) => flatText(text) === part : (text) => flatText(text).toLowerCase().includes(part.toLowerCase());
};

/** The element around another one, also around its shadow tree. */
const outerOf = (/** @type {any} */ element) => parentElement(element) ?? /** @type {any} */ (getRootNode.call(element)).host ?? null;

/** @type {(wanted: any) => string} */
const shownText = (wanted) => wanted instanceof RegExp ? String(wanted) : JSON.stringify(wanted);

const WITHOUT_TEXT = ['script', 'style', 'noscript', 'template', 'head', 'title'];

/** @type {(element: any) => string} */
const textOf = (element) => {
    if (element.matches('input[type=button], input[type=submit], input[type=reset]')) return element.value;
    if (!element.querySelector(WITHOUT_TEXT.join())) return element.textContent;
    return [...element.childNodes].map((child) => child.nodeType === Node.TEXT_NODE ? child.data : child.nodeType === Node.ELEMENT_NODE && !WITHOUT_TEXT.includes(child.localName) ? textOf(child) : '').join('');
};

/**
 * The elements in another one: in its frame, or in its shadow tree and below it.
 * @type {(outer: any) => any[]}
 */
const inside = (outer) => outer.contentDocument ? descendants(outer.contentDocument) : [...outer.shadowRoot ? descendants(outer.shadowRoot) : [], ...descendants(outer)];

/**
 * The elements of a list that match without an inner one that does. The list is in the order of the document.
 * @param {any[]} elements @param {(element: any) => boolean} matches
 */
const innermost = (elements, matches) => {
    const around = new Set(), found = [];
    for (const element of elements.slice().reverse()) {
        if (around.has(element) || !matches(element)) continue;
        found.push(element);
        for (let outer = outerOf(element); outer && !around.has(outer); outer = outerOf(outer)) around.add(outer);
    }
    return found.reverse();
};

/** @type {(element: any) => string} */
export const shownElement = (element) => {
    const role = roleOf(element), name = nameOf(element);
    return `<${element.localName}>${role && role !== 'generic' ? ` ${role}` : ''}${name ? ` ${JSON.stringify(name)}` : ''}`;
};

/**
 * The roles that a page has, for a message.
 * @type {() => string}
 */
const rolesThere = () => {
    const shown = descendants(document).filter((element) => !['generic', '', 'document', 'presentation'].includes(roleOf(element)) && !isHiddenElement(element));
    const lines = shown.slice(0, MOST_SHOWN).map((element) => `  ${shownElement(element)}`);
    return lines.length ? `There are:\n${lines.join('\n')}${shown.length > MOST_SHOWN ? '\n  …' : ''}` : 'There is no element with a role.';
};

/**
 * Calls a function before each rendering update until it no longer throws, or the time is over.
 * @type {<Value>(attempt: () => Value | Promise<Value>, timeout: number, goesOn?: (error: any) => boolean) => Promise<Value>}
 */
export const retry = async (attempt, timeout, goesOn = () => true) => {
    const end = now() + timeout;
    // Its stack has the test, which those of later errors have not.
    const place = /** @type {any} */ (new Error());
    for (;;) {
        try {
            return await attempt();
        } catch (error) {
            if (now() >= end || !goesOn(error)) {
                const { stack, line, column, sourceURL } = place;
                throw Object.assign(/** @type {any} */ (error), { stack, line, column, sourceURL });
            }
        }
        await new Promise((resolve) => nextFrame(resolve));
    }
};

class Locator {
    /** @type {(root: any) => any[]} */
    #find;
    /** The text that shows how the elements are found. */
    selector;

    /** @param {(root: any) => any[]} find @param {string} selector */
    constructor(find, selector) {
        this.#find = find;
        this.selector = selector;
    }

    // MARK: Elements

    elements() { return this.#find(document); }

    get length() { return this.elements().length; }

    query() {
        const found = this.elements();
        if (found.length > 1) {
            const lines = found.slice(0, MOST_SHOWN).map((element) => `  ${shownElement(element)}`);
            throw new hand.NotActionable(`${this.selector} finds ${found.length} elements:\n${lines.join('\n')}\nUse first(), nth() or filter().`);
        }
        return found[0] ?? null;
    }

    element() {
        const element = this.query();
        if (!element) throw new hand.NotActionable(`${this.selector} finds no element. ${rolesThere()}`);
        return element;
    }

    all() { return this.elements().map((_, index) => this.nth(index)); }

    // MARK: Choice

    /** @param {(element: any, root: any) => boolean} keeps @param {string} text */
    #filtered(keeps, text) { return new Locator((root) => this.#find(root).filter((element) => keeps(element, root)), `${this.selector}.${text}`); }

    /** @param {number} index */
    nth(index) {
        return new Locator((root) => [this.#find(root).at(index)].filter(Boolean), `${this.selector}.nth(${index})`);
    }

    first() { return this.nth(0); }
    last() { return this.nth(-1); }

    /** @param {{ has?: Locator, hasNot?: Locator, hasText?: any, hasNotText?: any }} options */
    filter({ has, hasNot, hasText, hasNotText }) {
        const within = (/** @type {any} */ element, /** @type {Locator} */ inner) => inner.#find(element).length > 0;
        return this.#filtered((element) =>
            (!has || within(element, has)) && (!hasNot || !within(element, hasNot)) && (hasText === undefined || textMatcher(hasText)(element.textContent))
            && (hasNotText === undefined || !textMatcher(hasNotText)(element.textContent)), 'filter()');
    }

    /** @param {Locator} other */
    and(other) {
        return this.#filtered((element, root) => other.#find(root).includes(element), `and(${other.selector})`);
    }

    /** @param {Locator} other */
    or(other) {
        return new Locator((root) => {
            const found = new Set([...this.#find(root), ...other.#find(root)]);
            return descendants(root).filter((element) => found.has(element));
        }, `${this.selector}.or(${other.selector})`);
    }

    // MARK: Within

    /**
     * @param {(element: any) => boolean} matches @param {string} text
     * @param {(elements: any[], matches: (element: any) => boolean) => any[]} choose
     */
    #below(matches, text, choose = (elements) => elements.filter(matches)) {
        return new Locator((root) => {
            const found = this.#find(root).flatMap((outer) => choose(inside(outer), matches));
            return [...new Set(found)];
        }, this === everything ? text : `${this.selector}.${text}`);
    }

    /** @param {string} role @param {any} [options] */
    getByRole(role, options = {}) {
        const { name, description, exact, includeHidden, ...states } = options;
        const shown = name === undefined ? '' : `, { name: ${shownText(name)} }`;
        return this.#below((element) =>
            roleOf(element) === role
            && Object.entries(states).every(([state, value]) => value === undefined || (stateOf(element, state) ?? false) === value)
            && (includeHidden || !isHiddenElement(element))
            && (name === undefined || textMatcher(name, exact)(nameOf(element)))
            && (description === undefined || textMatcher(description, exact)(descriptionOf(element))), `getByRole('${role}'${shown})`);
    }

    /** @param {any} text @param {any} [options] */
    getByText(text, options) {
        const matches = textMatcher(text, options?.exact);
        const isText = (/** @type {any} */ element) => !WITHOUT_TEXT.includes(element.localName) && matches(textOf(element));
        return this.#below(isText, `getByText(${shownText(text)})`, innermost);
    }

    /** @param {any} text @param {any} [options] */
    getByLabelText(text, options) {
        const matches = textMatcher(text, options?.exact);
        return this.#below((element) => labelsOf(element).some(matches), `getByLabelText(${shownText(text)})`);
    }

    /** @param {string} method @param {string} attribute @param {any} text @param {boolean} [exact] */
    #byAttribute(method, attribute, text, exact) {
        const matches = textMatcher(text, exact);
        return this.#below((element) => element.hasAttribute(attribute) && matches(element.getAttribute(attribute)), `${method}(${shownText(text)})`);
    }

    /** @param {any} text @param {any} [options] */
    getByPlaceholder(text, options) { return this.#byAttribute('getByPlaceholder', 'placeholder', text, options?.exact); }
    /** @param {any} text @param {any} [options] */
    getByAltText(text, options) { return this.#byAttribute('getByAltText', 'alt', text, options?.exact); }
    /** @param {any} text @param {any} [options] */
    getByTitle(text, options) { return this.#byAttribute('getByTitle', 'title', text, options?.exact); }
    /** @param {any} id */
    getByTestId(id) { return this.#byAttribute('getByTestId', 'data-testid', id, true); }

    /** @param {string} selector */
    locator(selector) { return this.#below((element) => element.matches(selector), `locator(${shownText(selector)})`); }

    // MARK: Actions

    /**
     * Acts on the only element, as soon as a person could.
     * @param {(element: any) => Promise<any>} act @param {any} [options]
     */
    #act(act, options) {
        const attempt = async () => {
            const element = this.element();
            if (!options?.force && isDisabledElement(element)) throw new hand.NotActionable(`${shownElement(element)} is disabled`);
            return act(element);
        };
        return retry(attempt, options?.timeout ?? usualTimeout(), (error) => error instanceof hand.NotActionable);
    }

    /** @param {any} [options] */
    click(options) { return this.#act((element) => hand.click(element, options), options); }
    /** @param {any} [options] */
    dblClick(options) { return this.#act((element) => hand.dblClick(element, options), options); }
    /** @param {any} [options] */
    tripleClick(options) { return this.#act((element) => hand.tripleClick(element, options), options); }
    /** @param {any} [options] */
    hover(options) { return this.#act((element) => hand.hover(element, options), { force: true, ...options }); }
    /** @param {any} [options] */
    unhover(options) { return this.#act(() => hand.unhover(), { force: true, ...options }); }
    /** @param {any} options */
    wheel(options) { return this.#act((element) => hand.wheel(element, options), { force: true, ...options }); }
    /** @param {string} text @param {any} [options] */
    fill(text, options) { return this.#act((element) => hand.fill(element, text), options); }
    /** @param {any} [options] */
    clear(options) { return this.#act((element) => hand.clear(element), options); }
    /** @param {any} values @param {any} [options] */
    selectOptions(values, options) {
        const plain = [values].flat().map((value) => value instanceof Locator ? value.element() : value);
        return this.#act((element) => hand.selectOptions(element, plain), options);
    }
    /** @param {any} files @param {any} [options] */
    upload(files, options) { return this.#act((element) => hand.upload(element, files), options); }
    /** @param {Locator} target @param {any} [options] */
    dropTo(target, options) { return this.#act((element) => hand.dragAndDrop(element, target.element(), options), options); }

    toString() { return this.selector; }
}

const everything = new Locator((root) => [root], 'page');

/**
 * Adds methods that find elements, to `page` and to locators. A method returns a locator, a selector of CSS, or another value.
 *
 * Source: Vitest, https://vitest.dev/api/browser/locators.html#custom-locators
 */
export const locators = {
    extend: (/** @type {Record<string, Function>} */ methods) => {
        for (const [name, method] of Object.entries(methods)) {
            const call = (/** @type {any} */ locator, /** @type {any[]} */ values) => {
                const found = method.apply(locator, values);
                return typeof found === 'string' ? locator.locator(found) : found;
            };
            Object.defineProperty(Locator.prototype, name, { configurable: true, writable: true, value: /** @this {any} */ function (/** @type {any[]} */ ...values) { return call(this, values); } });
            finders[name] = (/** @type {any[]} */ ...values) => call(everything, values);
        }
    },
};

/** @param {any} value @returns {value is Locator} */
export const isLocator = (value) => value instanceof Locator;

/**
 * Members of `page` that find elements.
 * @type {any}
 */
export const finders = {
    elementLocator: (/** @type {any} */ element) => new Locator((root) => root.contains(element) ? [element] : [], shownElement(element)),
    locator: (/** @type {string} */ selector) => everything.locator(selector),
    frameLocator: (/** @type {Locator} */ frame) => frame,
};
for (const name of /** @type {const} */ (['getByRole', 'getByText', 'getByLabelText', 'getByPlaceholder', 'getByAltText', 'getByTitle', 'getByTestId'])) {
    finders[name] = (/** @type {any[]} */ ...values) => /** @type {any} */ (everything[name])(...values);
}
