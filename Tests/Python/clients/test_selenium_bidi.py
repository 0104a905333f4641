"""Selenium's WebDriver BiDi on a session of `swwebview driver`, with the classic commands beside it."""

import base64
import json
import queue
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

from agent import APP, COMMAND, PATIENCE, environment
from selenium import webdriver
from selenium.webdriver.common.bidi.browsing_context import ReadinessState
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.support.expected_conditions import alert_is_present, title_is
from selenium.webdriver.support.wait import WebDriverWait
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Session(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.driver = subprocess.Popen(
            [COMMAND, "driver", "--port", "0"], env=environment(), stdout=subprocess.PIPE, text=True, cwd=cls.folder.name)
        cls.addClassCleanup(cls.end)
        cls.url = cls.driver.stdout.readline().removeprefix("Listening on ").strip().rstrip("/")

    @classmethod
    def end(cls):
        cls.driver.terminate()
        cls.driver.wait(PATIENCE)
        cls.driver.stdout.close()

    def open(self, origin="sw://app.localhost", **settings):
        """A session whose origin shows the app, at its first page."""
        options = ArgOptions()
        options.set_capability("webSocketUrl", True)
        options.set_capability("swwebview:options", {"map": [f"{origin}={APP}"], **settings})
        browser = webdriver.Remote(self.url, options=options)
        self.addCleanup(browser.quit)
        browser.set_script_timeout(PATIENCE)
        browser.get(origin + "/")
        return browser

    def raw(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())["value"]

    def wait(self, browser, condition):
        return WebDriverWait(browser, PATIENCE, poll_frequency=0.02).until(condition)

    def press(self, browser, name, text):
        """Presses a button of the app, which then says the text."""
        browser.find_element(By.ID, name).click()
        self.wait(browser, lambda _: browser.find_element(By.ID, "out").text == text)


class Origins(Session):
    def check(self, origin):
        browser = self.open(origin)
        # Pages of capacitor:// have no service workers.
        has_worker = not origin.startswith("capacitor")
        self.wait(browser, title_is("Ready" if has_worker else "No worker"))
        window = browser.current_window_handle
        # Classic commands and those of WebDriver BiDi are for the same window.
        (context,) = browser.browsing_context.get_tree()
        self.assertEqual((context.context, context.url), (window, origin + "/"))
        (found,) = browser.browsing_context.locate_nodes(context=window, locator={"type": "css", "value": "input[name=name]"})
        field = browser.find_element(By.NAME, "name")
        field.send_keys("Ann")
        value = browser.script._call_function(
            "(field) => field.value", await_promise=False, target={"context": window}, arguments=[{"sharedId": found["sharedId"]}])
        self.assertEqual(value.result["value"], "Ann")
        self.press(browser, "trust", "trusted")
        if has_worker:
            self.press(browser, "worker", "sw from the worker")
        self.press(browser, "fetch", "fetched 41")
        picture = base64.b64decode(browser.browsing_context.capture_screenshot(context=window))
        self.assertTrue(picture.startswith(b"\x89PNG"))
        self.assertEqual(browser.script.execute("() => document.querySelector('h1').textContent")["value"], "Shop")
        browser.browsing_context.navigate(context=window, url=origin + "/second.html", wait=ReadinessState.COMPLETE)
        self.assertEqual((browser.title, browser.find_element(By.TAG_NAME, "h1").text), ("Second", "Second page"))

    def test_sw(self):
        self.check("sw://app.localhost")

    def test_https(self):
        self.check("https://app.localhost")

    def test_capacitor(self):
        self.check("capacitor://localhost")


class Events(Session):
    def test_console_and_errors_are_reported_during_classic_commands(self):
        browser = self.open()
        lines = queue.Queue()
        browser.script.add_console_message_handler(lambda entry: lines.put((entry.level, entry.text)))
        browser.script.add_javascript_error_handler(lambda entry: lines.put((entry.level, entry.text)))
        browser.find_element(By.ID, "console").click()
        said = [lines.get(timeout=PATIENCE) for _ in range(3)]
        self.assertEqual([level for level, _ in said], ["info", "warn", "error"])
        self.assertIn("nobody catches this", said[2][1])

    def test_a_request_handler_answers_while_a_page_loads(self):
        browser = self.open()
        seen = []

        def handle(request):
            seen.append(request.url)
            request.continue_request()

        browser.network.add_request_handler("before_request", handle)
        browser.get("sw://app.localhost/second.html")
        self.assertIn("sw://app.localhost/second.html", seen)
        browser.network.clear_request_handlers()

    def test_windows_of_one_side_are_windows_of_the_other(self):
        browser = self.open()
        first = browser.current_window_handle
        second = browser.browsing_context.create(type="window")
        self.assertEqual(browser.window_handles, [first, second])
        browser.switch_to.window(second)
        browser.get("sw://app.localhost/second.html")
        self.assertEqual([each.url for each in browser.browsing_context.get_tree()], ["sw://app.localhost/", "sw://app.localhost/second.html"])
        browser.close()
        self.assertEqual([each.context for each in browser.browsing_context.get_tree()], [first])

    def test_a_dialog_waits_for_either_side(self):
        browser = self.open()
        browser.find_element(By.ID, "ask").click()
        self.wait(browser, alert_is_present()).accept()
        self.assertEqual(browser.find_element(By.ID, "out").text, "confirmed true")
        browser.find_element(By.ID, "ask").click()
        browser.browsing_context.handle_user_prompt(context=browser.current_window_handle, accept=False)
        self.assertEqual(browser.find_element(By.ID, "out").text, "confirmed false")

    def test_a_native_call(self):
        browser = self.open("capacitor://localhost", app="capacitor")
        result = browser.execute_script("return Capacitor.nativePromise('Device', 'getInfo').then((info) => info.platform)")
        self.assertEqual(result, "ios")


class Ends(Session):
    def new(self):
        value = self.raw("POST", "/session", {"capabilities": {"alwaysMatch": {"webSocketUrl": True}}})
        return value["sessionId"], value["capabilities"]["webSocketUrl"]

    def test_session_end_ends_both(self):
        session, address = self.new()
        with connect(address) as socket:
            socket.send(json.dumps({"id": 1, "method": "session.end", "params": {}}))
            self.assertEqual(json.loads(socket.recv(PATIENCE))["type"], "success")
            with self.assertRaises(ConnectionClosed):
                socket.recv(PATIENCE)
        with self.assertRaises(urllib.error.HTTPError) as caught:
            self.raw("GET", f"/session/{session}/title")
        self.assertIn("a client of WebDriver BiDi has ended it", caught.exception.read().decode())

    def test_delete_ends_both(self):
        session, address = self.new()
        with connect(address) as socket:
            self.raw("DELETE", f"/session/{session}")
            with self.assertRaises(ConnectionClosed):
                socket.recv(PATIENCE)

    def test_each_socket_gets_its_own_answers_and_all_events(self):
        session, address = self.new()
        with connect(address) as one, connect(address) as other:
            one.send(json.dumps({"id": 1, "method": "session.subscribe", "params": {"events": ["browsingContext.contextCreated"]}}))
            self.assertEqual(json.loads(one.recv(PATIENCE))["method"], "browsingContext.contextCreated")
            self.assertEqual(json.loads(one.recv(PATIENCE))["id"], 1)
            self.assertEqual(json.loads(other.recv(PATIENCE))["method"], "browsingContext.contextCreated")
            other.send(json.dumps({"id": 9, "method": "session.new", "params": {"capabilities": {}}}))
            self.assertEqual(json.loads(other.recv(PATIENCE))["error"], "session not created")
        self.raw("DELETE", f"/session/{session}")


if __name__ == "__main__":
    unittest.main()
