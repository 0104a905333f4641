"""Moves, copies and removes the files of a simulated phone at random, with the plugins of Capacitor and Cordova.

A move or a copy that rejects must leave every file as it was, and one that succeeds must lose nothing but the file in its place.
"""

import contextlib
import pathlib
import tempfile

import attack
from driver import Driver

PAGES = {
    "capacitor": "<!doctype html><title>transfers</title>",
    "cordova": "<!doctype html><title>transfers</title><script src=cordova.js></script>",
}
NAMES = ["a", "b", "c", "a/b", "a/b/c", "b/a", "c/c", "a/.", "./b", "a//c", "", ".", "b/", "x" * 300, "é"]

# The two frameworks, behind one form: makes, reads, moves, copies. Cordova's paths are a folder and a name.
FRAMEWORKS = {
    "capacitor": """
const { Filesystem } = Capacitor.Plugins, directory = "DOCUMENTS";
const make = (path, data) => Filesystem.writeFile({ path, directory, data, encoding: "utf8", recursive: true });
const read = async (path) => (await Filesystem.readFile({ path, directory, encoding: "utf8" })).data;
const list = async (path) => (await Filesystem.readdir({ path, directory })).files.map(({ name, type }) => [name, type === "directory"]);
const transfer = (method, from, to) => Filesystem[method === "move" ? "rename" : "copy"]({ from, to, directory });
const clear = async () => {
    for (const [path, isFolder] of await list("")) {
        await (isFolder ? Filesystem.rmdir({ path, directory, recursive: true }) : Filesystem.deleteFile({ path, directory }));
    }
};
""",
    "cordova": """
const exec = (action, ...values) => new Promise((resolve, reject) => cordova.exec(resolve, reject, "File", action, values));
const url = (path) => "cdvfile://localhost/persistent/" + encodeURI(path);
const make = async (path, data) => {
    const parts = path.split("/");
    for (let count = 1; count < parts.length; count += 1) {
        await exec("getDirectory", url(""), parts.slice(0, count).join("/"), { create: true });
    }
    await exec("write", url(path), data, 0);
};
const read = (path) => exec("readAsText", url(path), "UTF-8", 0, -1);
const list = async (path) => (await exec("readEntries", url(path))).map(({ name, isDirectory }) => [name, isDirectory]);
const transfer = (method, from, to) => {
    const parts = to.split("/"), name = parts.pop();
    return exec(method === "move" ? "moveTo" : "copyTo", url(from), url(parts.join("/")), name);
};
const clear = async () => {
    for (const [name] of await list("")) await exec("removeRecursively", url(name));
};
""",
}

ORIGINS = {"capacitor": "capacitor://localhost", "cordova": "app://localhost"}

BATCH = """
const [batch, , done] = arguments;
%s
const tree = async (path = "", found = {}) => {
    for (const [name, isFolder] of await list(path)) {
        const inner = path ? `${path}/${name}` : name;
        if (isFolder) {
            found[`${inner}/`] = null;
            await tree(inner, found);
        } else {
            found[inner] = await read(inner);
        }
        if (Object.keys(found).length > 500) throw new Error("the files have no end");
    }
    return found;
};
const texts = (files) => Object.values(files).filter((text) => text !== null);
const attempt = async ({ files, steps }) => {
    await clear();
    for (const [path, text] of files) await make(path, text).catch(() => {});
    for (const [method, from, to] of steps) {
        const before = await tree();
        const isDone = await transfer(method, from, to).then(() => true, () => false);
        const after = await tree();
        const what = `${method} ${from} to ${to} ${isDone ? "succeeds" : "rejects"}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
        if (!isDone && JSON.stringify(before) !== JSON.stringify(after)) return what;
        const plain = (path) => path.split("/").filter((name) => name && name !== ".").join("/");
        // One file can be replaced.
        const lost = texts(before).filter((text) => !texts(after).includes(text));
        if (lost.length > 1 || (lost.length === 1 && before[plain(to)] !== lost[0])) return what;
    }
    return null;
};
(async () => {
    const problems = [];
    for (const input of batch) {
        const problem = await attempt(input);
        if (problem) problems.push(problem);
    }
    return problems;
})().then(done, (error) => done(["the page fails: " + (error.message ?? error)]));
"""


def make_input(chance):
    files = [(chance.choice(NAMES[:7]), f"text {number}") for number in range(chance.randrange(1, 6))]
    steps = [(chance.choice(["move", "copy"]), chance.choice(NAMES), chance.choice(NAMES)) for _ in range(6)]
    return {"files": files, "steps": steps}


def run(chance, tally):
    turn = 0
    # Each framework has half of the inputs.
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="swwebview-attack-")))
        for name, page in PAGES.items():
            (folder / name).mkdir()
            (folder / name / "index.html").write_text(page, encoding="utf-8")
        driver = Driver()
        stack.callback(driver.close)
        browsers = {
            name: stack.enter_context(contextlib.closing(Session(driver.session(app=name, map=[f"{origin}={folder / name}"]), name, origin)))
            for name, origin in ORIGINS.items()
        }
        while not tally.is_enough():
            name = list(FRAMEWORKS)[turn % len(FRAMEWORKS)]
            turn += 1
            batch = [make_input(chance) for _ in range(10)]
            for text in browsers[name].attempt(batch, tally):
                tally.fail(f"{name}: {text}")
            tally.tried += sum(len(one["steps"]) for one in batch)


class Session:
    """A session whose page has a framework."""

    def __init__(self, browser, name, origin):
        self.browser, self.name, self.origin = browser, name, origin
        browser.set_script_timeout(attack.PATIENCE * 3)
        self.close = browser.quit

    def attempt(self, batch, tally):
        from selenium.common.exceptions import TimeoutException  # Of the project's Python only.

        self.browser.get(f"{self.origin}/")
        try:
            return self.browser.execute_async_script(BATCH % FRAMEWORKS[self.name], batch, attack.PATIENCE)
        except TimeoutException:
            if tally.is_enough():
                return []
            raise


attack.main("transfers", run)
