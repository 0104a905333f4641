// The page's console, and its bridge's messages, as they pass.

const MOST = 1000;
/** The longest text that is shown at once. */
const LONG = 220;

/** @param {string} name @param {string} className @param {string} text */
const make = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
};

/**
 * A message of the bridge: the number that a command and its reply share, the path, and what is said.
 * @param {string} text
 * @returns {Node[]}
 */
const message = (text) => {
    try {
        const { path, promiseIndex, streamID, body, response, ...rest } = JSON.parse(text);
        const said = body ?? response ?? (Object.keys(rest).length ? rest : undefined);
        const parts = [
            promiseIndex === undefined ? null : make("span", "number", `#${promiseIndex}`),
            typeof path === "string" ? make("span", "path", path) : null,
            said === undefined ? null : document.createTextNode(JSON.stringify(said)),
        ];
        return parts.flatMap((part) => (part ? [part, document.createTextNode(" ")] : []));
    } catch {
        return [document.createTextNode(text)];
    }
};

export class Log {
    constructor() {
        /** @type {any} */
        this.lists = { console: document.getElementById("console"), bridge: document.getElementById("bridge") };
        /** @type {any} */
        this.panels = { ...this.lists, phone: document.getElementById("phone") };
        /** @type {any} */
        this.tabs = {};
        for (const name of Object.keys(this.panels)) this.tabs[name] = document.getElementById(`${name}-tab`);
        /** @type {any} */
        this.counts = { console: 0, bridge: 0 };
        for (const name of Object.keys(this.tabs)) {
            this.tabs[name].addEventListener("click", () => this.select(name));
            this.tabs[name].addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
                if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
                const names = Object.keys(this.tabs).filter((each) => !this.tabs[each].hidden);
                const step = event.key === "ArrowLeft" ? names.length - 1 : 1;
                const other = names[(names.indexOf(name) + step) % names.length];
                this.select(other);
                this.tabs[other].focus();
            });
        }
        document.getElementById("clear")?.addEventListener("click", () => {
            for (const name of Object.keys(this.lists)) {
                this.lists[name].replaceChildren();
                this.counts[name] = 0;
                this.count(name);
            }
        });
    }

    /** @param {string} selected */
    select(selected) {
        for (const name of Object.keys(this.tabs)) {
            this.tabs[name].setAttribute("aria-selected", String(name === selected));
            this.tabs[name].tabIndex = name === selected ? 0 : -1;
            this.panels[name].hidden = name !== selected;
        }
        if (this.lists[selected]) this.lists[selected].scrollTop = this.lists[selected].scrollHeight;
    }

    /** @param {string} name */
    count(name) {
        const shown = document.getElementById(`${name}-count`);
        if (shown) shown.textContent = String(this.counts[name]);
    }

    /** @param {any[]} entries */
    add(entries) {
        /** @type {any} */
        const parts = { console: new DocumentFragment(), bridge: new DocumentFragment() };
        for (const entry of entries) {
            const name = entry.kind === "bridge" ? "bridge" : "console";
            parts[name].append(this.line(entry));
            this.counts[name] += 1;
        }
        for (const name of Object.keys(parts)) {
            if (!parts[name].childNodes.length) continue;
            const list = this.lists[name];
            const isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 30;
            list.append(parts[name]);
            while (list.childElementCount > MOST) list.firstElementChild.remove();
            if (isAtEnd) list.scrollTop = list.scrollHeight;
            this.count(name);
        }
    }

    /** @param {any} entry */
    line(entry) {
        const item = make("li", `${entry.kind} ${entry.detail}`, "");
        const time = make("time", "", new Date(entry.time).toTimeString().slice(0, 8));
        const text = make("pre", "", "");
        if (entry.event) text.append(make("span", "event", entry.event), " ");
        text.append(...(entry.kind === "bridge" ? message(entry.text) : [entry.text]));
        if (entry.kind === "bridge") text.title = entry.text.slice(0, 2000);
        item.append(time, text);
        if (text.textContent && text.textContent.length > LONG) this.fold(text);
        return item;
    }

    /**
     * Shows the beginning of a long text, and the rest when a button is pressed.
     * @param {HTMLElement} text
     */
    fold(text) {
        const more = /** @type {HTMLButtonElement} */ (make("button", "more", "more"));
        more.type = "button";
        more.setAttribute("aria-expanded", "false");
        text.classList.add("folded");
        more.addEventListener("click", () => {
            const isFolded = text.classList.toggle("folded");
            more.setAttribute("aria-expanded", String(!isFolded));
            more.textContent = isFolded ? "more" : "less";
        });
        text.after(more);
    }
}
