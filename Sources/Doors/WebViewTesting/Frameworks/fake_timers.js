// Vitest's fake timers: a clock that a test sets and advances, in the place of the page's timers, frames and dates.
// Source: Vitest, https://vitest.dev/api/vi.html#fake-timers

/**
 * @typedef {{ id: number, at: number, run: () => void, interval: number | undefined, kind: string }} Timer
 */

const page = /** @type {any} */ (globalThis);
const NativeDate = Date, nativeNow = Date.now.bind(Date), setTimer = setTimeout.bind(window);
/** Milliseconds of a frame. */
const FRAME = 16;
const USUAL_LIMIT = 10_000;
/** Real timers have smaller ids. */
const FIRST_ID = 1e12;

/** @type {{ now: number, start: number, limit: number, isTicking: boolean, lastID: number, timers: Map<number, Timer>, restore: () => void } | undefined} */
let clock;
/**
 * The time of `Date` without fake timers.
 * @type {{ now: number, restore: () => void } | undefined}
 */
let fixedDate;

const needed = () => {
    if (!clock) throw new Error('A test calls vi.useFakeTimers() before it advances the time.');
    return clock;
};

/** @param {any} time */
const milliseconds = (time) => time === undefined ? nativeNow() : new NativeDate(time).getTime();

/**
 * Replaces a property. Returns the function that restores it.
 * @param {any} object @param {string} name @param {any} value
 */
const replace = (object, name, value) => {
    const found = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { configurable: true, writable: true, enumerable: found?.enumerable ?? false, value });
    return () => {
        if (found) Object.defineProperty(object, name, found);
        else delete object[name];
    };
};

/** @param {() => number} now */
const dateOf = (now) => new Proxy(NativeDate, {
    construct: (type, values, made) => Reflect.construct(type, values.length ? values : [now()], made),
    apply: () => new NativeDate(now()).toString(),
    get: (type, name) => name === 'now' ? now : Reflect.get(type, name),
});

// MARK: Timers

/** @param {string} kind @param {() => void} run @param {number} delay @param {number} [interval] */
const add = (kind, run, delay, interval) => {
    const { timers, now, isTicking } = needed();
    // A timer without a delay that a timer starts runs later, so that a test cannot stand still.
    const wait = delay || (isTicking ? 1 : 0);
    const id = (needed().lastID += 1);
    timers.set(id, { id, at: now + wait, run, interval, kind });
    return id;
};

/** @param {any} callback @param {any[]} values */
const called = (callback, values) => () => {
    if (typeof callback === 'function') callback(...values);
    else page.eval(String(callback));
};

/** @param {any} delay */
const delayOf = (delay) => {
    const number = Math.trunc(Number(delay)) || 0;
    return number > 2 ** 31 - 1 ? 1 : Math.max(number, 0);
};

const remove = (/** @type {any} */ id) => { clock?.timers.delete(Number(id)); };
const time = () => needed().now - needed().start;

/** @type {Record<string, any>} */
const replacements = {
    setTimeout: (/** @type {any} */ callback, /** @type {any} */ delay, /** @type {any[]} */ ...values) => add('timer', called(callback, values), delayOf(delay)),
    setInterval: (/** @type {any} */ callback, /** @type {any} */ delay, /** @type {any[]} */ ...values) => add('timer', called(callback, values), delayOf(delay), Math.max(delayOf(delay), 1)),
    requestAnimationFrame: (/** @type {Function} */ callback) => add('frame', () => callback(time()), FRAME - time() % FRAME),
    requestIdleCallback: (/** @type {Function} */ callback, /** @type {any} */ options) =>
        add('timer', () => callback({ didTimeout: false, timeRemaining: () => 0 }), Math.min(options?.timeout ?? 50, needed().timers.size ? 50 : 0)),
    clearTimeout: remove, clearInterval: remove, cancelAnimationFrame: remove, cancelIdleCallback: remove,
};
const NAMES = [...Object.keys(replacements), 'Date', 'performance'];

// MARK: Time

/** @param {number} [end] @returns {Timer | undefined} */
const nextTimer = (end = Infinity) => {
    let found;
    for (const timer of needed().timers.values()) if (timer.at <= end && (!found || timer.at < found.at)) found = timer;
    return found;
};

/** @param {Timer} timer */
const runTimer = (timer) => {
    const own = needed();
    own.now = Math.max(own.now, timer.at);
    if (timer.interval === undefined) own.timers.delete(timer.id);
    else timer.at = own.now + timer.interval;
    own.isTicking = true;
    try {
        timer.run();
    } finally {
        own.isTicking = false;
    }
};

/** Lets promises of the page go on. */
const settled = () => new Promise((resolve) => setTimer(resolve, 0));

/**
 * The steps of an advance: each yields after the timers that may have started promises.
 * @typedef {Generator<undefined, void, undefined>} Steps
 */

/** @param {number} duration @returns {Steps} */
const byTime = function* (duration) {
    const end = needed().now + duration;
    for (let timer; clock && (timer = nextTimer(end));) {
        runTimer(timer);
        yield;
    }
    if (clock) clock.now = end;
};

/** @param {number} steps @returns {Steps} */
const toNext = function* (steps) {
    for (let count = 0; count < steps; count += 1) {
        const timer = clock && nextTimer();
        if (!timer) return;
        runTimer(timer);
        yield;
    }
};

/** @returns {Steps} */
const all = function* () {
    for (let count = 0; clock && clock.timers.size; count += 1) {
        if (count === clock.limit) throw new Error(`Aborting after running ${count} timers, assuming an infinite loop!`);
        runTimer(/** @type {Timer} */ (nextTimer()));
        yield;
    }
};

/** @returns {Steps} */
const pending = function* () {
    const ends = [...needed().timers.values()].map(({ at }) => at);
    if (ends.length) yield* byTime(Math.max(...ends) - needed().now);
};

/** @param {Steps} steps */
const atOnce = (steps) => {
    for (const _ of steps);
    return vi;
};

/** @param {Steps} steps */
const withPromises = async (steps) => {
    await settled();
    for (const _ of steps) await settled();
    await settled();
    return vi;
};

/**
 * The functions of `vi`, which return it.
 * @type {any}
 */
let vi;

/** Members of `vi`. */
export const timers = {
    useFakeTimers: (/** @type {any} */ options = {}) => {
        timers.useRealTimers();
        const names = (options.toFake ?? NAMES).filter((/** @type {string} */ name) => !options.toNotFake?.includes(name));
        const unknown = names.find((/** @type {string} */ name) => !NAMES.includes(name) && !['setImmediate', 'clearImmediate', 'nextTick', 'hrtime'].includes(name));
        if (unknown !== undefined) throw new Error(`vi.useFakeTimers cannot replace ${unknown}: there are ${NAMES.join(', ')}`);
        const now = milliseconds(options.now);
        const own = { now, start: now, limit: options.loopLimit ?? USUAL_LIMIT, isTicking: false, lastID: FIRST_ID, timers: new Map(), restore: () => {} };
        clock = own;
        const values = /** @type {Record<string, any>} */ ({ ...replacements, Date: dateOf(() => own.now) });
        const restores = names.filter((/** @type {string} */ name) => name === 'performance' || name in page && name in values)
            .map((/** @type {string} */ name) => name === 'performance' ? replace(performance, 'now', time) : replace(page, name, values[name]));
        own.restore = () => restores.reverse().forEach((/** @type {() => void} */ restore) => restore());
        return vi;
    },
    useRealTimers: () => {
        clock?.restore();
        fixedDate?.restore();
        clock = fixedDate = undefined;
        return vi;
    },
    isFakeTimers: () => clock !== undefined,
    setSystemTime: (/** @type {any} */ time) => {
        const now = milliseconds(time);
        if (clock) {
            // Timers keep the time that they still have.
            const shift = now - clock.now;
            for (const timer of clock.timers.values()) timer.at += shift;
            clock.now += shift;
            clock.start += shift;
        } else if (fixedDate) {
            fixedDate.now = now;
        } else {
            const own = { now, restore: () => {} };
            own.restore = replace(page, 'Date', dateOf(() => own.now));
            fixedDate = own;
        }
        return vi;
    },
    getMockedSystemTime: () => {
        const now = clock?.now ?? fixedDate?.now;
        return now === undefined ? null : new NativeDate(now);
    },
    getRealSystemTime: nativeNow,
    getTimerCount: () => needed().timers.size,
    clearAllTimers: () => {
        needed().timers.clear();
        return vi;
    },
    advanceTimersByTime: (/** @type {number} */ duration) => atOnce(byTime(duration)),
    advanceTimersByTimeAsync: (/** @type {number} */ duration) => withPromises(byTime(duration)),
    advanceTimersToNextTimer: (steps = 1) => atOnce(toNext(steps)),
    advanceTimersToNextTimerAsync: (steps = 1) => withPromises(toNext(steps)),
    advanceTimersToNextFrame: () => atOnce(byTime(FRAME - time() % FRAME)),
    runAllTimers: () => atOnce(all()),
    runAllTimersAsync: () => withPromises(all()),
    runOnlyPendingTimers: () => atOnce(pending()),
    runOnlyPendingTimersAsync: () => withPromises(pending()),
    runAllTicks: () => vi,
};

/**
 * Adds these functions to `vi`.
 * @param {any} object
 */
export const addTimers = (object) => { vi = Object.assign(object, timers); };

/**
 * Advances the time of fake timers while a function waits for its condition.
 * @param {number} duration
 */
export const advanceWhileWaiting = (duration) => { if (clock) atOnce(byTime(duration)); };
