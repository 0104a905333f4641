// Events between the application and this frame. The application calls the main frame's `take`. It cannot call other frames:
// each keeps one message unanswered, and the answer brings the next events.

(() => {
    // A name, since a page could have Symbol.for answer with another key.
    const key = "___swwebviewEvents";
    const handler = /** @type {any} */ (window).webkit?.messageHandlers?.SWWebViewEvents;
    if (!handler || key in window) return;
    const { parse, stringify } = JSON;
    const { apply } = Reflect;
    const { hasOwnProperty } = Object.prototype;
    const { origin: place } = self;
    const NativeEvent = CustomEvent;
    const NativeDOMException = DOMException;
    const nativeFetch = fetch;
    const { addEventListener, dispatchEvent } = EventTarget.prototype;
    const { postMessage } = handler;
    const post = (/** @type {any} */ body) => apply(postMessage, handler, [body]);
    /** The name of a frame that is not the main frame, which no other frame can guess. */
    const id = window === top ? "" : crypto.getRandomValues(new Uint32Array(4)).join("-");
    /** Events that came from the application are not told to it. @type {WeakSet<Event>} */
    const ours = new WeakSet();
    /** @type {Set<string>} */
    const heard = new Set();
    /**
     * The functions that settle the page's promises, by the id of the work; and the outcomes that came before their id was known.
     */
    const deferred = new Map();
    /** @type {any[]} */
    let early = [];
    let asking = 0;

    /** @param {CustomEvent} event */
    const tell = (event) => {
        if (ours.has(event)) return;
        let detail;
        try {
            detail = stringify(event.detail) ?? "null";
        } catch (error) {
            return console.error(`The application cannot hear “${event.type}”: its detail is not JSON.`, error);
        }
        post({ event: event.type, detail }).catch(() => {});
    };

    /** @param {string} name */
    const hear = (name) => {
        if (heard.has(name)) return;
        heard.add(name);
        apply(addEventListener, window, [name, tell]);
    };

    // Until the application has said what it hears, all events that would reach the window are noted.
    /** @type {CustomEvent[] | undefined} */
    let unheard = [];
    const noting = {
        /** @this {EventTarget} @param {Event} event */
        dispatchEvent(event) {
            const result = apply(dispatchEvent, this ?? window, arguments);
            if (unheard && event instanceof NativeEvent && !heard.has(event.type) && (event.bubbles || (this ?? window) === window)) unheard.push(event);
            return result;
        },
    }.dispatchEvent;
    EventTarget.prototype.dispatchEvent = noting;
    const isToldWhatToHear = () => {
        const events = unheard ?? [];
        unheard = undefined;
        if (EventTarget.prototype.dispatchEvent === noting) EventTarget.prototype.dispatchEvent = dispatchEvent;
        for (const event of events) if (heard.has(event.type)) tell(event);
    };

    /** @param {string} name @param {any} detail */
    const raise = (name, detail) => {
        const event = new NativeEvent(name, { detail });
        ours.add(event);
        if (name === "deferred" && typeof detail?.id === "string") {
            const settle = deferred.get(detail.id);
            if (settle) settle(detail);
            else if (asking) early.push(detail);
        }
        apply(dispatchEvent, window, [event]);
    };

    /** @param {string} messages  A list, as JSON text. */
    const take = (messages) => {
        const list = parse(messages);
        // Messages for another origin are skipped without calling a function that a page could have replaced.
        for (let index = 0; index < list.length; index += 1) {
            const message = list[index];
            if (apply(hasOwnProperty, message, ["hear"])) hear(message.hear);
            else if (message.origin === null || message.origin === place) raise(message.event, message.detail);
        }
    };
    Object.defineProperty(window, key, { value: Object.freeze({ take }) });

    let isAway = false;
    const wait = async () => {
        try {
            take(await post({ begin: id }));
            isToldWhatToHear();
            while (window !== top && !isAway) take(await post({ wait: id }));
        } catch {
            // The application takes no more messages.
        }
    };

    /** @param {any} failure */
    const failureOf = ({ name, message, ...rest }) => Object.assign(new Error(message), { name }, rest);

    /** @param {string} work @param {AbortSignal | undefined} signal @param {((value: any) => void) | undefined} onprogress */
    const outcome = (work, signal, onprogress) => new Promise((resolve, reject) => {
        const abort = () => {
            deferred.delete(work);
            post({ cancel: work }).catch(() => {});
            reject(signal?.reason);
        };
        const end = () => {
            deferred.delete(work);
            signal?.removeEventListener("abort", abort);
        };
        /** @param {any} detail */
        const settle = (detail) => {
            if (detail.state === "progress") return onprogress?.(detail.value);
            end();
            if (detail.state === "result") resolve(detail.value);
            else reject(failureOf(detail.error));
        };
        deferred.set(work, settle);
        signal?.addEventListener("abort", abort);
        if (signal?.aborted) return abort();
        for (const detail of early) if (detail.id === work) settle(detail);
    });

    /**
     * Fetches what is answered later: the promise is settled when the work is over.
     * @param {RequestInfo | URL} input @param {RequestInit & {onprogress?: (value: any) => void}} [init]
     */
    const fetchDeferred = async (input, init = {}) => {
        const { onprogress, ...rest } = init;
        asking++;
        try {
            const response = await nativeFetch(input, rest);
            if (!response.ok) throw failureOf({ name: "HTTPError", message: await response.text(), status: response.status });
            const body = await response.json();
            if (response.status !== 202) return body;
            if (typeof body?.id !== "string") throw new NativeDOMException("The answer names no work to wait for", "DataError");
            return await outcome(body.id, rest.signal ?? undefined, onprogress);
        } finally {
            if (!--asking) early = [];
        }
    };
    Object.defineProperty(window, "fetchDeferred", { value: fetchDeferred, writable: true, enumerable: true, configurable: true });

    if (window !== top) {
        apply(addEventListener, window, ["pagehide", () => {
            isAway = true;
            post({ gone: id }).catch(() => {});
        }]);
        apply(addEventListener, window, ["pageshow", (/** @type {PageTransitionEvent} */ { persisted }) => {
            if (!persisted) return;
            isAway = false;
            wait();
        }]);
    }
    wait();
})();
