"""Asks sqlite:// with odd filters, orders, limits, bodies and preferences.

Every request must settle, none may be a fault of the host, and none may touch another table.
"""

import contextlib
import sqlite3

import attack
import values
from driver import Driver

PARAMETERS = ["select", "order", "limit", "offset", "on_conflict", "and", "or", "subscribe", "id", "name", "price", "data", "rowid", "nothing"]
OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "in", "is", "not.eq", "not.in", "fts", "", "eq.eq", "is.not"]
PREFERENCES = [
    "count=exact", "return=representation", "rows=all", "max-affected=0", "max-affected=-1", "max-affected=1e9", "integers=string",
    "resolution=merge-duplicates", "x", "",
]
TYPES = [
    "application/json", "text/csv", "application/x-ndjson", "application/vnd.pgrst.object+json", "text/plain", "application/x", "",
]

BATCH = """
const [batch, patience, done] = arguments;
const attempt = async ({ address, method, headers, body }) => {
    const abort = new AbortController();
    const load = (async () => {
        const response = await fetch(address, { method, headers, body, signal: abort.signal });
        if (response.status >= 500) return response.status + " " + (await response.text()).slice(0, 200);
        if ((response.headers.get("Content-Type") ?? "").includes("event-stream")) return null;
        await response.arrayBuffer();
        return null;
    })().catch(() => null);
    const outcome = await Promise.race([load, new Promise((resolve) => setTimeout(resolve, patience * 1000, "late"))]);
    abort.abort();
    return outcome && outcome + ": " + method + " " + address + " " + JSON.stringify(headers) + " " + body;
};
Promise.all(batch.map(attempt)).then((outcomes) => outcomes.filter((outcome) => outcome !== null)).then(done, (error) => done([String(error)]));
"""


def quoted(text):
    return "".join(c if c.isalnum() or c in ".,()*'-_:" else f"%{b:02X}" if (b := ord(c)) < 128 else c for c in text)


def expression(chance):
    kind = chance.random()
    if kind < 0.5:
        return f"{chance.choice(OPERATORS)}.{values.string(chance)}"
    if kind < 0.7:
        return "(" + ",".join(f"{chance.choice(PARAMETERS)}.{chance.choice(OPERATORS)}.{values.string(chance)}" for _ in range(3)) + ")"
    if kind < 0.8:
        return "(" * chance.randrange(300) + ")" * chance.randrange(300)
    return chance.choice([str(chance.choice(values.NUMBERS)), values.string(chance), "id,name", "id.desc.nullslast", "*", "a:id"])


def request(chance):
    table = "items" if chance.random() < 0.8 else quoted(values.string(chance).replace("untouched", "items"))[:200]
    query = "&".join(f"{chance.choice(PARAMETERS)}={quoted(expression(chance))}" for _ in range(chance.randrange(4)))
    key = "/" + quoted(values.string(chance)) if chance.random() < 0.2 else ""
    method = chance.choice(["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "x"])
    headers = {}
    if chance.random() < 0.4:
        headers["Prefer"] = ", ".join(chance.sample(PREFERENCES, 2))
    if chance.random() < 0.5:
        headers["Accept"] = chance.choice(TYPES)
    body = None
    if method in ("POST", "PUT", "PATCH"):
        headers["Content-Type"] = chance.choice(TYPES)
        body = chance.choice([
            '{"name":"tea"}', "[]", "{", "id,name\n1,2,3\n", '"', '[{"id":1},{"name":2}]', '{"id":' + str(chance.choice(values.NUMBERS)) + "}",
            "[" * 3000, '{"name":{"a":[1]}}', '{"__proto__":1}', "id,name\n\"1", values.string(chance),
        ])
    return {"address": f"sqlite://{table}{key}?{query}", "method": method, "headers": headers, "body": body}


def run(chance, tally):
    with contextlib.closing(Driver({"index.html": "<!doctype html><title>tables</title>"})) as driver:
        file = driver.folder / "rows.sqlite"
        rows = [(number, f"kept {number}") for number in range(100)]
        with sqlite3.connect(file) as database:
            database.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL, data JSON)")
            database.executemany("INSERT INTO items (name, price) VALUES (?, ?)", [(f"item {n}", n / 3) for n in range(200)])
            database.execute("CREATE TABLE untouched (id INTEGER PRIMARY KEY, name TEXT)")
            database.executemany("INSERT INTO untouched VALUES (?, ?)", rows)

        def verify():
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
                if database.execute("SELECT id, name FROM untouched ORDER BY id").fetchall() != rows:
                    return "a table that nobody named has changed"
            return None

        attack.attack_pages(
            tally, driver, BATCH, lambda: [request(chance) for _ in range(60)], verify=verify, sqlite=str(file))
        with sqlite3.connect(file) as database:
            if (verdict := database.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                tally.fail(f"the database is damaged: {verdict}")


attack.main("tables", run)
