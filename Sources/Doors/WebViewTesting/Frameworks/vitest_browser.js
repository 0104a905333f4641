// The module `vitest/browser`: a page's tests act and look as a person would. `@vitest/browser/context` is its older name.
// Source: Vitest, https://vitest.dev/api/browser/interactivity.html

import './element_matchers.js';
import './screenshots.js';
import * as hand from './hand.js';
import { finders, isLocator, locators } from './locators.js';
import { route } from './routes.js';

/**
 * The element of a locator, or the element itself.
 * @param {any} target
 */
const elementOf = (target) => isLocator(target) ? target.element() : target;

/**
 * A function that acts on an element at once, or on a locator's as soon as a person could.
 * @type {(name: string, act: Function) => (target: any, ...rest: any[]) => Promise<void>}
 */
const on = (name, act) => async (target, ...rest) => {
    await (isLocator(target) ? /** @type {any} */ (target)[name](...rest) : act(target, ...rest));
};

const clipboard = (/** @type {string} */ key) => () => hand.pressChord(`Control+${key}`);

/** @returns {any} */
const makeUserEvent = () => ({
    setup: makeUserEvent,
    cleanup: hand.releaseKeys,
    ...Object.fromEntries(Object.entries({
        click: hand.click, dblClick: hand.dblClick, tripleClick: hand.tripleClick, hover: hand.hover, unhover: hand.unhover, wheel: hand.wheel,
        fill: hand.fill, clear: hand.clear, selectOptions: hand.selectOptions, upload: hand.upload,
    }).map(([name, act]) => [name, on(name, act)])),
    dragAndDrop: (/** @type {any} */ source, /** @type {any} */ target, /** @type {any} */ options) => hand.dragAndDrop(elementOf(source), elementOf(target), options),
    keyboard: hand.keyboard,
    type: async (/** @type {any} */ target, /** @type {string} */ text, /** @type {any} */ options = {}) => {
        if (!options.skipClick) await userEvent.click(target);
        await hand.keyboard(text);
        if (!options.skipAutoClose) await hand.releaseKeys();
    },
    tab: ({ shift = false } = {}) => hand.pressChord(shift ? 'Shift+Tab' : 'Tab'),
    copy: clipboard('c'), cut: clipboard('x'), paste: clipboard('v'),
});

export const userEvent = makeUserEvent();

/** @param {Blob} blob @returns {Promise<string>} */
const base64 = async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let start = 0; start < bytes.length; start += 0x8000) text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    return btoa(text);
};

let pictures = 0;

/** The file of a picture without a name, as Vitest names it. */
const nextPath = () => {
    pictures += 1;
    return `__screenshots__/${decodeURIComponent(location.pathname.split('/').pop() || 'index.html')}/${pictures}.png`;
};

const screenshot = async (/** @type {any} */ options = {}) => {
    const element = options.element && elementOf(options.element);
    const path = options.save === false ? undefined : await hand.picture(element, options.path ?? nextPath());
    if (path !== undefined && !options.base64) return path;
    const text = await base64(await hand.picture(element));
    return path === undefined ? text : { path, base64: text };
};

/**
 * The page, with the methods that find elements.
 * @type {any}
 */
export const page = Object.assign(finders, {
    viewport: hand.setViewport, screenshot, route,
    /** Adds methods to the page. */
    extend: (/** @type {Record<string, Function>} */ methods) => Object.assign(page, methods),
});

export { locators };

export const server = { platform: 'linux', provider: 'swwebview', browser: 'webkit', config: {} };

/** Refuses the protocol of Chromium's developer tools, which WebKit does not speak. */
export const cdp = () => {
    throw new Error('cdp() is there with Chromium only: WebKit has another protocol. userEvent and page act on the page without it.');
};
