// @ts-check
// Reads the entries of a trace into items: a test with its beginning, a command with its reply, a call with its answers. A trace can be
// damaged or of another program: an odd entry becomes an item that shows it, and hides no other entry.

/**
 * @typedef {{ lane: string, time: number, end: number, title: string, note: string, state: string, data: any, index: number }} Item
 */

/** The lanes of the timeline, from top to bottom. */
const lanes = ["tests", "page", "network", "bridge", "native", "console", "workers"];

/** @param {unknown} text  A JSON text, which can be cut. @returns {any} */
const parsed = (text) => {
    try {
        return JSON.parse(String(text));
    } catch {
        return undefined;
    }
};

/** @param {unknown} value @param {number} [indent]  JSON text; "" for undefined, and a sentence for what is nested too deeply for that. */
const jsonOf = (value, indent) => {
    try {
        return JSON.stringify(value, null, indent) ?? "";
    } catch {
        return "a value that is nested too deeply";
    }
};

/** @param {unknown} value  The end of an address, for a list. */
const shortAddress = (value) => {
    const text = String(value);
    const path = text.replace(/^[a-z-]+:\/\/[^/]*/i, "") || text;
    return path.length > 90 ? `…${path.slice(-89)}` : path;
};

/** @param {unknown} value  One line of a value, for a list. */
const oneLine = (value) => {
    const text = typeof value === "string" ? value : jsonOf(value);
    return text.length > 160 ? `${text.slice(0, 159)}…` : text;
};

/** @param {unknown} value  @returns {any} The object with members; an empty one in place of other values. */
const membersOf = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** @param {unknown} value  @returns {string} A text as it is, and other values as JSON. */
const textOf = (value) => typeof value === "string" ? value : value === null ? "" : jsonOf(value);

/** @param {unknown} value  Milliseconds or pixels: at least 0, at most 30 years. */
const numberOf = (value) => typeof value === "number" && value > 0 ? Math.min(value, 1e12) : 0;

/** @param {unknown} value  The parts of a test's name. */
const nameOf = (value) => (Array.isArray(value) ? value : [value]).map(textOf).join(" › ");

/** @param {Item} item  Gives each member of an item its type. */
const neaten = (item) => {
    item.time = numberOf(item.time);
    item.end = Math.max(item.time, numberOf(item.end));
    for (const name of /** @type {("title" | "note" | "state")[]} */ (["title", "note", "state"])) item[name] = textOf(item[name]);
    item.data = Object(item.data) === item.data ? item.data : { entry: item.data };
};

class TraceModel {
    /** @param {string} text  Lines of JSON, the first of which is the header. */
    constructor(text) {
        const lines = text.split("\n");
        // A process that is killed can leave a part of its last line.
        if (parsed(lines.at(-1)) === undefined) lines.pop();
        this.header = membersOf(parsed(lines.shift())?.data);
        for (const name of ["width", "height", "attempt"]) this.header[name] = numberOf(this.header[name]);
        /** The number of lines that are no JSON. */
        this.unreadable = 0;
        /** @type {any} */
        this.end = undefined;
        /** @type {Item[]} */
        this.items = [];
        /** @type {any[]} */
        this.moments = [];
        /** @type {Map<string, Item>} */
        this.open = new Map();
        /** @type {Map<string, string>}  The scripts of service workers, by the ids of their realms. */
        this.workers = new Map();
        for (const line of lines) {
            const entry = parsed(line);
            if (entry !== undefined) this.takeAny(entry);
            else if (line.trim()) this.unreadable += 1;
        }
        this.items.forEach(neaten);
        const last = this.items.reduce((most, item) => Math.max(most, item.end), 1);
        this.duration = Math.max(last, numberOf(this.end?.duration) * 1000);
        for (const item of this.open.values()) {
            if (item.state === "running") item.end = this.duration;
        }
        for (const item of this.items) {
            const script = item.lane === "bridge" && this.workers.get(item.data.realm);
            if (!script) continue;
            item.data.realm = `service worker ${script}`;
            item.note = `${shortAddress(script)} · ${item.note}`;
        }
        this.items.sort((first, second) => first.time - second.time);
        this.items.forEach((item, index) => { item.index = index; });
        this.attachMoments();
    }

    /** @param {string} lane @param {number} time @param {string} title @param {any} data @param {Partial<Item>} [more] */
    add(lane, time, title, data, more) {
        const item = { lane, time, end: time, title, note: "", state: "", data, index: 0, ...more };
        this.items.push(item);
        return item;
    }

    /** @param {any} entry  What a line has. */
    takeAny(entry) {
        const { time, kind, data } = membersOf(entry);
        try {
            if (this.take({ time: numberOf(time), kind, data })) return;
        } catch {
            // Shown as it is.
        }
        this.add("page", numberOf(time), `An odd entry: ${textOf(kind)}`, { entry }, { state: "odd" });
    }

    /** @param {{ time: number, kind: unknown, data: any }} entry  @returns {boolean} Whether the kind is known. */
    take({ time, kind, data }) {
        if (kind === "began") this.began(time, data);
        else if (kind === "test") this.test(time, data);
        else if (kind === "failure") {
            this.add("tests", time, `${data.kind}: ${data.message}`, data, { state: "failed", note: "page" });
        } else if (kind === "page") this.add("page", time, String(data), { text: data });
        else if (kind === "console") this.add("console", time, data.text, data, { state: data.level });
        else if (kind === "bridge") this.bridge(time, data);
        else if (kind === "request") this.request(time, data);
        else if (kind === "socket") this.socket(time, data);
        else if (kind === "answer") {
            const state = data.status >= 400 ? "failed" : "";
            this.add("network", time, `${data.method} ${shortAddress(data.url)}`, data, { note: `service worker ${data.status}`, state });
        } else if (kind === "native") this.native(time, data);
        else if (kind === "worker") {
            const script = textOf(data.script);
            this.workers.set(data.id, script);
            const title = `${shortAddress(script)} is ${data.state}`;
            this.add("workers", time, title, data, { state: data.failure ? "failed" : "", note: data.failure ?? "" });
        } else if (kind === "moment") this.moment(time, membersOf(data));
        else if (kind === "end") this.end = membersOf(data);
        else return false;
        return true;
    }

    /** @param {number} time @param {any} data */
    moment(time, data) {
        const { picture, html } = data;
        this.moments.push({
            time, name: nameOf(data.name), width: numberOf(data.width), height: numberOf(data.height), scrollY: numberOf(data.scrollY),
            delay: data.delay === undefined ? undefined : numberOf(data.delay),
            picture: typeof picture === "string" ? picture : "", html: typeof html === "string" ? html : "",
        });
    }

    /** @param {number} time @param {any} data */
    began(time, data) {
        const name = nameOf(data.name);
        this.open.set(`test ${name}`, this.add("tests", time, name, data, { state: "running" }));
    }

    /** @param {number} time @param {any} data */
    test(time, data) {
        const name = nameOf(data.name);
        const known = this.open.get(`test ${name}`);
        this.open.delete(`test ${name}`);
        const start = known?.time ?? Math.max(0, time - numberOf(data.duration) * 1000);
        const state = data.status === "timedOut" ? "failed" : data.status;
        const more = { state, end: time, time: start, data, note: data.message ? oneLine(data.message) : "" };
        if (known) Object.assign(known, more);
        else this.add("tests", start, name, data, more);
    }

    /** @param {number} time @param {any} data */
    bridge(time, data) {
        const text = textOf(data.text), found = parsed(text);
        const message = found === Object(found) ? found : undefined;
        const index = message?.promiseIndex ?? /"promiseIndex":(\d+)/.exec(text.slice(0, 200) + text.slice(-200))?.[1];
        const key = `bridge ${data.realm} ${index}`;
        if (data.direction === "toHost") {
            const path = message?.path ?? /"path":"([^"]*)"/.exec(text)?.[1] ?? "a message";
            const body = message ? message.body : data.text;
            const content = { path, realm: data.realm, command: body };
            const item = this.add("bridge", time, path, content, { note: oneLine(body ?? "") });
            if (index !== undefined) {
                item.state = "running";
                this.open.set(key, item);
            }
            return;
        }
        const event = data.event ?? message?.event;
        const command = this.open.get(key);
        if (!event && command) {
            this.open.delete(key);
            const isError = Boolean(message && "error" in message);
            command.data.reply = message ? (isError ? message.error : message.response) : data.text;
            Object.assign(command, { end: time, state: isError ? "failed" : "answered" });
            return;
        }
        const content = { event, realm: data.realm, data: data.event ? (message ?? data.text) : (message?.data ?? data.text) };
        this.add("bridge", time, event ?? "a message to the page", content, { state: "event", note: oneLine(content.data) });
    }

    /** @param {number} time @param {any} data */
    request(time, data) {
        const isFailed = data.failure !== undefined || data.status >= 400;
        const result = data.failure ?? data.status ?? "no response";
        this.add("network", time, `${data.method} ${shortAddress(data.url)}`, data, {
            end: time + numberOf(data.duration), state: isFailed ? "failed" : data.duration === undefined ? "running" : "",
            note: [data.asker === "page" ? "" : data.asker, result, data.source].filter(Boolean).join(" · "),
        });
    }

    /** @param {number} time @param {any} data  An event of a web socket. */
    socket(time, data) {
        const key = `socket ${data.id}`;
        if (data.url !== undefined) {
            const content = { url: data.url, asker: data.asker, socket: [] };
            this.open.set(key, this.add("network", time, `WebSocket ${shortAddress(data.url)}`, content, { state: "running" }));
            return;
        }
        const item = this.open.get(key);
        if (!item) throw new Error('The opening of the socket is missing.');
        const { socket } = item.data;
        const event = data.opened !== undefined ? "open" : data.code !== undefined ? "close" : data.direction;
        socket.push({ ...data, time, event });
        const count = socket.filter((/** @type {any} */ { direction }) => direction).length;
        item.note = [item.data.asker === "page" ? "" : item.data.asker, `${count} ${count === 1 ? "message" : "messages"}`]
            .filter(Boolean).join(" · ");
        if (event !== "close") return;
        this.open.delete(key);
        Object.assign(item, { end: time, state: data.code === 1006 ? "failed" : "" });
        item.note += ` · closed with ${data.code}`;
    }

    /** @param {number} time @param {unknown} text */
    native(time, text) {
        const record = parsed(text);
        if (!record) return void this.add("native", time, oneLine(text), { record: text });
        if (record.call !== undefined) {
            const item = this.add("native", time, record.handler, { handler: record.handler, frame: record.frame, body: record.body }, {
                state: "running", note: oneLine(record.body ?? ""),
            });
            this.open.set(`native ${record.call}`, item);
        } else if (record.reply !== undefined) {
            const item = this.open.get(`native ${record.reply}`);
            if (!item) throw new Error('The call is missing.');
            const isError = record.error !== undefined;
            const { reply, time: _, ...content } = record;
            item.data.replies = [...(item.data.replies ?? []), content];
            Object.assign(item, { end: time, state: isError ? "failed" : "answered" });
        } else {
            const arrow = record.direction === "toPage" ? "to the page" : "from the page";
            this.add("native", time, record.event, { event: record.event, direction: arrow, detail: record.detail }, {
                state: "event", note: `${arrow} ${oneLine(record.detail ?? "")}`,
            });
        }
    }

    /** Gives each moment to the failure of its name, or makes an item of it. */
    attachMoments() {
        for (const moment of this.moments) {
            const { name } = moment;
            const owner = this.items.find((item) =>
                item.lane === "tests" && !item.data.moment && (item.title === name || item.data.kind === name)
                && item.end + 1 >= moment.time);
            if (owner) {
                owner.data.moment = moment;
            } else {
                const title = name === "end" ? "The page at the end" : `The page at “${name}”`;
                this.add("page", moment.time, title, { moment });
            }
        }
        this.items.sort((first, second) => first.time - second.time);
        this.items.forEach((item, index) => { item.index = index; });
    }
}
