// The module `vitest/browser`: a page's tests act and look as a person would. `@vitest/browser/context` is its older name.
// Source: Vitest, https://vitest.dev/api/browser/interactivity.html

import * as hand from './hand.js';

/**
 * The element of a locator, or the element itself.
 * @param {any} target
 */
const elementOf = (target) => typeof target?.element === 'function' ? target.element() : target;

/** @param {Function} act an action on an element @returns {(target: any, ...rest: any[]) => Promise<void>} */
const on = (act) => async (target, ...rest) => { await act(elementOf(target), ...rest); };

const clipboard = (/** @type {string} */ key) => () => hand.pressChord(`Control+${key}`);

/** @returns {any} */
const makeUserEvent = () => ({
    setup: makeUserEvent,
    cleanup: hand.releaseKeys,
    click: on(hand.click), dblClick: on(hand.dblClick), tripleClick: on(hand.tripleClick),
    hover: on(hand.hover), unhover: on(hand.unhover), wheel: on(hand.wheel),
    fill: on(hand.fill), clear: on(hand.clear), selectOptions: on(hand.selectOptions), upload: on(hand.upload),
    dragAndDrop: (/** @type {any} */ source, /** @type {any} */ target, /** @type {any} */ options) => hand.dragAndDrop(elementOf(source), elementOf(target), options),
    keyboard: hand.keyboard,
    type: async (/** @type {any} */ target, /** @type {string} */ text, /** @type {any} */ options = {}) => {
        const element = elementOf(target);
        if (!options.skipClick) await hand.click(element);
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

/** @type {any} */
export const page = {
    viewport: hand.setViewport,
    screenshot,
};

export const server = { platform: 'linux', provider: 'swwebview', browser: 'webkit', config: {} };

/** Refuses the protocol of Chromium's developer tools, which WebKit does not speak. */
export const cdp = () => {
    throw new Error('cdp() is there with Chromium only: WebKit has another protocol. userEvent and page act on the page without it.');
};
