// The tree of what assistive technology gets of a page, as `a11ySnapshot` of @web/test-runner-commands returns it.
// Source: https://modern-web.dev/docs/test-runner/commands/#accessibility-snapshot

import { ROLES_OF_CONTENT, descriptionOf, flatText, isHiddenElement, nameOf, roleOf, shownChildren, stateOf } from './accessibility.js';

/**
 * @typedef {{ role: string, name: string, value?: any, description?: string, level?: number, children?: TreeNode[] } & Record<string, any>} TreeNode
 */

const STATES = ['checked', 'disabled', 'expanded', 'pressed', 'selected'];
const WITH_VALUE = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'progressbar', 'meter'];

/** @param {any} element @param {string} role @returns {TreeNode} */
const describe = (element, role) => {
    /** @type {TreeNode} */
    const node = { role, name: nameOf(element) };
    const description = descriptionOf(element);
    if (description) node.description = description;
    if (WITH_VALUE.includes(role)) {
        const value = element.localName === 'select' ? [...element.selectedOptions].map(({ text }) => text).join(', ') : element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? element.value;
        if (value !== undefined && value !== '') node.value = value;
    }
    for (const state of STATES) {
        const value = stateOf(element, state);
        if (value !== undefined && value !== false || value === false && ['checked', 'expanded', 'pressed'].includes(state)) node[state] = value;
    }
    const level = stateOf(element, 'level');
    if (level !== undefined) node.level = level;
    for (const [name, isSet] of Object.entries({ required: element.required === true, readonly: element.readOnly === true, multiselectable: element.localName === 'select' && element.multiple })) if (isSet) node[name] = true;
    if (element.getRootNode().activeElement === element) node.focused = true;
    return node;
};

/**
 * The nodes of an element: its own with those in it, or only those where the element has no meaning of its own.
 * @param {any} element @returns {TreeNode[]}
 */
const nodesOf = (element) => {
    if (isHiddenElement(element)) return [];
    const role = roleOf(element);
    const inner = ['textbox', 'searchbox'].includes(role) ? [] : shownChildren(element).flatMap((child) => {
        if (child.nodeType === Node.ELEMENT_NODE) return nodesOf(child);
        // Closed details show their summary alone.
        const isShown = child.nodeType === Node.TEXT_NODE && !(element.localName === 'details' && !element.open);
        const text = isShown ? flatText(child.data) : '';
        return text ? [{ role: 'text', name: text }] : [];
    });
    const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
    if (ROLES_OF_CONTENT.has(role) && !(isNamed && !['', 'presentation'].includes(role))) return inner;
    const node = describe(element, role);
    // The name has the text.
    const isText = inner.every((child) => child.role === 'text');
    if (inner.length && !(isText && flatText(inner.map(({ name }) => name).join(' ')) === node.name)) node.children = inner;
    return [node];
};

/**
 * Returns the accessibility tree of the page, or of an element.
 * @param {{ selector?: string }} [options]
 * @returns {Promise<TreeNode | null>}  null for an element without a node
 */
export const a11ySnapshot = async (options) => {
    const selector = options?.selector;
    if (selector === undefined) return { role: 'WebArea', name: document.title, children: nodesOf(document.body) };
    const element = document.querySelector(selector);
    if (!element) throw new Error(`a11ySnapshot: no element matches ${selector}`);
    const nodes = nodesOf(element);
    return nodes.length > 1 ? { role: roleOf(element) || 'generic', name: nameOf(element), children: nodes } : nodes[0] ?? null;
};

/**
 * Returns the first node for which a function returns true: the node itself, or one in it.
 * @param {TreeNode | null} node @param {(node: TreeNode) => boolean} test
 * @returns {TreeNode | null}
 */
export const findAccessibilityNode = (node, test) => {
    if (!node) return null;
    if (test(node)) return node;
    for (const child of node.children ?? []) {
        const found = findAccessibilityNode(child, test);
        if (found) return found;
    }
    return null;
};
