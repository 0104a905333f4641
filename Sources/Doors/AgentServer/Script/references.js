// The references of elements: numbers that no other element of the session has had.

import { NotActionable } from "../../WebViewTesting/Frameworks/places.js";

/** @type {Map<number, WeakRef<any>>} */
const elements = new Map();
/** @type {WeakMap<any, number>} */
const numbers = new WeakMap();
let latest = 0;

/**
 * Has later references begin after a number.
 * @param {number} number
 */
export const beginAfter = (number) => { latest = Math.max(latest, number); };

/** Returns the number of the latest reference. */
export const latestNumber = () => latest;

/**
 * Returns the number of an element, which stays as long as the element.
 * @param {any} element
 */
export const numberOf = (element) => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    latest += 1;
    numbers.set(element, latest);
    elements.set(latest, new WeakRef(element));
    return latest;
};

/**
 * Returns the element of a number.
 * @param {number} number @returns {any}
 */
export const elementOf = (number) => {
    const element = elements.get(number)?.deref();
    if (!element?.isConnected) throw new NotActionable(`The reference e${number} is stale: its element has left the page. Take a new snapshot.`);
    return element;
};
