/**
 * Turns parts of the text of a document into links when it has loaded, as iOS does. The other files of this folder find the parts.
 *
 * A part can cover several text nodes, such as an address with `<br>`. Each node then gets a link, all with the number of the part.
 *
 * Sources: WebKit, DataDetection.mm.
 */
(function (/** @type {{ telephone: boolean, link: boolean, address: boolean, date: boolean, tracking: boolean, flight: boolean }} */ types) {
    /**
     * The characters of a text node from `start`, which are those of a passage from `position` to `last`.
     * @typedef {{ node: Text, start: number, position: number, last: number }} Piece
     */
    /**
     * Text that is detected in one go. White space is collapsed, and line feeds stand for `<br>`.
     * @typedef {{ text: string, endsInSpace: boolean, pieces: Piece[] }} Passage
     */
    /**
     * The characters of a text node that become a link.
     * @typedef {{ start: number, end: number, detection: Detection, number: number }} Part
     */

    const SKIPPED = new Set([
        "A", "BUTTON", "CODE", "INPUT", "MATH", "NOSCRIPT", "OPTION", "PRE", "SCRIPT", "SELECT", "STYLE", "SVG", "TEXTAREA", "TITLE",
    ]);
    /** Elements that do not end a line unless a style sheet says so. */
    const INLINE = new Set([
        "ABBR", "B", "BDI", "BDO", "BIG", "CITE", "DATA", "DEL", "DFN", "EM", "FONT", "I", "INS", "MARK", "NOBR", "Q", "S", "SMALL", "SPAN", "STRONG",
        "SUB", "SUP", "TIME", "U", "VAR", "WBR",
    ]);
    const INTERESTING = /[\d@]|:\/\/|www\.|day|tomorrow|tonight|this (?:mor|aft|eve)/iu;
    const SPACE = /[\t\n\f\r\u00a0\u202f]| {2}/u;

    /** Returns the text nodes of each block, with the `<br>` elements and the begins and ends of inline elements between them. */
    const readBlocks = () => {
        /** @type {Node[][]} */
        const blocks = [];
        /** @type {Node[]} */
        let block = [];
        const finish = () => {
            if (block.some((node) => node instanceof Text && INTERESTING.test(node.data))) blocks.push(block);
            block = [];
        };
        const cross = (/** @type {Node} */ element) => {
            if (INLINE.has(element.nodeName.toUpperCase())) block.push(element);
            else finish();
        };
        const root = document.body;
        /** @type {Node | null} */
        let node = root?.firstChild ?? null;
        while (node) {
            if (node instanceof Text) {
                block.push(node);
            } else if (node instanceof Element) {
                const name = node.tagName.toUpperCase();
                if (SKIPPED.has(name)) finish();
                else if (name === "BR") block.push(node);
                else cross(node);
                if (node.firstChild && !SKIPPED.has(name)) {
                    node = node.firstChild;
                    continue;
                }
            }
            while (node && node !== root && !node.nextSibling) {
                node = node.parentNode;
                if (node && node !== root) cross(node);
            }
            node = node && node !== root ? node.nextSibling : null;
        }
        finish();
        return blocks;
    };

    /** Adds the text of a node to a passage. */
    const append = (/** @type {Passage} */ passage, /** @type {Text} */ node) => {
        const data = node.data;
        const add = (/** @type {number} */ start, /** @type {number} */ end) => {
            if (start < end && passage.endsInSpace && /\s/u.test(data[start])) start++;
            if (start >= end) return;
            const position = passage.text.length;
            passage.text += data.slice(start, end).replace(/\s/gu, " ");
            passage.endsInSpace = /\s/u.test(data[end - 1]);
            passage.pieces.push({ node, start, position, last: passage.text.length });
        };
        let start = 0;
        if (SPACE.test(data)) {
            for (const { 0: gap, index = 0 } of data.matchAll(/\s{2,}/gu)) {
                add(start, index + 1);
                start = index + gap.length;
            }
        }
        add(start, data.length);
    };

    /** Returns the passages of a block. Elements that a style sheet makes blocks end a passage. */
    const readPassages = (/** @type {Node[]} */ block) => {
        /** @type {Passage[]} */
        const passages = [];
        /** @type {Passage} */
        let passage = { text: "", endsInSpace: true, pieces: [] };
        for (const node of [...block, null]) {
            if (node instanceof Text) {
                append(passage, node);
            } else if (node instanceof HTMLBRElement) {
                passage.text += "\n";
                passage.endsInSpace = true;
            } else if (!node || (passage.pieces.length > 0 && getComputedStyle(/** @type {Element} */ (node)).display !== "inline")) {
                passages.push(passage);
                passage = { text: "", endsInSpace: true, pieces: [] };
            }
        }
        return passages;
    };

    /** Returns what the page allows to find: a page can forbid kinds with `<meta name="format-detection">`. */
    const allowedDetectors = () => {
        const limits = [...document.querySelectorAll("meta[name='format-detection' i]")].map((meta) => meta.getAttribute("content") ?? "").join(",");
        const isAllowed = (/** @type {string} */ kind) => !new RegExp(`\\b${kind}\\s*=\\s*no\\b`, "iu").test(limits);
        // Where results overlap, the first detector wins.
        return [
            ...(types.link ? [findWebAddresses] : []),
            ...(types.link && isAllowed("email") ? [findMailAddresses] : []),
            ...(types.tracking ? [findTrackingNumbers] : []),
            ...(types.flight ? [findFlightNumbers] : []),
            ...(types.address && isAllowed("address") ? [findPostalAddresses] : []),
            ...(types.date && isAllowed("date") ? [findCalendarEvents] : []),
            ...(types.telephone && isAllowed("telephone") ? [findTelephoneNumbers] : []),
        ];
    };

    /** Returns what the detectors find, in the order of the text and without overlaps. */
    const find = (/** @type {string} */ text, /** @type {((text: string) => Detection[])[]} */ detectors) => {
        /** @type {Detection[]} */
        const found = [];
        const taken = new Uint8Array(text.length);
        for (const detector of detectors) {
            for (const detection of detector(text)) {
                if (taken.subarray(detection.start, detection.end).includes(1)) continue;
                taken.fill(1, detection.start, detection.end);
                found.push(detection);
            }
        }
        return found.sort((a, b) => a.start - b.start);
    };

    /** Returns the parts of text nodes that a detection covers. */
    const partsOf = (/** @type {Detection} */ detection, /** @type {number} */ number, /** @type {Piece[]} */ pieces, /** @type {number} */ first) => {
        /** @type {Map<Text, Part>} */
        const parts = new Map();
        for (let index = first; index < pieces.length && pieces[index].position < detection.end; index++) {
            const { node, start, position, last } = pieces[index];
            const [from, to] = [Math.max(detection.start, position), Math.min(detection.end, last)].map((place) => place - position + start);
            const known = parts.get(node);
            if (known) known.end = to;
            else if (/\S/u.test(node.data.slice(from, to))) parts.set(node, { start: from, end: to, detection, number });
        }
        return parts;
    };

    let count = 0;

    const makeLink = (/** @type {Detection} */ { type, href }, /** @type {number} */ number, /** @type {string} */ text) => {
        const link = document.createElement("a");
        link.setAttribute("href", href ?? `x-apple-data-detectors://${number}`);
        link.setAttribute("dir", "ltr");
        link.setAttribute("x-apple-data-detectors", "true");
        link.setAttribute("x-apple-data-detectors-type", type);
        link.setAttribute("x-apple-data-detectors-result", `${number}`);
        link.append(text);
        return link;
    };

    const linkPassage = (/** @type {Passage} */ { text, pieces }, /** @type {((text: string) => Detection[])[]} */ detectors) => {
        /** @type {Map<Text, Part[]>} */
        const parts = new Map();
        let index = 0;
        for (const detection of find(text, detectors)) {
            while (pieces[index].last <= detection.start) index++;
            const covered = partsOf(detection, count, pieces, index);
            if ([...covered.keys()].some((node) => node.parentElement?.isContentEditable)) continue;
            count++;
            for (const [node, part] of covered) {
                const links = parts.get(node) ?? [];
                links.push(part);
                parts.set(node, links);
            }
        }
        for (const [node, links] of parts) {
            const content = document.createDocumentFragment();
            let position = 0;
            for (const { start, end, detection, number } of links) {
                if (start > position) content.append(node.data.slice(position, start));
                content.append(makeLink(detection, number, node.data.slice(start, end)));
                position = end;
            }
            node.before(content);
            node.data = node.data.slice(position);
        }
    };

    const detect = () => {
        const detectors = allowedDetectors();
        if (detectors.length === 0) return;
        for (const passage of readBlocks().flatMap(readPassages)) linkPassage(passage, detectors);
    };

    if (document.readyState === "complete") detect();
    else addEventListener("load", detect, { once: true });
})
