"""Playwright's own client over WebDriver BiDi: it starts `swwebview bidi` as its browser."""

import pathlib
import re
import stat
import tempfile
import unittest

from playwright.sync_api import Error, expect, sync_playwright
from test_bidi import APP, COMMAND, PATIENCE, START


class Playwright(unittest.TestCase):
    """Playwright starts `swwebview bidi` as the program of its browser."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        program = pathlib.Path(folder.name) / "browser"
        program.write_text(f'#!/bin/sh\nexec "{COMMAND}" bidi --root "{APP}" "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        cls.browser = playwright.firefox.launch(channel="moz-firefox", executable_path=program, timeout=PATIENCE * 1000)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        context.set_default_timeout(PATIENCE * 1000)
        self.page = context.new_page()
        self.page.goto(START)
        expect(self.page).to_have_title(re.compile("Ready|No worker"), timeout=PATIENCE * 1000)

    def test_a_page_is_used(self):
        self.page.get_by_role("button", name="Trust").click()
        expect(self.page.get_by_role("status")).to_have_text("trusted", timeout=PATIENCE * 1000)
        name = self.page.get_by_label("Name")
        name.fill("Xda")
        for key in ["End", "!", "Home", "Delete", "Shift+A"]:
            name.press(key)
        self.assertEqual(name.input_value(), "Ada!")
        inner = self.page.frame_locator("iframe").get_by_role("button")
        inner.click()
        expect(inner).to_have_text("Clicked", timeout=PATIENCE * 1000)

    def test_navigations_and_their_failures(self):
        self.page.get_by_role("link", name="Second").click()
        self.page.wait_for_url("**/second.html")
        self.page.go_back()
        self.page.wait_for_url(START)
        self.page.reload()
        with self.assertRaises(Error):
            self.page.goto("http://127.0.0.1:2/")
        self.page.goto(START + "second.html#part")

    def test_routes_bindings_and_dialogs(self):
        self.page.route("**/data.json", lambda route: route.fulfill(json={"a": 99}))
        self.assertEqual(self.page.evaluate("fetch('data.json').then(r => r.json())"), {"a": 99})
        self.page.expose_function("add", lambda a, b: a + b)
        self.assertEqual(self.page.evaluate("add(1, 2)"), 3)
        self.page.once("dialog", lambda dialog: dialog.accept("x"))
        self.assertEqual(self.page.evaluate("prompt('Name?')"), "x")

    def test_a_window_of_a_page(self):
        with self.page.expect_popup() as opened:
            self.page.evaluate("void open('second.html')")
        opened.value.wait_for_url("**/second.html")
        self.assertEqual(opened.value.evaluate("1 + 1"), 2)


if __name__ == "__main__":
    unittest.main()
