// The worker's console, mirrored to the host's log.

import { toWellFormed } from "../shared/conversions.js";
import { markStart } from "../shared/marks.js";
import { apply, getterOf, indexOf, NativeError, slice, stringify } from "../shared/primordials.js";
import { listen } from "../shared/web_primordials.js";
import { replaceGetter, replaceMethod } from "../shared/webidl.js";
import { notify } from "./bridge.js";
import { errorText } from "./events.js";

/** @param {string} level @param {string} text */
const log = (level, text) => notify("/Console/log", { level, text: toWellFormed(text) });
/** @param {string} text */
export const warn = (text) => log("warn", text);

/** @type {(value: unknown) => boolean} */
const isError = /** @type {any} */ (NativeError).isError ?? ((/** @type {unknown} */ value) => value instanceof NativeError);

/** @param {unknown} value */
const consoleText = (value) => {
    try {
        if (typeof value === "string") return value;
        if (isError(value)) return `${value}`;
        if (typeof value === "object" && value !== null) return stringify(value) ?? `${value}`;
        return `${/** @type {any} */ (value)}`;
    } catch {
        return "[object]";
    }
};

const errorFile = getterOf(ErrorEvent.prototype, "filename");

export const exposeConsole = () => {
    for (const level of /** @type {("log" | "info" | "warn" | "error" | "debug")[]} */ (["log", "info", "warn", "error", "debug"])) {
        const native = console[level];
        replaceMethod(console, level, {
            [level]() {
                let text = "";
                for (let index = 0; index < arguments.length; index++) text += `${index ? " " : ""}${consoleText(arguments[index])}`;
                log(level, text);
                return apply(native, this, arguments);
            },
        }[level]);
    }
    // Scripts must not see the mark of the script's request.
    replaceGetter(ErrorEvent.prototype, "filename", (/** @type {ErrorEvent} */ event) => {
        const name = errorFile(event);
        const mark = indexOf(name, markStart);
        return mark < 0 ? name : slice(name, 0, mark);
    });
    listen(self, "error", (/** @type {ErrorEvent} */ event) => {
        if (!event.isTrusted) return;
        const place = event.filename ? ` (${event.filename}:${event.lineno}:${event.colno})` : "";
        log("error", `Uncaught ${event.message}${place}`);
    });
    listen(self, "unhandledrejection", (/** @type {PromiseRejectionEvent} */ event) => {
        log("error", `Unhandled promise rejection: ${errorText(event.reason)}`);
    });
};
