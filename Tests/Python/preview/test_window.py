"""The preview's window, on a display of the test's own, used with a real mouse."""

import os
import subprocess
import unittest

from preview import PATIENCE, Preview, wait_until

PAGE = """<!doctype html><body style="margin: 0">
<button id="press" style="position: absolute; top: 100px; width: 200px; height: 100px">Press</button>
<script>
document.getElementById("press").onclick = (event) => { console.log("pressed", event.isTrusted); alert("Hello"); console.log("closed"); };
matchMedia("(prefers-color-scheme: dark)").onchange = (event) => console.log("dark", event.matches);
addEventListener("resize", () => console.log("size", innerWidth, innerHeight));
addEventListener("offline", () => console.log("offline"));
console.log("loaded", innerWidth, devicePixelRatio);
</script>"""
# The bar's buttons, in the order of cwk_window.c.
ROTATE, DARK, OFFLINE = 132, 169, 206
BAR = 42


class WindowTests(unittest.TestCase):
    def setUp(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24"], pass_fds=[writing],
            stderr=subprocess.DEVNULL)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.terminate)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.display = ":" + number.readline().strip()
        self.preview = Preview({"index.html": PAGE}, "--device", "iPhone 17", display=self.display)
        self.addCleanup(self.preview.close)
        self.await_line("log: loaded 402 1")

    def await_line(self, line):
        wait_until(lambda: line in self.preview.lines, f"line “{line}” among {self.preview.lines}")

    def mouse(self, *arguments):
        subprocess.run(
            ["xdotool", *map(str, arguments)], env={**os.environ, "DISPLAY": self.display}, check=True, timeout=PATIENCE)

    def click(self, x, y):
        self.mouse("mousemove", x, y, "click", 1)

    def test_controls(self):
        self.click(ROTATE, 20)
        self.await_line("log: size 874 402")
        self.click(DARK, 20)
        self.await_line("log: dark true")
        self.click(OFFLINE, 20)
        self.await_line("log: offline")
        # No server was started.
        self.assertFalse(any(line.startswith("Open ") for line in self.preview.lines))

    def test_clicks_and_dialogs(self):
        self.click(100, BAR + 150)
        self.await_line("log: pressed true")
        self.assertNotIn("log: closed", self.preview.lines)
        found = ["search", "--sync", "--onlyvisible", "--class", "swwebview", "windowfocus", "key", "Return"]
        self.mouse(*found)
        self.await_line("log: closed")


if __name__ == "__main__":
    unittest.main()
