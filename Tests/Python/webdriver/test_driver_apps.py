"""Sessions of apps, whose frameworks decide about the navigations of their pages."""

import pathlib
import tempfile
import unittest

from driver import Driver
from processes import PATIENCE
from selenium.common.exceptions import SessionNotCreatedException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import title_is
from selenium.webdriver.support.wait import WebDriverWait

PAGE = """<!doctype html><title>Page</title><a id="own" href="second.html">own</a>
<a id="other" href="https://other.example/">other</a>"""
PAGES = {"page.html": PAGE, "second.html": "<!doctype html><title>Second</title>"}


class AppSessionTests(unittest.TestCase):
    def test_the_client_opens_pages_and_links_of_the_page_leave_the_app(self):
        driver = Driver(PAGES)
        self.addCleanup(driver.close)
        for app in ["capacitor", "cordova", "hotwire", "react-native"]:
            with self.subTest(app):
                browser = driver.session(app=app)
                try:
                    browser.set_page_load_timeout(PATIENCE)
                    browser.get("sw://app.example/page.html")
                    self.assertEqual(browser.title, "Page")
                    browser.get("sw://app.example/second.html")
                    self.assertEqual(browser.title, "Second")
                    browser.back()
                    self.assertEqual(browser.title, "Page")
                    if app != "react-native":
                        browser.find_element(By.ID, "other").click()
                        self.assertEqual(browser.title, "Page")
                    browser.find_element(By.ID, "own").click()
                    # The app decides about the navigation after the click has ended.
                    WebDriverWait(browser, PATIENCE).until(title_is("Second"))
                finally:
                    browser.quit()

    def test_sessions_have_the_handlers_of_native_js(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = pathlib.Path(folder.name) / "native.js"
        script.write_text("export default { handlers: { echo: async (body) => `heard ${body}` } };")
        driver = Driver(PAGES, arguments=["--native", str(script)])
        self.addCleanup(driver.close)
        for settings in [{}, {"map": []}, {"app": "capacitor"}]:
            with self.subTest(settings):
                browser = driver.session(**settings)
                try:
                    self.assertEqual(
                        browser.execute_async_script(
                            "webkit.messageHandlers.echo.postMessage('text').then(arguments[0], arguments[0])"),
                        "heard text")
                finally:
                    browser.quit()

    def test_a_native_js_that_cannot_be_loaded_is_the_reason_for_no_session(self):
        driver = Driver(PAGES)
        self.addCleanup(driver.close)
        driver.write("native.js", "export default {")
        with self.assertRaisesRegex(SessionNotCreatedException, "native.js"):
            driver.session(native=str(driver.pages / "native.js"))


if __name__ == "__main__":
    unittest.main()
