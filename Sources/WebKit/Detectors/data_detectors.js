/**
 * Turns telephone numbers, web addresses and mail addresses in the text of a document into links when it has loaded, as iOS does.
 * @param {{ telephone: boolean, link: boolean }} types
 */
(function (types) {
    const SKIPPED = new Set(["A", "BUTTON", "CODE", "INPUT", "NOSCRIPT", "OPTION", "PRE", "SCRIPT", "SELECT", "STYLE", "TEXTAREA", "TITLE"]);
    const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/giu;
    const MAIL = /(?<![\w.+-])[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b/giu;
    const TELEPHONE = /(?<![\w.,/:=-])(?:\+\d{1,3}[ .\-]?)?(?:\(\d{1,5}\)[ .\-]?)?\d{2,5}(?:[ .\-]?\d{2,4}){1,4}(?![\w/:=-]|[.,]\d)/gu;
    // Dates and IP addresses.
    const OTHER = /^(?:\d{4}([-. ])\d{1,2}\1\d{1,2}|\d{1,2}([-. ])\d{1,2}\2\d{2,4}|\d{1,3}(?:\.\d{1,3}){3})$/u;

    /** @param {string} text */
    const isTelephone = (text) => {
        const digits = text.replace(/\D/gu, "").length;
        const isPlain = /^\d+$/u.test(text);
        return digits >= 7 && digits <= 15 && !OTHER.test(text) && (!isPlain || digits === 10 || digits === 11);
    };

    /** Returns the kinds that the page forbids with `<meta name="format-detection">`. */
    const forbidden = () =>
        [...document.querySelectorAll("meta[name='format-detection' i]")].map((meta) => meta.getAttribute("content") ?? "").join(",");

    /** @returns {{ start: number, text: string, href: string, type: string }[]} */
    const find = (/** @type {string} */ text, /** @type {boolean} */ findsTelephones, /** @type {boolean} */ findsMail) => {
        /** @type {{ start: number, text: string, href: string, type: string }[]} */
        const found = [];
        const add = (/** @type {RegExp} */ pattern, /** @type {string} */ type, /** @type {(text: string) => string | null} */ address) => {
            for (const match of text.matchAll(pattern)) {
                const [start, end] = [match.index, match.index + match[0].length];
                const href = address(match[0]);
                if (href && !found.some((other) => start < other.start + other.text.length && other.start < end)) {
                    found.push({ start, text: match[0], href, type });
                }
            }
        };
        if (types.link) add(ADDRESS, "link", (address) => (address.startsWith("www.") ? `http://${address}` : address));
        if (types.link && findsMail) add(MAIL, "link", (address) => `mailto:${address}`);
        if (findsTelephones) {
            add(TELEPHONE, "telephone", (number) => (isTelephone(number) ? `tel:${number.replace(/[^\d+]/gu, "")}` : null));
        }
        return found.sort((a, b) => b.start - a.start);
    };

    const isSkipped = (/** @type {Node} */ text) => {
        for (let node = text.parentElement; node; node = node.parentElement) {
            if (SKIPPED.has(node.tagName.toUpperCase()) || node.isContentEditable) return true;
        }
        return false;
    };

    const detect = () => {
        const limits = forbidden();
        const findsTelephones = types.telephone && !/telephone\s*=\s*no/iu.test(limits);
        const findsMail = !/email\s*=\s*no/iu.test(limits);
        const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
        /** @type {Text[]} */
        const texts = [];
        while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
        let count = 0;
        for (const text of texts) {
            const found = find(text.data, findsTelephones, findsMail);
            if (found.length === 0 || isSkipped(text)) continue;
            for (const { start, text: part, href, type } of found) {
                const rest = text.splitText(start);
                rest.splitText(part.length);
                const link = document.createElement("a");
                link.setAttribute("href", href);
                link.setAttribute("dir", "ltr");
                link.setAttribute("x-apple-data-detectors", "true");
                link.setAttribute("x-apple-data-detectors-type", type);
                link.setAttribute("x-apple-data-detectors-result", `${count++}`);
                rest.replaceWith(link);
                link.append(rest);
            }
        }
    };

    if (document.readyState === "complete") detect();
    else addEventListener("load", detect, { once: true });
})
