// A person's hand: input that the host gives the page's window, so that its events are trusted, and pictures of the window.

import { ask } from './host.js';
import { beginFill, fire, selectOptions } from './fields.js';
import { NotActionable, frame, originOf, placeOf, shown, windowOf } from './places.js';

export { NotActionable, selectOptions };

/**
 * Has the host carry out input, step by step. Resolves when the page has had the events.
 * @param {any[]} actions
 */
export const input = async (actions) => { await ask('input', { actions }); };

// MARK: Pointer

const BUTTONS = /** @type {Record<string, number>} */ ({ left: 1, middle: 2, right: 3 });
const MODIFIERS = /** @type {Record<string, number>} */ ({ Shift: 1, Control: 2, Alt: 4, Meta: 8, ControlOrMeta: 2 });

/** The keys and buttons that are down, and where the pointer is. */
const held = { keys: /** @type {string[]} */ ([]), buttons: 0, x: 0, y: 0 };

const modifiers = (/** @type {string[]} */ more = []) => [...held.keys, ...more].reduce((all, key) => all | (MODIFIERS[key] ?? 0), 0);

/** @param {number} x @param {number} y @param {string[]} [more] */
const move = (x, y, more) => {
    [held.x, held.y] = [x, y];
    return { type: 'pointer', action: 'move', x, y, held: held.buttons, modifiers: modifiers(more) };
};

/** @param {boolean} isDown @param {string} button @param {string[]} [more] @param {number} [clicks] */
const press = (isDown, button, more, clicks) => {
    const number = BUTTONS[button];
    if (!number) throw new Error(`A mouse has the buttons left, middle and right, not “${button}”`);
    // The bits of MouseEvent.buttons have the right button before the middle one.
    const bit = { left: 1, right: 2, middle: 4 }[button] ?? 0;
    const before = held.buttons;
    held.buttons = isDown ? before | bit : before & ~bit;
    const { x, y } = held;
    return { type: 'pointer', action: isDown ? 'press' : 'release', x, y, button: number, held: before, modifiers: modifiers(more), ...isDown && { clicks: clicks ?? 1 } };
};

/** Whether the window is a phone's: fingers touch it, and there is no mouse. */
const isTouched = () => navigator.maxTouchPoints > 0;

/** @param {any} element @param {any} options @param {number} count */
const clickTimes = async (element, options = {}, count = 1) => {
    const { x, y } = await placeOf(element, options);
    const button = options.button ?? 'left', keys = options.modifiers ?? [];
    if (isTouched() && button === 'left') {
        const touch = (/** @type {string} */ action) => ({ type: 'touch', action, x, y, finger: 0 });
        for (let number = 0; number < count; number++) await input([touch('begin'), touch('end')]);
        return;
    }
    const actions = [move(x, y, keys)];
    for (let number = 1; number <= count; number++) actions.push(press(true, button, keys, number), press(false, button, keys));
    await input(actions);
};

/** @param {Element} element @param {any} [options] */
export const click = (element, options) => clickTimes(element, options, 1);
/** @param {Element} element @param {any} [options] */
export const dblClick = (element, options) => clickTimes(element, options, 2);
/** @param {Element} element @param {any} [options] */
export const tripleClick = (element, options) => clickTimes(element, options, 3);

/** @param {Element} element @param {any} [options] */
export const hover = async (element, options) => {
    const { x, y } = await placeOf(element, options);
    await input([move(x, y, options?.modifiers)]);
};

/** Moves the pointer off the window. */
export const unhover = async () => {
    await input([move(0, 0), { type: 'pointer', action: 'leave', x: -1, y: -1, held: held.buttons }]);
};

/** @param {{ x: number, y: number }} place */
export const moveMouse = ({ x, y }) => input([move(x, y)]);
/** @param {string} [button] */
export const mouseDown = (button = 'left') => input([press(true, button)]);
/** @param {string} [button] */
export const mouseUp = (button = 'left') => input([press(false, button)]);
/** @param {{ x: number, y: number }} place @param {string} [button] */
export const clickAt = ({ x, y }, button = 'left') => input([move(x, y), press(true, button), press(false, button)]);

/** Lets go of all buttons, and moves the pointer to the corner. */
export const resetMouse = async () => {
    const actions = Object.entries({ left: 1, right: 2, middle: 4 }).filter(([, bit]) => held.buttons & bit).map(([button]) => press(false, button));
    await input([...actions, move(0, 0)]);
};

/**
 * Drags one element to another with the mouse.
 * @param {any} source @param {any} target @param {any} [options]
 */
export const dragAndDrop = async (source, target, options = {}) => {
    if (source.closest?.('[draggable=true]') || source.matches?.('img, a[href]')) {
        throw new Error(`${shown(source)} is dragged by the system's drag and drop, which a test cannot steer here`);
    }
    const from = await placeOf(source, { position: options.sourcePosition, force: options.force });
    await input([move(from.x, from.y), press(true, 'left')]);
    const to = await placeOf(target, { position: options.targetPosition, force: true });
    const steps = options.steps ?? 2, path = [];
    for (let step = 1; step <= steps; step++) path.push(move(from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps));
    await input([...path, press(false, 'left')]);
};

const WHEEL = /** @type {Record<string, [number, number]>} */ ({ up: [0, -100], down: [0, 100], left: [-100, 0], right: [100, 0] });

/** @param {any} element @param {{ delta?: { x?: number, y?: number }, direction?: string, times?: number }} options */
export const wheel = async (element, { delta, direction, times = 1 }) => {
    const [deltaX, deltaY] = delta ? [delta.x ?? 0, delta.y ?? 0] : WHEEL[direction ?? 'down'] ?? [0, 100];
    const { x, y } = await placeOf(element, { force: true });
    for (let count = 0; count < times; count++) {
        const turned = new Promise((resolve) => windowOf(element).addEventListener('wheel', resolve, { capture: true, once: true }));
        await input([move(x, y), { type: 'scroll', x, y, deltaX, deltaY, modifiers: modifiers() }]);
        // WebKit sends the wheel's event over another queue than scripts.
        await Promise.race([turned, frame().then(frame).then(frame)]);
        await frame();
    }
};

// MARK: Keys

const isCharacter = (/** @type {string} */ key) => [...key].length === 1;

/** @param {string} key @param {boolean} isDown */
const keyAction = (key, isDown) => {
    if (isDown && key in MODIFIERS && !held.keys.includes(key)) held.keys.push(key);
    if (!isDown) held.keys = held.keys.filter((down) => down !== key);
    return { type: 'key', action: isDown ? 'press' : 'release', key: key === 'ControlOrMeta' ? 'Control' : key, modifiers: modifiers() };
};

/** @param {string} key */
export const keyDown = (key) => input([keyAction(key, true)]);
/** @param {string} key */
export const keyUp = (key) => input([keyAction(key, false)]);

/**
 * The steps that press and let go of a key. A character that no keyboard has becomes text.
 * @param {string} key
 * @returns {any[]}
 */
const stroke = (key) => key.length > 1 && isCharacter(key) ? [{ type: 'text', text: key }] : [keyAction(key === '\n' ? 'Enter' : key, true), keyAction(key === '\n' ? 'Enter' : key, false)];

/**
 * Presses keys that are held with `+`, as in `Shift+Tab`.
 * @param {string} chord
 */
export const pressChord = async (chord) => {
    const keys = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+Plus').split('+').map((key) => key === 'Plus' ? '+' : key);
    const last = /** @type {string} */ (keys.pop());
    await input([...keys.map((key) => keyAction(key, true)), ...stroke(last), ...keys.reverse().map((key) => keyAction(key, false))]);
};

/**
 * Types each character of a text.
 * @param {string} text
 */
export const typeText = (text) => input([...text].flatMap(stroke));

/**
 * The keys that the names of codes in square brackets mean: `[KeyA]`, `[Digit1]`, `[ShiftLeft]`.
 * @param {string} code
 */
const keyOfCode = (code) => {
    if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
    if (/^Digit\d$/.test(code)) return code.slice(5);
    if (/^(Shift|Control|Alt|Meta)(Left|Right)$/.test(code)) return code.replace(/Left|Right/, '');
    return code === 'Space' ? ' ' : code;
};

/**
 * Types a text in the notation of user-event: `{Enter}`, `{Shift>}a{/Shift}`, `{a>3}`, `[KeyA]`, `{{` and `[[` for the characters.
 * Source: user-event, https://testing-library.com/docs/user-event/keyboard
 * @param {string} text
 */
export const keyboard = async (text) => {
    const actions = [];
    const pattern = /\{\{|\[\[|\{(\/?)([^}>/]+|[>/])(?:(>)(\d*)(\/?))?(\/?)\}|\[(\/?)(\w+)(?:(>)(\d*)(\/?))?(\/?)\]|[^]/gu;
    for (const part of text.matchAll(pattern)) {
        const [whole] = part;
        const named = part[2] ?? part[8];
        if (named === undefined) {
            actions.push(...stroke(whole === '{{' ? '{' : whole === '[[' ? '[' : whole));
            continue;
        }
        const key = part[8] === undefined ? named : keyOfCode(named);
        if (part[1] || part[7]) {
            actions.push(keyAction(key, false));
            continue;
        }
        const isHeld = (part[3] ?? part[9]) !== undefined, times = Number((part[4] ?? part[10]) || 1);
        if (!isHeld) {
            actions.push(...stroke(key));
            continue;
        }
        for (let count = 0; count < times; count++) actions.push(keyAction(key, true));
        if (part[5] || part[11] || (part[4] ?? part[10])) actions.push(keyAction(key, false));
    }
    if (actions.length) await input(actions);
};

/** Lets go of all keys. */
export const releaseKeys = async () => {
    if (held.keys.length) await input([...held.keys].reverse().map((key) => keyAction(key, false)));
};

// MARK: Fields

/**
 * Replaces the text of a field.
 * @param {any} element @param {string} text
 */
export const fill = async (element, text) => {
    if (beginFill(element, text)) await input(text === '' ? stroke('Delete') : [{ type: 'text', text }]);
};

/** @param {any} element */
export const clear = (element) => fill(element, '');

/**
 * Puts files into a field: `File` objects, or paths of the test's server. Its events are not trusted, as those of a file dialog would be.
 * @param {any} element @param {any} files
 */
export const upload = async (element, files) => {
    const field = element?.matches?.('label') ? element.control : element;
    if (!field?.matches?.('input[type=file]')) throw new Error(`${element ? shown(element) : 'Nothing'} is no field for files`);
    const list = new DataTransfer();
    for (const file of [files].flat()) {
        if (typeof file !== 'string') {
            list.items.add(file);
            continue;
        }
        const response = await fetch(file);
        if (!response.ok) throw new Error(`${file} cannot be read: status ${response.status}`);
        const data = await response.blob();
        list.items.add(new File([data], /** @type {string} */ (file.split('/').pop()), { type: data.type }));
    }
    if (!field.multiple && list.items.length > 1) throw new Error(`${shown(field)} takes one file`);
    field.files = list.files;
    fire(field, 'input', 'change');
};

// MARK: The window

/**
 * Gives the page's window another size.
 * @param {number} width @param {number} height
 */
export const setViewport = async (width, height) => {
    await ask('viewport', { width, height });
    for (let frames = 0; (top?.innerWidth !== width || top?.innerHeight !== height) && frames < 60; frames++) await frame();
};

/**
 * The place of an element in the page; undefined for the whole page.
 * @param {Element | undefined} element
 */
export const areaOf = (element) => {
    if (!element) return undefined;
    const area = element.getBoundingClientRect(), origin = originOf(windowOf(element));
    return { x: origin.x + area.x + (top?.scrollX ?? 0), y: origin.y + area.y + (top?.scrollY ?? 0), width: area.width, height: area.height };
};

/**
 * Takes a picture of the page, or of an element, also of what is out of sight.
 * @param {Element | undefined} element
 * @param {string} [path]  the file, from the test's folder; without it the picture is the result
 */
export const picture = async (element, path) => {
    await frame();
    const response = await ask('screenshot', { area: areaOf(element), path });
    return path === undefined ? response.blob() : (await response.json()).path;
};
