// The policies that a document sets with `<meta>` elements.

const metaElements = document.getElementsByTagName("meta");
const elementCount = getterOf(HTMLCollection.prototype, "length");
const attributeOf = uncurry(Element.prototype.getAttribute);

/** @param {Element} element */
const namesReferrer = (element) => toLowerCase(attributeOf(element, "name") ?? "") === "referrer";

/** Returns whether one sets a policy. WebKit must then do a load, so that it enforces the policy. */
const hasPolicyElement = () => {
    for (let index = elementCount(metaElements) - 1; index >= 0; index--) {
        const element = metaElements[index];
        if (attributeOf(element, "http-equiv") !== null || namesReferrer(element)) return true;
    }
    return false;
};

securityPolicies = () => {
    /** @type {string[]} */
    const policies = [];
    for (let index = elementCount(metaElements) - 1; index >= 0; index--) {
        const element = metaElements[index];
        if (toLowerCase(attributeOf(element, "http-equiv") ?? "") === "content-security-policy") push(policies, attributeOf(element, "content") ?? "");
    }
    return policies;
};

documentPolicy = () => {
    for (let index = elementCount(metaElements) - 1; index >= 0; index--) {
        const element = metaElements[index];
        if (namesReferrer(element)) return markPair("referrerPolicy", attributeOf(element, "content") ?? "");
    }
    return "";
};
