// Matchers of elements, and `expect.element`, which waits until a matcher passes.
// Source: Vitest, https://vitest.dev/api/browser/assertions.html

import { descriptionOf, errorMessageOf, flatText, isDisabledElement, isRendered, nameOf, roleOf, stateOf } from './accessibility.js';
import { equals } from './equality.js';
import { addMatchers, expect, repeatedly } from './expect.js';
import { isLocator, retry, shownElement } from './locators.js';
import { comparedStyle } from './computed_style.js';

/** Milliseconds that `expect.element` waits, as in Vitest. */
const USUAL_TIMEOUT = 1000;

/** @type {(wanted: any) => string} */
const shown = (wanted) => wanted instanceof RegExp ? String(wanted) : JSON.stringify(wanted);

/** @type {(text: string, wanted: any) => boolean} */
const isText = (text, wanted) => wanted instanceof RegExp ? wanted.test(text) : equals(text, wanted);

/** @type {(text: string, wanted: any) => boolean} */
const hasPart = (text, wanted) => typeof wanted === 'string' ? text.includes(wanted) : isText(text, wanted);

/** @type {(element: any) => any} */
const valueOf = (element) => {
    if (element.localName === 'select') return element.multiple ? [...element.selectedOptions].map(({ value }) => value) : element.value;
    return element.type === 'number' ? element.value === '' ? null : Number(element.value) : element.value;
};

/** @type {(form: any) => Record<string, any>} */
const formValues = (form) => {
    /** @type {Record<string, any>} */
    const values = {};
    for (const field of form.elements) {
        if (!field.name || field.type === 'submit' || field.type === 'button') continue;
        if (field.type === 'radio') values[field.name] = field.checked ? field.value : values[field.name];
        else if (field.type !== 'checkbox') values[field.name] = valueOf(field);
        else if ([...form.elements].filter(({ name }) => name === field.name).length > 1) values[field.name] = [...values[field.name] ?? [], ...field.checked ? [field.value] : []];
        else values[field.name] = field.checked;
    }
    return values;
};

/** @type {(element: any, wanted: any) => [boolean, string]} */
const hasStyle = (element, wanted) => {
    const list = comparedStyle(element, wanted), wrong = list.filter(({ now, then }) => now !== then);
    const text = (wrong.length ? wrong : list).map(({ name, then }) => `${name}: ${then}`).join('; ');
    return [list.length > 0 && !wrong.length, `to have the style ${text || shown(wanted)}${wrong.length ? `, and it has ${wrong.map(({ name, now }) => `${name}: ${now}`).join('; ')}` : ''}`];
};

/** @type {(element: any) => boolean} */
const isShown = (element) => isRendered(element) && (element.getClientRects().length > 0 || getComputedStyle(element).display === 'contents');

/** @type {(element: any) => boolean} */
const isInViewport = (element) => {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return isShown(element) && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** @type {Record<string, (element: any, ...wanted: any[]) => [boolean, string]>} */
const matchers = {
    toBeInTheDocument: (element) => [Boolean(element?.isConnected), 'to be in the document'],
    toBeVisible: (element) => [isShown(element), 'to be visible'],
    toBeInViewport: (element) => [isInViewport(element), 'to be in the viewport'],
    toBeDisabled: (element) => [isDisabledElement(element), 'to be disabled'],
    toBeEnabled: (element) => [!isDisabledElement(element), 'to be enabled'],
    toBeChecked: (element) => [stateOf(element, 'checked') === true, 'to be checked'],
    toBePartiallyChecked: (element) => [stateOf(element, 'checked') === 'mixed', 'to be partially checked'],
    toBeRequired: (element) => [element.required === true || element.getAttribute('aria-required') === 'true', 'to be required'],
    toBeValid: (element) => [element.getAttribute('aria-invalid') !== 'true' && (element.validity?.valid ?? element.checkValidity?.() ?? true), 'to be valid'],
    toBeInvalid: (element) => [element.getAttribute('aria-invalid') === 'true' || !(element.validity?.valid ?? element.checkValidity?.() ?? true), 'to be invalid'],
    toBeEmptyDOMElement: (element) => [[...element.childNodes].every(({ nodeType }) => nodeType === Node.COMMENT_NODE), 'to be empty'],
    toContainElement: (element, inner) => {
        const node = isLocator(inner) ? inner.query() : inner;
        return [Boolean(node) && element !== node && element.contains(node), `to contain ${node ? shownElement(node) : 'an element'}`];
    },
    toContainHTML: (element, html) => [element.outerHTML.includes(html), `to contain ${shown(html)}`],
    toHaveRole: (element, role) => [roleOf(element) === role, `to have the role ${shown(role)}, and it has ${shown(roleOf(element))}`],
    toHaveAccessibleName: (element, name) => [name === undefined ? nameOf(element) !== '' : isText(nameOf(element), name), `to have the accessible name ${shown(name)}, and it has ${shown(nameOf(element))}`],
    toHaveAccessibleDescription: (element, text) =>
        [text === undefined ? descriptionOf(element) !== '' : isText(descriptionOf(element), text), `to have the accessible description ${shown(text)}, and it has ${shown(descriptionOf(element))}`],
    toHaveAccessibleErrorMessage: (element, text) =>
        [text === undefined ? errorMessageOf(element) !== '' : isText(errorMessageOf(element), text), `to have the accessible error message ${shown(text)}, and it has ${shown(errorMessageOf(element))}`],
    toHaveAttribute: (element, name, ...value) => {
        const has = element.hasAttribute(name) && (!value.length || isText(element.getAttribute(name), value[0]));
        return [has, `to have the attribute ${name}${value.length ? `=${shown(value[0])}, and it has ${shown(element.getAttribute(name))}` : ''}`];
    },
    toHaveClass: (element, ...names) => {
        const options = typeof names.at(-1) === 'object' && !(names.at(-1) instanceof RegExp) ? names.pop() : {};
        const wanted = names.flatMap((name) => name instanceof RegExp ? [name] : name.split(/\s+/).filter(Boolean));
        const own = [...element.classList];
        const hasAll = wanted.length ? wanted.every((name) => name instanceof RegExp ? own.some((each) => name.test(each)) : own.includes(name)) : own.length > 0;
        return [hasAll && (!options.exact || own.length === wanted.length), `to have the classes ${wanted.map(String).join(' ')}, and it has ${shown(own.join(' '))}`];
    },
    toHaveFocus: (element) => [element.getRootNode().activeElement === element, 'to have the focus'],
    toHaveFormValues: (form, values) => {
        const own = formValues(form);
        return [Object.entries(values).every(([name, value]) => equals(own[name], value)), `to have the values ${shown(values)}, and it has ${shown(own)}`];
    },
    toHaveStyle: hasStyle,
    toHaveTextContent: (element, text) => [hasPart(flatText(element.textContent), text), `to have the text ${shown(text)}, and it has ${shown(flatText(element.textContent))}`],
    toHaveValue: (element, value) => [equals(valueOf(element), value), `to have the value ${shown(value)}, and it has ${shown(valueOf(element))}`],
    toHaveDisplayValue: (element, value) => {
        const own = element.selectedOptions ? [...element.selectedOptions].map(({ text }) => text) : [element.value];
        const wanted = [value].flat();
        return [wanted.length === own.length && wanted.every((each) => own.some((text) => isText(text, each))), `to show ${shown(value)}, and it shows ${own.map(shown).join(', ')}`];
    },
    toHaveSelection: (element, text) => {
        const own = typeof element.selectionStart === 'number' ? element.value.slice(element.selectionStart, element.selectionEnd) : String(getSelection());
        return [text === undefined ? own !== '' : own === text, `to have the selection ${shown(text)}, and it has ${shown(own)}`];
    },
};

/** Matchers for which there may be no element. */
const OF_NOTHING = ['toBeInTheDocument', 'toBeNull', 'toBeUndefined', 'toBeFalsy', 'toBeTruthy', 'toBeDefined'];

addMatchers(Object.fromEntries(Object.entries(matchers).map(([name, matches]) => [
    name,
    (/** @type {any} */ actual, /** @type {any[]} */ ...wanted) => {
        const element = isLocator(actual) ? OF_NOTHING.includes(name) ? actual.query() : actual.element() : actual;
        if (!(element?.nodeType === Node.ELEMENT_NODE) && !OF_NOTHING.includes(name)) return [false, `to be an element, which ${name} needs`];
        return matches(element, ...wanted);
    },
])));

/**
 * Waits until a matcher passes for an element.
 * @param {any} target  an element or a locator
 * @param {{ timeout?: number, message?: string }} [options]
 * @returns {any}
 */
const element = (target, options) => {
    const { timeout = USUAL_TIMEOUT, message } = options ?? {};
    /** @type {(isNot: boolean) => any} */
    const waiting = (isNot) => new Proxy({}, {
        get: (_, name) => {
            if (typeof name === 'symbol' || name === 'then') return undefined;
            if (name === 'not') return waiting(!isNot);
            const find = () => isLocator(target) ? OF_NOTHING.includes(name) ? target.query() : target.element() : target;
            return (/** @type {any[]} */ ...wanted) => {
                const expectation = repeatedly(message);
                const check = () => {
                    const found = expectation(find());
                    return (isNot ? found.not : found)[name](...wanted);
                };
                // A snapshot has a number, and is compared once, with the element that there is at last.
                return /(?:Snapshot|Screenshot)$/.test(name) ? retry(find, timeout).then(check) : retry(check, timeout);
            };
        },
    });
    return waiting(false);
};

Object.assign(expect, { element });
