"""The viewer of traces in Chromium, opened as a file."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from preview import COMMAND, Chromium
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PAGE = """<!doctype html><title>Cart</title><p id="sum">six</p>
<script>
console.log("1..2");
(async () => {
    console.error("<\\/script><img src=x onerror='window.hacked = true'>");
    await fetch("data.json");
    console.log("ok 1 - loads");
    document.title = "<b>Cart</b>";
    await webkit.messageHandlers.pay.postMessage({ amount: "<i>6</i>" });
    console.log("not ok 2 - adds <u>up</u>");
})();
</script>"""


class TraceTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "cart.html").write_text(PAGE, encoding="utf-8")
        (cls.folder / "data.json").write_text('{"apples": 5}', encoding="utf-8")
        (cls.folder / "native.js").write_text("export default { handlers: { pay: () => 'paid' } };", encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}
        run = subprocess.run(
            [COMMAND, "test", "cart.html", "--native", "native.js", "--trace", "on"], cwd=cls.folder, env=environment,
            stdout=subprocess.PIPE, check=False)
        assert run.returncode == 1, run.stdout
        subprocess.run([COMMAND, "trace", "traces/cart.html.trace", "-o", "view.html"], cwd=cls.folder, env=environment, check=True)
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.driver.get((self.folder / "view.html").as_uri())

    def tearDown(self):
        # Nothing of the page became markup or script, whatever was opened.
        script = "return window.hacked || document.querySelectorAll('#list img, #list script, #detail i, #detail u, h1 b').length"
        self.assertFalse(self.browser.driver.execute_script(script))

    def titles(self):
        return self.browser.texts("#list .title")

    def choose(self, lane):
        self.browser.driver.find_element(By.CSS_SELECTOR, f"#tabs [data-lane={lane}]").click()

    def detail(self):
        return self.browser.element("detail").text

    def test_the_failed_test_is_chosen_and_its_picture_shown(self):
        self.assertEqual(self.browser.element("result").text, "failed")
        self.assertIn("adds <u>up</u>", self.detail())
        picture = self.browser.driver.find_element(By.CSS_SELECTOR, "#detail img")
        self.browser.wait(lambda: picture.get_property("naturalWidth") == 1024, "picture")

    def test_the_document_is_shown_without_scripts_and_without_an_origin(self):
        self.browser.driver.find_element(By.XPATH, "//div[@class='tabs']/button[text()='Document']").click()
        frame = self.browser.driver.find_element(By.CSS_SELECTOR, "#detail iframe")
        self.assertEqual(frame.get_attribute("sandbox"), "")
        self.assertIsNone(self.browser.driver.execute_script("return arguments[0].contentDocument", frame))
        self.browser.driver.switch_to.frame(frame)
        self.browser.wait(lambda: self.browser.element("sum").text == "six", "document")
        self.assertEqual(self.browser.driver.find_elements(By.TAG_NAME, "script"), [])
        self.browser.driver.switch_to.default_content()

    def test_a_lane_and_the_filter_limit_the_list(self):
        self.choose("native")
        self.assertEqual(self.titles(), ["pay"])
        self.browser.driver.find_element(By.CSS_SELECTOR, "#list li").click()
        self.assertIn('"amount": "<i>6</i>"', self.detail())
        self.assertIn("paid", self.detail())
        self.choose("all")
        self.browser.element("search").send_keys("data.json")
        self.browser.wait(lambda: self.titles() and all("data.json" in title or "/fetch" in title for title in self.titles()), "filtered list")

    def test_the_arrow_keys_move_through_the_list(self):
        self.choose("network")
        rows = self.browser.driver.find_elements(By.CSS_SELECTOR, "#list li")
        rows[0].click()
        self.browser.element("list").send_keys(Keys.ARROW_DOWN)
        self.assertEqual(rows[1].get_attribute("aria-selected"), "true")
        self.assertIn("GET /data.json", self.detail())
        self.assertIn('"apples": 5', self.detail())


ODD = [None, 5, -1e308, 1e308, "", "text", True, [], {}, [None, {}], {"toString": 1, "valueOf": 1}, {"__proto__": None}, {"length": 1e9}]
# One entry of each kind, whose members get odd values one after the other.
KINDS = {
    "began": {"name": ["a"]}, "test": {"name": ["a"], "status": "failed", "duration": 1, "message": "m", "position": {}, "source": {}, "stack": "s"},
    "failure": {"kind": "crash", "message": "m"}, "console": {"level": "log", "text": "t"},
    "bridge": {"direction": "toPage", "realm": "r", "event": "e", "text": '{"promiseIndex": 1, "error": 1}'},
    "request": {"method": "GET", "url": "sw://a/", "status": 200, "duration": 1, "headers": [], "responseHeaders": [], "size": 1},
    "socket": {"id": 1, "url": "ws://a/", "opened": "x", "code": 1000, "reason": "", "direction": "send", "text": "t", "size": 1, "bytes": "eA=="},
    "answer": {"method": "GET", "url": "sw://a/", "status": 200, "headers": []},
    "worker": {"id": "r", "script": "sw://a/w.js", "state": "s", "failure": "f"},
    "moment": {"name": ["a"], "picture": "eA==", "html": "<p>", "width": 1, "height": 1, "scrollY": 1, "delay": 1},
    "end": {"isPassed": True, "passed": 1, "failed": 1, "duration": 1, "dropped": 1}, "native": {}, "page": {}, "unknown": {},
}


def odd_traces():
    """Entries that are odd in one way each, by their kinds."""
    traces = {"none": [*ODD, *({"time": 1, "kind": value, "data": {}} for value in ODD)]}
    for kind, data in KINDS.items():
        found = traces[kind] = [{"kind": kind}]
        for value in ODD:
            found += [{"time": 1, "kind": kind, "data": value}, {"time": value, "kind": kind, "data": data}]
            for name in data:
                found += [{"time": 1, "kind": kind, "data": {**data, name: value}}, {"time": 1, "kind": kind, "data": {name: value}}]
            if kind == "bridge":
                found.append({"time": 1, "kind": kind, "data": {**data, "event": None, "text": json.dumps(value)}})
            if kind == "native":
                found.append({"time": 1, "kind": kind, "data": json.dumps(value)})
                for name in ("call", "reply", "event", "handler", "frame", "body", "error", "detail"):
                    found += [{"time": 1, "kind": kind, "data": json.dumps(record)} for record in ({"call": 1, name: value}, {name: value})]
    return traces


class OddTraceTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.browser = Chromium()
        self.addCleanup(self.browser.close)

    def show(self, *lines, header=None):
        head = {"format": "swwebview trace", "version": 1, "page": "a.html", "width": 800, "height": 600, **(header or {})}
        texts = [json.dumps({"time": 0, "kind": "header", "data": head}).encode(), *lines]
        (self.folder / "odd.trace").write_bytes(b"\n".join(texts) + b"\n")
        subprocess.run([COMMAND, "trace", "odd.trace", "-o", "view.html"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        self.browser.driver.get((self.folder / "view.html").as_uri())

    def open_all(self):
        """Opens every entry, and returns what the viewer throws meanwhile."""
        return self.browser.driver.execute_script("""
            const errors = [];
            addEventListener("error", ({ message }) => errors.push(message));
            for (const row of document.querySelectorAll("#list li[role=option]")) {
                row.click();
                if (!document.querySelector("#detail .when")) errors.push(`nothing of ${row.textContent}`);
                for (const tab of document.querySelectorAll("#detail .stage button")) tab.click();
            }
            return errors;""")

    def test_no_odd_entry_hides_another(self):
        for kind, entries in odd_traces().items():
            with self.subTest(kind):
                lines = []
                for number, entry in enumerate(entries):
                    lines += [entry, {"time": 2, "kind": "console", "data": {"level": "log", "text": f"after {number}"}}]
                self.show(*(json.dumps(line).encode() for line in lines))
                titles = self.browser.texts("#list .title")
                self.assertEqual([title for title in titles if title.startswith("after ")], [f"after {number}" for number in range(len(entries))])
                self.assertEqual(self.open_all(), [])

    def test_lines_that_are_no_json_are_counted_and_the_others_shown(self):
        good = b'{"time":2,"kind":"console","data":{"level":"log","text":"printed"}}'
        broken = [b"\xef\xbb\xbf" + good, good.decode().encode("utf-16-le"), good[:-1], b"\xff" + good, b"\0" + good, b"[" * 100]
        deep = b'{"time":2,"kind":"console","data":{"level":"log","text":' + b"[" * 5000 + b"]" * 5000 + b"}}"
        self.show(*broken, good, deep, good.replace(b"printed", b"a<!--<script>b"), good + b"\r", b"")
        self.assertIn(f"{len(broken)} lines", self.browser.element("warning").text)
        titles = self.browser.texts("#list .title")
        self.assertEqual(titles.count("printed"), 2)
        self.assertIn("a<!--<script>b", titles)
        self.assertEqual(self.open_all(), [])

    def test_entries_without_their_beginning_are_shown(self):
        message = {"time": 1, "kind": "socket", "data": {"id": 1, "direction": "send", "text": "hello", "size": 5}}
        reply = {"time": 2, "kind": "native", "data": json.dumps({"reply": 1, "result": 5})}
        self.show(json.dumps(message).encode(), json.dumps(reply).encode())
        self.assertEqual(self.browser.texts("#list .title"), ["An odd entry: socket", "An odd entry: native"])
        self.assertEqual(self.open_all(), [])

    def test_odd_members_of_the_header_are_shown(self):
        good = b'{"time":2,"kind":"console","data":{"level":"log","text":"printed"}}'
        for value in ODD:
            with self.subTest(value):
                self.show(good, header={name: value for name in ("page", "width", "height", "date", "attempt")})
                self.assertEqual(self.browser.texts("#list .title"), ["printed"])


if __name__ == "__main__":
    unittest.main()
