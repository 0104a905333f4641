// The console's functions for tables, groups, counters and timers. See https://console.spec.whatwg.org/

import { hasOwn, hookApply, hookIsArray, hookKeys, hookRound, hookString, now } from "./base.js";
import { beginConsoleGroup, endConsoleGroup, postConsole, wrapConsole } from "./console.js";
import { FORMAT_ENTRIES, formatConsole, inspect, peek } from "./format.js";

const consoleNow = () => now();
const consolePad = String.prototype.padEnd;

/**
 * Returns the label of a counter or timer.
 * @param {ArrayLike<unknown>} values
 */
const consoleLabel = (values) => (values[0] === undefined ? 'default' : hookString(values[0]));

/** @type {Record<string, number>} */
const consoleCounts = Object.create(null);
/** @type {Record<string, number>} */
const consoleTimers = Object.create(null);

/**
 * Returns the rows of a table with their keys; undefined for data that is not an object.
 * @param {any} data
 * @returns {{ key: string, value: any }[] | undefined}
 */
const consoleRows = (data) => {
    if (typeof data !== 'object' || data === null) return undefined;
    /** @type {{ key: string, value: any }[]} */
    const rows = [];
    const keys = hookKeys(data);
    for (let index = 0; index < keys.length && index < FORMAT_ENTRIES; index += 1) {
        const key = /** @type {string} */ (keys[index]);
        rows[index] = { key, value: peek(data, key) };
    }
    return rows;
};

/** @param {ArrayLike<unknown>} values */
const consoleTable = (values) => {
    const rows = consoleRows(values[0]);
    if (!rows) return formatConsole(values);
    const wanted = hookIsArray(values[1]) ? values[1] : undefined;
    /** @type {string[]} */
    const columns = [];
    let hasValues = false;
    for (let row = 0; row < rows.length; row += 1) {
        const value = rows[row]?.value;
        const isObject = typeof value === 'object' && value !== null;
        if (!isObject) hasValues = true;
        const keys = wanted ?? (isObject ? hookKeys(value) : []);
        for (let index = 0; index < keys.length && columns.length < FORMAT_ENTRIES; index += 1) {
            let known = false;
            for (let at = 0; at < columns.length; at += 1) if (columns[at] === keys[index]) known = true;
            if (!known) columns[columns.length] = hookString(keys[index]);
        }
    }
    /** @type {string[][]} */
    const cells = [['(index)', ...columns]];
    if (hasValues) cells[0] = [...(cells[0] ?? []), 'Values'];
    for (let row = 0; row < rows.length; row += 1) {
        const value = rows[row]?.value;
        const isObject = typeof value === 'object' && value !== null;
        const line = [rows[row]?.key ?? ''];
        for (let index = 0; index < columns.length; index += 1) {
            const column = /** @type {string} */ (columns[index]);
            line[line.length] = isObject && hasOwn(value, column) ? inspect(peek(value, column), 1) : '';
        }
        if (hasValues) line[line.length] = isObject ? '' : inspect(value, 1);
        cells[cells.length] = line;
    }
    let text = '';
    for (let row = 0; row < cells.length; row += 1) {
        let line = '';
        for (let column = 0; column < (cells[0]?.length ?? 0); column += 1) {
            let width = 0;
            for (let at = 0; at < cells.length; at += 1) width = Math.max(width, cells[at]?.[column]?.length ?? 0);
            line += (column ? ' | ' : '') + hookApply(consolePad, cells[row]?.[column] ?? '', [width]);
        }
        text += (row ? '\n' : '') + line;
    }
    return text;
};

/** @param {ArrayLike<unknown>} values */
const consoleElapsed = (values) => {
    const label = consoleLabel(values);
    const start = consoleTimers[label];
    if (start === undefined) return `Timer “${label}” does not exist`;
    let rest = '';
    for (let index = 1; index < values.length; index += 1) rest += ' ' + inspect(values[index]);
    return `${label}: ${hookRound((consoleNow() - start) * 1000) / 1000} ms${rest}`;
};

wrapConsole('table', (values) => postConsole('log', () => consoleTable(values)));
wrapConsole('dir', (values) => postConsole('log', () => inspect(values[0])));
wrapConsole('dirxml', (values) => postConsole('log', () => formatConsole(values)));
for (const name of ['group', 'groupCollapsed']) {
    wrapConsole(name, (values) => {
        postConsole('log', () => (values.length ? formatConsole(values) : 'console.group'));
        beginConsoleGroup();
    });
}
wrapConsole('groupEnd', () => {
    endConsoleGroup();
});
wrapConsole('count', (values) => {
    const label = consoleLabel(values);
    consoleCounts[label] = (consoleCounts[label] ?? 0) + 1;
    postConsole('info', () => `${label}: ${consoleCounts[label]}`);
});
wrapConsole('countReset', (values) => {
    consoleCounts[consoleLabel(values)] = 0;
});
wrapConsole('time', (values) => {
    const label = consoleLabel(values);
    if (consoleTimers[label] === undefined) consoleTimers[label] = consoleNow();
});
wrapConsole('timeLog', (values) => postConsole('info', () => consoleElapsed(values)));
wrapConsole('timeEnd', (values) => {
    postConsole('info', () => consoleElapsed(values));
    delete consoleTimers[consoleLabel(values)];
});
