// The part of the server inside a realm: local values of its client become JavaScript values, and results remote values. The expression
// is a function that makes the part. No script of the page can reach an object of it.
//
// Source: WebDriver BiDi, "Serialization", https://w3c.github.io/webdriver-bidi/#type-script-RemoteValue
(/** @type {string} */ realm) => {
    /** @typedef {any} Value */
    const { stringify, parse } = JSON;
    const brand = Object.prototype.toString;
    const isNodeType = /** @type {any} */ (Object.getOwnPropertyDescriptor(Node.prototype, "nodeType")).get;
    const getWindow = Object.getOwnPropertyDescriptor(globalThis, "window")?.get;
    /** @type {Map<string, Value>} */
    const handles = new Map();
    /** @type {WeakMap<Value, string>} */
    const nodeNames = new WeakMap();
    /** @type {Map<string, WeakRef<Value>>} */
    const nodes = new Map();
    let count = 0;
    /** @type {Value[]} */
    let queue = [];
    /** @type {((text: string) => void) | undefined} */
    let deliver;

    class Failure {
        constructor(/** @type {string} */ error, /** @type {string} */ message) {
            this.error = error;
            this.message = message;
        }
    }

    // MARK: Kinds

    const isNode = (/** @type {Value} */ value) => {
        try { return isNodeType.call(value) > 0; } catch { return false; }
    };
    const isWindow = (/** @type {Value} */ value) => {
        try { return !!getWindow?.call(value); } catch { return false; }
    };
    /** @type {Record<string, string>} */
    const tags = {
        RegExp: "regexp", Date: "date", Map: "map", Set: "set", WeakMap: "weakmap", WeakSet: "weakset", Error: "error",
        DOMException: "error", Promise: "promise", ArrayBuffer: "arraybuffer", SharedArrayBuffer: "arraybuffer",
        Generator: "generator", AsyncGenerator: "generator", NodeList: "nodelist", RadioNodeList: "nodelist",
        HTMLCollection: "htmlcollection", HTMLOptionsCollection: "htmlcollection",
        HTMLFormControlsCollection: "htmlcollection", HTMLAllCollection: "htmlcollection",
    };
    const kind = (/** @type {Value} */ value) => {
        if (typeof value === "symbol") return "symbol";
        if (typeof value === "function") return "function";
        if (isWindow(value)) return "window";
        if (isNode(value)) return "node";
        if (Array.isArray(value)) return "array";
        if (ArrayBuffer.isView(value)) return "typedarray";
        return tags[brand.call(value).slice(8, -1)] ?? (value instanceof Error ? "error" : "object");
    };

    // MARK: Serialization

    /** The indices of the frames from the top window to a window. */
    const path = (/** @type {any} */ view) => {
        const indices = [];
        while (view.parent !== view) {
            let index = 0;
            while (index < view.parent.length && view.parent[index] !== view) index++;
            indices.unshift(index);
            view = view.parent;
        }
        return indices;
    };

    const nodeName = (/** @type {Node} */ node) => {
        let name = nodeNames.get(node);
        if (!name) {
            name = `${realm}.n${++count}`;
            nodeNames.set(node, name);
            nodes.set(name, new WeakRef(node));
        }
        return name;
    };

    const number = (/** @type {number} */ value) =>
        Object.is(value, -0) ? "-0" : Number.isFinite(value) ? value : String(value);

    /** Whether the values of an object are part of its serialization, so that an object that comes again has an internal id. */
    const containers = new Set(["array", "object", "map", "set", "node", "nodelist", "htmlcollection"]);

    class Serializer {
        constructor(/** @type {Value} */ options, /** @type {string | undefined} */ ownership) {
            this.depth = options?.maxObjectDepth ?? Infinity;
            this.domDepth = options?.maxDomDepth === null ? Infinity : options?.maxDomDepth ?? 0;
            this.shadow = options?.includeShadowTree ?? "none";
            this.owns = ownership === "root";
            /** @type {Map<Value, Value>} */
            this.known = new Map();
        }

        /** @returns {Value} */
        serialize(/** @type {Value} */ value, depth = this.depth, domDepth = this.domDepth, isTop = true) {
            switch (typeof value) {
                case "undefined": if (value === undefined) return { type: "undefined" }; break;
                case "string": return { type: "string", value };
                case "number": return { type: "number", value: number(value) };
                case "boolean": return { type: "boolean", value };
                case "bigint": return { type: "bigint", value: String(value) };
            }
            if (value === null) return { type: "null" };
            const type = kind(value);
            /** @type {Value} */
            const remote = { type };
            if (this.owns && isTop) {
                remote.handle = `${realm}/h${++count}`;
                handles.set(remote.handle, value);
            }
            if (type === "node") remote.sharedId = nodeName(value);
            const first = containers.has(type) ? this.known.get(value) : undefined;
            if (first) {
                first.internalId ??= `i${++count}`;
                remote.internalId = first.internalId;
                return remote;
            }
            if (containers.has(type)) this.known.set(value, remote);
            const content = this.content(value, type, depth, domDepth);
            if (content !== undefined) remote.value = content;
            return remote;
        }

        /** @returns {Value} */
        content(/** @type {Value} */ value, /** @type {string} */ type, /** @type {number} */ depth, /** @type {number} */ domDepth) {
            const inner = (/** @type {Value} */ part) => this.serialize(part, depth - 1, domDepth, false);
            switch (type) {
                case "regexp": return { pattern: value.source, flags: value.flags };
                case "date": return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
                case "window": return { path: path(value) };
                case "node": return this.node(value, domDepth);
            }
            if (depth <= 0) return undefined;
            switch (type) {
                case "array": case "set": case "nodelist": case "htmlcollection": return Array.from(value, inner);
                case "map":
                    return Array.from(value, ([key, part]) => [typeof key === "string" ? key : inner(key), inner(part)]);
                case "object": return Object.keys(value).map((key) => [key, inner(value[key])]);
            }
            return undefined;
        }

        node(/** @type {any} */ node, /** @type {number} */ depth) {
            /** @type {Value} */
            const value = { nodeType: node.nodeType, childNodeCount: node.childNodes.length };
            if (node.nodeType !== 1 && node.nodeValue !== null) value.nodeValue = node.nodeValue;
            if (node.nodeType === 1 || node.nodeType === 2) {
                value.localName = node.localName;
                value.namespaceURI = node.namespaceURI;
            }
            if (node instanceof ShadowRoot) value.mode = node.mode;
            const inner = (/** @type {Node} */ child) => this.serialize(child, this.depth, depth - 1, false);
            if (node.nodeType === 1) {
                value.attributes = Object.fromEntries([...node.attributes].map((each) => [each.name, each.value]));
                value.shadowRoot = node.shadowRoot
                    ? this.shadow === "none" ? { type: "node", sharedId: nodeName(node.shadowRoot) } : inner(node.shadowRoot)
                    : null;
            }
            if (depth > 0) value.children = [...node.childNodes].map(inner);
            return value;
        }
    }

    // MARK: Deserialization

    const send = (/** @type {Value} */ message) => {
        queue.push(message);
        flush();
    };
    const flush = () => {
        if (!deliver || queue.length === 0) return;
        const [done, messages] = [deliver, queue];
        deliver = undefined;
        queue = [];
        done(stringify(messages));
    };
    const channel = (/** @type {Value} */ { channel, serializationOptions, ownership }) =>
        (/** @type {Value} */ value) => {
            send({ channel, data: new Serializer(serializationOptions, ownership).serialize(value) });
        };

    const shared = (/** @type {string} */ name) => {
        const node = nodes.get(name)?.deref();
        if (!node) throw new Failure("no such node", `There is no node ${name}`);
        return node;
    };

    /** @returns {Value} */
    const local = (/** @type {Value} */ given) => {
        if (given.sharedId !== undefined) return shared(given.sharedId);
        if (given.handle !== undefined) {
            if (!handles.has(given.handle)) throw new Failure("no such handle", `There is no handle ${given.handle}`);
            return handles.get(given.handle);
        }
        const wrong = () => new Failure("invalid argument", `The local value of type ${given.type} has a wrong value`);
        const { type, value } = given;
        const pairs = () => {
            if (!Array.isArray(value) || !value.every((pair) => Array.isArray(pair) && pair.length === 2)) throw wrong();
            return value.map(([key, part]) => [typeof key === "string" ? key : local(key), local(part)]);
        };
        switch (type) {
            case "undefined": return undefined;
            case "null": return null;
            case "string": if (typeof value !== "string") throw wrong(); return value;
            case "boolean": if (typeof value !== "boolean") throw wrong(); return value;
            case "number":
                if (typeof value !== "number" && !["NaN", "-0", "Infinity", "-Infinity"].includes(value)) throw wrong();
                return Number(value);
            case "bigint":
                try { return BigInt(value); } catch { throw wrong(); }
            case "date":
                if (typeof value !== "string" || Number.isNaN(Date.parse(value))) throw wrong();
                return new Date(value);
            case "regexp":
                try { return new RegExp(value.pattern, value.flags); } catch { throw wrong(); }
            case "array": if (!Array.isArray(value)) throw wrong(); return value.map(local);
            case "set": if (!Array.isArray(value)) throw wrong(); return new Set(value.map(local));
            case "map": return new Map(/** @type {any} */ (pairs()));
            case "object": return Object.fromEntries(pairs());
            case "channel": return channel(value);
        }
        throw new Failure("invalid argument", `There is no local value of type ${type}`);
    };

    // MARK: Results

    const frames = (/** @type {Value} */ stack) =>
        String(stack ?? "").split("\n").filter(Boolean).map((line) => {
            const [, name, url, row, column] = /^(?:(.*)@)?(.*?):(\d+):(\d+)$/.exec(line) ?? [];
            return {
                functionName: name ?? "", url: url ?? "", lineNumber: Math.max(0, Number(row ?? 1) - 1),
                columnNumber: Math.max(0, Number(column ?? 1) - 1),
            };
        });

    const thrown = (/** @type {Value} */ error, /** @type {Value} */ options) => {
        if (error instanceof Failure) return stringify({ failure: error.error, message: error.message });
        let text = "";
        try { text = String(error); } catch { text = "An object that has no text was thrown"; }
        const callFrames = kind(Object(error)) === "error" ? frames(error.stack) : [];
        return stringify({
            type: "exception",
            exceptionDetails: {
                text, stackTrace: { callFrames }, lineNumber: callFrames[0]?.lineNumber ?? 0,
                columnNumber: callFrames[0]?.columnNumber ?? 0,
                exception: new Serializer(options.serialization, options.ownership).serialize(error),
            },
        });
    };

    const success = (/** @type {Value} */ value, /** @type {Value} */ options) => {
        try {
            return stringify({
                type: "success", result: new Serializer(options.serialization, options.ownership).serialize(value),
            });
        } catch (error) {
            return thrown(error, options);
        }
    };

    const end = (/** @type {Value} */ value, /** @type {Value} */ options) =>
        options.awaits && kind(Object(value)) === "promise"
            ? Promise.resolve(value).then((result) => success(result, options), (error) => thrown(error, options))
            : success(value, options);

    // MARK: Nodes

    /** The elements with a text, the innermost ones. */
    const withText = (/** @type {Value} */ root, /** @type {Value} */ { value, ignoreCase, matchType, maxDepth }) => {
        const fold = (/** @type {string} */ text) => ignoreCase ? text.toUpperCase() : text;
        const wanted = fold(value);
        const matches = (/** @type {Value} */ node) => {
            const text = fold((node.innerText ?? node.textContent ?? "").trim());
            return matchType === "partial" ? text.includes(wanted) : text === wanted;
        };
        /** @returns {Value[]} */
        const search = (/** @type {Value} */ node, /** @type {number} */ depth) => {
            if (depth < 0) return [];
            const inner = [...node.children ?? []].flatMap((child) => search(child, depth - 1));
            return inner.length > 0 ? inner : node.nodeType === 1 && matches(node) ? [node] : [];
        };
        return search(root, maxDepth ?? Infinity);
    };

    const byPath = (/** @type {Value} */ root, /** @type {string} */ expression) => {
        const found = document.evaluate(expression, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
        return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index));
    };

    const ofFrame = (/** @type {number} */ index) =>
        [...document.querySelectorAll("iframe, frame, object, embed")].filter(
            (/** @type {any} */ element) => element.contentWindow && element.contentWindow === self[index]);

    const locate = (/** @type {Value} */ { locator, starts, most, serialization }, /** @type {Value} */ accessible) => {
        try {
            const roots = starts?.map(local) ?? [document];
            const found = roots.flatMap((/** @type {Value} */ root) => {
                switch (locator.type) {
                    case "css": return [...root.querySelectorAll(locator.value)];
                    case "xpath": return byPath(root, locator.value);
                    case "innerText": return withText(root, locator);
                    case "accessibility": return accessible(root, locator.value);
                    default: return ofFrame(locator.index);
                }
            });
            const all = [...new Set(found)].slice(0, most ?? Infinity);
            const serializer = new Serializer(serialization, "none");
            return stringify({ nodes: all.map((node) => serializer.serialize(node)) });
        } catch (error) {
            if (error instanceof Failure) return thrown(error, {});
            return stringify({ failure: "invalid selector", message: String(error) });
        }
    };

    /** The files of a file input become those of the client. */
    const setFiles = (/** @type {Value} */ { element, files }) => {
        try {
            const input = shared(element);
            if (input.localName !== "input" || input.type !== "file" || input.disabled) {
                throw new Failure("unable to set file input", "The element is no enabled file input");
            }
            if (files.length > 1 && !input.multiple) {
                throw new Failure("unable to set file input", "The input takes one file");
            }
            const transfer = new DataTransfer();
            for (const { name, type, base64 } of files) {
                const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
                transfer.items.add(new File([bytes], name, { type }));
            }
            input.files = transfer.files;
            input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
            input.dispatchEvent(new Event("change", { bubbles: true }));
            return "{}";
        } catch (error) {
            return thrown(error, {});
        }
    };

    return {
        /** The result of a script that the host has run. */
        ended: (/** @type {string} */ options, /** @type {Value} */ value) => end(value, parse(options)),
        /** The exception of a script that the host has run. */
        threw: (/** @type {string} */ options, /** @type {Value} */ error) => thrown(error, parse(options)),
        /** Calls a function with local values. */
        call(/** @type {Value} */ callee, /** @type {string} */ text) {
            const options = parse(text);
            try {
                if (typeof callee !== "function") throw new Failure("invalid argument", "The declaration is no function");
                const values = options.arguments.map(local);
                const receiver = options.this ? local(options.this) : undefined;
                return end(Reflect.apply(callee, receiver, values), options);
            } catch (error) {
                return thrown(error, options);
            }
        },
        serialize: (/** @type {Value[]} */ ...values) =>
            stringify(values.map((value) => new Serializer({}, "none").serialize(value))),
        disown(/** @type {string} */ names) {
            for (const name of parse(names)) handles.delete(name);
            return "{}";
        },
        /** The object behind the name of a node, for the host. */
        node: (/** @type {string} */ name) => nodes.get(name)?.deref(),
        /** Names a node that the host brings from another realm. */
        name: (/** @type {Node} */ node) => stringify({ sharedId: nodeName(node) }),
        locate: (/** @type {string} */ order, /** @type {Value} */ find) => locate(parse(order), find),
        setFiles: (/** @type {string} */ order) => setFiles(parse(order)),
        /** The rectangle of an element in its viewport. */
        rect(/** @type {string} */ name) {
            try {
                const element = shared(name);
                const { x, y, width, height } = element.getClientRects?.()[0] ?? element.getBoundingClientRect();
                return stringify({ x, y, width, height });
            } catch (error) {
                return thrown(error, {});
            }
        },
        /** The place of a frame's viewport in this one. */
        frameOrigin(/** @type {number} */ index) {
            const [element] = ofFrame(index);
            if (!element) return stringify({ failure: "no such frame", message: "The frame has no element" });
            const { x, y } = element.getBoundingClientRect();
            const style = getComputedStyle(element);
            const inset = (/** @type {string} */ side) =>
                parseFloat(style.getPropertyValue(`border-${side}-width`)) + parseFloat(style.getPropertyValue(`padding-${side}`));
            return stringify({ x: x + inset("left"), y: y + inset("top") });
        },
        channel,
        names: { kind, nameOf: nodeName, nodeOf: (/** @type {string} */ name) => nodes.get(name)?.deref(), path },
        /** Names the realm, once the host knows it. */
        claim(/** @type {string} */ name) { realm = name; },
        /** Waits for messages of channels. */
        messages: () => new Promise((resolve) => {
            deliver = resolve;
            flush();
        }),
    };
}
