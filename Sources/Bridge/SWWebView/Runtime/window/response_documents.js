// Documents that XMLHttpRequest makes of responses. WebKit gives them the address that it requested, with the runtime's mark.
// Source: XMLHttpRequest, "set a document response", https://xhr.spec.whatwg.org/#document-response

import { isDocument } from "../shared/extract.js";
import { markStart, withoutMark } from "../shared/marks.js";
import { getterOf, indexOf, PrivateWeakMap, slice } from "../shared/primordials.js";
import { replaceGetter } from "../shared/webidl.js";
import { xhrMeta } from "../shared/xhr.js";
import { xhrPrototype } from "../shared/xhr_primordials.js";

const documentAddress = getterOf(Document.prototype, "URL");
const baseAddress = getterOf(Node.prototype, "baseURI");
const ownerDocument = getterOf(Node.prototype, "ownerDocument");

/**
 * The addresses of the responses that documents were made of.
 * @type {WeakMap<object, string>}
 */
const addresses = new PrivateWeakMap();

/**
 * Returns the address of a response's document, with the fragment that the page wrote.
 * @param {string} address @param {object} document
 */
const pageAddress = (address, document) => {
    if (indexOf(address, markStart) < 0) return address;
    const asked = withoutMark(address), final = addresses.get(document), hash = indexOf(asked, "#");
    return final === undefined ? asked : final + (hash < 0 ? "" : slice(asked, hash));
};

export const exposeResponseDocuments = () => {
    for (const name of ["response", "responseXML"]) {
        const read = getterOf(xhrPrototype, name);
        replaceGetter(xhrPrototype, name, (/** @type {XMLHttpRequest} */ xhr) => {
            const value = read(xhr);
            const address = isDocument(value) ? xhrMeta(xhr)?.url : undefined;
            if (address) addresses.set(value, address);
            return value;
        });
    }
    for (const name of ["URL", "documentURI"]) {
        replaceGetter(Document.prototype, name, (/** @type {Document} */ document) => pageAddress(documentAddress(document), document));
    }
    replaceGetter(Node.prototype, "baseURI", (/** @type {Node} */ node) => pageAddress(baseAddress(node), ownerDocument(node) ?? node));
};
