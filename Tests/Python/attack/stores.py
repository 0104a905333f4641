"""Damages a kept store: flips bits in its files, and changes values in its tables.

The next start must work, and lose only the damaged entries.
"""

import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

import attack
import values

PAGE = """<!doctype html><title>stores</title><script type="module">
await navigator.serviceWorker.register("worker.js");
await navigator.serviceWorker.ready;
await (await caches.open("own")).put("/kept", new Response("x".repeat(5000)));
const names = await caches.keys();
for (const name of names) for (const request of await (await caches.open(name)).keys()) await caches.match(request);
const registrations = await navigator.serviceWorker.getRegistrations();
document.documentElement.dataset.ready = String(names.length + registrations.length);
</script>"""
# The page itself comes from its folder: a flipped bit in a kept body is a flipped bit in what a page reads.
WORKER = """
addEventListener("install", (event) => event.waitUntil(caches.open("first").then((cache) => cache.addAll(["./", "worker.js"]))));
addEventListener("fetch", (event) => event.request.mode === "navigate" || event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request))));
"""


def visit(tally, pages, storage):
    """Shows the page with a store; see `attack.run_command`."""
    return attack.run_command(
        tally, ["snapshot", pages, "--storage", storage, "-o", "shown.png", "--wait-for", "document.documentElement.dataset.ready"],
        attack.PATIENCE * 4, text=True, cwd=pathlib.Path(storage).parent)


def flip(chance, file):
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice([1, 1, 8, 200])):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def change(chance, file):
    """Puts an odd value into a column of some rows.

    Returns the column's name and the value.
    """
    with sqlite3.connect(file) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        table = chance.choice(tables)
        column = chance.choice([row[1] for row in database.execute(f'PRAGMA table_info("{table}")')])
        odd = chance.choice([None, b"", b"\xff\xfe", chance.randbytes(500), values.string(chance).encode("utf-8", "replace").decode(), 2**62, -1, 1e300])
        try:
            database.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid % ? = 0', (odd, chance.choice([1, 2])))
        except (sqlite3.Error, OverflowError):
            return f"{table}.{column} as it was"
        return f"{table}.{column} = {odd!r:.60}"


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder:
        pages, whole, damaged = (pathlib.Path(folder, name) for name in ("pages", "whole", "damaged"))
        pages.mkdir()
        (pages / "index.html").write_text(PAGE, encoding="utf-8")
        (pages / "worker.js").write_text(WORKER, encoding="utf-8")
        first = visit(tally, pages, whole)
        if first.returncode:
            return tally.fail(f"the store is not made: {first.stderr[-300:]}")
        files = [file.relative_to(whole) for file in sorted(whole.rglob("*")) if file.is_file()]
        databases = [name for name in files if (whole / name).read_bytes()[:6] == b"SQLite"]
        while not tally.is_enough():
            shutil.rmtree(damaged, ignore_errors=True)
            shutil.copytree(whole, damaged)
            if chance.random() < 0.3:
                name = chance.choice(files)
                flip(chance, damaged / name)
                damage = f"bits of {name}"
            else:
                damage = change(chance, damaged / chance.choice(databases))
            try:
                shown = visit(tally, pages, damaged)
            except subprocess.TimeoutExpired:
                tally.tried += 1
                tally.fail(f"hangs: {damage}")
                continue
            if shown is None:
                break
            tally.tried += 1
            # A file that is no database any more may be refused, with a sentence.
            is_refused = shown.returncode in (1, 2, 3) and "cannot be read" in shown.stderr
            if shown.returncode and not is_refused:
                tally.fail(f"exit code {shown.returncode}: {damage}: {shown.stderr[-300:]}")


attack.main("stores", run)
