// Prepares fields for what a person puts in, and chooses options.

import { NotActionable, shown, windowOf } from "./places.js";

const PICKED = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];

/** @param {any} element @param {string[]} types */
export const fire = (element, ...types) => {
    for (const type of types) element.dispatchEvent(new (windowOf(element).Event)(type, { bubbles: true, composed: type === 'input' }));
};

/**
 * Selects all that can be edited of an element.
 * @param {any} element
 */
const selectAll = (element) => {
    element.focus();
    if (windowOf(element).document.activeElement !== element && !element.isContentEditable && element.getRootNode().activeElement !== element) {
        throw new Error(`${shown(element)} does not take the focus`);
    }
    if (typeof element.select === 'function') return element.select();
    const selection = windowOf(element).getSelection();
    selection.selectAllChildren(element);
};

/**
 * Selects the text of a field, which input then replaces. A field that is picked from, such as a date, gets its value at once.
 * @param {any} element @param {string} text
 * @returns {boolean} whether the text is still to be put in
 */
export const beginFill = (element, text) => {
    if (!element?.isConnected) throw new NotActionable('The element is not in the document');
    const isField = element.matches('input, textarea');
    if (!isField && !element.isContentEditable) throw new Error(`${shown(element)} cannot be filled: it is no field`);
    if (element.disabled || element.readOnly) throw new NotActionable(`${shown(element)} is ${element.disabled ? 'disabled' : 'read-only'}`);
    if (isField && PICKED.includes(element.type)) {
        element.focus();
        element.value = text;
        if (element.value !== text) throw new Error(`“${text}” is no value of ${shown(element)}, type ${element.type}`);
        fire(element, 'input', 'change');
        return false;
    }
    if (isField && ['checkbox', 'radio', 'file', 'submit', 'button', 'image', 'reset'].includes(element.type)) {
        throw new Error(`${shown(element)} cannot be filled: its type is ${element.type}`);
    }
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    selectAll(element);
    return true;
};

/**
 * Chooses options of a list by value, text, or element. `change` events of a list are not trusted: a person's menu is a window of its own.
 * @param {any} element @param {any} values
 */
export const selectOptions = async (element, values) => {
    if (!element?.matches?.('select')) throw new Error(`${element ? shown(element) : 'Nothing'} is no list of options`);
    const wanted = [values].flat().map((value) => {
        const option = [...element.options].find((each) => each === value || each.value === value || each.label === value || each.text.trim() === value);
        if (!option) throw new Error(`${shown(element)} has no option “${value?.value ?? value}”: it has ${[...element.options].map(({ value }) => `“${value}”`).join(', ')}`);
        if (option.disabled) throw new Error(`The option “${option.text.trim()}” is disabled`);
        return option;
    });
    if (!element.multiple && wanted.length > 1) throw new Error(`${shown(element)} takes one option`);
    element.focus();
    for (const option of element.options) option.selected = wanted.includes(option);
    fire(element, 'input', 'change');
};
