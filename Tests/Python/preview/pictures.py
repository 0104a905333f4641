"""Takes the README's pictures, into the folder that is named."""

import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

from preview import COMMAND, REPOSITORY, Chromium, Preview, TestInterface

# A suite that prints TAP, with a failure to look at.
SUITE = """<!doctype html><title>Notes</title><script>
const tests = [
    ["keeps a note", true], ["finds notes by their words", true], ["sorts by date, the newest first", false],
    ["sends what was written offline", true],
];
console.log(`1..${tests.length}`);
tests.forEach(([name, passed], index) => {
    console.log(`${passed ? "ok" : "not ok"} ${index + 1} - ${name}`);
    if (!passed) console.log("  ---\\n  message: the second note is older\\n  expected: 2026-03-04\\n  actual: 2026-03-01\\n  at: notes.js:41:9\\n  ...");
});
</script>"""
# A test in a script with a failure, beside its page, a service worker and a native half.
TRACED = {
    "notes.test.js": """import { describe, it, expect, beforeAll } from "vitest";
document.body.innerHTML = `<link rel="stylesheet" href="notes.css"><h1>Field notes</h1>
    <form><input placeholder="Species" value="Grey heron"> <button>Add</button></form><ul></ul>`;
const list = document.querySelector("ul");
const add = (name, where) => list.insertAdjacentHTML("beforeend", `<li><b>${name}</b> ${where}`);
beforeAll(async () => {
    await navigator.serviceWorker.register("worker.js");
    await navigator.serviceWorker.ready;
});
describe("notes", () => {
    it("come from the server", async () => {
        for (const { name, where } of await (await fetch("notes.json")).json()) add(name, where);
        expect(list.children).toHaveLength(2);
    });
    it("have the place of the phone", async () => {
        const { place } = await webkit.messageHandlers.locate.postMessage({ accuracy: "high" });
        add("Grey heron", place);
        console.log("located at", place);
    });
    it("are in the order of their names", async () => {
        await fetch("sorted.json");
        await new Promise((done) => setTimeout(done, 60));
        expect([...list.children].map((item) => item.firstChild.textContent)).toEqual(["Dipper", "Grey heron", "Wren"]);
    });
    it("are kept in a cache", async () => {
        const cache = await caches.open("notes");
        await cache.put("/notes", new Response("3 notes"));
        expect(await (await cache.match("/notes")).text()).toBe("3 notes");
    });
});
""",
    "notes.css": """body { font: 19px/1.6 sans-serif; margin: 2.5rem; background: #f2f6f1; color: #21301f; }
h1 { margin: 0 0 1rem; color: #2c6e49; } ul { padding: 0; list-style: none; }
li { margin: .5rem 0; padding: .7rem 1.2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002; }
input, button { font: inherit; padding: .3rem .9rem; border: 1px solid #9db89b; border-radius: 10px; }
button { background: #2c6e49; color: #fff; }
""",
    "notes.json": '[{"name": "Wren", "where": "in the hedge"}, {"name": "Dipper", "where": "below the bridge"}]',
    "worker.js": "addEventListener('install', (event) => event.waitUntil(caches.open('shell')));\n"
                 "addEventListener('activate', (event) => event.waitUntil(clients.claim()));\nconsole.log('the worker runs');\n",
    "native.js": "export default { handlers: { locate: () => ({ place: '52.5 N, 13.4 E' }) } };\n",
    "package.json": "{}",
}
# The page that runs after it, and stays on the picture.
SEARCH = """import { it, expect } from "vitest";
document.body.innerHTML = `<link rel="stylesheet" href="notes.css"><h1>Search</h1>
    <form><input value="heron"> <button>Search</button></form><ul><li><b>Grey heron</b> 52.5 N, 13.4 E</li></ul>`;
const found = document.querySelectorAll("li");
it("finds notes by their words", () => { expect(found).toHaveLength(1); });
it("ignores case", () => { expect(found[0].textContent).toMatch(/grey/i); });
it("waits for a pause in typing", () => new Promise((done) => setTimeout(done, 150)));
"""
# Tells when the demo has shown all that it shows.
READY = """
if (top === window) new MutationObserver((_, observer) => {
    if (!document.documentElement.dataset.ready) return;
    observer.disconnect();
    console.log("the demo is ready");
}).observe(document.documentElement, { attributes: true });
"""
# xterm's colours, on a dark ground.
COLOURS = {"1": "font-weight:700", "2": "opacity:.6", "31": "color:#ff7b85", "32": "color:#6fdc9b", "33": "color:#f0c05a",
           "36": "color:#6fd0e8", "90": "color:#8b94a5"}


def take_preview(folder):
    pages = {path.name: path.read_text(encoding="utf-8")
             for path in (REPOSITORY / "Pages/demo").iterdir() if path.suffix in (".html", ".css", ".js", ".json", ".svg", ".webmanifest")}
    pages["ready.js"] = READY
    preview = Preview(pages, "--device", "iPhone 17 Pro", "--watch", "--inject", "ready.js")
    browser = Chromium(1280, 940, scale=2)
    try:
        browser.open(preview)
        browser.wait(lambda: "the demo is ready" in browser.console(), "complete demo")
        browser.element("bridge-tab").click()
        # Nothing moves any more.
        browser.driver.set_script_timeout(30)
        browser.driver.execute_async_script("""
            const done = arguments[0], canvas = document.getElementById("surface");
            let timer = setTimeout(done, 3000);
            new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 3000); })
                .observe(canvas, { attributes: true });
        """)
        browser.driver.execute_script("document.activeElement.blur()")
        browser.driver.save_screenshot(str(folder / "preview.png"))
    finally:
        browser.close()
        preview.close()


def terminal_output(arguments, cwd):
    """Returns the output that a command writes to a terminal."""
    reading, writing = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "NO_COLOR")}
    process = subprocess.Popen(arguments, stdout=writing, stderr=writing, stdin=writing, cwd=cwd,
                               env={**environment, "TERM": "xterm-256color"})
    os.close(writing)
    output = b""
    while True:
        try:
            piece = os.read(reading, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    process.wait()
    os.close(reading)
    return output.decode("utf-8", "replace").replace("\r\n", "\n")


def as_html(text):
    """The text with its colours. What moves the cursor is left out: lines that were written over go."""
    text = re.sub(r"[^\n]*\r(?!\n)", "", text)
    parts, styles = [], []
    for piece in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", text):
        match = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if match:
            for code in (match.group(1) or "0").split(";"):
                styles = [] if code == "0" else [*styles, COLOURS.get(code, "")]
        elif not piece.startswith("\x1b"):
            parts.append(f'<span style="{";".join(styles)}">{html.escape(piece)}</span>')
    return "".join(parts)


def take_spec(folder):
    with tempfile.TemporaryDirectory(prefix="swwebview-test-") as name:
        work = pathlib.Path(name)
        (work / "notes.html").write_text(SUITE, encoding="utf-8")
        pages = [str(REPOSITORY / "Pages/tests" / page) for page in ("cache.html", "environment.html")]
        output = terminal_output([COMMAND, "test", *pages, "notes.html"], work)
        output = output.replace(f"{REPOSITORY}/", "")
        lines = output.rstrip("\n").split("\n")
        if len(lines) > 44:
            lines = lines[:12] + ["  …"] + lines[-31:]
        page = f"""<!doctype html><meta charset="utf-8"><style>
            body {{ margin: 0; padding: 26px 32px; width: max-content; max-width: 1100px; background: #16181d; color: #e6e9ef; }}
            pre {{ margin: 0; font: 15px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }}
            b {{ color: #8b94a5; font-weight: 400; }}
            </style><pre><b>$</b> swwebview test Pages/tests/cache.html Pages/tests/environment.html notes.html\n{as_html(chr(10).join(lines))}</pre>"""
        (work / "terminal.html").write_text(page, encoding="utf-8")
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        subprocess.run(
            [COMMAND, "snapshot", "terminal.html", "-o", str(folder / "spec.png"), "--selector", "body", "--scale", "2",
             "--size", "1200x800"], cwd=work, env=environment, check=True, stdout=subprocess.DEVNULL)


def take_trace(folder):
    with tempfile.TemporaryDirectory(prefix="swwebview-test-") as name:
        work = pathlib.Path(name)
        for path, text in TRACED.items():
            (work / path).write_text(text, encoding="utf-8")
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        run = {"cwd": work, "env": environment, "stdout": subprocess.DEVNULL}
        subprocess.run([COMMAND, "test", "notes.test.js", "--native", "native.js", "--trace", "on", "--size", "800x560"], check=False, **run)
        subprocess.run([COMMAND, "trace", "traces/notes.test.js.trace", "-o", "trace.html"], check=True, **run)
        browser = Chromium(1280, 940, scale=2)
        try:
            browser.driver.get((work / "trace.html").as_uri())
            browser.wait(lambda: browser.driver.execute_script("return document.querySelector('#detail img')?.complete"), "picture")
            browser.driver.save_screenshot(str(folder / "trace.png"))
        finally:
            browser.close()


# Writes notes in the demo app of the frameworks, and takes a picture with the camera of the phone.
NOTES = """
if (top === window) new MutationObserver(async (_, observer) => {
    if (!document.documentElement.dataset.ready) return;
    observer.disconnect();
    const rows = (count) => new Promise((done) => new MutationObserver((_, observer) => {
        if (document.querySelectorAll("li").length < count) return;
        observer.disconnect();
        done();
    }).observe(document.body, { childList: true, subtree: true }));
    for (const [index, text] of ["Milk and bread", "Grey heron at the bridge"].entries()) {
        const added = rows(index + 1);
        document.getElementById("text").value = text;
        document.getElementById("form").requestSubmit();
        await added;
    }
    const added = rows(3);
    document.getElementById("camera").click();
    await added;
    await document.querySelector("li img").decode();
    document.documentElement.dataset.filled = "true";
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
FRAMEWORKS = {"capacitor": "Capacitor", "cordova": "Cordova", "react-native": "React Native", "hotwire": "Hotwire Native", "flutter": "Flutter"}


def take_hosts(folder):
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    hosts = REPOSITORY / "Pages/hosts"
    with tempfile.TemporaryDirectory(prefix="swwebview-test-") as name:
        work = pathlib.Path(name)
        (work / "notes.js").write_text(NOTES, encoding="utf-8")
        run = {"cwd": work, "env": environment, "check": True, "stdout": subprocess.DEVNULL}
        for framework in FRAMEWORKS:
            native = hosts / f"{framework}.native.js"
            subprocess.run(
                [COMMAND, "snapshot", str(hosts / "index.html"), "--app", framework, "--root", str(hosts.parent), "--size", "320x300",
                 *(["--native", str(native)] if native.exists() else []), "--inject", "notes.js", "-o", f"{framework}.png",
                 "--wait-for", "document.documentElement.dataset.filled"], **run)
        figures = "".join(f"<figure><img src='{name}.png'><figcaption>--app {name}</figcaption></figure>" for name in FRAMEWORKS)
        (work / "hosts.html").write_text(f"""<!doctype html><meta charset="utf-8"><style>
            body {{ margin: 0; padding: 20px; display: flex; gap: 16px; width: max-content; background: #d9dde6; }}
            figure {{ margin: 0; font: 15px "DejaVu Sans Mono", monospace; text-align: center; }}
            img {{ display: block; margin-bottom: 8px; border-radius: 16px; }}
            </style>{figures}""", encoding="utf-8")
        subprocess.run(
            [COMMAND, "snapshot", "hosts.html", "-o", str(folder / "hosts.png"), "--selector", "body", "--size", "1720x400"], **run)


def take_interface(folder):
    pages = {f"tests/{path}": text for path, text in TRACED.items() if path not in ("native.js", "package.json")}
    pages["tests/search.test.js"] = SEARCH
    pages["native.js"] = TRACED["native.js"]
    interface = TestInterface(pages, "--native", "native.js", "--size", "800x560")
    browser = Chromium(1280, 940, scale=2)
    try:
        browser.driver.get(interface.address)
        browser.wait(lambda: browser.element("run").is_enabled(), "list")
        browser.element("run").click()
        browser.wait(lambda: "6 passed, 1 failed" in browser.element("summary").text, "end of the run")
        browser.wait(lambda: browser.driver.execute_script("return document.querySelector('#detail img')?.complete"), "picture")
        browser.driver.execute_script("document.activeElement.blur()")
        browser.driver.save_screenshot(str(folder / "tests.png"))
    finally:
        browser.close()
        interface.close()


folder = pathlib.Path(sys.argv[1]).resolve()
take_preview(folder)
take_spec(folder)
take_trace(folder)
take_hosts(folder)
take_interface(folder)
print(folder / "tests.png")
print(folder / "preview.png")
print(folder / "spec.png")
print(folder / "trace.png")
print(folder / "hosts.png")
