// Stops the clock that scripts read: `new Date()`, `Date.now()`, `Intl.DateTimeFormat`, `performance.timeOrigin` and new files see the
// time `fixedTime`, a text as `new Date(text)` reads it. Timers and `performance.now()` go on.
{
    const NativeDate = Date;
    const time = NativeDate.parse(fixedTime);
    const { construct, apply } = Reflect;
    const fixed = new Proxy(NativeDate, {
        construct: (target, values, made) => construct(target, values.length ? values : [time], made),
        apply: () => `${new NativeDate(time)}`,
    });
    NativeDate.now = { now: () => time }.now;
    NativeDate.prototype.constructor = fixed;
    globalThis.Date = fixed;
    const formats = Intl.DateTimeFormat.prototype;
    const { get } = Object.getOwnPropertyDescriptor(formats, 'format');
    const { formatToParts } = formats;
    const or = (/** @type {unknown} */ value) => value === undefined ? time : value;
    Object.defineProperty(formats, 'format', {
        configurable: true,
        get() {
            const format = apply(get, this, []);
            return (/** @type {unknown} */ value) => format(or(value));
        },
    });
    Object.defineProperty(Performance.prototype, 'timeOrigin', { configurable: true, enumerable: true, get: { get: () => time }.get });
    const NativeFile = File;
    globalThis.File = new Proxy(NativeFile, {
        construct: (target, [parts, name, options, ...more], made) =>
            construct(target, [parts, name, { ...options, lastModified: options?.lastModified ?? time }, ...more], made),
    });
    NativeFile.prototype.constructor = globalThis.File;
    formats.formatToParts = { formatToParts(value) { return apply(formatToParts, this, [or(value)]); } }.formatToParts;
}
