// The bytes and content types of bodies that scripts give to requests.
// Source: Fetch, "extract", https://fetch.spec.whatwg.org/#concept-bodyinit-extract

import { asBlob, isBlob } from "./bodies.js";
import { toUSVString } from "./conversions.js";
import { brandOf, getterOf, iteratorKey, uncurry } from "./primordials.js";
import { bytesSent, isBuffer, isView } from "./views.js";
import { isFormData, NativeBlob, NativeURLSearchParams } from "./web_primordials.js";

const searchParamsText = uncurry(NativeURLSearchParams.prototype.toString);
const isSearchParams = brandOf(searchParamsText);

/**
 * A body: a Blob, or bytes or text of which a Blob can be made; and the content type that the request gets unless it has one.
 * @typedef {{blob?: Blob, part?: Uint8Array | string, type: string, isText: boolean}} ExtractedBody
 */

/**
 * @param {any} body  Anything but null and a stream.
 * @returns {ExtractedBody}
 */
export const extract = (body) => {
    if (isBlob(body) || isFormData(body)) return { ...asBlob(body), isText: false };
    if (isBuffer(body) || isView(body)) return { part: bytesSent(body), type: "", isText: false };
    if (isSearchParams(body)) {
        return { part: searchParamsText(body), type: "application/x-www-form-urlencoded;charset=UTF-8", isText: false };
    }
    if (!isDocument(body)) return { part: toUSVString(body), type: "text/plain;charset=UTF-8", isText: true };
    const type = documentType(body) === "text/html" ? "text/html" : "application/xml";
    return { part: toUSVString(documentText(body, type)), type: `${type};charset=UTF-8`, isText: true };
};

/**
 * Returns the Blob of a body. The page's own iterator of arrays has no part in it.
 * @param {ExtractedBody} body @returns {Blob}
 */
export const blobOf = ({ blob, part }) => {
    if (blob) return blob;
    let isRead = false;
    const next = () => {
        const done = isRead;
        isRead = true;
        return { __proto__: null, done, value: done ? undefined : part };
    };
    return new NativeBlob(/** @type {any} */ ({ __proto__: null, [iteratorKey]: () => ({ __proto__: null, next }) }));
};

const hasDocuments = "Document" in self;
/** @param {string} name @param {string} member  Of an interface that only windows have. */
const windowGetter = (name, member) =>
    hasDocuments ? getterOf(/** @type {any} */ (self)[name].prototype, member) : () => { throw 0; };
const documentType = windowGetter("Document", "contentType");
export const isDocument = brandOf(documentType);
const firstChild = windowGetter("Node", "firstChild"), nextSibling = windowGetter("Node", "nextSibling");
const nodeType = windowGetter("Node", "nodeType"), nodeName = windowGetter("Node", "nodeName");
const nodeValue = windowGetter("Node", "nodeValue"), outerHTML = windowGetter("Element", "outerHTML");
const serializer = hasDocuments ? new XMLSerializer() : undefined;
const serializeXML = hasDocuments ? uncurry(XMLSerializer.prototype.serializeToString) : undefined;

/**
 * Source: XMLHttpRequest, "send", https://xhr.spec.whatwg.org/#the-send()-method, step 4
 * @param {any} document @param {string} type @returns {string}
 */
const documentText = (document, type) => {
    if (type !== "text/html") return serializeXML?.(serializer, document);
    let text = "";
    for (let node = firstChild(document); node; node = nextSibling(node)) {
        const kind = nodeType(node);
        if (kind === 1) text += outerHTML(node);
        else text += kind === 8 ? `<!--${nodeValue(node)}-->` : `<!DOCTYPE ${nodeName(node)}>`;
    }
    return text;
};
