"""The command under WebKitWebDriver and Selenium."""

import base64
import json
import unittest

import png
from browser import Browser
from processes import PATIENCE, left
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import alert_is_present
from selenium.webdriver.support.wait import WebDriverWait

PAGE = """<!doctype html>
<title>Field notes</title>
<style>body { background: linear-gradient(teal, gold) }</style>
<form><input id="name"><button id="add" type="button">Add</button></form>
<ul id="list"></ul>
<iframe src="frame.html"></iframe>
<script>
document.getElementById('add').onclick = () => {
    const item = document.createElement('li');
    item.textContent = document.getElementById('name').value;
    document.getElementById('list').append(item);
};
</script>"""
FRAME = """<!doctype html><title>Frame</title><p id="text">In the frame</p>"""
SEND = """
const [path, body, done] = arguments;
SWWebView.send(path, body).then((reply) => done({ reply }), (error) => done({ error: String(error) }));
"""


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser({"index.html": PAGE, "frame.html": FRAME})
        cls.addClassCleanup(cls.browser.close)
        cls.driver = cls.browser.driver
        cls.driver.set_script_timeout(PATIENCE)

    def setUp(self):
        self.driver.get("sw://app.example/")

    def test_address_and_title(self):
        self.assertEqual(self.driver.current_url, "sw://app.example/")
        self.assertEqual(self.driver.title, "Field notes")

    def test_script(self):
        self.assertEqual(self.driver.execute_script("return [arguments[0] + 1, location.protocol]", 1), [2, "sw:"])

    def test_text_and_click(self):
        self.driver.find_element(By.ID, "name").send_keys("Heron at the weir")
        self.driver.find_element(By.ID, "add").click()
        items = [item.text for item in self.driver.find_elements(By.CSS_SELECTOR, "#list li")]
        self.assertEqual(items, ["Heron at the weir"])

    def test_frame(self):
        self.driver.switch_to.frame(self.driver.find_element(By.TAG_NAME, "iframe"))
        self.assertEqual(self.driver.find_element(By.ID, "text").text, "In the frame")
        self.driver.switch_to.default_content()
        self.assertEqual(self.driver.title, "Field notes")

    def test_bridge(self):
        self.assertIn("reply", self.driver.execute_async_script(SEND, "/ping", 1))
        self.assertIn("error", self.driver.execute_async_script(SEND, "/no-such-command", 1))

    def test_bridge_of_a_frame(self):
        self.driver.switch_to.frame(self.driver.find_element(By.TAG_NAME, "iframe"))
        self.assertIn("reply", self.driver.execute_async_script(SEND, "/ping", 1))

    def test_alert(self):
        self.driver.execute_script("setTimeout(() => { document.title = String(confirm('Really?')) })")
        alert = WebDriverWait(self.driver, PATIENCE).until(alert_is_present())
        self.assertEqual(alert.text, "Really?")
        alert.accept()
        WebDriverWait(self.driver, PATIENCE).until(lambda driver: driver.title == "true")

    def test_screenshot(self):
        width, height, pixels = png.read(base64.b64decode(self.driver.get_screenshot_as_base64()))
        self.assertEqual([width, height], self.driver.execute_script("return [innerWidth, innerHeight]"))
        self.assertFalse(png.is_blank(pixels, height))

    def test_capabilities(self):
        self.assertEqual(self.driver.capabilities["browserName"], "swwebview")
        self.assertRegex(self.driver.capabilities["browserVersion"], r"^2\.\d+\.\d+$")


class SessionTests(unittest.TestCase):
    def open(self, **options):
        browser = Browser({"index.html": PAGE, "frame.html": FRAME}, **options)
        self.addCleanup(browser.close)
        return browser

    def test_application_name_and_version(self):
        browser = self.open(**{"application-name": "field-notes", "application-version": "4.2"})
        self.assertEqual(browser.driver.capabilities["browserName"], "field-notes")
        self.assertEqual(browser.driver.capabilities["browserVersion"], "4.2")

    def test_no_process_is_left(self):
        browser = self.open()
        browser.driver.get("sw://app.example/")
        processes = browser.run.processes()
        self.assertLessEqual({"swwebview", "Xvfb", "WebKitWebProces"}, {process.name for process in processes})
        browser.quit()
        self.assertEqual(left(processes), [])
        self.assertEqual(browser.run.names(), [])

    def test_no_process_outlives_webkitwebdriver(self):
        browser = self.open()
        browser.driver.get("sw://app.example/")
        processes = browser.run.processes()
        browser.service.process.kill()
        self.assertEqual(left(processes), [])


if __name__ == "__main__":
    unittest.main()
