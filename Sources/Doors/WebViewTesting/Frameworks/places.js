// Finds the places of elements in a window, as a person finds what to click.

/** An action that a person could not do now, and perhaps later. */
export class NotActionable extends Error {
    /** @param {string} message */
    constructor(message) {
        super(message);
        this.name = 'NotActionable';
    }
}

// Tests replace it.
const nextFrame = requestAnimationFrame.bind(window);
export const frame = () => new Promise((resolve) => nextFrame(resolve));

// MARK: Places

/**
 * The element's window, from the frame that it is in.
 * @param {Element} element @returns {any}
 */
export const windowOf = (element) => element.ownerDocument.defaultView ?? window;

/**
 * Returns where the top left corner of an element's window is in a window around it: the page's, if none is given.
 * @param {any} realm @param {any} [outermost]
 */
export const originOf = (realm, outermost = top) => {
    let x = 0, y = 0;
    for (let inner = realm; inner !== outermost; inner = inner.parent) {
        const outer = inner.frameElement;
        if (!outer) throw new Error('The element is in a frame of another origin');
        const box = outer.getBoundingClientRect(), style = inner.parent.getComputedStyle(outer);
        x += box.left + outer.clientLeft + parseFloat(style.paddingLeft);
        y += box.top + outer.clientTop + parseFloat(style.paddingTop);
    }
    return { x, y };
};

/** @param {Element} element */
export const shown = (element) => `<${element.localName}${element.id ? ` id="${element.id}"` : ''}>`;

/**
 * Scrolls an element into view, and returns the place that a click on it meets: its middle, or `position` from its corner.
 * @param {any} element
 * @param {{ position?: { x: number, y: number }, force?: boolean, outermost?: any }} [options]  the window that the place is in, beside
 */
export const placeOf = async (element, options) => {
    const { position, force, outermost } = options ?? {};
    if (!element?.isConnected) throw new NotActionable('The element is not in the document');
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    let box = element.getBoundingClientRect();
    // An element that is being moved has no place yet.
    for (let before; !before || before.x !== box.x || before.y !== box.y || before.width !== box.width;) {
        before = box;
        await frame();
        box = element.getBoundingClientRect();
    }
    // A link or another inline element can have parts on several lines: a click meets the first.
    const part = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    if (!part) throw new NotActionable(`${shown(element)} has no size, so that nobody could click it`);
    const x = position ? box.left + position.x : part.left + part.width / 2;
    const y = position ? box.top + position.y : part.top + part.height / 2;
    if (!force) {
        const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
        const met = root.elementFromPoint(x, y);
        const isPart = met && (element.contains(met) || met.contains(element) && !met.matches('html, body') || met.closest?.('label')?.control === element);
        if (!isPart) throw new NotActionable(met ? `${shown(met)} is in front of ${shown(element)}` : `${shown(element)} is out of sight`);
    }
    const origin = originOf(windowOf(element), outermost);
    return { x: origin.x + x, y: origin.y + y };
};
