// Records the calls of this page to its native half on a real device. `swwebview test --replay FILE` reads the format.
//
//   <script src="recorder.js" data-redact="password,token" data-send="https://my-mac.local:8443/bridge"></script>
//
// Load this script before every other script. `data-redact` names members whose values are removed. `data-send` names a server
// that receives the recording with a POST when the user leaves the page. In the Web Inspector, `copy(swwebviewRecorder.text())`
// copies the recording, and `swwebviewRecorder.share()` opens the share sheet. Of Capacitor and Cordova, the recording has the calls of
// plugins, all their replies, and their events. Of React Native and Flutter, it has the messages, the calls of handlers and their replies,
// and the app's messages. Of other native halves, it has the messages and their replies.

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

    /** @param {string} name @param {any} body @param {string} [id] */
    const noteCall = (name, body, id) => {
        const call = ++last;
        const frame = { isMainFrame: window === top, origin: location.origin, url: location.href };
        write({ call, handler: name, ...(id === undefined ? {} : { id }), frame, body: pack(body) });
        return call;
    };

    /** @param {number} call @param {any} answer */
    const noteAnswer = (call, answer) => {
        if (typeof answer?.then !== "function") return write({ reply: call, value: pack(answer) });
        answer.then(
            (/** @type {any} */ value) => write({ reply: call, value: pack(value) }),
            (/** @type {any} */ error) => write({ reply: call, error: String(error?.message ?? error) }));
    };

    /** @param {number} call @param {any} error @param {boolean} isLast */
    const noteError = (call, error, isLast) => {
        const { message, code, errorMessage, ...data } = typeof error === "object" && error ? error : { message: error };
        const text = String(message ?? code ?? "");
        const number = typeof error === "number" ? String(error) : code === undefined ? undefined : String(code);
        write({ reply: call, ...(isLast ? {} : { isLast }), error: text, ...(number && { code: number }), ...(Object.keys(data).length && { data: pack(data) }) });
    };

    // MARK: Frameworks

    // The numbers of the plugins' calls by the page's identifiers.
    /** @type {Map<string, number>} */
    const open = new Map();
    // The listeners of Capacitor's plugins by the page's identifiers.
    /** @type {Map<string, { plugin: string, event: string }>} */
    const listeners = new Map();
    /** @param {string} event @param {any} detail @param {Record<string, string>} target */
    const noteEvent = (event, detail, target) => write({ event, ...target, direction: "toPage", detail: pack(detail ?? null) });
    /** @param {string} id @param {boolean} isSuccess @param {any} value @param {boolean} isLast */
    const noteReply = (id, isSuccess, value, isLast) => {
        const call = open.get(id);
        if (call === undefined) return;
        if (isLast) open.delete(id);
        if (isSuccess) write({ reply: call, ...(isLast ? {} : { isLast }), value: pack(value) });
        else noteError(call, value, isLast);
    };
    // Replaces a function by one that takes note of its arguments.
    /** @param {any} owner @param {string} name @param {Function} note */
    const tap = (owner, name, note) => {
        const original = owner?.[name];
        if (typeof original !== "function") return;
        owner[name] = function (/** @type {any[]} */ ...values) {
            note(...values);
            return original.apply(this, values);
        };
    };

    let isCapacitorTapped = false;
    const tapCapacitor = () => {
        if (isCapacitorTapped) return;
        isCapacitorTapped = true;
        const { Capacitor } = /** @type {any} */ (window);
        tap(Capacitor, "fromNative", (/** @type {any} */ { callbackId, success, save, data, error }) => {
            const heard = listeners.get(callbackId);
            if (!heard) return noteReply(callbackId, success, success ? data : error, !save);
            // Each listener receives the event. The recording has it once.
            const [first] = [...listeners].find(([, { plugin, event }]) => plugin === heard.plugin && event === heard.event) ?? [];
            if (first === callbackId) noteEvent(heard.event, data, { plugin: heard.plugin });
        });
        tap(Capacitor, "triggerEvent", (/** @type {string} */ name, /** @type {string} */ target, /** @type {any} */ data) => {
            if (["document", "window"].includes(target)) noteEvent(name, data ?? {}, { target });
        });
    };
    /** The events of Cordova's native half. The plugins' scripts fire further ones after replies. */
    const cordovaEvents = new Set([
        "pause", "resume", "resign", "active", "keyboardWillShow", "keyboardDidShow", "keyboardWillHide", "keyboardDidHide",
    ]);
    let isCordovaTapped = false;
    const tapCordova = () => {
        const { cordova } = /** @type {any} */ (window);
        if (isCordovaTapped || !cordova?.require) return;
        isCordovaTapped = true;
        tap(cordova.require("cordova/exec"), "nativeCallback", (
            /** @type {string} */ id, /** @type {number} */ status, /** @type {any} */ message, /** @type {boolean} */ keeps) => {
            // The status 0 means that there is no result.
            if (status !== 0) noteReply(id, status === 1, message ?? null, !keeps);
        });
        for (const [name, target] of [["fireDocumentEvent", "document"], ["fireWindowEvent", "window"]]) {
            tap(cordova, name, (/** @type {string} */ event, /** @type {any} */ data) => {
                if (cordovaEvents.has(event)) noteEvent(event, data ?? {}, { target });
            });
        }
    };

    // react-native-webview: the app's messages are events without a sender.
    if ("ReactNativeHistoryShim" in native || "ReactNativeWebView" in window) {
        addEventListener("message", ({ isTrusted, source, origin, data }) => {
            if (!isTrusted && !source && !origin) noteEvent("message", data, { target: "message" });
        });
    }

    /** The handlers of flutter_inappwebview's own scripts. */
    const flutterNames = new Set(["onConsoleMessage", "onFindResultReceived", "onPrintRequest", "onWindowBlur", "onWindowFocus"]);
    /** @param {any} flutter */
    const tapFlutter = (flutter) => {
        const original = flutter?.callHandler;
        if (typeof original !== "function") return;
        flutter.callHandler = (/** @type {string} */ name, /** @type {any[]} */ ...values) => {
            const answer = original(name, ...values);
            if (flutterNames.has(name)) return answer;
            const call = noteCall(`${name}.callHandler`, JSON.parse(JSON.stringify(values)));
            answer.then(
                (/** @type {any} */ value) => write({ reply: call, value: pack(value) }),
                (/** @type {any} */ error) => write({ reply: call, error: String(error?.message).replace(/^error, Exception: /, "") }));
            return answer;
        };
    };
    tapFlutter(/** @type {any} */ (window).flutter_inappwebview);

    // Notes a message of a framework. Returns false for other messages.
    /** @param {string} name @param {any} body */
    const noteFramework = (name, body) => {
        if (name === "bridge" && body?.type === "message" && "Capacitor" in window) {
            tapCapacitor();
            const { pluginId, methodName, callbackId, options } = body;
            if (methodName === "addListener") listeners.set(callbackId, { plugin: pluginId, event: options?.eventName });
            else if (methodName === "removeListener") listeners.delete(String(options?.callbackId));
            else if (methodName === "removeAllListeners") {
                for (const [id, { plugin }] of listeners) if (plugin === pluginId) listeners.delete(id);
            } else if (pluginId !== "Console") open.set(callbackId, noteCall(`${pluginId}.${methodName}`, options ?? {}, callbackId));
            return true;
        }
        // Their own scripts send these messages.
        if (name === "ReactNativeHistoryShim" || name === "callHandler") return true;
        if (name === "ReactNativeWebView") {
            write({ reply: noteCall("ReactNativeWebView.message", { data: body, url: location.href }), value: null });
            return true;
        }
        // A channel of webview_flutter is a global with the handler's name.
        if (/** @type {any} */ (window)[name] === handlers.get(name)) {
            write({ reply: noteCall(`${name}.postMessage`, body), value: null });
            return true;
        }
        if (name !== "cordova" || !Array.isArray(body)) return false;
        tapCordova();
        const [id, service, action, values] = body;
        const call = noteCall(`${service}.${action}`, values ?? [], id);
        // A call without callbacks receives no reply.
        if (id === "INVALID") write({ reply: call, value: null });
        else open.set(id, call);
        return true;
    };

    /** @type {Map<string, any>} */
    const handlers = new Map();
    /** @param {string} name @param {any} handler */
    const recorded = (name, handler) => {
        const known = handlers.get(name);
        if (known) return known;
        const made = Object.freeze({
            postMessage(/** @type {any[]} */ ...values) {
                if (noteFramework(name, values[0])) return handler.postMessage(...values);
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
    // The channels of webview_flutter, which exist already.
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
        if (value && value === native[name]) /** @type {any} */ (window)[name] = recorded(name, value);
    }
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
