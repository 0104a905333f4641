// The module `@web/test-runner-commands` of Modern Web's test runner.
// Source: https://modern-web.dev/docs/test-runner/commands/

export { a11ySnapshot, findAccessibilityNode } from './accessibility_tree.js';
import * as hand from './hand.js';
import { ask } from './host.js';
import { frame } from './places.js';

const one = (/** @type {Record<string, any>} */ commands, /** @type {any} */ given) => {
    const names = Object.keys(commands).filter((name) => given?.[name] !== undefined);
    const [name] = names;
    if (names.length !== 1 || name === undefined) throw new Error(`Give one of ${Object.keys(commands).join(', ')}`);
    return commands[name](given[name]);
};

/** @param {any} command `{ type }`, `{ press }`, `{ down }` or `{ up }` */
export const sendKeys = async (command) => one({ type: hand.typeText, press: hand.pressChord, down: hand.keyDown, up: hand.keyUp }, command);

const place = (/** @type {any} */ [x, y]) => ({ x, y });

/** @param {{ type: string, position?: [number, number], button?: string }} command */
export const sendMouse = async ({ type, position, button }) => {
    if (type === 'move' && position) return hand.moveMouse(place(position));
    if (type === 'click' && position) return hand.clickAt(place(position), button);
    if (type === 'down') return hand.mouseDown(button);
    if (type === 'up') return hand.mouseUp(button);
    throw new Error('sendMouse takes the types move and click with a position, and down and up');
};

export const resetMouse = async () => hand.resetMouse();

/** @param {{ width: number, height: number }} size */
export const setViewport = ({ width, height }) => hand.setViewport(width, height);

/** @param {any} command `{ selector, value | label | values }` */
export const selectOption = async ({ selector, value, label, values }) => hand.selectOptions(document.querySelector(selector), values ?? value ?? label);

/**
 * Gives the page other media features, until it ends.
 * @param {{ media?: string, colorScheme?: 'dark' | 'light' | 'no-preference', reducedMotion?: 'reduce' | 'no-preference', forcedColors?: string }} features
 */
export const emulateMedia = async (features) => {
    await ask('media', features);
    const { colorScheme, reducedMotion } = features;
    const queries = [
        ...colorScheme ? [`(prefers-color-scheme: ${colorScheme === 'dark' ? 'dark' : 'light'})`] : [],
        ...reducedMotion ? [`(prefers-reduced-motion: ${reducedMotion})`] : [],
    ];
    // The web process gets the features over another queue than responses.
    for (let frames = 0; !queries.every((query) => matchMedia(query).matches) && frames < 60; frames++) await frame();
    // Styles follow with the next rendering update.
    await frame();
    await frame();
};

/**
 * Gives the page's requests and documents another user agent, until it ends. An empty one restores the usual one.
 * @param {string} userAgent
 */
export const setUserAgent = async (userAgent) => { await ask('user-agent', { userAgent }); };
