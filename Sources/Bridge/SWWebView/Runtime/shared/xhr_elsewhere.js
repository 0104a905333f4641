// XMLHttpRequests to other hosts, which a service worker may answer.

import { markPair } from "./marks.js";
import { push, toUpperCase } from "./primordials.js";
import { answerElsewhere } from "realm/elsewhere";

/** The methods that any spelling means: https://fetch.spec.whatwg.org/#concept-method-normalize */
const usualMethods = /** @type {any} */ ({ __proto__: null, DELETE: true, GET: true, HEAD: true, OPTIONS: true, POST: true, PUT: true });

/**
 * Returns the pair that names the service worker's answer to a request; null for a request that WebKit sends to its address; undefined
 * where the host does not say.
 * @param {import("./xhr_primordials.js").Opening} opening @param {string} pairs  The pairs for the request's settings.
 */
export const answerPair = ({ args, headers }, pairs) => {
    const method = `${args[0]}`, capitals = toUpperCase(method);
    /** @type {string[]} */
    const flat = [];
    for (let index = 0; index < headers.length; index++) push(flat, headers[index][0], headers[index][1]);
    const answer = answerElsewhere(usualMethods[capitals] ? capitals : method, args[1], flat, pairs);
    return typeof answer === "string" ? markPair("answer", answer) : answer;
};
