// @ts-check
// Shows a trace: the timeline, the list of entries, and the chosen entry. Everything of the page is shown as text, and its
// document in a frame without scripts and without network.

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

const model = new TraceModel(JSON.parse(element("trace").textContent));
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
    document.title = `${header.page ?? "Trace"} · Trace`;
    element("page").textContent = header.page;
    const pill = element("result");
    pill.textContent = end ? (end.isPassed ? "passed" : "failed") : "incomplete";
    pill.classList.toggle("failed", !end?.isPassed);
    element("facts").textContent = [
        end ? `${end.passed} passed, ${end.failed} failed` : "", timeText(model.duration),
        header.attempt > 1 ? `attempt ${header.attempt}` : "", `${header.width} × ${header.height}`, header.date,
    ].filter(Boolean).join("  ·  ");
    const dropped = end?.dropped ?? 0;
    const warnings = [
        end ? "" : "The process ended before the trace was complete.",
        dropped ? `${dropped} entries had no room.` : "",
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

// MARK: Detail

/** @param {unknown} value  A value as text: JSON with indents, and text that is JSON likewise. */
const pretty = (value) => {
    const known = typeof value === "string" && /^\s*[[{]/.test(value) ? (parsed(value) ?? value) : value;
    const text = typeof known === "string" ? known : (JSON.stringify(known, null, 2) ?? "undefined");
    return text.length > 200000 ? `${text.slice(0, 200000)}…` : text;
};

/** @param {any} parent @param {string} title @param {unknown} value @param {string} [className] */
const addBlock = (parent, title, value, className) => {
    if (value === undefined || value === null || value === "") return;
    parent.append(make("h3", "", title), make("pre", className, pretty(value)));
};

/** @param {any} parent @param {string} title @param {[string, unknown][]} rows */
const addTable = (parent, title, rows) => {
    const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== "");
    if (!known.length) return;
    const table = make("table");
    for (const [name, value] of known) {
        const row = make("tr");
        row.append(make("td", "", name), make("td", "", String(value)));
        table.append(row);
    }
    if (title) parent.append(make("h3", "", title));
    parent.append(table);
};

/** @param {any} parent @param {any} moment */
const addMoment = (parent, moment) => {
    const stage = make("div", "stage");
    const choices = make("div", "tabs");
    const frame = make("div", "frame");
    const show = {
        Picture: () => {
            const picture = make("img");
            picture.alt = "The page at this moment";
            picture.src = `data:image/png;base64,${moment.picture}`;
            return picture;
        },
        Document: () => {
            const page = make("iframe");
            page.title = "The document at this moment";
            // No permission of any kind: no scripts, no navigation, no origin.
            page.setAttribute("sandbox", "");
            page.style.width = `${Math.max(moment.width, model.header.width)}px`;
            page.style.height = `${Math.min(Math.max(moment.height, model.header.height), 20000)}px`;
            page.srcdoc = moment.html;
            return page;
        },
    };
    for (const [name, content] of /** @type {[string, () => any][]} */ (Object.entries(show))) {
        if (name === "Picture" ? !moment.picture : !moment.html) continue;
        const button = make("button", "", name);
        button.setAttribute("role", "tab");
        button.addEventListener("click", () => {
            for (const other of choices.children) other.setAttribute("aria-selected", String(other === button));
            frame.replaceChildren(content());
            if (name === "Document") frame.scrollTop = moment.scrollY;
        });
        choices.append(button);
    }
    if (!choices.children.length) return;
    const delay = moment.delay === undefined ? "" : `, picture ${timeText(moment.delay)} later`;
    choices.append(make("span", "more", `at ${timeText(moment.time)}${delay}`));
    stage.append(choices, frame);
    parent.append(stage);
    choices.children[0].click();
};

/** @param {any} parent @param {any} source */
const addSource = (parent, source) => {
    if (!source) return;
    const block = make("pre", "source");
    source.lines.forEach((/** @type {string} */ line, /** @type {number} */ index) => {
        const number = source.firstLine + index;
        const text = `${String(number).padStart(5)}  ${line}\n`;
        block.append(number === source.line ? make("span", "marked", text.trimEnd()) : text);
    });
    parent.append(make("h3", "", "Source"), block);
};

/** @type {Record<string, (parent: any, data: any) => void>} */
const details = {
    tests(parent, data) {
        addBlock(parent, "Failure", data.message, "failed");
        if (data.moment) addMoment(parent, data.moment);
        addBlock(parent, "Expected", data.expected);
        addBlock(parent, "Actual", data.actual);
        const { position } = data;
        if (position) {
            const column = position.column ? `:${position.column}` : "";
            addTable(parent, "", [["at", `${position.file ?? position.url}:${position.line}${column}`]]);
        }
        addSource(parent, data.source);
        addBlock(parent, "Stack", data.stack);
    },
    page(parent, data) {
        if (data.moment) addMoment(parent, data.moment);
    },
    network(parent, data) {
        addTable(parent, "", [
            ["address", data.url], ["status", data.status], ["failure", data.failure], ["asked by", data.asker],
            ["answered by", data.source ?? "service worker"], ["response after", data.waiting && timeText(data.waiting)],
            ["body", data.size === undefined ? undefined : `${data.size} bytes`],
        ]);
        const pairs = (/** @type {any} */ fields) => (fields ?? []).map((/** @type {any} */ { name, value }) => [name, value]);
        addTable(parent, "Request headers", pairs(data.responseHeaders || data.source ? data.headers : []));
        addBlock(parent, "Request body", data.body);
        addTable(parent, "Response headers", pairs(data.responseHeaders ?? (data.source ? [] : data.headers)));
        addBlock(parent, "Response body", data.responseBody);
    },
    bridge(parent, data) {
        addTable(parent, "", [["realm", data.realm]]);
        addBlock(parent, "Command", data.command);
        addBlock(parent, "Reply", data.reply);
        addBlock(parent, "Event", data.data);
    },
    native(parent, data) {
        addTable(parent, "", [["frame", data.frame?.url], ["direction", data.direction]]);
        addBlock(parent, "Message", data.body ?? data.record);
        for (const reply of data.replies ?? []) {
            const isError = reply.error !== undefined;
            addBlock(parent, isError ? "Error" : "Answer", isError ? reply : reply.value, isError ? "failed" : "");
        }
        addBlock(parent, "Detail", data.detail);
    },
    console(parent, data) { addBlock(parent, data.level, data.text, data.level === "error" ? "failed" : ""); },
    workers(parent, data) {
        addTable(parent, "", [["script", data.script], ["state", data.state], ["worker", data.id]]);
        addBlock(parent, "Failure", data.failure, "failed");
    },
};

/** @param {Item} item */
const showDetail = (item) => {
    const parent = element("detail");
    parent.replaceChildren(make("h2", "", item.lane === "console" ? "Console" : item.title));
    const length = item.end > item.time ? `, for ${timeText(item.end - item.time)}` : "";
    const state = item.state && item.lane !== "console" ? ` · ${item.state}` : "";
    parent.append(make("p", "when", `${item.lane} at ${timeText(item.time)}${length}${state}`));
    details[item.lane]?.(parent, item.data);
    parent.scrollTop = 0;
};
