"""`swwebview driver`, started as its users start it, and sessions of it."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from processes import PATIENCE, Run
from selenium import webdriver
from selenium.webdriver.common.options import ArgOptions

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))


def options(**settings):
    """Selenium's options for a session with these options of ours."""
    wanted = ArgOptions()
    wanted.set_capability("browserName", "swwebview")
    wanted.set_capability("swwebview:options", settings)
    return wanted


class Driver:
    """A driver on a port of its own. Its folder holds the pages of sw://app.example/ and everybody's temporary files."""

    def __init__(self, pages=None, arguments=(), launcher=(), **variables):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        self.pages = self.folder / "pages"
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        for name, text in (pages or {}).items():
            self.write(name, text)
        self.pages.mkdir(exist_ok=True)
        self.run = Run(TMPDIR=str(self.temporary), **variables)
        self.process = subprocess.Popen(
            [*launcher, COMMAND, "driver", "--port", "0", *arguments],
            env=self.run.environment, stdout=subprocess.PIPE, text=True, cwd=self.folder,
        )
        line = self.process.stdout.readline()
        if not line.startswith("Listening on "):
            self.close()
            raise RuntimeError(f"the driver said {line!r}")
        self.url = line.removeprefix("Listening on ").strip().rstrip("/")
        # The driver, and the template of WebKit's processes that it has like every command.
        self.own = {process.number for process in self.run.processes()}

    def session_processes(self):
        return [process for process in self.run.processes() if process.number not in self.own]

    def write(self, name, text):
        path = self.pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def session(self, **settings):
        """A session whose sw://app.example/ shows the pages."""
        settings.setdefault("map", [f"sw://app.example={self.pages}"])
        settings.setdefault("size", "800x600")
        return webdriver.Remote(self.url, options=options(**settings))

    def send(self, method, path, body=None, headers=None):
        """Status and answer of one request, past all of Selenium."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def value(self, method, path, body=None):
        status, text = self.send(method, path, body)
        return status, json.loads(text)["value"]

    def free(self):
        return self.value("GET", "/status")[1]["swwebview:sessions"]["free"]

    def wait_for_waiting(self, count):
        """Waits until so many clients wait for a free session, which has no event for others."""
        end = time.monotonic() + 60
        while self.value("GET", "/status")[1]["swwebview:sessions"]["waiting"] != count:
            if time.monotonic() > end:
                raise AssertionError(f"{count} clients do not wait")
            time.sleep(0.02)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.end()
        self.process.stdout.close()
        shutil.rmtree(self.folder)


class OneSessionTests(unittest.TestCase):
    """Tests that share a driver with the pages of `PAGES`, and one session."""

    PAGES = {}

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(cls.PAGES)
        cls.addClassCleanup(cls.driver.close)
        cls.browser = cls.driver.session()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.set_script_timeout(PATIENCE)
