// ExtendableCookieChangeEvent.
// Source: Cookie Store API, https://cookiestore.spec.whatwg.org/#ExtendableCookieChangeEvent

import { toDictionary, toSequence } from "../shared/conversions.js";
import { bare, freeze, NativeTypeError, parse, PrivateWeakMap, push } from "../shared/primordials.js";
import { detail } from "./details.js";
import { ExtendableEvent } from "./events.js";

/** @type {WeakMap<Event, {changed: readonly any[], deleted: readonly any[]}>} */
const cookieDetails = new PrivateWeakMap();

/** @param {any} item */
const cookieItem = (item) => {
    const { name, value } = toDictionary(item);
    return { name: name === undefined ? undefined : `${name}`, value: value === undefined ? undefined : `${value}` };
};

export const ExtendableCookieChangeEvent = class ExtendableCookieChangeEvent extends ExtendableEvent {
    /** @param {string} type @param {any} [init] */
    constructor(type, init = undefined) {
        if (!arguments.length) throw new NativeTypeError("Not enough arguments");
        super(type, init);
        const { changed, deleted } = toDictionary(init);
        cookieDetails.set(this, {
            changed: freeze(changed === undefined ? [] : toSequence(changed, cookieItem)),
            deleted: freeze(deleted === undefined ? [] : toSequence(deleted, cookieItem)),
        });
    }

    get changed() { return detail(cookieDetails, this).changed; }
    get deleted() { return detail(cookieDetails, this).deleted; }
};

/** @param {any[]} items  Of the host. */
const listedCookies = (items) => {
    /** @type {any[]} */
    const list = [];
    for (let index = 0; index < items.length; index++) {
        const { name, value } = bare(items[index]);
        push(list, { name, value });
    }
    return freeze(list);
};

/** @param {string} text  The changes, as the host tells them. */
export const makeCookieEvent = (text) => {
    const event = new ExtendableCookieChangeEvent("cookiechange");
    const { changed, deleted } = bare(parse(text));
    cookieDetails.set(event, { changed: listedCookies(changed), deleted: listedCookies(deleted) });
    return event;
};
