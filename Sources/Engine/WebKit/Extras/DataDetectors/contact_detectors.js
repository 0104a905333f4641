/**
 * A part of a text that becomes a link. Without an address the link gets one of the scheme `x-apple-data-detectors`.
 * @typedef {{ start: number, end: number, type: string, href?: string }} Detection
 */

/**
 * Returns the matches of a pattern that a test accepts. The detected part is the group `part`, or the whole match where there is none.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} type
 * @param {(part: string, match: RegExpExecArray) => boolean | string} accepts Whether a part is one of the type, or its address.
 * @param {RegExp=} forbidden The characters that no match follows. A lookbehind in the pattern would be slow in JavaScriptCore.
 * @returns {Detection[]}
 */
const detections = (text, pattern, type, accepts, forbidden) => {
    const found = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        if (match.index > 0 && forbidden?.test(text[match.index - 1])) {
            pattern.lastIndex = match.index + 1;
            continue;
        }
        const part = match.groups?.part ?? match[0];
        const accepted = accepts(part, match);
        if (!accepted) continue;
        // A named part ends where the match ends.
        const end = match.index + match[0].length;
        found.push({ start: end - part.length, end, type, ...(typeof accepted === "string" && { href: accepted }) });
    }
    return found;
};

const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/giu;
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b/giu;
const TELEPHONE = /(?<![\w.,/:=-])(?:\+\d{1,3}[ .\-]?)?(?:\(\d{1,5}\)[ .\-]?)?\d{2,5}(?:[ .\-]?\d{2,4}){1,4}(?![\w/:=-]|[.,]\d)/gu;
// Dates and IP addresses.
const NO_TELEPHONE = /^(?:\d{4}(?:-\d\d?-|\.\d\d?\.| \d\d? )\d\d?|\d\d?(?:-\d\d?-|\.\d\d?\.| \d\d? )\d{2,4}|\d{1,3}(?:\.\d{1,3}){3})$/u;

const findWebAddresses = (/** @type {string} */ text) =>
    detections(text, WEB_ADDRESS, "link", (address) => (/^www\./iu.test(address) ? `http://${address}` : address));

const findMailAddresses = (/** @type {string} */ text) =>
    text.includes("@") ? detections(text, MAIL_ADDRESS, "link", (address) => `mailto:${address}`) : [];

const findTelephoneNumbers = (/** @type {string} */ text) =>
    detections(text, TELEPHONE, "telephone", (number) => {
        const digits = number.replace(/\D/gu, "").length;
        const isPlain = /^\d+$/u.test(number);
        const isTelephone = digits >= 7 && digits <= 15 && !NO_TELEPHONE.test(number) && (!isPlain || digits === 10 || digits === 11);
        return isTelephone && `tel:${number.replace(/[^\d+]/gu, "")}`;
    });
