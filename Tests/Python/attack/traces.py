"""Shows damaged and odd traces: entries of every kind with values of other types, bytes that are no text, cut lines.

`swwebview trace` either refuses a file, or writes a viewer that lists every line that can be read and opens each of its entries.
"""

import contextlib
import json
import pathlib
import subprocess
import tempfile

import attack
import values
from driver import Driver

HEADER = {"time": 0, "kind": "header", "data": {
    "format": "swwebview trace", "version": 1, "page": "a.html", "width": 1024, "height": 768, "attempt": 1, "date": "2026-01-01"}}
WHOLE = [
    ("began", {"name": ["cart", "adds"]}),
    ("test", {"name": ["cart", "adds"], "status": "failed", "duration": 0.1, "message": "no", "expected": "1", "actual": "2", "stack": "at x",
              "position": {"file": "a.js", "line": 3, "column": 5}, "source": {"firstLine": 2, "line": 3, "lines": ["a", "b", "c"]}}),
    ("failure", {"kind": "crash", "message": "The page ended."}),
    ("page", "loaded"),
    ("console", {"level": "error", "text": "printed"}),
    ("bridge", {"direction": "toHost", "realm": "r", "text": '{"path":"/x","promiseIndex":1,"body":{}}'}),
    ("bridge", {"direction": "toPage", "realm": "r", "text": '{"promiseIndex":1,"response":5}'}),
    ("request", {"method": "GET", "url": "sw://a/b", "asker": "page", "status": 200, "duration": 3, "source": "network", "size": 5, "headers": [
        {"name": "a", "value": "b"}], "responseHeaders": [{"name": "c", "value": "d"}], "body": "x", "responseBody": "y", "waiting": 1}),
    ("socket", {"id": 1, "url": "wss://a/b", "asker": "page"}),
    ("socket", {"id": 1, "direction": "send", "text": "hello", "size": 5}),
    ("socket", {"id": 1, "direction": "receive", "bytes": "eA==", "size": 1}),
    ("socket", {"id": 1, "code": 1000, "reason": "done"}),
    ("answer", {"method": "GET", "url": "sw://a/b", "status": 404, "headers": []}),
    ("native", '{"call":1,"handler":"pay","frame":{"url":"sw://a/"},"body":{"a":1}}'),
    ("native", '{"reply":1,"value":5,"time":3}'),
    ("native", '{"event":"paid","direction":"toPage","detail":5}'),
    ("worker", {"id": "r", "script": "sw://a/worker.js", "state": "running", "failure": "no"}),
    ("moment", {"name": ["cart", "adds"], "width": 100, "height": 100, "scrollY": 5, "delay": 3, "picture": "eA==", "html": "<p>x"}),
    ("moment", {"name": ["end"], "width": 100, "height": 100, "html": "<p>x"}),
    ("end", {"isPassed": False, "passed": 1, "failed": 2, "duration": 0.5, "dropped": 3}),
]
NAMES = sorted({name for _, data in WHOLE if isinstance(data, dict) for name in data} | {"toString", "valueOf", "length", "__proto__", "join"})

SHOW = """
const [done] = arguments;
const problems = [], rows = document.querySelectorAll("#list li[role=option]");
// Before the tabs, which show a part of the entries.
const titles = [...document.querySelectorAll("#list .title")].map((title) => title.textContent);
addEventListener("error", ({ message }) => problems.push(`the viewer throws: ${message}`));
for (const row of rows) {
    row.click();
    if (!document.querySelector("#detail h2") || !document.querySelector("#detail .when")?.textContent) problems.push("an entry shows nothing");
    for (const tab of document.querySelectorAll("#detail .stage button")) tab.click();
}
for (const tab of document.querySelectorAll("#tabs button")) tab.click();
if (!rows.length) problems.push("the list is empty");
if (window.hacked) problems.push("a text became a script");
done([problems, rows.length, document.querySelector("#warning").textContent, document.querySelector("#tabs b")?.textContent, titles]);
"""


def odd(chance):
    """A value of any type."""
    if chance.random() < 0.05:
        nested = 1
        for _ in range(chance.choice([100, 5000, 200000])):
            nested = [nested]
        return nested
    return chance.choice([
        None, True, 0, -1, 1e308, -1e308, 1e12, "", "x", "</script><script>window.hacked = true</script>", [], {}, [None], {"toString": 1},
        {"toString": 1, "valueOf": 2}, {"__proto__": None}, {"length": 1e9}, "\ud800", "\u0000", "x" * 100000,
        values.value(chance, NAMES, odd=False),
    ])


def entry(chance):
    """One line of a trace, and whether it is JSON."""
    kind, data = chance.choice(WHOLE)
    data = json.loads(json.dumps(data))
    for _ in range(chance.choice([0, 1, 1, 2, 5])):
        if isinstance(data, dict) and chance.random() < 0.9:
            name = chance.choice(list(data) + NAMES)
            if chance.random() < 0.2:
                data.pop(name, None)
            else:
                data[name] = odd(chance)
        elif isinstance(data, str) and chance.random() < 0.5:
            data = text_of(odd(chance))
        else:
            data = odd(chance)
    whole = {"time": chance.choice([1, 5.5, 20, odd(chance)]), "kind": chance.choice([kind] * 9 + [odd(chance)]), "data": data}
    if chance.random() < 0.1:
        whole.pop(chance.choice(list(whole)))
    return whole if chance.random() < 0.95 else odd(chance)


def text_of(value):
    """JSON of a value that can be nested deeper than Python's own writer goes."""
    depth = 0
    while isinstance(value, list) and len(value) == 1:
        value, depth = value[0], depth + 1
    return "[" * depth + json.dumps(value, ensure_ascii=False) + "]" * depth


def line(chance):
    value = entry(chance)
    if isinstance(value, dict):
        text = "{" + ",".join(f"{json.dumps(name)}:{members_of(member)}" for name, member in value.items()) + "}"
    else:
        text = text_of(value)
    data = text.encode("utf-8", "surrogatepass")
    damage = chance.random()
    if damage < 0.03:
        data = data[: chance.randrange(len(data) + 1)]
    elif damage < 0.05:
        data = b"\xef\xbb\xbf" + data
    elif damage < 0.07:
        data = data.decode("utf-8", "replace").encode("utf-16-le")
    elif damage < 0.1 and data:
        place = chance.randrange(len(data))
        data = data[:place] + chance.choice([b"\0", b"\xff", b"\r", b"\r\n", b"<!--<script>", b"\xe2\x80\xa8"]) + data[place:]
    return data


def members_of(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{text_of(member)}" for name, member in value.items()) + "}"
    return text_of(value)


def run(chance, tally):
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="swwebview-attack-")))
        driver = Driver()
        stack.callback(driver.close)
        browser = driver.session(map=[f"sw://app.example={folder}"])
        stack.callback(browser.quit)
        browser.set_script_timeout(attack.PATIENCE * 3)
        while not tally.is_enough():
            lines = [json.dumps(HEADER).encode(), *(line(chance) for _ in range(chance.choice([1, 5, 40]))),
                     b'{"time":7,"kind":"console","data":{"level":"log","text":"the last"}}']
            (folder / "odd.trace").write_bytes(b"\n".join(lines) + b"\n")
            made = subprocess.run(
                [attack.COMMAND, "trace", "odd.trace", "-o", "view.html"], cwd=folder, capture_output=True, timeout=attack.PATIENCE, check=False)
            tally.tried += len(lines) - 1
            if made.returncode:
                tally.fail(f"the command ends with {made.returncode}: {made.stderr[-200:]}")
                continue
            browser.get("sw://app.example/view.html")
            problems, rows, warning, count, titles = browser.execute_async_script(SHOW)
            if "the last" not in titles:
                problems.append(f"the last entry is not shown beside {rows} others ({count}; {warning})")
            for problem in problems[:3]:
                kept = attack.REPOSITORY / ".build/reports/attack"
                kept.mkdir(parents=True, exist_ok=True)
                (kept / "odd.trace").write_bytes((folder / "odd.trace").read_bytes())
                tally.fail(f"{problem}: see {kept / 'odd.trace'}")


attack.main("traces", run)
