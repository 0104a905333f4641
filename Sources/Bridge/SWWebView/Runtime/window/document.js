// The document's id, which the host distinguishes documents by, and whether the document is shown.

import { isBridged } from "../shared/origin.js";
import { deleteProperty } from "../shared/primordials.js";
import { randomID } from "../shared/web_primordials.js";

/** The id that the web-process extension gave the document. */
export const takeDocumentID = () => {
    const id = /** @type {any} */ (self).___swwebviewDocument;
    deleteProperty(self, "___swwebviewDocument");
    return typeof id === "string" ? id : undefined;
};
export let documentID = isBridged ? takeDocumentID() ?? randomID() : "";
/** @param {string} id  The id of the document that has taken the window over. */
export const setDocumentID = (id) => { documentID = id; };

/** Whether the document is gone, or in the back-forward cache. */
export let isGone = false;
/** @param {boolean} isGoneNow */
export const setGone = (isGoneNow) => { isGone = isGoneNow; };
