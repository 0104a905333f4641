// The addresses that a page or a dedicated worker sees: those that WebKit knows, without a translation.

/**
 * Hosts besides the page's own whose http(s) addresses the page's requests find under sw: none, WebKit's requests for those are
 * rewritten on their way.
 * @type {string[]}
 */
const bridgedHosts = [];

/** @param {string} address @returns {string}  The spelling that scripts see. */
const shownAddress = (address) => address;

/** @param {string} text  As a script wrote it. @returns {string}  The address to hand to WebKit, which complains of a bad one. */
const resolvedAddress = (text) => {
    if (!startsWith(text, "http")) return text;
    try {
        return engineAddress(text);
    } catch {
        return text;
    }
};
