// The commands that the host gives a frame. They run in a content world that the page does not share: its functions cannot be replaced.

import { flatText } from "../../WebViewTesting/Frameworks/accessibility.js";
import { beginFill, selectOptions } from "../../WebViewTesting/Frameworks/fields.js";
import { NotActionable, frame, originOf, placeOf, windowOf } from "../../WebViewTesting/Frameworks/places.js";
import { Outline, described, isDisabled, pathOf } from "./outline.js";
import { beginAfter, elementOf, latestNumber } from "./references.js";

/** @param {any} element */
const actionable = (element) => {
    if (isDisabled(element)) throw new NotActionable(`${described(element)} is disabled.`);
    return element;
};

/**
 * The windows of the page that this one may read, itself first.
 * @param {any} start @returns {any[]}
 */
const readable = (start) => {
    const all = [start];
    for (let index = 0; index < start.length && index < 100; index++) {
        try {
            if (start[index].document) all.push(...readable(start[index]));
        } catch {}
    }
    return all;
};

/** @type {Record<string, (...values: any[]) => any>} */
const commands = {
    /** @param {number} after @param {number | null} number */
    snapshot(after, number) {
        beginAfter(after);
        const outline = new Outline();
        const root = number === null ? document.body ?? document.documentElement : elementOf(number);
        if (root) outline.add(root, 0);
        return { lines: outline.lines, latest: latestNumber(), isCut: outline.isCut };
    },
    path: () => pathOf(window),
    /** @param {number} number */
    describe: (number) => described(elementOf(number)),
    /** The place of an element in the outermost window that this one may read. @param {number} number @param {boolean} isForced */
    async place(number, isForced) {
        const element = actionable(elementOf(number));
        const { x, y } = await placeOf(element, { force: isForced, outermost: window });
        return { x, y, text: described(element) };
    },
    /** The corner of the content of a frame, after scrolling it into view. @param {number[]} path */
    async corner(path) {
        /** @type {any} */
        let parent = window;
        for (const index of path.slice(0, -1)) parent = parent[index];
        const inner = parent[path[path.length - 1] ?? 0];
        const element = [...parent.document.querySelectorAll('iframe, frame')].find(({ contentWindow }) => contentWindow === inner);
        if (!element) throw new NotActionable('The frame has left the page. Take a new snapshot.');
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        await frame();
        const box = element.getBoundingClientRect(), style = parent.getComputedStyle(element), outer = originOf(parent, window);
        return {
            x: outer.x + box.left + element.clientLeft + parseFloat(style.paddingLeft),
            y: outer.y + box.top + element.clientTop + parseFloat(style.paddingTop),
        };
    },
    /** The area of an element in the document. @param {number} number */
    async area(number) {
        const element = elementOf(number);
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        await frame();
        const { left, top: above, width, height } = element.getBoundingClientRect(), outer = originOf(windowOf(element), window);
        return { x: outer.x + left, y: outer.y + above, width, height, scrollX: window.scrollX, scrollY: window.scrollY };
    },
    /** @param {number} number @param {string} text */
    fill(number, text) {
        const element = elementOf(number);
        return { isOpen: beginFill(element, text), text: described(element) };
    },
    /** @param {number} number */
    focus(number) {
        const element = actionable(elementOf(number));
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        element.focus();
        return described(element);
    },
    /** @param {number} number @param {string[]} values */
    async select(number, values) {
        const element = actionable(elementOf(number));
        await selectOptions(element, values);
        return described(element);
    },
    /** Whether the frame shows a text. @param {string} text */
    shows(text) {
        if (readable(window).some((each) => each.document.body?.innerText.includes(text))) return true;
        const outline = new Outline();
        if (document.body) outline.add(document.body, 0);
        const escaped = JSON.stringify(text).slice(1, -1);
        return outline.lines.some((line) => line.text.includes(escaped));
    },
    storage() {
        const read = (/** @type {() => Storage} */ open) => {
            try { return Object.entries(open()); } catch { return null; }
        };
        return { local: read(() => localStorage), session: read(() => sessionStorage) };
    },
    /** @param {string} kind @param {string | null} name @param {string | null} value */
    store(kind, name, value) {
        const storage = kind === 'session' ? sessionStorage : localStorage;
        if (name === null) storage.clear();
        else if (value === null) storage.removeItem(name);
        else storage.setItem(name, value);
    },
    /** @param {number} number */
    element: (number) => elementOf(number),
};

/**
 * Runs a command. Returns its result or its failure as JSON.
 * @param {string} name @param {any[]} values
 */
const run = async (name, values) => {
    try {
        return JSON.stringify({ value: await commands[name]?.(...values) ?? null });
    } catch (error) {
        // A failure may name an element by its attributes, which are the page's.
        return JSON.stringify({ failure: flatText(error instanceof Error ? error.message : error).slice(0, 500) });
    }
};

Object.defineProperty(globalThis, 'agent', { value: Object.freeze({ run, elementOf }) });
webkit.messageHandlers.swwebviewAgent.postMessage(null);
