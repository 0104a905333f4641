// Computes the roles, names and states of elements that assistive technology gets.
// Sources: HTML-AAM, https://w3c.github.io/html-aam/#html-element-role-mappings; Accessible Name and Description Computation, https://w3c.github.io/accname/

/**
 * The children of a node as they are shown: those of its shadow tree, or those of a slot.
 * @type {(node: any) => any[]}
 */
export const shownChildren = (node) => {
    if (node.localName === 'slot' && node.assignedNodes().length) return node.assignedNodes();
    return [...(node.shadowRoot ?? node).childNodes];
};

// A form around an element can have fields with the names of its members. Those of the prototypes are its own.
/** @type {(prototype: any, name: string) => (element: any) => any} */
export const getter = (prototype, name) => {
    const get = /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;
    return (element) => get.call(element);
};
const assignedSlot = getter(Element.prototype, 'assignedSlot'), parentElement = getter(Node.prototype, 'parentElement');
const { getRootNode } = Node.prototype, { getAttribute } = Element.prototype;

/** @type {(element: any) => any} */
const shownParent = (element) => assignedSlot(element) ?? parentElement(element) ?? /** @type {any} */ (getRootNode.call(element)).host ?? null;

/** @type {(element: any, ...names: string[]) => boolean} */
const isInside = (element, ...names) => {
    for (let outer = shownParent(element); outer; outer = shownParent(outer)) if (names.includes(outer.localName)) return true;
    return false;
};

const SECTIONS = ['article', 'aside', 'main', 'nav', 'section'];

/** @type {Record<string, string>} */
const ROLE_OF_ELEMENT = {
    address: 'group', article: 'article', aside: 'complementary', blockquote: 'blockquote', button: 'button', caption: 'caption', code: 'code',
    datalist: 'listbox', dd: 'definition', del: 'deletion', details: 'group', dialog: 'dialog', dt: 'term', em: 'emphasis', fieldset: 'group',
    figure: 'figure', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', hgroup: 'group', hr: 'separator',
    html: 'document', ins: 'insertion', li: 'listitem', main: 'main', mark: 'mark', math: 'math', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list',
    optgroup: 'group', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar', search: 'search', strong: 'strong', sub: 'subscript',
    summary: 'button', sup: 'superscript', svg: 'img', table: 'table', tbody: 'rowgroup', textarea: 'textbox', tfoot: 'rowgroup', thead: 'rowgroup',
    time: 'time', tr: 'row', ul: 'list',
};

/** @type {Record<string, string>} */
const ROLE_OF_INPUT = {
    button: 'button', checkbox: 'checkbox', image: 'button', number: 'spinbutton', radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox',
    submit: 'button', email: 'textbox', tel: 'textbox', text: 'textbox', url: 'textbox',
};

/** @type {(element: any) => string} */
const implicitRole = (element) => {
    const hasName = () => ['aria-label', 'aria-labelledby', 'title'].some((name) => element.getAttribute(name));
    switch (element.localName) {
        case 'a': case 'area': return element.hasAttribute('href') ? 'link' : 'generic';
        case 'footer': return isInside(element, ...SECTIONS) ? 'generic' : 'contentinfo';
        case 'header': return isInside(element, ...SECTIONS) ? 'generic' : 'banner';
        case 'form': return hasName() ? 'form' : 'generic';
        case 'section': return hasName() ? 'region' : 'generic';
        case 'img': return element.getAttribute('alt') === '' ? 'presentation' : 'img';
        case 'input': {
            const role = ROLE_OF_INPUT[element.type] ?? '';
            return element.list && ['textbox', 'searchbox'].includes(role) ? 'combobox' : role;
        }
        case 'select': return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
        case 'td': return element.closest('[role=grid], [role=treegrid]') ? 'gridcell' : 'cell';
        case 'th': return element.scope === 'row' || element.scope === 'rowgroup' ? 'rowheader' : 'columnheader';
        default: return ROLE_OF_ELEMENT[element.localName] ?? 'generic';
    }
};

/**
 * The roles that an author can give.
 * Source: WAI-ARIA, https://www.w3.org/TR/wai-aria-1.2/#role_definitions
 */
const ROLES = new Set(`alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary
    contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link
    list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph
    presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong
    subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/));

/**
 * Returns the role of an element: the first known one that its author gives, or that of its kind; empty for one without a role.
 *
 * Source: WAI-ARIA, https://www.w3.org/TR/wai-aria-1.2/#document-handling_author-errors_roles
 * @type {(element: any) => string}
 */
export const roleOf = (element) => {
    const named = (element.getAttribute('role') ?? '').toLowerCase().split(/\s+/).find((/** @type {string} */ role) => ROLES.has(role));
    if (!named) return implicitRole(element);
    // A role of no meaning does not hold for what has the focus.
    return ['none', 'presentation'].includes(named) && element.tabIndex >= 0 ? implicitRole(element) : named === 'none' ? 'presentation' : named;
};

/** Roles of elements that a tree of what a page shows leaves out: their content stands for them. */
export const ROLES_OF_CONTENT = new Set([
    '', 'caption', 'code', 'deletion', 'document', 'emphasis', 'generic', 'group', 'insertion', 'mark', 'paragraph', 'presentation', 'rowgroup', 'strong',
    'subscript', 'superscript', 'term', 'time',
]);

/**
 * Returns whether an element is rendered and visible. An older iOS has no `checkVisibility`.
 * @type {(element: any) => boolean}
 */
export const isRendered = (element) => {
    if (!element.isConnected || getComputedStyle(element).visibility !== 'visible') return false;
    for (let outer = element; outer; outer = shownParent(outer)) {
        if (getComputedStyle(outer).display === 'none') return false;
        // Closed details render their summary alone.
        const around = shownParent(outer);
        if (around?.localName === 'details' && !around.open && outer !== around.querySelector(':scope > summary')) return false;
    }
    return true;
};

/**
 * Returns whether assistive technology does not meet an element.
 * @type {(element: any) => boolean}
 */
export const isHiddenElement = (element) => {
    for (let outer = element; outer; outer = shownParent(outer)) if (getAttribute.call(outer, 'aria-hidden') === 'true') return true;
    if (['script', 'style', 'template', 'noscript', 'head', 'title', 'meta', 'link'].includes(element.localName)) return true;
    // An option is shown by its list.
    return !isRendered(element.closest('select') ?? element);
};

// MARK: Names

const NAMED_BY_CONTENT = new Set([
    'button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio',
    'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem',
]);

/** @type {(text: any) => string} */
export const flatText = (text) => String(text ?? '').replace(/\u200b/g, '').replace(/\s+/g, ' ').trim();

/**
 * The elements that an attribute names by their ids.
 * @type {(element: any, attribute: string) => any[]}
 */
const referred = (element, attribute) =>
    (element.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean).map((/** @type {string} */ id) => element.getRootNode().getElementById?.(id)).filter(Boolean);

/** @type {(element: any, which: string) => string} */
const generated = (element, which) => {
    const { content, display } = getComputedStyle(element, which);
    if (!content || ['none', 'normal'].includes(content) || display === 'none') return '';
    const text = [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => (part[1] ?? '').replace(/\\(.)/g, '$1')).join('');
    return display === 'inline' ? text : ` ${text} `;
};

/** @type {(element: any, seen: Set<any>, showsHidden: boolean) => string} */
const contentOf = (element, seen, showsHidden) => {
    let text = generated(element, '::before');
    for (const child of shownChildren(element)) {
        if (child.nodeType === Node.TEXT_NODE) text += child.data;
        if (child.nodeType !== Node.ELEMENT_NODE) continue;
        const inner = textAlternative(child, { seen, isInner: true, showsHidden });
        text += getComputedStyle(child).display.startsWith('inline') ? inner : ` ${inner} `;
    }
    return text + generated(element, '::after');
};

/**
 * The text of an element's own markup for its name: labels, alternatives, captions.
 * @type {(element: any, seen: Set<any>) => string}
 */
const nativeName = (element, seen) => {
    const inner = (/** @type {any} */ node) => node ? textAlternative(node, { seen, isInner: true, isReferenced: true, showsHidden: isHiddenElement(node) }) : '';
    if (element.localName === 'input' && ['button', 'submit', 'reset'].includes(element.type)) {
        return element.value || (/** @type {any} */ ({ submit: 'Submit', reset: 'Reset' })[element.type] ?? '');
    }
    if (element.labels?.length) return [...element.labels].map(inner).join(' ');
    switch (element.localName) {
        case 'img': case 'area': return element.alt;
        case 'input': return element.type === 'image' ? element.alt || 'Submit' : '';
        case 'fieldset': return inner([...element.children].find(({ localName }) => localName === 'legend'));
        case 'figure': return inner(element.querySelector('figcaption'));
        case 'table': return inner(element.caption);
        case 'optgroup': return element.label;
        case 'svg': return element.querySelector('title')?.textContent ?? '';
        default: return '';
    }
};

/**
 * The value of a control inside of the text that names another one.
 * @type {(element: any, role: string) => string | undefined}
 */
const embeddedValue = (element, role) => {
    if (['textbox', 'searchbox'].includes(role)) return element.value ?? element.textContent;
    if (['combobox', 'listbox'].includes(role)) return element.selectedOptions ? [...element.selectedOptions].map(({ text }) => text).join(' ') : element.value;
    if (['slider', 'spinbutton', 'progressbar', 'meter'].includes(role)) return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? element.value;
    return undefined;
};

/** @type {(element: any, options: { seen: Set<any>, isInner?: boolean, isReferenced?: boolean, showsHidden?: boolean }) => string} */
const textAlternative = (element, { seen, isInner = false, isReferenced = false, showsHidden = false }) => {
    if (seen.has(element) || !isReferenced && !showsHidden && isHiddenElement(element)) return '';
    seen.add(element);
    if (!isReferenced) {
        const text = flatText(referred(element, 'aria-labelledby').map((other) => textAlternative(other, { seen: new Set(other === element ? [] : seen), isInner: true, isReferenced: true, showsHidden: isHiddenElement(other) })).join(' '));
        if (text) return text;
    }
    const role = roleOf(element);
    const value = isInner ? embeddedValue(element, role) : undefined;
    if (value !== undefined) return String(value);
    const label = flatText(element.getAttribute('aria-label'));
    if (label) return label;
    if (role !== 'presentation') {
        const name = flatText(nativeName(element, seen));
        if (name) return name;
    }
    if (isInner || NAMED_BY_CONTENT.has(role)) {
        const text = contentOf(element, seen, showsHidden);
        if (flatText(text)) return text;
    }
    return flatText(element.getAttribute('title') || element.getAttribute('placeholder'));
};

/**
 * Returns the accessible name of an element; of a hidden one that which it would have.
 * @type {(element: any) => string}
 */
export const nameOf = (element) => flatText(textAlternative(element, { seen: new Set(), showsHidden: isHiddenElement(element) }));

/**
 * Returns the accessible description of an element.
 * @type {(element: any) => string}
 */
export const descriptionOf = (element) => {
    const parts = referred(element, 'aria-describedby').map((other) => textAlternative(other, { seen: new Set(), isInner: true, isReferenced: true, showsHidden: isHiddenElement(other) }));
    const title = element.getAttribute('title') ?? '';
    return flatText(parts.join(' ')) || flatText(element.getAttribute('aria-description')) || (nameOf(element) === flatText(title) ? '' : flatText(title));
};

/**
 * Returns the error message of an element; empty for one that is not invalid.
 *
 * Source: WAI-ARIA, https://www.w3.org/TR/wai-aria-1.2/#aria-errormessage
 * @type {(element: any) => string}
 */
export const errorMessageOf = (element) => {
    const state = element.getAttribute('aria-invalid');
    const isInvalid = state === null ? element.validity?.valid === false : !['', 'false'].includes(state);
    if (!isInvalid) return '';
    const shown = referred(element, 'aria-errormessage').filter((/** @type {any} */ other) => !isHiddenElement(other));
    return flatText(shown.map((/** @type {any} */ other) => textAlternative(other, { seen: new Set(), isInner: true, isReferenced: true })).join(' '));
};

/**
 * The texts of labels that name an element: of `label` elements, `aria-labelledby` and `aria-label`.
 * @type {(element: any) => string[]}
 */
export const labelsOf = (element) => [
    ...[...(element.labels ?? [])].map((label) => flatText(label.textContent)),
    ...referred(element, 'aria-labelledby').map((label) => flatText(label.textContent)), flatText(element.getAttribute('aria-label')),
].filter(Boolean);

// MARK: States

/** @type {(element: any) => boolean} */
export const isDisabledElement = (element) => element.matches(':disabled') || Boolean(element.closest('[aria-disabled=true]'));

/**
 * Returns a state of an element: true, false, "mixed", a level, or undefined for one that it does not have.
 * @type {(element: any, state: string) => any}
 */
export const stateOf = (element, state) => {
    const attribute = element.getAttribute(`aria-${state}`);
    const told = attribute === null ? undefined : attribute === 'mixed' ? 'mixed' : attribute === 'true';
    switch (state) {
        case 'checked': return element.matches('input[type=checkbox], input[type=radio]') ? element.indeterminate ? 'mixed' : element.checked : told;
        case 'selected': return element.localName === 'option' ? element.selected : told;
        case 'expanded': return element.localName === 'details' ? element.open : element.localName === 'summary' ? element.parentElement?.open : told;
        case 'disabled': return isDisabledElement(element);
        case 'level': return attribute ? Number(attribute) : /^h[1-6]$/.test(element.localName) ? Number(element.localName[1]) : roleOf(element) === 'heading' ? 2 : undefined;
        default: return told;
    }
};

/**
 * The elements below a root in the order of the document, those of open shadow trees too.
 * @type {(root: any) => any[]}
 */
export const descendants = (root) => {
    /** @type {any[]} */
    const found = [];
    const add = (/** @type {any} */ outer) => {
        for (const child of outer.children) {
            found.push(child);
            if (child.shadowRoot) add(child.shadowRoot);
            add(child);
        }
    };
    add(root);
    return found;
};
