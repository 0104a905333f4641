// The context of native.js: the global functions of the module, and the transport of values, calls and errors to and from the
// host.

((/** @type {(kind: string, text: string) => string | undefined} */ host,
    /** @type {(source: string, file: string) => any} */ evaluate) => {
    const { parse, stringify } = JSON;
    const { isArray } = Array;
    const { defineProperty, entries, hasOwn } = Object;
    const NativePromise = Promise;
    const deepest = 500;
    const longest = 64 << 20;

    // MARK: Values, in the format of NativeValue+JSON.swift

    /** @param {any} value @param {any[]} outer @returns {any} */
    const pack = (value, outer = []) => {
        switch (typeof value) {
            case "undefined": return { $undefined: true };
            case "boolean": return value;
            case "string": return /** @type {any} */ (value).toWellFormed();
            case "number":
                if (value === 0 && 1 / value < 0) return { $number: "-0" };
                return Number.isFinite(value) ? value : { $number: String(value) };
            case "object": break;
            default: throw new TypeError(`A ${typeof value} cannot be sent to a page`);
        }
        if (value === null) return null;
        if (value instanceof Date) return Number.isNaN(value.getTime()) ? { $number: "NaN" } : { $date: value.getTime() };
        if (outer.includes(value)) throw new TypeError("A cyclic object cannot be sent to a page");
        if (outer.length >= deepest) throw new RangeError(`The value is nested more than ${deepest} deep`);
        if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Map || value instanceof Set || value instanceof Promise) {
            throw new TypeError(`A ${value.constructor?.name} cannot be sent to a page`);
        }
        const inner = [...outer, value];
        if (isArray(value)) return Array.from(value, (element) => pack(element, inner));
        /** @type {any} */
        const members = {};
        for (const [name, member] of entries(value)) {
            defineProperty(members, /** @type {any} */ (name).toWellFormed(), { value: pack(member, inner), enumerable: true, configurable: true });
        }
        const names = Object.keys(members);
        return names.length === 1 && names[0].startsWith("$") ? { $object: members } : members;
    };

    /** @param {any} value @returns {any} */
    const unpack = (value) => {
        if (typeof value !== "object" || value === null) return value;
        if (isArray(value)) return value.map(unpack);
        const names = Object.keys(value);
        if (names.length === 1) {
            if (hasOwn(value, "$date")) return new Date(value.$date);
            if (value.$undefined === true) return undefined;
            if (hasOwn(value, "$number")) return Number(value.$number);
            if (hasOwn(value, "$object")) return unpackMembers(value.$object);
        }
        return unpackMembers(value);
    };

    /** @param {any} members */
    const unpackMembers = (members) => {
        const object = {};
        for (const [name, value] of entries(members)) {
            defineProperty(object, name, { value: unpack(value), enumerable: true, configurable: true, writable: true });
        }
        return object;
    };

    /** @param {string} kind @param {any} message */
    const tell = (kind, message) => {
        const text = stringify(message);
        if (text.length > longest) throw new RangeError(`The value has ${text.length} characters of JSON; the maximum is ${longest}`);
        return host(kind, text);
    };

    // MARK: Errors

    /** @param {any} error */
    const describe = (error) => {
        try {
            if (!(error instanceof Error)) {
                const own = typeof error === "string" ? error : error?.message;
                return { message: typeof own === "string" ? own : show(error) };
            }
            const place = /(file:\/\/\/[^\n]*?):(\d+):\d+$/m.exec(String(error.stack ?? ""));
            const { name, message } = error;
            const { sourceURL, line } = /** @type {any} */ (error);
            const isOwn = typeof sourceURL === "string" && sourceURL.startsWith("file:///");
            const text = !name || name === "Error" ? String(message) : `${name}: ${message}`;
            // A syntax error has the file and line as properties. Its stack names the caller of `evaluate`.
            return isOwn && (error instanceof SyntaxError || !place)
                ? { message: text, file: sourceURL, line }
                : { message: text, file: place?.[1], line: place ? Number(place[2]) : undefined };
        } catch {
            return { message: "An error that cannot be described" };
        }
    };

    /**
     * The code and the further members of an error, which plugins send to the page beside its message. Members without JSON are left out.
     * @param {any} error
     */
    const membersOf = (error) => {
        if (typeof error !== "object" || error === null) return {};
        try {
            const { message, code, errorMessage, stack, sourceURL, line, column, ...data } = error;
            const text = code === undefined || code === null ? undefined : String(code);
            const sent = Object.fromEntries(entries(data).filter(([, value]) => canBeSent(value)));
            return { code: text, data: Object.keys(sent).length ? pack(sent) : undefined };
        } catch {
            // A getter throws.
            return {};
        }
    };

    /** @param {any} value */
    const canBeSent = (value) => {
        try {
            pack(value);
            return true;
        } catch {
            return false;
        }
    };

    /** @param {any} value @returns {string} */
    const show = (value) => {
        try {
            if (value instanceof Error) return `${value}${value.stack ? `\n${value.stack}` : ""}`.replaceAll("file:///", "");
            if (typeof value === "function") return `[function ${value.name}]`;
            return typeof value === "object" && value !== null ? stringify(value) : String(value);
        } catch {
            return Object.prototype.toString.call(value);
        }
    };

    // MARK: Globals

    /** The number of the current call. Its timers belong to the same call. */
    let owner = 0;
    let lastTimer = 0;
    /** @type {Map<number, {run: () => void, owner: number, interval: number | undefined}>} */
    const timers = new Map();

    /** @param {any} action @param {any} delay @param {any[]} values @param {boolean} repeats */
    const addTimer = (action, delay, values, repeats) => {
        if (typeof action !== "function") throw new TypeError("A timer needs a function");
        const id = ++lastTimer;
        const milliseconds = Math.min(Math.max(Number(delay) || 0, repeats ? 1 : 0), 2 ** 31 - 1);
        timers.set(id, { run: () => action(...values), owner, interval: repeats ? milliseconds : undefined });
        tell("timer", { id, milliseconds, owner });
        return id;
    };

    /** @param {any} error */
    const report = (error) => {
        const { message, file, line } = describe(error);
        tell("uncaught", { message, file, line });
    };

    /** @type {any} */
    const globals = {
        /** @param {any} action @param {any} delay @param {any[]} values */
        setTimeout: (action, delay, ...values) => addTimer(action, delay, values, false),
        /** @param {any} action @param {any} delay @param {any[]} values */
        setInterval: (action, delay, ...values) => addTimer(action, delay, values, true),
        /** @param {number} id */
        clearTimeout: (id) => { timers.delete(id); },
        /** @param {number} id */
        clearInterval: (id) => { timers.delete(id); },
        /** @param {() => void} action */
        queueMicrotask: (action) => { NativePromise.resolve().then(action).catch(report); },
        /** @param {any} value */
        structuredClone: (value) => unpack(pack(value)),
        /** @param {string} path */
        readText: (path) => read(path, false),
        /** @param {string} path */
        readBase64: (path) => read(path, true),
        /** @param {string} name @param {any} detail */
        fire: (name, detail = null) => { tell("fire", { name: String(name), detail: pack(detail) }); },
        /** @param {string} name @param {any} data */
        notify: (name, data = {}) => { tell("notify", { name: String(name), data: pack(data) }); },
        console: Object.fromEntries(["log", "info", "warn", "error", "debug"].map((level) => [
            level, (/** @type {any[]} */ ...values) => {
                tell("console", { level, text: values.map(show).join(" ").slice(0, 10_000) });
            },
        ])),
    };

    /** @param {string} path @param {boolean} isBinary */
    const read = (path, isBinary) => {
        const answer = parse(tell("read", { path: String(path), isBinary }) ?? "{}");
        if (answer.error) throw new Error(answer.error);
        return answer.text;
    };

    for (const [name, value] of entries(globals)) {
        defineProperty(globalThis, name, { value, enumerable: false, configurable: true, writable: true });
    }

    // MARK: Modules

    /** @type {any} */
    let native = {};

    /** @param {any} value @param {string} name */
    const functions = (value, name) => {
        if (value === undefined) return [];
        if (typeof value !== "object" || value === null) throw new TypeError(`“${name}” must be an object of functions`);
        for (const [key, member] of entries(value)) {
            if (typeof member !== "function") throw new TypeError(`“${name}.${key}” must be a function`);
        }
        return Object.keys(value);
    };

    /** @param {{path: string, script: string}} module */
    const load = ({ path, script }) => {
        const exported = evaluate(script, `file:///${path.split("/").map(encodeURIComponent).join("/")}`)();
        if (typeof exported !== "object" || exported === null || isArray(exported) || exported instanceof Promise) {
            throw new TypeError("The module must have a default export: an object with “handlers”, “plugins” or “events”");
        }
        const members = ["handlers", "plugins", "events", "injectedJavaScriptObject", "originWhitelist"];
        const unknown = Object.keys(exported).find((name) => !members.includes(name));
        if (unknown !== undefined) {
            throw new TypeError(`The default export has an unknown member “${unknown}”. There are: ${members.join(", ")}`);
        }
        const { injectedJavaScriptObject = null, originWhitelist = null } = exported;
        if (typeof injectedJavaScriptObject !== "object" || isArray(injectedJavaScriptObject)) {
            throw new TypeError("“injectedJavaScriptObject” must be an object");
        }
        if (originWhitelist !== null && !(isArray(originWhitelist) && originWhitelist.every((pattern) => typeof pattern === "string"))) {
            throw new TypeError("“originWhitelist” must be a list of texts");
        }
        native = exported;
        /** @type {any} */
        const plugins = {};
        for (const [name, plugin] of entries(exported.plugins ?? {})) plugins[name] = functions(plugin, `plugins.${name}`);
        // JSON leaves functions out without a word.
        pack(injectedJavaScriptObject);
        tell("loaded", {
            handlers: functions(exported.handlers, "handlers"), events: functions(exported.events, "events"), plugins,
            injectedJavaScriptObject: injectedJavaScriptObject && stringify(injectedJavaScriptObject), originWhitelist,
        });
    };

    // MARK: Calls

    /** @param {any} message */
    const target = ({ kind, name, method }) => {
        const object = kind === "plugin" ? native.plugins?.[name] : kind === "event" ? native.events : native.handlers;
        const key = kind === "plugin" ? method : name;
        const found = object && hasOwn(object, key) ? object[key] : undefined;
        if (typeof found !== "function") {
            const path = kind === "plugin" ? `plugins.${name}.${method}` : `${kind === "event" ? "events" : "handlers"}.${name}`;
            throw new TypeError(`native.js has no ${path}`);
        }
        return found.bind(object);
    };

    /** @param {any} message */
    const call = (message) => {
        const { id } = message;
        owner = id;
        const context = {
            frame: message.frame && Object.freeze(message.frame),
            fire: (/** @type {string} */ name, /** @type {any} */ detail = null) => {
                tell("fire", { name: String(name), detail: pack(detail), tag: message.tag });
            },
        };
        const fail = (/** @type {any} */ error) => { tell("settle", { id, error: { ...describe(error), ...membersOf(error) } }); };
        try {
            NativePromise.resolve(target(message)(unpack(message.body), context)).then((value) => {
                try {
                    tell("settle", { id, value: pack(value) });
                } catch (error) {
                    fail(error);
                }
            }, fail);
        } catch (error) {
            fail(error);
        }
    };

    /** @param {number} id */
    const runTimer = (id) => {
        const timer = timers.get(id);
        if (!timer) return;
        owner = timer.owner;
        if (timer.interval === undefined) timers.delete(id);
        try {
            timer.run();
        } catch (error) {
            report(error);
        }
        if (timer.interval !== undefined && timers.has(id)) tell("timer", { id, milliseconds: timer.interval, owner });
    };

    defineProperty(globalThis, "___receive", {
        value: (/** @type {string} */ text) => {
            const message = parse(text);
            if (message.kind === "timer") return runTimer(message.id);
            if (message.kind !== "load") return call(message);
            try {
                load(message);
            } catch (error) {
                tell("failed", describe(error));
            }
        },
    });
    defineProperty(globalThis, "___rejected", { value: (/** @type {any} */ _promise, /** @type {any} */ reason) => report(reason) });
    // @ts-ignore
})(host, evaluate);
delete globalThis.host;
delete globalThis.evaluate;
delete globalThis.Atomics;
delete globalThis.SharedArrayBuffer;
delete globalThis.WebAssembly;
