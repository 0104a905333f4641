"""Tests for pages that stand in the way of a session: dialogs at odd moments, replaced built-ins, loads without an end."""

import socket
import tempfile
import threading

from driver import OneSessionTests
from selenium.common.exceptions import TimeoutException, UnexpectedAlertPresentException
from selenium.webdriver.common.by import By

FRAME = "<!doctype html><button onclick='parent.clicked = true'>Far</button>"
PAGES = {
    "index.html": "<!doctype html><title>Home</title><p id=p>Text</p>",
    "asks.html": """<!doctype html><title>Asks</title><p id=p>Text</p><script>
        const { querySelectorAll } = Document.prototype;
        Document.prototype.querySelectorAll = function (text) { alert('find'); return querySelectorAll.call(this, text); };
        </script>""",
    "file.html": "<!doctype html><input id=file type=file onchange=\"alert('chosen')\">",
    "far.html": "<!doctype html><div style='height: 3000px'></div><iframe src=frame.html></iframe>",
    "frame.html": FRAME,
    "prototypes.html": """<!doctype html><p id=p>Text</p><script>
        var body = document.body;
        Array.prototype.toJSON = () => 'array';
        Object.prototype.toJSON = () => undefined;
        </script>""",
}


class EndlessServer:
    """Answers each request but that for an image, which it holds."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.held = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            path = client.recv(65536).split(b" ")[1:2]
            self.held.append(client)
            if path != [b"/held.png"]:
                body = b"<!doctype html><title>Waits</title><img src=/held.png>"
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                client.shutdown(socket.SHUT_WR)

    def close(self):
        self.listener.close()
        for client in self.held:
            client.close()


class HostilePageTests(OneSessionTests):
    PAGES = PAGES

    def open(self, name):
        self.browser.get(f"sw://app.example/{name}")

    def test_a_dialog_stops_a_command_about_elements(self):
        self.open("asks.html")
        for _ in range(2):
            with self.assertRaises(UnexpectedAlertPresentException):
                self.browser.find_element(By.ID, "p")
        self.open("index.html")
        self.assertEqual(self.browser.find_element(By.ID, "p").text, "Text")

    def test_a_dialog_of_a_chosen_file(self):
        self.open("file.html")
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            self.browser.find_element(By.ID, "file").send_keys(file.name)
            self.assertEqual(self.browser.switch_to.alert.text, "chosen")
            self.browser.switch_to.alert.accept()
        self.assertEqual(self.browser.execute_script("return file.files.length"), 1)

    def test_a_click_in_a_frame_far_below(self):
        self.open("far.html")
        self.browser.switch_to.frame(0)
        self.browser.find_element(By.TAG_NAME, "button").click()
        self.browser.switch_to.default_content()
        self.assertTrue(self.browser.execute_script("return window.clicked"))

    def test_replaced_built_ins(self):
        self.open("prototypes.html")
        self.assertEqual(self.browser.find_element(By.ID, "p").text, "Text")
        self.assertEqual(len(self.browser.find_elements(By.TAG_NAME, "p")), 1)
        self.assertEqual(self.browser.execute_script("return [1, { a: [2] }]"), [1, {"a": [2]}])
        self.assertEqual(self.browser.execute_script("return body.id + typeof body"), "object")

    def test_a_load_without_an_end(self):
        server = EndlessServer()
        self.addCleanup(server.close)
        self.addCleanup(self.browser.set_page_load_timeout, 300)
        self.browser.set_page_load_timeout(2)
        with self.assertRaises(TimeoutException):
            self.browser.get(server.address)
        self.assertEqual(self.browser.title, "Waits")
        self.assertEqual(self.browser.execute_script("return document.readyState"), "interactive")
        self.browser.set_page_load_timeout(300)
        self.open("index.html")
        self.assertEqual(self.browser.title, "Home")
