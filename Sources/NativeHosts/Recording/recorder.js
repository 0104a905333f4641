// Records the calls of this page to its native half on a real device. `swwebview test --replay FILE` reads the format.
//
//   <script src="recorder.js" data-redact="password,token" data-send="https://my-mac.local:8443/bridge"></script>
//
// Load this script before every other script. `data-redact` names members whose values are removed. `data-send` names a server
// that receives the recording with a POST when the user leaves the page. In the Web Inspector, `copy(swwebviewRecorder.text())`
// copies the recording, and `swwebviewRecorder.share()` opens the share sheet. The recording has no events of the native half.

(() => {
    const { webkit } = /** @type {any} */ (window);
    const native = webkit?.messageHandlers;
    if (!native || "swwebviewRecorder" in window) return;
    const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
    const secrets = new Set((script?.dataset.redact ?? "").split(",").map((name) => name.trim()).filter(Boolean));
    const start = performance.now();
    const header = JSON.stringify({ format: "swwebview bridge recording", version: 1, madeBy: "recorder.js" });
    let lines = [header];
    let last = 0;

    /** @param {any} value @param {number} depth @returns {any} */
    const pack = (value, depth = 0) => {
        if (value === undefined || typeof value === "function" || typeof value === "symbol") return { $undefined: true };
        if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) return { $number: Object.is(value, -0) ? "-0" : String(value) };
        if (typeof value === "bigint") return String(value);
        if (typeof value !== "object" || value === null) return value;
        if (value instanceof Date) return { $date: value.getTime() };
        if (depth > 500) return null;
        if (Array.isArray(value)) return Array.from(value, (element) => pack(element, depth + 1));
        // WebKit removes members with the value undefined from a message.
        const present = Object.entries(value).filter(([, member]) => member !== undefined);
        const members = Object.fromEntries(present.map(([name, member]) => [
            name, secrets.has(name) ? "[redacted]" : pack(member, depth + 1),
        ]));
        const names = Object.keys(members);
        return names.length === 1 && names[0].startsWith("$") ? { $object: members } : members;
    };

    /** @param {Record<string, any>} record */
    const write = (record) => {
        lines.push(JSON.stringify({ time: Math.round((performance.now() - start) * 10) / 10, ...record }));
    };

    /** @param {string} name @param {any} body */
    const noteCall = (name, body) => {
        const call = ++last;
        const frame = { isMainFrame: window === top, origin: location.origin, url: location.href };
        write({ call, handler: name, frame, body: pack(body) });
        return call;
    };

    /** @param {number} call @param {any} answer */
    const noteAnswer = (call, answer) => {
        if (typeof answer?.then !== "function") return write({ reply: call, value: pack(answer) });
        answer.then(
            (/** @type {any} */ value) => write({ reply: call, value: pack(value) }),
            (/** @type {any} */ error) => write({ reply: call, error: String(error?.message ?? error) }));
    };

    /** @type {Map<string, any>} */
    const handlers = new Map();
    /** @param {string} name @param {any} handler */
    const recorded = (name, handler) => {
        const known = handlers.get(name);
        if (known) return known;
        const made = Object.freeze({
            postMessage(/** @type {any[]} */ ...values) {
                const call = noteCall(name, values[0]);
                const answer = handler.postMessage(...values);
                noteAnswer(call, answer);
                return answer;
            },
        });
        handlers.set(name, made);
        return made;
    };
    const proxy = new Proxy(native, {
        get: (target, name) => {
            const handler = target[name];
            // Handlers of the simulator have this prefix. Simulator handlers are not part of the app.
            return typeof name === "string" && !/^swwebview/i.test(name) && typeof handler?.postMessage === "function" ? recorded(name, handler) : handler;
        },
    });
    Object.defineProperty(Object.getPrototypeOf(webkit), "messageHandlers", { get: () => proxy, configurable: true, enumerable: true });

    const text = () => `${lines.join("\n")}\n`;
    const recorder = {
        /** Returns the recording so far. */
        text,
        /** Removes all lines but the header. */
        clear: () => { lines = [header]; },
        /** Sends the recording to a server. @param {string} url */
        send: (url) => fetch(url, { method: "POST", body: text(), mode: "no-cors", keepalive: lines.length < 100 }),
        /** Opens the share sheet. */
        share: () => navigator.share({ files: [new File([text()], "bridge.jsonl", { type: "text/plain" })] }),
    };
    Object.defineProperty(window, "swwebviewRecorder", { value: Object.freeze(recorder) });
    const address = script?.dataset.send;
    if (address) addEventListener("pagehide", () => navigator.sendBeacon(address, text()));
})();
