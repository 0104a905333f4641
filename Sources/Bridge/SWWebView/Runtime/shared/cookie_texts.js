// The texts that set cookies for cookieStore.
// Source: Cookie Store API, https://cookiestore.spec.whatwg.org/

import { indexOf, NativeTypeError, regExpExec, slice, startsWith, toLowerCase } from "./primordials.js";

/** @param {string} text @param {string} what @param {RegExp} forbidden */
const checkCookieText = (text, what, forbidden) => {
    if (regExpExec(forbidden, text)) throw new NativeTypeError(`The cookie's ${what} has a character that it cannot have`);
};

/**
 * Returns the text that sets a cookie.
 * Source: https://cookiestore.spec.whatwg.org/#set-a-cookie
 * @param {any} options
 */
export const cookieText = (options) => {
    const name = `${options.name}`, value = `${options.value}`, sameSite = `${options.sameSite ?? "strict"}`;
    const { domain = null, path = "/", expires = null } = options;
    checkCookieText(name, "name", /[=;\x00-\x08\x0a-\x1f\x7f]/);
    checkCookieText(value, "value", /[;\x00-\x08\x0a-\x1f\x7f]/);
    if (name === "" && (value === "" || indexOf(value, "=") >= 0)) throw new NativeTypeError("A cookie needs a name");
    if (!regExpExec(/^(none|lax|strict)$/, sameSite)) throw new NativeTypeError(`"${sameSite}" is no value of sameSite`);
    let text = `${name}=${value}; Secure; SameSite=${sameSite}`;
    if (domain !== null) {
        checkCookieText(`${domain}`, "domain", /^\.|[;\x00-\x1f\x7f]/);
        const suffix = `.${domain}`;
        if (slice(`.${location.hostname}`, -suffix.length) !== suffix || startsWith(toLowerCase(name), "__host-")) throw new NativeTypeError("The cookie's domain is not the page's");
        text += `; Domain=${domain}`;
    }
    checkCookieText(`${path}`, "path", /^[^/]|[;\x00-\x1f\x7f]/);
    text += `; Path=${path === "" ? "/" : path}`;
    if (expires !== null) {
        const seconds = (+expires - now()) / 1000;
        text += `; Max-Age=${seconds > 0 ? ceiling(seconds) : 0}`;
    }
    return text;
};
const { now } = Date, { ceil: ceiling } = Math;

/** @param {any[]} args @returns {any}  The members of a cookie that `set` was given. */
export const cookieToSet = (args) => {
    if (!args.length) throw new NativeTypeError("Not enough arguments");
    return args.length > 1 ? { name: args[0], value: args[1] } : { __proto__: null, ...args[0] };
};

/** @param {any[]} args @returns {any}  The members of a cookie that ends at once. */
export const cookieToDelete = (args) => {
    if (!args.length) throw new NativeTypeError("Not enough arguments");
    const options = typeof args[0] === "object" && args[0] !== null ? args[0] : { name: args[0] };
    return { name: options.name, value: options.name === "" ? "deleted" : "", domain: options.domain, path: options.path, expires: 0 };
};
