// Writes what a frame shows as an outline of roles, names and texts, with references to elements. The texts of the page are JSON strings, so
// that no text can pass for another line or a reference.

import { ROLES_OF_CONTENT, flatText, getter, isDisabledElement, nameOf, roleOf, stateOf } from "../../WebViewTesting/Frameworks/accessibility.js";
import { numberOf } from "./references.js";

const LONGEST_TEXT = 300, LONGEST_ADDRESS = 120, MOST_ELEMENTS = 30000, DEEPEST = 200;
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'meta', 'link', 'datalist']);
/** Roles whose name is their content. */
const NAMED_BY_TEXT = new Set(['button', 'checkbox', 'heading', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'switch', 'tab', 'tooltip']);
const WITH_TEXT = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'progressbar', 'meter']);
const STATES = ['checked', 'disabled', 'expanded', 'selected', 'pressed'];

const localName = getter(Element.prototype, 'localName'), shadowRoot = getter(Element.prototype, 'shadowRoot');
const childNodes = getter(Node.prototype, 'childNodes'), nodeType = getter(Node.prototype, 'nodeType');
/** @type {(element: any, name: string) => string | null} */
const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);

/** @param {any} text @param {number} [longest] */
export const quoted = (text, longest = LONGEST_TEXT) => {
    const flat = flatText(text).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
    return JSON.stringify(flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat);
};

/**
 * Returns a value of an element, or another one where the element does not let itself be read.
 * @template Value
 * @param {() => Value} read @param {Value} otherwise @returns {Value}
 */
const safely = (read, otherwise) => {
    try { return read(); } catch { return otherwise; }
};

/**
 * Returns the path of a window from the page's: the numbers of frames in their parents.
 * @param {any} frame
 */
export const pathOf = (frame) => {
    const path = [];
    for (let inner = frame; inner !== inner.parent && path.length < DEEPEST; inner = inner.parent) {
        let index = 0;
        while (index < inner.parent.length && inner.parent[index] !== inner) index += 1;
        path.unshift(index);
    }
    return path.join('.');
};

/** @param {string} role */
const word = (role) => role.replace(/[^\w-]/g, '').slice(0, 40);

/**
 * Returns the role and the name of an element, for people.
 * @param {any} element
 */
export const described = (element) => {
    const role = word(safely(() => roleOf(element), '') || localName(element));
    const name = safely(() => nameOf(element), '');
    return name ? `${role} ${quoted(name, 80)}` : role;
};

/** @param {any} element @param {string} role */
const valueOf = (element, role) => {
    if (!WITH_TEXT.has(role)) return '';
    if (localName(element) === 'input' && element.type === 'password') return element.value ? '•••' : '';
    if (localName(element) === 'select') return [...element.selectedOptions].map(({ text }) => text).join(', ');
    return element.value ?? attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow') ?? element.textContent;
};

/** @param {any} element @param {string} role */
const marks = (element, role) => {
    let text = '';
    for (const state of STATES) {
        const value = safely(() => stateOf(element, state), undefined);
        if (value === true || value === 'mixed') text += value === true ? ` [${state}]` : ` [${state}=mixed]`;
        else if (value === false && state === 'expanded') text += ' [collapsed]';
    }
    const level = role === 'heading' ? Number(safely(() => stateOf(element, 'level'), 0)) : 0;
    if (level) text += ` [level=${level}]`;
    if (element.ownerDocument.activeElement === element && localName(element) !== 'body') text += ' [focused]';
    return text;
};

/**
 * Whether an element without a role takes clicks.
 * @param {any} element @param {any} style @param {any} parentStyle
 */
const takesClicks = (element, style, parentStyle) =>
    attribute(element, 'onclick') !== null || attribute(element, 'tabindex') !== null && element.tabIndex >= 0 || element.isContentEditable && localName(element) !== 'body'
    && !element.parentElement?.isContentEditable || style.cursor === 'pointer' && parentStyle?.cursor !== 'pointer';

/** @typedef {{ depth: number, text: string, path?: string }} Line */

/** One outline. */
export class Outline {
    /** @type {Line[]} */
    lines = [];
    isCut = false;
    #count = 0;
    #text = '';

    /** @param {any} root @param {number} depth */
    add(root, depth) {
        this.#walk(root, depth, null, false);
        this.#flush(depth);
    }

    /** @param {number} depth */
    #flush(depth) {
        const text = flatText(this.#text);
        this.#text = '';
        if (text) this.lines.push({ depth, text: `text: ${quoted(text)}` });
    }

    /** @param {any} element @param {number} depth @param {any} parentStyle @param {boolean} isNamed  whether a line above has the texts */
    #walk(element, depth, parentStyle, isNamed) {
        this.#count += 1;
        if (this.#count > MOST_ELEMENTS || depth > DEEPEST) {
            this.isCut = true;
            return;
        }
        const kind = localName(element);
        if (SKIPPED.has(kind) || attribute(element, 'aria-hidden') === 'true') return;
        const style = getComputedStyle(element);
        if (style.display === 'none') return;
        const isVisible = style.visibility === 'visible';
        const isLine = isVisible && this.#line(element, kind, depth, style, parentStyle);
        const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
        if (!isLine && isBlock) this.#flush(depth);
        if (isLine !== 'whole') {
            const inner = isLine ? depth + 1 : depth;
            this.#children(element, kind, inner, style, isNamed || isLine === 'named', isVisible);
            if (isLine || isBlock) this.#flush(inner);
        }
        if (!isBlock) this.#text += ' ';
    }

    /** @param {any} element @param {string} kind @param {number} depth @param {any} style @param {boolean} isNamed @param {boolean} isVisible */
    #children(element, kind, depth, style, isNamed, isVisible) {
        const isClosed = kind === 'details' && !element.open;
        const assigned = kind === 'slot' ? element.assignedNodes() : [];
        const nodes = assigned.length ? assigned : childNodes(shadowRoot(element) ?? element);
        for (const node of nodes) {
            const type = nodeType(node);
            if (type === Node.TEXT_NODE && isVisible && !isNamed && !isClosed) this.#text += node.data;
            if (type === Node.ELEMENT_NODE && (!isClosed || localName(node) === 'summary')) this.#walk(node, depth, style, isNamed);
        }
    }

    /**
     * Writes the line of an element, if it has one.
     * @param {any} element @param {string} kind @param {number} depth @param {CSSStyleDeclaration} style @param {any} parentStyle
     * @returns {'' | 'open' | 'named' | 'whole'}  named: the line has the texts below; whole: nothing below is listed
     */
    #line(element, kind, depth, style, parentStyle) {
        if (kind === 'iframe' || kind === 'frame') return this.#frame(element, depth);
        let role = safely(() => roleOf(element), attribute(element, 'role') ?? '');
        const name = ['img', 'canvas', 'video', 'audio'].includes(kind) || !ROLES_OF_CONTENT.has(role) || attribute(element, 'aria-label') ? safely(() => nameOf(element), '') : '';
        if (ROLES_OF_CONTENT.has(role) && !(name && role === 'group')) {
            if (['canvas', 'video', 'audio'].includes(kind)) role = kind;
            else if (kind === 'input') role = element.type === 'file' ? 'file' : 'textbox';
            else if (takesClicks(element, style, parentStyle)) role = 'clickable';
            else return '';
        }
        this.#flush(depth);
        const isField = WITH_TEXT.has(role), value = isField ? safely(() => valueOf(element, role), '') : '';
        const address = kind === 'a' && attribute(element, 'href') !== null ? ` [href=${quoted(attribute(element, 'href'), LONGEST_ADDRESS)}]` : '';
        const text = `${word(role)}${name ? ` ${quoted(name)}` : ''}${safely(() => marks(element, role), '')} [ref=e${numberOf(element)}]${address}`;
        this.lines.push({ depth, text: value ? `${text}: ${quoted(value)}` : text });
        if (kind === 'select' && !element.multiple && !(element.size > 1)) return this.#options(element, depth);
        if (isField || ['img', 'canvas', 'video', 'audio', 'svg', 'separator'].includes(role) || kind === 'svg') return 'whole';
        return name && NAMED_BY_TEXT.has(role) ? 'named' : 'open';
    }

    /** @param {any} element @param {number} depth @returns {'whole'} */
    #options(element, depth) {
        const texts = [...element.options].slice(0, 30).map((/** @type {any} */ option) => quoted(option.text, 60));
        const more = element.options.length > 30 ? `, and ${element.options.length - 30} more` : '';
        this.lines.push({ depth: depth + 1, text: `options: ${texts.join(', ')}${more}` });
        return 'whole';
    }

    /** @param {any} element @param {number} depth @returns {'whole'} */
    #frame(element, depth) {
        const title = attribute(element, 'title') ?? attribute(element, 'name');
        this.#flush(depth);
        const line = { depth, text: `frame${title ? ` ${quoted(title)}` : ''} [ref=e${numberOf(element)}]` };
        const inner = safely(() => element.contentDocument, null);
        if (!inner) {
            this.lines.push({ ...line, path: element.contentWindow ? pathOf(element.contentWindow) : '' });
            return 'whole';
        }
        this.lines.push(line);
        if (inner.body) {
            this.#walk(inner.body, depth + 1, null, false);
            this.#flush(depth + 1);
        }
        return 'whole';
    }
}

/** @param {any} element */
export const isDisabled = (element) => safely(() => isDisabledElement(element), false);
