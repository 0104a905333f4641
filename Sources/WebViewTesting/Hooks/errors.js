// Errors nobody caught, and rejections nobody handled. One that a listener of the page's declared handled (with
// preventDefault, or `onerror` returning true) is the page's business: a test of error handling does just that.
// To know, the hook listens twice: first of all in the capture phase, and as the last listener of the bubble phase,
// which it makes sure of by enlisting only when an event is already on its way.

/**
 * Takes a rejection that belongs to a test; the recognisers of libraries set it. Returns whether it did.
 * @type {((rejection: Record<string, any>) => boolean) | undefined}
 */
let claimRejection;

/** Scripts of other origins in the document, whose errors the browser hides. @returns {string} */
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
        // A resource that did not load fires `error` at its element, and is no error of a script's.
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
                // A reason that cannot be touched is still an error.
                post({ __proto__: null, type: 'error', kind: 'error', message: 'an error that cannot be read' });
            }
        };
        hookApply(hookAddListener, window, [type, judge, false]);
        // Should a listener stop the event before it comes to us.
        hookApply(hookSetTimeout, window, [judge, 0]);
    });
};

// A script that did not come leaves a page that tests nothing.
listen(window, 'error', (event) => {
    const element = event.target;
    if (!element || element === window || element.localName !== 'script' || element.ownerDocument !== document) return;
    // One that a script has inserted is that script's to miss.
    if (element.async && !element.hasAttribute('async')) return;
    post({ __proto__: null, type: 'script', address: element.src || undefined });
});

watchErrors('error');
watchErrors('unhandledrejection');
