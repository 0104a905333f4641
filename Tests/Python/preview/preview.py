"""`swwebview preview` as a process, and Chromium as the developer's own browser."""

import http.client
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))

# The seconds that a test waits for an event. They only guard against hanging: a busy machine may take long.
PATIENCE = 120


def wait_until(condition, what, timeout=PATIENCE):
    """Waits for what has no event of its own here: a line that another thread reads."""
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"no {what}")
        time.sleep(0.02)


class Preview:
    """A preview of a page of a folder of its own."""

    ARGUMENTS = ["preview", "index.html"]

    def __init__(self, pages, *options, display=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        for name, text in pages.items():
            self.write(name, text)
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}
        if display:
            environment["DISPLAY"] = display
        self.process = subprocess.Popen(
            [COMMAND, *self.ARGUMENTS, *([] if display else ["--port", "0"]), *options],
            stdout=subprocess.PIPE, text=True, env=environment, cwd=self.folder,
        )
        self.lines = []
        self.address = None
        for line in self.process.stdout if not display else []:
            self.lines.append(line.rstrip("\n"))
            if line.startswith("Open "):
                self.address = line.split()[1]
                break
        if not display and not self.address:
            raise RuntimeError(f"the preview ended with exit code {self.process.wait()}")
        # A full pipe would hold the preview.
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        shutil.rmtree(self.folder)


class GuardedCase(unittest.TestCase):
    """Tests of refused requests. Each kind is also made as it should be, or refusals would prove nothing."""

    def status(self, preview, path, **headers):
        address = urllib.parse.urlsplit(preview.address)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            return connection.getresponse().status
        finally:
            connection.close()

    def assert_foreigners_refused(self, preview, script):
        own = preview.address.rstrip("/")
        upgrade = {
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        for path, extra, welcome in [("/", {}, 200), (script, {}, 200), ("/socket", upgrade, 101)]:
            self.assertEqual(self.status(preview, path, **extra), welcome, path)
            self.assertEqual(self.status(preview, path, Origin=own, **extra), welcome, path)
            self.assertEqual(self.status(preview, path, Origin="http://evil.example", **extra), 403, path)
            self.assertEqual(self.status(preview, path, Host="evil.example", **extra), 403, path)


class TestInterface(Preview):
    """The interface of the tests of a folder of its own."""

    ARGUMENTS = ["test", "tests", "--ui"]

    def __init__(self, pages, *options):
        super().__init__({"package.json": "{}", **pages}, *options)


class Chromium:
    """Chromium, looking at a preview."""

    def __init__(self, width=1280, height=900, scale=1):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", f"--window-size={width},{height}", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.add_argument(f"--force-device-scale-factor={scale}")
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def open(self, preview):
        self.driver.get(preview.address)
        self.wait(lambda: self.element("surface").get_attribute("data-frames"), "first frame")
        script = "return document.title !== 'Preview' && reload.getAttribute('aria-busy') === 'false'"
        self.wait(lambda: self.driver.execute_script(script), "loaded page")

    def close(self):
        self.driver.quit()

    def element(self, identifier):
        return self.driver.find_element(By.ID, identifier)

    def wait(self, condition, what, timeout=PATIENCE):
        return WebDriverWait(self.driver, timeout, poll_frequency=0.02).until(lambda _: condition(), f"no {what}")

    def texts(self, selector):
        script = "return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent)"
        return self.driver.execute_script(script, selector)

    def console(self):
        return self.texts("#console pre")

    def wait_for_line(self, line):
        self.wait(lambda: line in self.console(), f"line “{line}” among {self.console()}")

    def pixel(self, x, y):
        """The colour of a CSS pixel of the previewed page, as red, green and blue."""
        script = """
            const [x, y] = arguments, canvas = document.getElementById("surface");
            const scale = canvas.width / Number(document.getElementById("facts").textContent.match(/(\\d+) ×/)[1]);
            return [...canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1).data].slice(0, 3);
        """
        return tuple(self.driver.execute_script(script, x, y))

    def size(self):
        return tuple(self.driver.execute_script("const { width, height } = surface; return [width, height]"))

    def point(self, x, y):
        """Actions that begin with a move to a place of the previewed page, in its own CSS pixels."""
        script = """
            const area = surface.getBoundingClientRect();
            const width = Number(document.getElementById("facts").textContent.match(/(\\d+) ×/)[1]);
            return [area.width / width, area.width, area.height];
        """
        scale, width, height = self.driver.execute_script(script)
        place = (round(x * scale - width / 2), round(y * scale - height / 2))
        return ActionChains(self.driver).move_to_element_with_offset(self.element("surface"), *place)

    def click(self, x, y):
        """Clicks a place of the previewed page."""
        self.point(x, y).click().perform()

    def type(self, text):
        ActionChains(self.driver).send_keys(text).perform()

    def scroll(self, distance):
        origin = ScrollOrigin.from_element(self.element("surface"))
        ActionChains(self.driver).scroll_from_origin(origin, 0, distance).perform()
