/**
 * Finds dates as English writes them and dates in digits. As on iOS, dates that have passed are left out.
 * @type {(text: string) => Detection[]}
 */
const findCalendarEvents = (() => {
    const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const MONTH = "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
    const WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
    const SHORT_WEEKDAY = `(?:${WEEKDAY}|(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)\\.?)`;
    const DAY = "(?:3[01]|[12]\\d|0?[1-9])(?!\\d)";
    const YEAR = "(?:19|20)\\d\\d(?!\\d)";
    const TIME = "(?:(?:2[0-3]|[01]?\\d):[0-5]\\d(?::[0-5]\\d)?(?: ?(?:[AP]M|[AP]\\.M\\.))?|(?:1[0-2]|[1-9]) ?(?:[AP]M|[AP]\\.M\\.)|noon|midnight)";
    const ZONE = "(?: (?:UTC|GMT|[ECMP][SD]?T|CES?T|BST))?";
    const BEFORE_START = /[\p{L}\p{N}_./:=@#$-]/u;
    const END = "(?![\\p{L}\\p{N}_/%–-]|[.,:]\\d)";
    const UNTIL = `(?: ?(?:[-–]|to|until) ?${TIME})?${ZONE}`;
    const AFTERWARDS = `(?:,?[ \\n](?:at |from |@ ?)?(?<after>${TIME})${UNTIL})?`;
    const BEFORE = `(?:(?:${TIME} ?(?:[-–]|to) ?)?(?<before>${TIME}),? (?:on )?)?`;

    const pattern = (/** @type {string} */ source) => new RegExp(source + END, "giu");
    const MONTH_FIRST = pattern(
        `${BEFORE}(?<weekday>${SHORT_WEEKDAY},? )?(?<month>${MONTH}) (?<day>${DAY})(?<ordinal>st|nd|rd|th)?(?: ?[-–] ?(?<last>${DAY}))?(?:,? (?<year>${YEAR}))?${AFTERWARDS}`);
    const DAY_FIRST = pattern(
        `${BEFORE}(?<weekday>${SHORT_WEEKDAY},? )?(?<day>${DAY})(?<ordinal>st|nd|rd|th)?(?: ?[-–] ?(?<last>${DAY}))?(?: of)? (?<month>${MONTH})(?:,? (?<year>${YEAR}))?${AFTERWARDS}`);
    const YEAR_FIRST = pattern(
        `${BEFORE}(?<year>${YEAR})(?<mark>[-/])(?<month>\\d\\d?)(?<secondMark>[-/])(?<day>\\d\\d?)(?:T(?<exact>[012]\\d:[0-5]\\d)(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?|${AFTERWARDS})`);
    const YEAR_LAST = pattern(`${BEFORE}(?<first>\\d\\d?)(?<mark>[-/.])(?<second>\\d\\d?)(?<secondMark>[-/.])(?<year>${YEAR})${AFTERWARDS}`);
    const RELATIVE_DAY = `(?<name>today|this (?:morning|afternoon|evening)|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|(?:(?:next|this) )?${WEEKDAY}(?: (?:morning|afternoon|evening|night))?)`;
    const RELATIVE = pattern(`${RELATIVE_DAY}(?<separator>,? (?:at |from |@ ?)?)(?<after>${TIME})${UNTIL}`);
    const TIME_FIRST = pattern(`(?<before>${TIME}),? (?:on )?${RELATIVE_DAY}`);

    /** Returns the minutes since midnight. */
    const minutes = (/** @type {string} */ time) => {
        if (/^noon/iu.test(time)) return 12 * 60;
        if (/^midnight/iu.test(time)) return 24 * 60 - 1;
        const [, hour = "0", minute = "0", half] = /^(\d+)(?::(\d+))?(?::\d+)? ?([ap])?/iu.exec(time) ?? [];
        const hours = half ? (Number(hour) % 12) + (/p/iu.test(half) ? 12 : 0) : Number(hour);
        return hours * 60 + Number(minute);
    };

    /** Returns whether the calendar has a day. Month 0 is January. */
    const exists = (/** @type {number} */ year, /** @type {number} */ month, /** @type {number} */ day) => {
        const date = new Date(year, month, day);
        return date.getMonth() === month && date.getDate() === day;
    };

    /** Returns whether a day exists and has not passed. Without a time it lasts until midnight. */
    const isAhead = (/** @type {number} */ year, /** @type {number} */ month, /** @type {number} */ day, /** @type {string=} */ time) => {
        const [hour, minute] = time ? [Math.floor(minutes(time) / 60), minutes(time) % 60] : [23, 59];
        return exists(year, month, day) && new Date(year, month, day, hour, minute, 59) >= new Date();
    };

    const isNamedDate = (/** @type {Record<string, string | undefined>} */ parts, /** @type {boolean} */ isMonthFirst) => {
        const name = parts.month ?? "", month = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
        const time = parts.after ?? parts.before, day = Number(parts.last ?? parts.day);
        if (!/^\p{Lu}/u.test(name) || (parts.last && day <= Number(parts.day))) return false;
        if (parts.year) return isAhead(Number(parts.year), month, day, time);
        // "May 5" and "3 March" can mean something else. The next such day is meant, and 2028 is a leap year.
        const isClear = parts.weekday || parts.ordinal || time || (isMonthFirst && month !== 4);
        return Boolean(isClear) && exists(2028, month, day);
    };

    return (text) => {
        const hasDigit = /\d/u.test(text);
        /** @type {Detection[][]} */
        const found = [];
        const add = (/** @type {RegExp} */ dates, /** @type {(parts: Record<string, string | undefined>, index: number) => boolean} */ accepts) => {
            found.push(detections(text, dates, "calendar-event", (_, { groups = {}, index }) => accepts(groups, index), BEFORE_START));
        };
        if (hasDigit && /(?:jan|feb|ma[ry]|apr|ju[nl]|aug|sep|oct|nov|dec)/iu.test(text)) {
            add(MONTH_FIRST, (parts) => isNamedDate(parts, true));
            add(DAY_FIRST, (parts) => isNamedDate(parts, false));
        }
        if (/\d[-/.]\d\d?[-/.]\d/u.test(text)) {
            // Marks are compared here: back references with the flag `u` fail in JavaScriptCore on texts with characters beyond Latin-1.
            add(YEAR_FIRST, ({ year, month, day, mark, secondMark, exact, after, before }) =>
                mark === secondMark && isAhead(Number(year), Number(month) - 1, Number(day), exact ?? after ?? before));
            // The month is the first number in the United States, and the second elsewhere.
            add(YEAR_LAST, ({ first, second, year, mark, secondMark, after, before }) =>
                mark === secondMark &&
                [[first, second], [second, first]].some(([month, day]) => isAhead(Number(year), Number(month) - 1, Number(day), after ?? before)));
        }
        if (/day|tomorrow|tonight|this (?:mor|aft|eve)/iu.test(text)) {
            const isNotPast = (/** @type {string | undefined} */ name, /** @type {string} */ time) => {
                const now = new Date();
                return !/^(?:this [mae]|to(?:day|night))/iu.test(name ?? "") || minutes(time) >= now.getHours() * 60 + now.getMinutes();
            };
            // Opening hours such as "Monday 9:00" are no events.
            add(RELATIVE, ({ name, separator, after = "" }, index) =>
                !/(?:last|every) $/iu.test(text.slice(Math.max(0, index - 6), index)) &&
                (/at|@|from/iu.test(separator ?? "") || /^(?:next|this|to)/iu.test(name ?? "") || !/^\d+:\d+$/u.test(after)) && isNotPast(name, after));
            add(TIME_FIRST, ({ name, before = "" }) => isNotPast(name, before));
        }
        return found.flat();
    };
})();
