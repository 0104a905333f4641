// @ts-check
// Shows one entry of a trace: its texts, headers and values, and the page at its moment.

/** @param {unknown} value  A value as text: JSON with indents, and text that is JSON likewise. */
const pretty = (value) => {
    const known = typeof value === "string" && /^\s*[[{]/.test(value) ? (parsed(value) ?? value) : value;
    const text = typeof known === "string" ? known : jsonOf(known, 2);
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

/** @param {any} parent @param {any} data  A web socket with its events. */
const addSocket = (parent, data) => {
    addTable(parent, "", [["address", data.url], ["made by", data.asker]]);
    const list = make("ol", "messages");
    for (const event of data.socket) {
        const row = make("li", event.event);
        const arrow = { send: "↑", receive: "↓" }[/** @type {string} */ (event.event)] ?? "";
        const isCut = event.size > (event.text ?? atob(event.bytes ?? "")).length;
        const more = isCut ? ` … (${event.size} ${event.text === undefined ? "bytes" : "characters"})` : "";
        const content = event.event === "open" ? `opened ${event.opened}` : event.event === "close"
            ? `closed with ${event.code} ${event.reason}` : event.text === undefined ? `${event.size} bytes: ${event.bytes}` : event.text;
        row.append(make("time", "", timeText(event.time)), make("b", "", arrow), make("pre", "", oneSocketText(content) + more));
        list.append(row);
    }
    parent.append(make("h3", "", "Messages"), list);
};

/** @param {string} text  The text of a message, up to a length that stays readable. */
const oneSocketText = (text) => text.length > 20000 ? `${text.slice(0, 20000)}…` : text;

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
        if (data.socket) return addSocket(parent, data);
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
    try {
        if (item.state === "odd") addBlock(parent, "Entry", item.data.entry);
        else details[item.lane]?.(parent, item.data);
    } catch {
        addBlock(parent, "Entry", jsonOf(item.data));
    }
    parent.scrollTop = 0;
};
