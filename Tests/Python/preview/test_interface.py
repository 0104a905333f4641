"""The interface of `swwebview test --ui` in Chromium: a person runs tests there, and sees their results and the page that runs."""

import unittest

from preview import Chromium, GuardedCase, TestInterface
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SUM = """export const sum = (a, b) => a + b;
"""
CART = """import { describe, it, expect } from "vitest";
import { sum } from "../src/sum.js";

document.body.innerHTML = "<h1>Cart</h1>";
document.documentElement.style.background = "rgb(0, 128, 0)";
describe("the cart", () => {
    it("is empty", () => { expect([]).toHaveLength(0); });
    it("adds (1 + 2)", () => {
        console.log("the sum is", sum(1, 2));
        expect(sum(1, 2)).toBe(3);
    });
});
"""
ALONE = "console.log('1..1'); console.log('ok 1 - alone');"
HANGING = """document.documentElement.style.background = "rgb(10, 20, 200)";
console.log("1..2"); console.log("ok 1 - begins");
"""
HOSTILE = """console.log("1..1");
console.error("<img src=x onerror='window.hit = 1'>");
console.log("not ok 1 - <img src=x onerror='window.hit = 1'>");
"""
PAGES = {"src/sum.js": SUM, "tests/alone.test.js": ALONE, "tests/cart.test.js": CART}
BROKEN = SUM.replace("a + b", "a - b")


class InterfaceTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def open(self, pages, *options):
        interface = TestInterface(pages, *options)
        self.addCleanup(interface.close)
        self.browser.driver.get(interface.address)
        self.browser.wait(lambda: self.rows(), "list of pages")
        return interface

    def rows(self):
        """The rows of the list: the state and the name of each."""
        script = """
            return [...document.querySelectorAll("#list li")].map((row) =>
                [row.querySelector(".mark")?.title, row.querySelector(".name")?.textContent]);
        """
        return [tuple(row) for row in self.browser.driver.execute_script(script)]

    def wait_for_row(self, state, name):
        self.browser.wait(lambda: (state, name) in self.rows(), f"row {(state, name)} among {self.rows()}")

    def wait_for_summary(self, text):
        self.browser.wait(lambda: text in self.browser.element("summary").text,
                          f"summary “{text}”, but “{self.browser.element('summary').text}”")

    def choose(self, name):
        script = """
            const row = [...document.querySelectorAll("#list li")].find((row) => row.querySelector(".name")?.textContent === arguments[0]);
            row.click();
        """
        self.browser.driver.execute_script(script, name)

    def press(self, identifier):
        self.browser.wait(lambda: self.browser.element(identifier).is_enabled(), f"enabled {identifier}")
        self.browser.element(identifier).click()

    def detail(self):
        return self.browser.element("detail").text

    def test_lists_the_pages_and_runs_them_when_asked(self):
        self.open(PAGES)
        self.assertEqual(self.rows(), [("idle", "tests/alone.test.js"), ("idle", "tests/cart.test.js")])
        self.press("run")
        self.wait_for_summary("3 passed, 0 failed")
        self.assertEqual(self.rows(), [
            ("passed", "tests/alone.test.js"), ("passed", "alone"), ("passed", "tests/cart.test.js"),
            ("passed", "the cart › is empty"), ("passed", "the cart › adds (1 + 2)"),
        ])

    def test_a_failure_shows_its_error_its_source_its_console_its_picture_and_its_trace(self):
        self.open({**PAGES, "src/sum.js": BROKEN})
        self.press("run")
        self.wait_for_summary("2 passed, 1 failed")
        # It was chosen by itself.
        self.assertIn("the cart › adds (1 + 2)", self.detail())
        for text in ("expected -1 to be 3", "tests/cart.test.js:10", "[log] the sum is -1"):
            self.browser.wait(lambda: text in self.detail(), f"“{text}” in {self.detail()}")
        marked = self.browser.driver.find_element(By.CSS_SELECTOR, "#detail .marked").text
        self.assertIn("expect(sum(1, 2)).toBe(3);", marked)
        picture = self.browser.driver.find_element(By.CSS_SELECTOR, "#detail img")
        self.browser.wait(lambda: picture.get_property("naturalWidth") == 1024, "picture")
        own = self.browser.driver.current_window_handle
        self.browser.driver.find_element(By.PARTIAL_LINK_TEXT, "Trace").click()
        self.browser.wait(lambda: len(self.browser.driver.window_handles) == 2, "window of the trace")
        self.browser.driver.switch_to.window([name for name in self.browser.driver.window_handles if name != own][0])
        self.browser.wait(lambda: self.browser.texts("#list .title"), "entries of the trace")
        self.assertEqual(self.browser.driver.execute_script("return origin"), "null")
        self.browser.driver.close()
        self.browser.driver.switch_to.window(own)

    def test_runs_the_chosen_test_and_keeps_the_results_of_the_others(self):
        interface = self.open({**PAGES, "src/sum.js": BROKEN})
        self.press("run")
        self.wait_for_summary("2 passed, 1 failed")
        interface.write("src/sum.js", SUM)
        self.choose("the cart › adds (1 + 2)")
        self.press("run-chosen")
        self.wait_for_summary("1 passed, 0 failed")
        self.assertEqual(self.rows()[2:], [
            ("passed", "tests/cart.test.js"), ("passed", "the cart › is empty"), ("passed", "the cart › adds (1 + 2)"),
        ])

    def test_runs_failed_pages_again(self):
        interface = self.open({**PAGES, "src/sum.js": BROKEN})
        self.press("run")
        self.wait_for_summary("2 passed, 1 failed")
        interface.write("src/sum.js", SUM)
        self.press("run-failed")
        self.wait_for_summary("2 passed, 0 failed")
        self.assertIn(("passed", "alone"), self.rows())

    def test_the_filter_limits_the_list_and_the_run(self):
        self.open(PAGES)
        self.browser.element("filter").send_keys("alone")
        self.browser.wait(lambda: self.rows() == [("idle", "tests/alone.test.js")], "filtered list")
        self.browser.wait(lambda: self.browser.element("run").text == "Run shown", "name of the button")
        self.press("run")
        self.wait_for_summary("1 passed, 0 failed")
        self.browser.element("filter").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
        self.wait_for_row("idle", "tests/cart.test.js")

    def test_the_page_that_runs_is_seen_and_can_be_stopped(self):
        self.open({"tests/hanging.test.js": HANGING})
        self.press("run")
        self.wait_for_row("running", "tests/hanging.test.js")
        script = "return [...surface.getContext('2d').getImageData(5, 5, 1, 1).data].slice(0, 3).join()"
        self.browser.wait(lambda: self.browser.driver.execute_script(script) == "10,20,200", "picture of the page")
        self.assertEqual(self.browser.element("page-name").text, "tests/hanging.test.js")
        fits = "return surface.getBoundingClientRect().bottom <= detail.getBoundingClientRect().top"
        self.assertTrue(self.browser.driver.execute_script(fits), "the picture is inside its part of the page")
        self.press("stop")
        self.wait_for_summary("stopped")
        self.press("run")
        self.wait_for_row("running", "tests/hanging.test.js")
        self.press("stop")
        self.wait_for_summary("stopped")

    def test_watches_files(self):
        interface = self.open(PAGES, "--watch")
        self.wait_for_summary("3 passed, 0 failed")
        self.wait_for_summary("watching files")
        interface.write("src/sum.js", BROKEN)
        self.wait_for_row("failed", "the cart › adds (1 + 2)")
        self.wait_for_summary("1 passed, 1 failed")
        interface.write("tests/new.test.js", ALONE)
        self.wait_for_row("passed", "tests/new.test.js")

    def test_hostile_text_stays_text(self):
        self.open({"tests/hostile.test.js": HOSTILE})
        self.press("run")
        self.wait_for_summary("0 passed, 1 failed")
        self.browser.wait(lambda: self.detail().count("<img") >= 2, "texts")
        self.assertIsNone(self.browser.driver.execute_script("return window.hit ?? null"))


class GuardTests(GuardedCase):
    def test_foreign_hosts_and_origins_and_files_of_no_result(self):
        interface = TestInterface(PAGES)
        self.addCleanup(interface.close)
        self.assert_foreigners_refused(interface, "/tests.js")
        for path in ("/picture?file=/etc/passwd", "/trace?file=/etc/passwd", "/picture?file=package.json"):
            self.assertEqual(self.status(interface, path), 404, path)

    def test_token(self):
        interface = TestInterface(PAGES, "--token", "0123456789abcdef")
        self.addCleanup(interface.close)
        self.assertTrue(interface.address.endswith("?token=0123456789abcdef"))
        for path in ("/", "/socket", "/picture?file=x", "/trace?file=x"):
            self.assertEqual(self.status(interface, path), 401, path)
        self.assertEqual(self.status(interface, "/", Authorization="Bearer 0123456789abcdef"), 200)


if __name__ == "__main__":
    unittest.main()
