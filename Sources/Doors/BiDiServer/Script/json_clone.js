// Carries the arguments and results of scripts: JSON, with references in place of elements, shadow roots and windows.
//
// Source: WebDriver, "JSON clone", https://www.w3.org/TR/webdriver2/#dfn-json-clone

export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf', SHADOW = 'shadow-6066-11e4-a52e-4f735466cecf';
export const WINDOW = 'window-fcc6-11e5-b4f8-330a88ab9d7f', FRAME = 'frame-075b-4da1-b6ba-e579c2d3230a';

const { stringify } = JSON;
const { setPrototypeOf } = Object;

/** An error that a client of WebDriver receives. */
export class Failure extends Error {
    constructor(/** @type {string} */ code, /** @type {string} */ message) {
        super(message);
        this.code = code;
    }
}

/**
 * The names of the nodes of a realm, as the host's part in the realm has them.
 * @typedef {{ nameOf: (node: any) => string, nodeOf: (name: string) => any, kind: (value: any) => string, path: (view: any) => number[] }} Names
 */

/**
 * Returns the node of a name.
 * @param {Names} names @param {any} name
 */
export const known = (names, name) => {
    const node = names.nodeOf(String(name));
    if (!node?.isConnected) throw new Failure('stale element reference', 'The element is no longer in the document');
    return node;
};

/**
 * Returns a value of a client with the nodes in place of their references.
 * @param {Names} names @param {any} value @returns {any}
 */
export const revived = (names, value) => {
    if (Array.isArray(value)) return value.map((each) => revived(names, each));
    if (value === null || typeof value !== 'object') return value;
    for (const key of [ELEMENT, SHADOW]) if (Object.hasOwn(value, key)) return known(names, value[key]);
    for (const [key, name] of [[WINDOW, 'no such window'], [FRAME, 'no such frame']]) {
        if (Object.hasOwn(value, key)) throw new Failure(name, 'A window cannot be the argument of a script here');
    }
    for (const key of Object.keys(value)) value[key] = revived(names, value[key]);
    return value;
};

const isCollection = (/** @type {any} */ value, /** @type {string} */ kind) =>
    ['array', 'nodelist', 'htmlcollection'].includes(kind)
    || ['[object Arguments]', '[object DOMTokenList]', '[object FileList]'].includes(Object.prototype.toString.call(value));

/**
 * Returns what the JSON text of a result is made of. A window is the indices that lead to its frame.
 * @param {Names} names @param {any} value @param {any[]} outer @returns {any}
 */
const cloned = (names, value, outer) => {
    if (value === undefined || value === null) return null;
    switch (typeof value) {
        case 'boolean': case 'string': return value;
        case 'number': return Number.isFinite(value) ? value : null;
        case 'bigint': case 'symbol': throw new Failure('javascript error', `A ${typeof value} has no JSON text`);
    }
    const kind = names.kind(value);
    // Objects of results have no prototype, because a page may have given prototypes a toJSON.
    if (kind === 'window') return { __proto__: null, [value.parent === value ? WINDOW : FRAME]: { __proto__: null, path: setPrototypeOf(names.path(value), null) } };
    if (kind === 'node' && (value.nodeType === 1 || value instanceof ShadowRoot)) {
        if (!value.isConnected) throw new Failure('stale element reference', 'The element is not in the document');
        return { __proto__: null, [value.nodeType === 1 ? ELEMENT : SHADOW]: names.nameOf(value) };
    }
    if (outer.includes(value)) throw new Failure('javascript error', 'The result has a reference to itself');
    outer.push(value);
    try {
        if (isCollection(value, kind)) return setPrototypeOf(Array.from(value, (each) => cloned(names, each, outer)), null);
        if (typeof value.toJSON === 'function' && value.toJSON !== /** @type {any} */ (Object.prototype).toJSON) return cloned(names, value.toJSON(), outer);
        /** @type {Record<string, any>} */
        const members = /** @type {any} */ ({ __proto__: null });
        if (typeof value === 'function') return members;
        for (const key of Object.keys(value)) {
            Object.defineProperty(members, key, { value: cloned(names, value[key], outer), enumerable: true });
        }
        return members;
    } finally {
        outer.pop();
    }
};

/**
 * Returns the text of a result for the host: `=` and its JSON.
 * @param {Names} names @param {any} value
 */
export const succeeded = (names, value) => `=${stringify(cloned(names, value, []))}`;

/**
 * Returns the text of an error for the host: `!` and its JSON.
 * @param {any} error
 */
export const failed = (error) => {
    let message = 'The script threw a value that has no text';
    try { message = error instanceof Failure ? error.message : String(error); } catch { /* It has none. */ }
    const stack = typeof error?.stack === 'string' && !(error instanceof Failure) ? error.stack : '';
    return `!${stringify({ __proto__: null, code: error instanceof Failure ? error.code : 'javascript error', message, stack })}`;
};
