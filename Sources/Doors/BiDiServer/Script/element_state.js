// Reads an element for a client of WebDriver: whether and where it shows, its text, attributes and properties.
//
// Source: WebDriver, "Elements", https://www.w3.org/TR/webdriver2/#elements

const BOOLEAN_ATTRIBUTES = new Set([
    'allowfullscreen', 'async', 'autofocus', 'autoplay', 'checked', 'controls', 'default', 'defer', 'disabled', 'formnovalidate', 'inert', 'ismap',
    'itemscope', 'loop', 'multiple', 'muted', 'nomodule', 'novalidate', 'open', 'playsinline', 'readonly', 'required', 'reversed', 'selected',
]);

/** @param {any} element @param {string} name */
export const attributeOf = (element, name) => {
    const value = element.getAttribute(name);
    return value !== null && BOOLEAN_ATTRIBUTES.has(name.toLowerCase()) ? 'true' : value;
};

const isHTML = (/** @type {any} */ element) => element.namespaceURI === 'http://www.w3.org/1999/xhtml';

export const isEnabled = (/** @type {any} */ element) =>
    /(?:^|\+)xml/.test(document.contentType.replace('application/xhtml+xml', '')) ? false : !element.matches(':disabled');

export const isSelected = (/** @type {any} */ element) => {
    if (!isHTML(element)) return false;
    if (element.localName === 'option') return element.selected;
    return element.localName === 'input' && ['checkbox', 'radio'].includes(element.type) && element.checked;
};

/** @type {(element: any) => boolean} */
const hasSize = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) return true;
    if (element.localName === 'path' && (width > 0 || height > 0)) return true;
    // Content shows where it overflows.
    return getComputedStyle(element).overflow !== 'hidden' && [...element.childNodes].some((child) =>
        child.nodeType === 3 ? /\S/.test(child.data) && (width > 0 || height > 0) : child.nodeType === 1 && hasSize(child));
};

/**
 * Returns whether a person could see an element, were it scrolled into view.
 *
 * Source: WebDriver, "Element displayedness", https://www.w3.org/TR/webdriver2/#element-displayedness
 * @param {any} element @returns {boolean}
 */
export const isDisplayed = (element) => {
    switch (element.localName) {
        case 'body': return true;
        case 'option': case 'optgroup': {
            const select = element.closest('select');
            return select ? isDisplayed(select) : false;
        }
        case 'area': {
            const name = element.closest('map')?.name;
            const image = name && document.querySelector(`img[usemap="#${CSS.escape(name)}"]`);
            return image ? isDisplayed(image) : false;
        }
        case 'input': if (element.type === 'hidden') return false; break;
        case 'noscript': return false;
    }
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && hasSize(element);
};

/**
 * Returns the text of an element as it shows.
 *
 * Source: WebDriver, "Get Element Text", https://www.w3.org/TR/webdriver2/#get-element-text
 * @param {any} element @returns {string}
 */
export const textOf = (element) => {
    if (!isHTML(element) && element.innerText === undefined) return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (['title', 'head'].includes(element.localName)) return '';
    const inSelect = ['option', 'optgroup'].includes(element.localName);
    if (!inSelect && !element.checkVisibility({ opacityProperty: true })) return '';
    const lines = (inSelect ? element.textContent : element.innerText).replaceAll('\u200b', '').replaceAll('\u00a0', ' ').split('\n');
    return lines.map((/** @type {string} */ line) => line.replace(/[ \t]+$|^[ \t]+/g, getComputedStyle(element).whiteSpace.startsWith('pre') ? '$&' : ''))
        .join('\n').trim();
};

export const rectOf = (/** @type {any} */ element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
};

/**
 * Returns the place of the middle of what the viewport shows of an element's first box; undefined where it has none.
 *
 * Source: WebDriver, "in-view center point", https://www.w3.org/TR/webdriver2/#dfn-center-point
 * @param {any} element
 */
export const middleOf = (element) => {
    const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? element.getClientRects()[0];
    if (!box) return undefined;
    const { clientWidth, clientHeight } = document.scrollingElement ?? document.documentElement;
    const middle = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ most) => (Math.max(0, from) + Math.min(most, to)) / 2;
    return { x: middle(box.left, box.right, Math.max(innerWidth, clientWidth)), y: middle(box.top, box.bottom, Math.max(innerHeight, clientHeight)) };
};

/**
 * Scrolls an element into view where the viewport shows nothing of its middle.
 * @param {any} element
 */
export const show = (element) => {
    const place = middleOf(element);
    if (place) {
        const found = document.elementsFromPoint(place.x, place.y);
        if (found.some((each) => element.contains(each) || each.shadowRoot?.contains(element))) return;
    }
    element.scrollIntoView({ behavior: 'instant', block: 'end', inline: 'nearest' });
};
