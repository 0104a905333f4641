// Requests of scripts to other hosts, which WebKit sends to their own addresses: the host asks the service worker before.

import { isWebAddress, withMark } from "../shared/marks.js";
import { indexOf, slice, startsWith } from "../shared/primordials.js";
import { endsAtHand } from "./channel.js";

export const pullsBodies = true;

/** The beginning of the host's answer where the service worker responds. */
const answerStart = "answer=";

/**
 * Asks the host, and waits, as `document.cookie` does.
 * @param {string} method @param {string} url @param {string[]} headers  Names and values by turns.
 * @param {string} pairs  The pairs of the request's mark.
 * @returns {string | null | undefined}  The name of the service worker's response; null for a request that WebKit sends to its address;
 *     undefined where the host does not say.
 */
export const answerElsewhere = (method, url, headers, pairs) => {
    if (!endsAtHand || !isWebAddress(url) || location.protocol !== "sw:") return undefined;
    let question = `request\n${method}\n${withMark(url, pairs)}\n`;
    let hasAccept = false;
    for (let index = 0; index < headers.length; index += 2) {
        if (indexOf(headers[index + 1], "\n") >= 0) return undefined;
        hasAccept ||= headers[index] === "accept" || headers[index] === "Accept";
        question += `\n${headers[index]}: ${headers[index + 1]}`;
    }
    if (!hasAccept) question += "\nAccept: */*";
    const answer = endsAtHand.ask(question);
    if (answer === undefined || answer === "bridged") return undefined;
    return startsWith(answer, answerStart) ? slice(answer, answerStart.length) : null;
};
