// The result of a page, a test or a failure. Everything of the page is shown as text.

import { fullName, timeText } from "./test_list.js";

/** @param {string} name @param {string} className @param {string} text @returns {any} */
const make = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
};

/** @param {HTMLElement} parent @param {string} title @param {any} text @param {string} [className] */
const addBlock = (parent, title, text, className = "") => {
    if (text === undefined || text === null || text === "") return;
    parent.append(make("h3", "", title), make("pre", className, String(text)));
};

/** @param {HTMLElement} parent @param {any} source  An excerpt of a file. */
const addSource = (parent, source) => {
    if (!source) return;
    const block = make("pre", "source", "");
    source.lines.forEach((/** @type {string} */ line, /** @type {number} */ index) => {
        const number = source.firstLine + index;
        const text = `${String(number).padStart(5)}  ${line}`;
        block.append(number === source.line ? make("span", "marked", text) : `${text}\n`);
    });
    parent.append(make("h3", "", "Source"), block);
};

/** @param {HTMLElement} parent @param {any} result  A result of a test, or a failure of a page. */
const addFailure = (parent, result) => {
    addBlock(parent, "Failure", result.message, "failed");
    addBlock(parent, "Expected", result.expected);
    addBlock(parent, "Actual", result.actual);
    const { position } = result;
    if (position) {
        const column = position.column ? `:${position.column}` : "";
        parent.append(make("p", "", `at ${position.file ?? position.url}:${position.line}${column}`));
    }
    addSource(parent, result.source);
};

/** @param {HTMLElement} parent @param {string | undefined} path */
const addPicture = (parent, path) => {
    if (!path) return;
    const picture = make("img", "", "");
    picture.alt = "The page at the failure";
    // The picture is there when its page has ended.
    picture.addEventListener("error", () => picture.remove());
    picture.src = `picture?file=${encodeURIComponent(path)}`;
    parent.append(make("h3", "", "Picture"), picture);
};

/** @param {HTMLElement} parent @param {any[] | undefined} console */
const addConsole = (parent, console) => {
    addBlock(parent, "Console", console?.map(({ level, text }) => `[${level}] ${text}`).join("\n"));
};

/**
 * Shows a row of the list.
 * @param {HTMLElement} parent @param {import("./test_list.js").Row} row
 */
export const showDetail = (parent, { page, test, failure }) => {
    const title = failure ? failure.kind : test ? fullName(test.name) : page.name;
    parent.replaceChildren(make("h2", "", title));
    if (test || failure) parent.append(make("p", "", page.name));
    const { result } = page;
    if (result?.trace) {
        const link = make("a", "", "Trace: each step of the page");
        link.href = `trace?file=${encodeURIComponent(result.trace)}`;
        link.target = "_blank";
        link.rel = "noopener";
        const line = make("p", "", "");
        line.append(link);
        parent.append(line);
    }
    const shown = failure ?? test?.result;
    if (shown) {
        addFailure(parent, shown);
        for (const message of shown.earlierFailures ?? []) addBlock(parent, "Failure when it was run before", message);
        addPicture(parent, shown.screenshot);
        addConsole(parent, failure ? result?.console : shown.console);
        addBlock(parent, "Stack", shown.stack);
    } else if (!test) {
        parent.append(make("p", "", [page.state, timeText(result?.duration), result && `${page.tests.length} tests`].filter(Boolean).join(" · ")));
        addConsole(parent, result?.console);
    }
    parent.scrollTop = 0;
};
