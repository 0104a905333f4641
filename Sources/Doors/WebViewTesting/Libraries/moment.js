// Reports the page as it is when a test fails, for a trace. Without a trace this does nothing.

import { encode, hookApply } from "../../../Simulator/Simulator/Console/base.js";

const momentHandler = /** @type {any} */ (window).webkit?.messageHandlers?.swwebviewMoment;
const momentPost = momentHandler?.postMessage;
const momentThen = Promise.prototype.then;
/**
 * The test of the last moment: later reports of its failure are the same.
 * @type {string | undefined}
 */
let momentName;

/**
 * Serialises the document, and has the host take a picture.
 * @param {string[]} path the groups of the test, outermost first, and its own name
 * @returns {Promise<unknown> | undefined} a promise that settles when the host has the picture; nothing where there is none to wait for
 */
export const captureMoment = (path) => {
    if (!momentPost || !hookSettings.moments) return undefined;
    try {
        const name = encode(path);
        if (name === momentName) return undefined;
        momentName = name;
        const message = encode({ __proto__: null, name: path, ...documentMoment() });
        return hookApply(momentPost, momentHandler, [message]);
    } catch {
        return undefined;
    }
};

/**
 * Calls a function after a moment, or at once without one.
 * @param {Promise<unknown> | undefined} moment
 * @param {() => void} next
 */
export const afterMoment = (moment, next) => {
    if (moment) hookApply(momentThen, moment, [next, next]);
    else next();
};
