// The foundation of the hook's other parts: the built-ins as they were before the page could replace them, the function that
// posts to the runner, and an encoder that uses none of the page's own JSON or prototypes.
// ConsoleScript.swift and HookScript.swift have the joined files in one strict function; nothing here becomes a global.

export const hookApply = Reflect.apply;
export const hookKeys = Object.keys;
export const hookDescriptor = Object.getOwnPropertyDescriptor;
const hookHasOwnProperty = Object.prototype.hasOwnProperty;
export const hookDefine = Object.defineProperty;
export const hookIsArray = Array.isArray;
export const hookString = String;
export const hookRound = Math.round;
const hookIsFinite = Number.isFinite;
const hookQuotePrimitive = JSON.stringify;
const hookSlice = String.prototype.slice;
const hookIndexOf = String.prototype.indexOf;
export const hookSetTimeout = window.setTimeout;
export const hookQueueMicrotask = window.queueMicrotask;
export const hookAddListener = EventTarget.prototype.addEventListener;
export const hookRemoveListener = EventTarget.prototype.removeEventListener;
const hookNow = performance.now;
const hookPerformance = performance;

/** @param {any} object @param {PropertyKey} name @returns {boolean} */
export const hasOwn = (object, name) => hookApply(hookHasOwnProperty, object, [name]);

/** Replaces lone surrogates, which no JSON parser outside JavaScript accepts. */
const hookWellFormed = /** @type {((this: string) => string) | undefined} */ (
    /** @type {any} */ (String.prototype).toWellFormed
);

/** The longest text sent in one message, in UTF-16 units. */
const HOOK_TEXT_LIMIT = 1 << 20;

/**
 * @param {string} text
 * @param {number} start
 * @param {number} [end]
 * @returns {string}
 */
export const slice = (text, start, end) => hookApply(hookSlice, text, [start, end]);

/**
 * @param {string} text
 * @param {string} part
 * @param {number} [from]
 * @returns {number}
 */
export const indexOf = (text, part, from) => hookApply(hookIndexOf, text, [part, from]);

/** @returns {number} milliseconds since the page began */
export const now = () => hookApply(hookNow, hookPerformance, []);

/**
 * A JSON string literal. Only primitives reach JSON.stringify, so no `toJSON` of the page's is ever called.
 * @param {string} text
 * @returns {string}
 */
export const quote = (text) => hookQuotePrimitive(hookWellFormed ? hookApply(hookWellFormed, text, []) : text);

/**
 * Cuts a text that is too long to send, and says so.
 * @param {string} text
 * @returns {string}
 */
export const limit = (text) =>
    text.length <= HOOK_TEXT_LIMIT
        ? text
        : slice(text, 0, HOOK_TEXT_LIMIT) + '… (' + (text.length - HOOK_TEXT_LIMIT) + ' more characters)';

/**
 * JSON of the hook's own messages: strings, numbers, booleans, null, arrays and records.
 * Undefined members are left out.
 * @param {any} value
 * @returns {string}
 */
export const encode = (value) => {
    if (typeof value === 'string') return quote(limit(value));
    if (typeof value === 'number') return hookIsFinite(value) ? '' + value : 'null';
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (typeof value !== 'object' || value === null) return 'null';
    let json = '';
    if (hookIsArray(value)) {
        for (let index = 0; index < value.length; index += 1) json += (index ? ',' : '') + encode(value[index]);
        return '[' + json + ']';
    }
    const keys = hookKeys(value);
    for (let index = 0; index < keys.length; index += 1) {
        const key = /** @type {string} */ (keys[index]);
        if (value[key] !== undefined) json += (json ? ',' : '') + quote(key) + ':' + encode(value[key]);
    }
    return '{' + json + '}';
};

const hookHandler = /** @type {any} */ (window).webkit?.messageHandlers?.swwebviewTesting;
const hookPostMessage = hookHandler?.postMessage;

/**
 * The way of a hook that has no message handler, in a worker.
 * @type {((text: string) => void) | undefined}
 */
let hookSend;
/** @param {(text: string) => void} send */
export const setHookSend = (send) => { hookSend = send; };

/**
 * Sends one message to the runner, as a JSON string; never throws.
 * @param {Record<string, unknown>} message
 */
export const post = (message) => {
    try {
        if (hookPostMessage) hookApply(hookPostMessage, hookHandler, [encode(message)]);
        else if (hookSend) hookSend(encode(message));
    } catch {
        // The view is going away: there is no receiver.
    }
};

/**
 * Listens on an event target, whatever the page made of addEventListener. What the listener throws stays in here.
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: any) => void} listener
 */
export const listen = (target, type, listener) => {
    const guarded = (/** @type {any} */ event) => {
        try {
            listener(event);
        } catch {
            // A hostile event object must not become an error of the page's.
        }
    };
    hookApply(hookAddListener, target, [type, guarded, true]);
};
