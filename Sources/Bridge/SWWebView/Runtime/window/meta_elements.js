// The policies of `<meta>` elements: of the document, and of the documents around one of `about:` or `blob:`, which inherits theirs.
// Source: HTML, "Policy containers", https://html.spec.whatwg.org/multipage/browsers.html#policy-containers

import { markPair, readPolicies } from "../shared/marks.js";
import { getterOf, push, toLowerCase, uncurry } from "../shared/primordials.js";

const elementsNamed = uncurry(Document.prototype.getElementsByTagName);
const elementCount = getterOf(HTMLCollection.prototype, "length");
const attributeOf = uncurry(Element.prototype.getAttribute);
const windowParent = getterOf(self, "parent");

/**
 * The `<meta>` elements of each document whose policies count: the document itself first, then the ones around it.
 * @type {HTMLCollectionOf<Element>[]}
 */
const metaCollections = [elementsNamed(document, "meta")];
try {
    /** @type {Window} */
    let outer = self;
    while ((outer.location.protocol === "about:" || outer.location.protocol === "blob:") && windowParent(outer) !== outer) {
        outer = windowParent(outer);
        push(metaCollections, elementsNamed(outer.document, "meta"));
    }
} catch {
    // The document around has another origin: nothing is inherited from it.
}

/** Returns the elements: the last one of each document first. */
const metaElements = () => {
    /** @type {Element[]} */
    const elements = [];
    for (let owner = 0; owner < metaCollections.length; owner++) {
        const collection = metaCollections[owner];
        for (let index = elementCount(collection) - 1; index >= 0; index--) push(elements, collection[index]);
    }
    return elements;
};

/** @param {Element} element */
const namesReferrer = (element) => toLowerCase(attributeOf(element, "name") ?? "") === "referrer";

/** Returns whether one sets a policy. WebKit must then do a load, so that it enforces the policy. */
export const hasPolicyElement = () => {
    const elements = metaElements();
    for (let index = 0; index < elements.length; index++) {
        if (attributeOf(elements[index], "http-equiv") !== null || namesReferrer(elements[index])) return true;
    }
    return false;
};

const elementPolicies = () => {
    const elements = metaElements();
    /** @type {string[]} */
    const policies = [];
    for (let index = 0; index < elements.length; index++) {
        const kind = toLowerCase(attributeOf(elements[index], "http-equiv") ?? "");
        if (kind === "content-security-policy") push(policies, attributeOf(elements[index], "content") ?? "");
    }
    return policies;
};

const elementReferrerPolicy = () => {
    const elements = metaElements();
    for (let index = 0; index < elements.length; index++) {
        if (namesReferrer(elements[index])) return markPair("referrerPolicy", attributeOf(elements[index], "content") ?? "");
    }
    return "";
};

readPolicies(elementReferrerPolicy, elementPolicies);
