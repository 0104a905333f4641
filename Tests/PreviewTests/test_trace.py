"""The viewer of traces in Chromium, opened as a file."""

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


if __name__ == "__main__":
    unittest.main()
