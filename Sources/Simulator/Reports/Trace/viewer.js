// @ts-check
// Shows a trace: its head and the list of its entries. Everything of the page is shown as text, and its document in a frame
// without scripts and without network.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {string} name @param {string} [className] @param {string} [text] @returns {any} */
const make = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
};

/** @param {number} milliseconds */
const timeText = (milliseconds) =>
    milliseconds < 1000 ? `${Math.round(milliseconds * 10) / 10} ms` : `${(milliseconds / 1000).toFixed(2)} s`;

const model = new TraceModel(element("trace").textContent);
/** The most rows that are shown at once. */
const MOST_ROWS = 1500;
const view = {
    lane: "all", text: "", isFailedOnly: false,
    /** @type {[number, number] | undefined} */
    range: undefined,
    /** @type {Item | undefined} */
    chosen: undefined,
    /** @type {Item[]} */
    shown: [],
};

// MARK: Header

{
    const { header, end } = model;
    document.title = `${textOf(header.page) || "Trace"} · Trace`;
    element("page").textContent = textOf(header.page);
    const pill = element("result");
    pill.textContent = end ? (end.isPassed ? "passed" : "failed") : "incomplete";
    pill.classList.toggle("failed", !end?.isPassed);
    element("facts").textContent = [
        end ? `${textOf(end.passed)} passed, ${textOf(end.failed)} failed` : "", timeText(model.duration),
        header.attempt > 1 ? `attempt ${header.attempt}` : "", `${header.width} × ${header.height}`, textOf(header.date),
    ].filter(Boolean).join("  ·  ");
    const dropped = numberOf(end?.dropped);
    const warnings = [
        end ? "" : "The process ended before the trace was complete.",
        dropped ? `${dropped} entries had no room.` : "",
        model.unreadable ? `${model.unreadable} ${model.unreadable === 1 ? "line" : "lines"} of the trace cannot be read.` : "",
    ].filter(Boolean);
    element("warning").textContent = warnings.join(" ");
}

// MARK: List

const isFailure = (/** @type {Item} */ item) => item.state === "failed" || item.state === "error";

/** @param {Item} item */
const isWanted = (item) => {
    if (view.lane !== "all" && item.lane !== view.lane) return false;
    if (view.isFailedOnly && !isFailure(item)) return false;
    if (view.range && (item.end < view.range[0] || item.time > view.range[1])) return false;
    return !view.text || `${item.title} ${item.note}`.toLowerCase().includes(view.text);
};

const tabs = element("tabs");
for (const lane of ["all", ...lanes]) {
    const count = lane === "all" ? model.items.length : model.items.filter((item) => item.lane === lane).length;
    if (!count && lane !== "all") continue;
    const button = make("button", "", `${lane[0]?.toUpperCase()}${lane.slice(1)} `);
    button.append(make("b", "", String(count)));
    button.setAttribute("role", "tab");
    button.dataset.lane = lane;
    button.addEventListener("click", () => {
        view.lane = lane;
        showList();
    });
    tabs.append(button);
}

/** @param {Item} item */
const rowOf = (item) => {
    const row = make("li", item.state);
    row.setAttribute("role", "option");
    row.id = `entry-${item.index}`;
    const mark = make("span", "mark");
    mark.style.background = colourOf(item);
    row.append(make("time", "", timeText(item.time)), mark, make("span", "title", oneLine(item.title)));
    const length = item.end > item.time ? timeText(item.end - item.time) : "";
    row.append(make("span", "note", [length, item.note].filter(Boolean).join("  ")));
    row.addEventListener("click", () => choose(item));
    return row;
};

const showList = () => {
    for (const button of tabs.children) {
        button.setAttribute("aria-selected", String(button.dataset.lane === view.lane));
    }
    view.shown = model.items.filter(isWanted);
    const rows = view.shown.slice(0, MOST_ROWS).map(rowOf);
    const list = element("list");
    list.replaceChildren(...rows);
    if (view.shown.length > MOST_ROWS) {
        list.append(make("li", "more", `${view.shown.length - MOST_ROWS} more: use the filter, or choose a range of the timeline.`));
    }
    if (!rows.length) list.append(make("li", "more", "No entry."));
    element("range").hidden = !view.range;
    markChosen(false);
    drawTimeline();
};

/** @param {boolean} scrolls */
const markChosen = (scrolls) => {
    const list = element("list");
    list.querySelector("[aria-selected=true]")?.removeAttribute("aria-selected");
    const row = view.chosen && element(`entry-${view.chosen.index}`);
    list.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.setAttribute("aria-selected", "true");
    if (scrolls) row?.scrollIntoView({ block: "nearest" });
};

/** @param {Item} item */
const choose = (item) => {
    view.chosen = item;
    markChosen(true);
    showDetail(item);
    drawTimeline();
};

element("list").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = view.chosen ? view.shown.indexOf(view.chosen) : -1;
    const next = view.shown[Math.max(0, Math.min(view.shown.length - 1, at + step))];
    if (next) choose(next);
});
element("search").addEventListener("input", () => {
    view.text = element("search").value.toLowerCase();
    showList();
});
element("failed").addEventListener("change", () => {
    view.isFailedOnly = element("failed").checked;
    showList();
});
element("range").addEventListener("click", () => {
    view.range = undefined;
    showList();
});
