"""Navigations that fail: a test that is to see an app offline must not look at the page that was there before."""

import http.server
import threading
import unittest

from driver import Driver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

PAGES = {
    "/": """<!doctype html><title>Home</title><a id="next" href="/next">Next</a> <a id="mail" href="mailto:a@b.example">Mail</a>
<a id="file" href="/file">File</a> <a id="nothing" href="/nothing">Nothing</a> <a id="part" href="#part">Part</a>""",
    "/next": "<!doctype html><title>Next</title><p>Next</p>",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/file":
            self.send_response(200)
            self.send_header("Content-Disposition", "attachment")
            self.send_header("Content-Type", "application/zip")
            body = b"PK"
        elif self.path == "/nothing":
            self.send_response(204)
            body = b""
        else:
            body = PAGES.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        # A page that is kept could be gone back to without its server.
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server:
    """A server that goes, and comes back on the same port."""

    def __init__(self):
        self.port = 0
        self.start()

    def start(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def stop(self):
        if self.thread.is_alive():
            self.server.shutdown()
            self.thread.join()
            self.server.server_close()


class FailedNavigationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.browser = self.driver.session(map=[f"sw://app.example=http://127.0.0.1:{self.server.port}"])
        self.addCleanup(self.browser.quit)
        self.browser.get("sw://app.example/")
        self.assertEqual(self.browser.title, "Home")

    def assertFails(self, navigate, address="sw://app.example/"):
        """The error is WebDriver's unknown error and names the address, the view shows it, and the log has a line."""
        self.log()
        with self.assertRaises(WebDriverException) as caught:
            navigate()
        self.assertIs(type(caught.exception), WebDriverException, "unknown error")
        self.assertIn(address, caught.exception.msg)
        self.assertEqual(self.browser.title, "The page could not be loaded")
        text = self.browser.find_element(By.TAG_NAME, "body").text
        self.assertIn(address, text)
        (entry,) = [entry for entry in self.log() if entry["source"] == "navigation"]
        self.assertEqual((entry["level"], entry["url"]), ("error", address))
        self.assertIn(entry["text"], caught.exception.msg)

    def log(self):
        return self.driver.value("GET", f"/session/{self.browser.session_id}/swwebview/log")[1]

    def test_get(self):
        self.server.stop()
        self.assertFails(lambda: self.browser.get("sw://app.example/"))
        self.assertFails(lambda: self.browser.get("http://127.0.0.1:4/"), "http://127.0.0.1:4/")

    def test_refresh(self):
        self.server.stop()
        self.assertFails(self.browser.refresh)
        self.assertFails(self.browser.refresh)
        self.server.start()
        self.browser.refresh()
        self.assertEqual(self.browser.title, "Home")

    def test_back_and_forward(self):
        self.browser.get("sw://app.example/next")
        self.browser.get("sw://app.example/?2")
        self.server.stop()
        self.assertFails(self.browser.refresh, "sw://app.example/?2")
        self.assertFails(lambda: self.browser.get("sw://app.example/?3"), "sw://app.example/?3")
        self.assertFails(self.browser.back, "sw://app.example/?2")
        self.assertFails(self.browser.forward, "sw://app.example/?3")

    def test_click(self):
        self.server.stop()
        self.assertFails(lambda: self.browser.find_element(By.ID, "next").click(), "sw://app.example/next")

    def test_links_that_leave_the_page_alone(self):
        for name in ("mail", "file", "nothing", "part"):
            self.browser.find_element(By.ID, name).click()
            self.assertEqual(self.browser.title, "Home")
            fragment = "#part" if name == "part" else ""
            self.assertEqual(self.browser.current_url, f"sw://app.example/{fragment}")

    def test_an_address_that_nothing_shows(self):
        with self.assertRaises(WebDriverException) as caught:
            self.browser.get("myapp://open")
        self.assertIn("myapp://open", caught.exception.msg)
        self.assertEqual(self.browser.title, "Home")

    def test_a_page_of_another_window(self):
        """A later failure in another window is no error of this window's commands."""
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("window")
        self.browser.get("sw://app.example/next")
        self.server.stop()
        self.assertFails(self.browser.refresh, "sw://app.example/next")
        self.browser.switch_to.window(first)
        self.assertEqual(self.browser.title, "Home")
        self.assertFails(self.browser.refresh)

    def test_an_answer_with_an_error_status_is_a_page(self):
        self.browser.get("sw://app.example/missing")
        self.assertEqual(self.browser.current_url, "sw://app.example/missing")


if __name__ == "__main__":
    unittest.main()
