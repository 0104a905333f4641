// The pages and tests with their states: the model that the host's events change, and the list of it.

/** @typedef {{ name: string[], status?: string, result?: any }} Test */
/** @typedef {{ name: string, state: string, result?: any, tests: Test[] }} Page */
/** @typedef {{ page: Page, test?: Test, failure?: any }} Row */

/** The most rows that are shown at once. */
const MOST_ROWS = 1500;
/** @type {Record<string, string>} */
const marks = { passed: "✓", failed: "✗", flaky: "!", skipped: "–", running: "▸", queued: "…", idle: "○", stopped: "■" };

/** @param {string[]} name */
const fullName = (name) => name.join(" › ");

/** @param {any} result  The result of a test. */
const statusOf = (result) => {
    if (["failed", "timedOut"].includes(result.status)) return "failed";
    if (result.status !== "passed") return "skipped";
    return result.earlierFailures?.length ? "flaky" : "passed";
};

/** @param {number | undefined} seconds */
const timeText = (seconds) =>
    typeof seconds !== "number" ? "" : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

export class Board {
    constructor() {
        /** @type {Page[]} */
        this.pages = [];
    }

    /** @param {string} name */
    page(name) { return this.pages.find((page) => page.name === name); }

    /** @param {any} event */
    take({ pages, page, test }) {
        if (pages) this.pages = pages.map((/** @type {any} */ listed) => Board.made(listed));
        if (page) this.pages = this.pages.map((known) => (known.name === page.name ? Board.made(page, known) : known));
        if (test) this.takeTest(test);
    }

    /** @param {any} page @param {Page} [known] @returns {Page} */
    static made(page, known) {
        const { name, state, result } = page;
        const isOver = state !== "running" && state !== "queued";
        // A page that runs keeps its tests, which lose their marks as they run again.
        const tests = isOver || !known?.tests.length
            ? (result?.tests ?? []).map((/** @type {any} */ test) => ({ name: test.name, status: statusOf(test), result: test }))
            : known.tests;
        return { name, state, result, tests };
    }

    /** @param {{ page: string, name: string[], result?: any }} event */
    takeTest({ page: name, name: path, result }) {
        const page = this.page(name);
        if (!page) return;
        const text = fullName(path);
        let test = page.tests.find((known) => fullName(known.name) === text);
        if (!test) page.tests.push(test = { name: path });
        test.status = result ? statusOf(result) : "running";
        if (result) test.result = result;
    }

    /**
     * Returns the rows of the list.
     * @param {string} filter  A part of names, in lower case. @param {boolean} isFailedOnly
     * @returns {Row[]}
     */
    rows(filter, isFailedOnly) {
        /** @type {Row[]} */
        const rows = [];
        for (const page of this.pages) {
            const isWanted = (/** @type {string} */ name) => name.toLowerCase().includes(filter);
            const failures = (page.result?.failures ?? []).map((/** @type {any} */ failure) => ({ page, failure }));
            const tests = page.tests.filter(({ name, status }) =>
                (!isFailedOnly || status === "failed") && (isWanted(page.name) || isWanted(fullName(name))));
            const isShown = isFailedOnly ? tests.length || failures.length && isWanted(page.name) : isWanted(page.name) || tests.length;
            if (isShown) rows.push({ page }, ...failures, ...tests.map((test) => ({ page, test })));
        }
        return rows;
    }
}

export class List {
    /**
     * @param {HTMLElement} element
     * @param {(row: Row) => void} chosen
     */
    constructor(element, chosen) {
        this.element = element;
        this.chosen = chosen;
        /** @type {Row[]} */
        this.rows = [];
        /** The key of the chosen row. */
        this.key = "";
        element.addEventListener("keydown", (event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const index = this.rows.findIndex((row) => List.keyOf(row) === this.key);
            const next = this.rows[Math.max(0, Math.min(this.rows.length - 1, index + step))];
            if (next) this.choose(next, true);
        });
    }

    /** @param {Row} row */
    static keyOf({ page, test, failure }) {
        return JSON.stringify([page.name, test?.name ?? null, failure ? failure.kind + failure.message : null]);
    }

    /** The chosen row as it is now; undefined for none. */
    get current() { return this.rows.find((row) => List.keyOf(row) === this.key); }

    /** @param {Row} row @param {boolean} [scrolls] */
    choose(row, scrolls = false) {
        this.key = List.keyOf(row);
        this.mark();
        if (scrolls) this.element.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
        this.chosen(row);
    }

    /** @param {Row[]} rows */
    show(rows) {
        this.rows = rows.slice(0, MOST_ROWS);
        const items = this.rows.map((row, index) => this.item(row, index));
        if (rows.length > MOST_ROWS) items.push(List.note(`${rows.length - MOST_ROWS} more: use the filter.`));
        if (!rows.length) items.push(List.note("No page."));
        this.element.replaceChildren(...items);
        this.mark();
    }

    /** @param {string} text */
    static note(text) {
        const item = document.createElement("li");
        item.className = "more";
        item.textContent = text;
        return item;
    }

    mark() {
        this.element.removeAttribute("aria-activedescendant");
        for (const [index, item] of [...this.element.children].entries()) {
            const row = this.rows[index];
            const isChosen = row !== undefined && List.keyOf(row) === this.key;
            item.setAttribute("aria-selected", String(isChosen));
            if (isChosen) this.element.setAttribute("aria-activedescendant", item.id);
        }
    }

    /** @param {Row} row @param {number} index */
    item(row, index) {
        const { page, test, failure } = row;
        const state = failure ? "failed" : test ? test.status ?? "idle" : page.state;
        const item = document.createElement("li");
        item.id = `row-${index}`;
        item.setAttribute("role", "option");
        item.className = `${test || failure ? "test" : "page"} ${state}`;
        const part = (/** @type {string} */ name, /** @type {string} */ className, /** @type {string} */ text) => {
            const made = document.createElement(name);
            made.className = className;
            made.textContent = text;
            return made;
        };
        const name = failure ? `${failure.kind}: ${failure.message}` : test ? fullName(test.name) : page.name;
        const mark = part("span", "mark", marks[state] ?? "");
        mark.title = state;
        const time = failure ? undefined : test ? test.result?.duration : page.result?.duration;
        item.append(mark, part("span", "name", name), part("small", "", timeText(time)));
        item.addEventListener("click", () => this.choose(row));
        return item;
    }
}

export { fullName, timeText };
