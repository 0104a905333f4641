"""Hostile values: numbers at the limits, strings of every kind, and deep or odd structures, as JSON."""

NUMBERS = [
    0, -0.0, 1, -1, 0.5, 255, 256, 65535, 65536, 2**31 - 1, 2**31, -(2**31) - 1, 2**32, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64,
    1e21, 1e300, -1e300, 5e-324, 99999999999,
]
STRINGS = [
    "", " ", "0", "-1", "null", "true", "NaN", "Infinity", "1e999", "\0", "\n", "\r\n", "a\0b", "é", "\u202e", "\ud7ff", "😀", "%", "%00",
    "%2e%2e%2f", "..", "../..", "/", "//", "///etc/passwd", "\\", "sw://app.example/", "sw://other.example/", "https://app.example/",
    "http://127.0.0.1:1/", "javascript:alert(1)", "data:text/html,x", "blob:sw://app.example/1", "file:///etc/passwd", "about:blank",
    "assets://x", "sqlite://items", "__proto__", "constructor", "toString", "hasOwnProperty", "' OR 1=1 --", '"; DROP TABLE items; --',
    "items", "untouched", "sqlite_master", "rowid", "*", "?", "#", "&", "=", ",", "(", ")", "()", "[]", "{}", "x" * 5000,
]
# Names of values that JSON has no form for; the page makes them (see `REVIVE`).
ODD = ["undefined", "nan", "infinity", "bigint", "date", "bytes", "cycle", "thrower", "function", "regexp", "map", "symbol", "blob", "hole"]

# Turns {"$odd": NAME} into the value that it names.
REVIVE = """
const odd = {
    undefined: () => undefined, nan: () => NaN, infinity: () => -Infinity, bigint: () => 10n ** 30n, date: () => new Date(NaN),
    bytes: () => new Uint8Array(70000), cycle: () => { const self = {}; self.self = self; return self; },
    thrower: () => ({ get x() { throw new Error("thrown"); }, toJSON() { throw new Error("thrown"); } }),
    function: () => () => 1, regexp: () => /x/g, map: () => new Map([[{}, new Set([1])]]), symbol: () => Symbol("x"),
    blob: () => new Blob(["x".repeat(1000)]), hole: () => [, , 1],
};
const revive = (value) => {
    if (Array.isArray(value)) return value.map(revive);
    if (value === null || typeof value !== "object") return value;
    if ("$odd" in value) return odd[value.$odd]();
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revive(member)]));
};
"""


def string(chance):
    kind = chance.random()
    if kind < 0.7:
        return chance.choice(STRINGS)
    if kind < 0.8:
        return chance.choice(STRINGS) + chance.choice(STRINGS)
    return "".join(chr(chance.choice([chance.randrange(32, 127), chance.randrange(1, 0xD800)])) for _ in range(chance.randrange(20)))


def value(chance, names, depth=0, odd=True):
    """Returns a value; `names` are the members that the target looks for."""
    kind = chance.random()
    if kind < 0.25:
        return string(chance)
    if kind < 0.45:
        return chance.choice(NUMBERS)
    if kind < 0.55:
        return chance.choice([None, True, False])
    if odd and kind < 0.65:
        return {"$odd": chance.choice(ODD)}
    if depth > 3:
        return chance.choice([[], {}])
    if kind < 0.75:
        return [value(chance, names, depth + 1, odd) for _ in range(chance.randrange(4))]
    if kind < 0.77:
        nested = 1
        for _ in range(chance.randrange(200)):
            nested = [nested]
        return nested
    chosen = chance.sample(names, min(len(names), chance.randrange(1, 6)))
    return {name: value(chance, names, depth + 1, odd) for name in chosen}
