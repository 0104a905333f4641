// Reports uncaught errors and unhandled rejections. An event that a listener of the page cancels is not reported: the page
// handles its errors, with preventDefault or with `onerror` returning true.
// The hook listens twice: first in the capture phase, and last in the bubble phase. It adds the second listener during the
// event, so that this listener comes after those of the page.

import {
    hookAddListener, hookApply, hookRemoveListener, hookSetTimeout, hookString, indexOf, listen, post,
} from "./base.js";
import { inspect, peek } from "./format.js";

/**
 * Handles a rejection that belongs to a test, and returns whether it did. The recognisers of libraries set this function.
 * @type {((rejection: Record<string, any>) => boolean) | undefined}
 */
let claimRejection;
/** @param {(rejection: Record<string, any>) => boolean} claim */
export const setClaimRejection = (claim) => { claimRejection = claim; };

/** Returns the document's scripts of other origins, whose errors the browser hides. @returns {string} */
const foreignScripts = () => {
    let text = '';
    for (let index = 0; index < document.scripts.length; index += 1) {
        const source = document.scripts[index]?.src ?? '';
        if (source && indexOf(source, location.origin + '/') !== 0) text += (text ? ', ' : '') + source;
    }
    return text;
};

/**
 * @param {any} event
 * @returns {Record<string, unknown>}
 */
const describeError = (event) => {
    const rejection = event.type === 'unhandledrejection';
    const reason = rejection ? event.reason : event.error;
    const isObject = typeof reason === 'object' && reason !== null;
    const stack = isObject ? peek(reason, 'stack') : undefined;
    const name = isObject ? peek(reason, 'name') : undefined;
    const message = isObject ? peek(reason, 'message') : undefined;
    let text = rejection ? '' : hookString(event.message);
    if (!rejection && !isObject && text === 'Script error.') {
        const scripts = foreignScripts();
        text =
            'A script of another origin threw an error, and the browser hides which.' +
            (scripts ? ' Load it with crossorigin="anonymous": ' + scripts : '');
    }
    if (typeof message === 'string') text = (typeof name === 'string' && name ? name + ': ' : '') + message;
    else if (rejection) text = inspect(reason);
    return {
        __proto__: null,
        type: 'error',
        kind: rejection ? 'rejection' : 'error',
        message: text,
        source: !rejection && event.filename ? hookString(event.filename) : undefined,
        line: !rejection && event.lineno > 0 ? event.lineno : undefined,
        column: !rejection && event.colno > 0 ? event.colno : undefined,
        stack: typeof stack === 'string' && stack ? stack : undefined,
    };
};

/** @param {string} type */
const watchErrors = (type) => {
    listen(window, type, (event) => {
        // A resource that fails to load fires `error` at its element. Such an event is not an error of a script.
        if (event.target !== window || (type === 'error' && !(event instanceof ErrorEvent))) return;
        let judged = false;
        const judge = () => {
            hookApply(hookRemoveListener, window, [type, judge, false]);
            if (judged) return;
            judged = true;
            try {
                if (event.defaultPrevented) return;
                const error = describeError(event);
                if (error.kind === 'rejection' && claimRejection?.(error)) return;
                post(error);
            } catch {
                // Report an error whose properties cannot be read, too.
                post({ __proto__: null, type: 'error', kind: 'error', message: 'an error that cannot be read' });
            }
        };
        hookApply(hookAddListener, window, [type, judge, false]);
        // A listener may stop the event before it reaches the second listener.
        hookApply(hookSetTimeout, window, [judge, 0]);
    });
};

// Reports scripts of the document that fail to load. Without them, a page may have no tests.
listen(window, 'error', (event) => {
    const element = event.target;
    if (!element || element === window || element.localName !== 'script' || element.ownerDocument !== document) return;
    // Ignore a script element that another script has inserted: that script can handle the failure.
    if (element.async && !element.hasAttribute('async')) return;
    post({ __proto__: null, type: 'script', address: element.src || undefined });
});

watchErrors('error');
watchErrors('unhandledrejection');
