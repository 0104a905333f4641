// The page's console, told to the runner as well. The page's own call goes on to the browser unchanged.

import { hookApply, indexOf, post, slice } from "./base.js";
import { formatConsole, FormatError, inspect } from "./format.js";

/** True while a line is being formatted: a toString that logs must not start over. */
let consoleBusy = false;
/** The number of open groups. */
let consoleDepth = 0;
export const beginConsoleGroup = () => { consoleDepth += 1; };
export const endConsoleGroup = () => { if (consoleDepth > 0) consoleDepth -= 1; };

/**
 * Indents a text by the depth of the open groups.
 * @param {string} text
 */
const inGroup = (text) => {
    if (!consoleDepth) return text;
    let indent = '';
    for (let depth = 0; depth < consoleDepth && depth < 20; depth += 1) indent += '  ';
    let result = '';
    for (let from = 0; from <= text.length; ) {
        const end = indexOf(text, '\n', from);
        const stop = end < 0 ? text.length : end;
        result += (from ? '\n' : '') + indent + slice(text, from, stop);
        from = stop + 1;
    }
    return result;
};

/**
 * Posts one console line.
 * @param {string} level log, info, warn, error or debug
 * @param {() => string} text
 */
export const postConsole = (level, text) => {
    if (consoleBusy) return;
    consoleBusy = true;
    try {
        post({ __proto__: null, type: 'console', level, text: inGroup(text()) });
    } catch {
        // Formatting is made not to throw; should it, the page's own call still goes through.
    } finally {
        consoleBusy = false;
    }
};

/**
 * Returns the stack without the frames of the hook. WebKit names injected scripts `user-script:N`.
 * @returns {string}
 */
const pageStack = () => {
    const stack = '' + new FormatError('').stack;
    let text = '';
    for (let from = 0; from < stack.length; ) {
        const end = indexOf(stack, '\n', from);
        const line = slice(stack, from, end < 0 ? stack.length : end);
        if (line !== 'Error' && indexOf(line, 'user-script:') < 0) text += '\n' + line;
        from = end < 0 ? stack.length : end + 1;
    }
    return text;
};

/**
 * Puts a function in front of a console method.
 * @param {string} name
 * @param {(values: ArrayLike<unknown>) => void} before
 */
export const wrapConsole = (name, before) => {
    const methods = /** @type {Record<string, any>} */ (/** @type {unknown} */ (console));
    const original = methods[name];
    if (typeof original !== 'function') return;
    const wrapped = {
        /** @this {unknown} */
        [name](/** @type {unknown[]} */ ...values) {
            before(values);
            return hookApply(original, this, values);
        },
    };
    methods[name] = wrapped[name];
};

wrapConsole('log', (values) => postConsole('log', () => formatConsole(values)));
wrapConsole('info', (values) => postConsole('info', () => formatConsole(values)));
wrapConsole('warn', (values) => postConsole('warn', () => formatConsole(values)));
wrapConsole('error', (values) => postConsole('error', () => formatConsole(values)));
wrapConsole('debug', (values) => postConsole('debug', () => formatConsole(values)));
wrapConsole('trace', (values) => postConsole('debug', () => 'Trace: ' + formatConsole(values) + pageStack()));
wrapConsole('assert', (values) => {
    if (values[0]) return;
    let text = '';
    for (let index = 1; index < values.length; index += 1) text += ' ' + inspect(values[index]);
    postConsole('error', () => 'Assertion failed' + (text ? ':' + text : ''));
});
