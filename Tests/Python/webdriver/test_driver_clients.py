"""Clients that make many sessions: a Selenium Grid node, and pytest-xdist."""

import json
import pathlib
import subprocess
import sys
import tomllib
import unittest

from driver import COMMAND, Driver
from processes import PATIENCE

PAGES = {f"page{number}.html": f"<!doctype html><title>Page {number}</title>" for number in range(6)}
# The code of a pytest user; the driver's address and number of sessions come from outside.
SUITE = """
import os
import pytest
from selenium import webdriver
from selenium.webdriver.common.options import ArgOptions

@pytest.fixture(scope="session")
def browser():
    options = ArgOptions()
    options.set_capability("browserName", "swwebview")
    options.set_capability("swwebview:options", {"map": ["sw://app.example=" + os.environ["PAGES"]]})
    browser = webdriver.Remote(os.environ["DRIVER"], options=options)
    yield browser
    browser.quit()

@pytest.mark.parametrize("number", range(6))
def test_page(browser, number, worker_id):
    browser.get(f"sw://app.example/page{number}.html")
    assert browser.title == f"Page {number}"
    with open(os.environ["SEEN"], "a") as file:
        file.write(f"{worker_id} {browser.session_id}\\n")
"""


class ClientTests(unittest.TestCase):
    def setUp(self):
        self.driver = Driver(PAGES, ["--max-sessions", "2"])
        self.addCleanup(self.driver.close)

    def test_grid_node(self):
        """Starts sessions as a relay node does: https://www.selenium.dev/documentation/grid/configuration/toml_options/"""
        port = self.driver.url.rsplit(":", 1)[1]
        text = subprocess.run(
            [COMMAND, "driver", "--grid-config", "--port", port, "--max-sessions", "2"],
            check=True, capture_output=True, text=True,
        ).stdout
        configuration = tomllib.loads(text)
        self.assertFalse(configuration["node"]["detect-drivers"])
        relay = configuration["relay"]
        self.assertEqual(relay["url"], self.driver.url)
        most, stereotype = relay["configs"]
        self.assertEqual(int(most), 2)

        def ready():
            return self.driver.value("GET", relay["status-endpoint"])[1]["ready"]

        # A client's wishes are laid over the stereotype, which has matched them before.
        capabilities = {**json.loads(stereotype), "swwebview:options": {"map": f"sw://app.example={self.driver.pages}"}}
        sessions = []
        for _ in range(int(most)):
            self.assertTrue(ready())
            status, value = self.driver.value(
                "POST", "/session", {"capabilities": {"firstMatch": [capabilities], "alwaysMatch": {}}}
            )
            self.assertEqual(status, 200, value)
            self.assertEqual(value["capabilities"]["browserName"], "swwebview")
            sessions.append(value["sessionId"])
        self.assertFalse(ready())
        for number, session in enumerate(sessions):
            path = f"/session/{session}"
            address = {"url": f"sw://app.example/page{number}.html"}
            self.assertEqual(self.driver.value("POST", path + "/url", address), (200, None))
            self.assertEqual(self.driver.value("GET", path + "/title"), (200, f"Page {number}"))
            self.assertEqual(self.driver.value("DELETE", path), (200, None))
        self.assertTrue(ready())

    def test_pytest_xdist(self):
        suite = self.driver.folder / "test_pages.py"
        suite.write_text(SUITE, encoding="utf-8")
        seen = self.driver.folder / "seen"
        run = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-n", "2", "-q", "-p", "no:cacheprovider", suite],
            env={**self.driver.run.environment, "DRIVER": self.driver.url, "PAGES": str(self.driver.pages),
                 "SEEN": str(seen)},
            capture_output=True, text=True, timeout=3 * PATIENCE, cwd=self.driver.folder,
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("6 passed", run.stdout)
        # Two workers, each with a session of its own.
        self.assertEqual(len({line for line in pathlib.Path(seen).read_text().splitlines()}), 2)
        self.assertEqual(self.driver.free(), 2)


if __name__ == "__main__":
    unittest.main()
