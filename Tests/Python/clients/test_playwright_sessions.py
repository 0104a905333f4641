"""`swwebview driver`, with Playwright's own client: a session for each connection."""

import json
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from playwright.sync_api import Error, expect, sync_playwright
from test_playwright import APP, COMMAND, PATIENCE


class Sessions(unittest.TestCase):
    """`swwebview driver`: a session of its own for each client."""

    @classmethod
    def setUpClass(cls):
        cls.token = "a-secret-of-sixteen-letters"
        cls.driver = subprocess.Popen(
            [COMMAND, "driver", "--port", "0", "--max-sessions", "2", "--session-wait", "0", "--token", cls.token],
            stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end)
        cls.address = cls.driver.stdout.readline().split()[-1].rstrip("/")
        playwright = sync_playwright()
        cls.playwright = playwright.start()
        cls.addClassCleanup(cls.playwright.stop)

    @classmethod
    def end(cls):
        cls.driver.terminate()
        cls.driver.stdout.close()
        cls.driver.wait(60)

    def connect(self, **options):
        headers = {"Authorization": f"Bearer {self.token}", "swwebview-options": json.dumps(options)}
        return self.playwright.webkit.connect_over_cdp(self.address, headers=headers, timeout=PATIENCE)

    def free(self):
        request = urllib.request.Request(self.address + "/status", headers={"Authorization": f"Bearer {self.token}"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]["swwebview:sessions"]["free"]

    def test_each_client_has_a_session_with_its_options(self):
        places = [f"sw://shop.example={APP}"]
        first, second = self.connect(map=places, size="390x700"), self.connect(map=places, size="800x600")
        pages = [browser.contexts[0].pages[0] for browser in (first, second)]
        for page in pages:
            page.set_default_timeout(PATIENCE)
            page.goto("sw://shop.example/")
            expect(page).to_have_title("Ready", timeout=PATIENCE)
        pages[0].evaluate("localStorage.mine = 1; document.cookie = 'a=1'")
        self.assertEqual(pages[1].evaluate("[localStorage.mine ?? null, document.cookie]"), [None, ""])
        self.assertEqual([page.evaluate("innerWidth") for page in pages], [390, 800])
        with self.assertRaises(Error):
            self.connect()
        first.close()
        second.close()
        while self.free() < 2:
            time.sleep(0.05)

    def test_wrong_options_make_no_session(self):
        for options in [{"size": "wide"}, {"nothing": 1}, {"map": [1]}]:
            with self.assertRaises(Error) as refusal:
                self.connect(**options)
            self.assertIn("400", str(refusal.exception))

    def test_a_browser_of_a_person_makes_no_session(self):
        request = urllib.request.Request(
            self.address + "/json",
            headers={"Authorization": f"Bearer {self.token}", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            opener.open(request, timeout=60)
        self.assertEqual(refusal.exception.code, 404)


if __name__ == "__main__":
    unittest.main()
