// The commands of WebDriver that are carried out in a frame. Each takes and returns JSON text.
//
// Source: WebDriver, https://www.w3.org/TR/webdriver2/

import { descendants, nameOf, roleOf } from "../../WebViewTesting/Frameworks/accessibility.js";
import { attributeOf, isDisplayed, isEnabled, isSelected, middleOf, rectOf, show, textOf } from "./element_state.js";
import { failed, Failure, known, revived, succeeded } from "./json_clone.js";

/** @typedef {import('./json_clone.js').Names} Names */

const NON_TYPEABLE = new Set(['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week']);
const TYPED = new Set(['email', 'number', 'password', 'search', 'tel', 'text', 'url', ...NON_TYPEABLE]);

const byPath = (/** @type {any} */ root, /** @type {string} */ path) => {
    const found = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const nodes = Array.from({ length: found.snapshotLength }, (_, index) => /** @type {any} */ (found.snapshotItem(index)));
    if (nodes.some((node) => node?.nodeType !== 1)) throw new Failure('invalid selector', `The path ${path} finds more than elements`);
    return nodes;
};

/** Source: WebDriver, "Locator strategies", https://www.w3.org/TR/webdriver2/#locator-strategies */
const find = (/** @type {any} */ root, /** @type {string} */ using, /** @type {string} */ value) => {
    const links = (/** @type {(text: string) => boolean} */ fits) =>
        [...root.querySelectorAll('a')].filter((link) => fits(textOf(link).trim()));
    try {
        switch (using) {
            case 'css selector': return [...root.querySelectorAll(value)];
            case 'tag name': return [...root.querySelectorAll(value)];
            case 'link text': return links((text) => text === value);
            case 'partial link text': return links((text) => text.includes(value));
            default: return byPath(root, value);
        }
    } catch (error) {
        if (error instanceof Failure) throw error;
        throw new Failure('invalid selector', String(error));
    }
};

const isOf = (/** @type {any} */ element, /** @type {any} */ found) => {
    for (let node = found; node; node = node.parentNode ?? node.host) if (node === element) return true;
    return false;
};

const fire = (/** @type {any} */ target, /** @type {string} */ type, /** @type {any} */ Kind = MouseEvent) =>
    target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, composed: true, view: self }));

/** Selects an option, which a list outside of the document shows. */
const choose = (/** @type {any} */ option) => {
    const select = option.closest('select');
    for (const type of ['mouseover', 'mousemove', 'mousedown']) fire(select ?? option, type);
    select?.focus();
    if (select && !option.matches(':disabled') && !select.matches(':disabled')) {
        const before = option.selected;
        option.selected = select.multiple ? !before : true;
        if (option.selected !== before) for (const type of ['input', 'change']) fire(select, type, Event);
    }
    for (const type of ['mouseup', 'click']) fire(select ?? option, type);
};

const isEditable = (/** @type {any} */ element) => {
    if (element.localName === 'textarea' || element.localName === 'input') return !element.readOnly && !element.disabled;
    return element.isContentEditable;
};

/** Source: WebDriver, "Element Clear", https://www.w3.org/TR/webdriver2/#element-clear */
const clear = (/** @type {any} */ element) => {
    const isField = element.localName === 'textarea' || element.localName === 'input' && (TYPED.has(element.type) || element.type === 'file');
    if (!isField && !element.isContentEditable || !isEditable(element)) {
        throw new Failure('invalid element state', 'The element holds no text that can be cleared');
    }
    show(element);
    if (!isDisplayed(element) && element.type !== 'file') throw new Failure('element not interactable', 'The element cannot be seen');
    const isEmpty = isField ? element.value === '' : element.innerHTML === '';
    if (isEmpty) return;
    element.focus();
    if (isField) element.value = ''; else element.innerHTML = '';
    for (const type of ['input', 'change']) fire(element, type, Event);
    element.blur();
};

/** Gives an element the focus for keys, and returns how it takes them. */
const take = (/** @type {any} */ element, /** @type {string} */ text, /** @type {boolean} */ isStrict) => {
    const isInput = element.localName === 'input';
    if (isInput && element.type === 'file') {
        if (isStrict && !isDisplayed(element)) throw new Failure('element not interactable', 'The element cannot be seen');
        return element.multiple ? 'files' : 'file';
    }
    show(element);
    const root = element.getRootNode();
    if (isInput && NON_TYPEABLE.has(element.type)) {
        if (element.readOnly || element.disabled) throw new Failure('element not interactable', 'The element cannot be changed');
        element.focus();
        element.value = text;
        if (element.value === '' && text !== '') throw new Failure('invalid argument', `“${text}” is no value of a field of the type ${element.type}`);
        for (const type of ['input', 'change']) fire(element, type, Event);
        return 'value';
    }
    if (root.activeElement !== element) {
        if (element !== document.body) root.activeElement?.blur?.();
        element.focus();
        if (element.isContentEditable) {
            getSelection()?.selectAllChildren(element);
            getSelection()?.collapseToEnd();
        } else if (element.localName === 'textarea' || isInput && TYPED.has(element.type)) {
            // Fields of some types have no selection, and their caret is at the end.
            try { element.setSelectionRange(element.value.length, element.value.length); } catch { /* As said. */ }
        }
    }
    if (element !== document.body && element !== document.documentElement && root.activeElement !== element && !element.shadowRoot?.delegatesFocus) {
        throw new Failure('element not interactable', 'The element cannot have the focus');
    }
    return 'focused';
};

/** Source: WebDriver, "Element Click", https://www.w3.org/TR/webdriver2/#element-click */
const aim = (/** @type {any} */ element) => {
    if (element.localName === 'input' && element.type === 'file') throw new Failure('invalid argument', 'Send the path of a file to a file input');
    if (['option', 'optgroup'].includes(element.localName) && element.closest('select')) {
        show(element.closest('select'));
        if (!isDisplayed(element)) throw new Failure('element not interactable', 'The list of the option cannot be seen');
        choose(element);
        return null;
    }
    show(element);
    if (self !== self.top) element.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'nearest' });
    let place = middleOf(element);
    if (!place) throw new Failure('element not interactable', 'The element has no place in the page');
    const inside = () => place && place.x >= 0 && place.y >= 0 && place.x <= innerWidth && place.y <= innerHeight;
    if (!inside()) {
        element.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'nearest' });
        place = middleOf(element) ?? place;
        if (!inside()) throw new Failure('element not interactable', 'The element is outside of the viewport');
    }
    const root = element.getRootNode();
    const found = (root.elementFromPoint ? root : document).elementFromPoint(place.x, place.y);
    if (!isOf(element, found) && !found?.shadowRoot?.contains(element)) {
        const name = found ? `<${found.localName}${found.id ? ` id="${found.id}"` : ''}>` : 'nothing';
        throw new Failure('element click intercepted', `A click at ${place.x}, ${place.y} would go to ${name}, not to the element`);
    }
    return place;
};

/** The part of an element that the viewport shows, in whole pixels. */
const pictured = (/** @type {any} */ element) => {
    const seen = element.getBoundingClientRect();
    if (seen.top < 0 || seen.left < 0 || seen.bottom > innerHeight || seen.right > innerWidth) {
        element.scrollIntoView({ behavior: 'instant', block: 'end', inline: 'nearest' });
    } else if (self !== self.top) {
        element.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'nearest' });
    }
    const box = element.getBoundingClientRect();
    const clamp = (/** @type {number} */ edge, /** @type {number} */ most) => Math.min(Math.max(edge, 0), most);
    const [left, top] = [Math.floor(clamp(box.left, innerWidth)), Math.floor(clamp(box.top, innerHeight))];
    return { x: left, y: top, width: Math.ceil(clamp(box.right, innerWidth)) - left, height: Math.ceil(clamp(box.bottom, innerHeight)) - top };
};

const frameIndex = (/** @type {any} */ element) => {
    for (let index = 0; element.contentWindow && index < self.length; index++) if (self[index] === element.contentWindow) return index;
    throw new Failure('no such frame', 'The element is no frame');
};

const active = () => {
    if (!document.activeElement) throw new Failure('no such element', 'No element has the focus');
    return document.activeElement;
};

const shadowRoot = (/** @type {any} */ element) => {
    if (!element.shadowRoot) throw new Failure('no such shadow root', 'The element has no open shadow root');
    return element.shadowRoot;
};

/** @type {Record<string, (element: any, order: any) => any>} */
const COMMANDS = {
    active, aim, clear, frameIndex, pictured, shadowRoot,
    attribute: (element, { name }) => attributeOf(element, name),
    css: (element, { name }) => getComputedStyle(element).getPropertyValue(name),
    displayed: isDisplayed,
    enabled: isEnabled,
    find: (root, { using, value, most }) => find(root ?? document, using, value).slice(0, most),
    label: nameOf,
    middle: middleOf,
    name: (element) => element.localName,
    property: (element, { name }) => element[name],
    rect: rectOf,
    role: (element) => roleOf(element) || 'none',
    selected: isSelected,
    source: () => document.documentElement?.outerHTML ?? '',
    take: (element, { text, isStrict }) => take(element, text, isStrict),
    text: textOf,
    title: () => document.title,
};

/**
 * Returns the functions that the host calls.
 * @param {Names} names
 */
export const elements = (names) => {
    const finish = (/** @type {() => any} */ work) => {
        try {
            const result = work();
            if (typeof result?.then !== 'function') return succeeded(names, result);
            return Promise.resolve(result).then((value) => succeeded(names, value)).catch(failed);
        } catch (error) {
            return failed(error);
        }
    };
    return {
        /** The elements with a role, a name or both. */
        accessible: (/** @type {any} */ root, /** @type {any} */ { role, name }) =>
            [...root.nodeType === 1 ? [root] : [], ...descendants(root)].filter((element) =>
                (role === undefined || roleOf(element) === role) && (name === undefined || nameOf(element) === name)),
        /** Carries out a command. */
        carryOut(/** @type {string} */ command, /** @type {string} */ text) {
            try {
                const order = JSON.parse(text);
                return succeeded(names, COMMANDS[command](order.element === undefined ? null : known(names, order.element), order));
            } catch (error) {
                return failed(error);
            }
        },
        /** Runs a script with the arguments of the client. */
        execute: (/** @type {(...values: any[]) => any} */ script, /** @type {string} */ text) =>
            finish(() => script.apply(undefined, revived(names, JSON.parse(text).args))),
        /** Runs a script whose last argument is the function that ends it. */
        executeAsync: (/** @type {(...values: any[]) => any} */ script, /** @type {string} */ text) =>
            finish(() => new Promise((resolve, reject) => {
                const result = script.apply(undefined, [...revived(names, JSON.parse(text).args), resolve]);
                if (typeof result?.then === 'function') result.then(undefined, reject);
            })),
    };
};
