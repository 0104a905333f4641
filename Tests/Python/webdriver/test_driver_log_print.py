"""Tests for logs and printing."""

import base64
import io
import json
import unittest

from driver import OneSessionTests
from processes import PATIENCE
from pypdf import PdfReader
from selenium.common.exceptions import InvalidArgumentException
from selenium.webdriver.common.print_page_options import PrintOptions
from selenium.webdriver.support.wait import WebDriverWait

PAGE = """<!doctype html><title>Field notes</title>
<style>@media print { section { break-after: page; height: 10px; background: teal } } body { margin: 0 }</style>
<section>Heron</section><section>Egret</section><section>Ibis</section><section>Stork</section>
<script>console.log('first', { seen: 3 }); console.warn('second')</script>
<iframe src="frame.html"></iframe>"""
FRAME = """<!doctype html><script>console.error('from the frame')</script>"""
WORKER = """console.info('the worker starts'); addEventListener('message', (event) => {
    console.warn('the worker hears ' + event.data); event.source.postMessage('done') });"""
PAGES = {"index.html": PAGE, "frame.html": FRAME, "worker.js": WORKER}
TALK = """const done = arguments[0];
navigator.serviceWorker.onmessage = () => done();
navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active.postMessage('heron'));"""


class DriverExtensionTests(OneSessionTests):
    PAGES = PAGES

    def setUp(self):
        self.browser.get("sw://app.example/")

    def log(self):
        return self.driver.value("GET", f"/session/{self.browser.session_id}/swwebview/log")[1]

    def test_console_of_page_and_frame(self):
        entries = [entry for entry in self.log() if entry["source"] == "console"]
        self.assertEqual(
            [(entry["level"], entry["text"], entry["url"]) for entry in entries[-3:]],
            [
                ("log", "first {seen: 3}", "sw://app.example/"),
                ("warn", "second", "sw://app.example/"),
                ("error", "from the frame", "sw://app.example/frame.html"),
            ],
        )
        self.assertGreater(entries[0]["timestamp"], 1_700_000_000_000)
        # Each entry is reported once, and the output of a command is in the log after the command.
        self.browser.execute_script("console.debug('third')")
        self.assertEqual([entry["text"] for entry in self.log() if entry["source"] == "console"], ["third"])

    def test_offline_and_online_again(self):
        address = f"/session/{self.browser.session_id}/swwebview/offline"
        self.browser.execute_script("seen = []; for (const type of ['online', 'offline']) window.addEventListener("
                                    "type, () => seen.push(`${type} ${navigator.onLine}`))")
        fetched = """const done = arguments[arguments.length - 1];
            fetch(arguments[0], { cache: 'no-store' }).then(() => done('loaded'), () => done('failed'))"""
        self.addCleanup(self.driver.value, "POST", address, {"offline": False})
        self.assertEqual(self.driver.value("POST", address, {"offline": True}), (200, None))
        self.assertEqual(self.browser.execute_async_script(fetched, "frame.html"), "loaded")
        self.assertEqual(self.driver.value("POST", address, {"offline": "strict"}), (200, None))
        self.assertEqual(self.browser.execute_async_script(fetched, "frame.html"), "failed")
        self.assertEqual(self.driver.value("POST", address, {"offline": False}), (200, None))
        self.assertEqual(self.browser.execute_async_script(fetched, "frame.html"), "loaded")
        self.assertEqual(self.browser.execute_script("return seen"), ["offline false", "online true"])
        status, error = self.driver.value("POST", address, {"offline": "perhaps"})
        self.assertEqual((status, error["error"]), (400, "invalid argument"))
        self.assertEqual(self.driver.value("GET", address)[0], 405)

    def test_errors(self):
        self.log()
        self.browser.execute_async_script("setTimeout(arguments[0], 50); setTimeout(() => { throw new Error('lost') })")
        (entry,) = [entry for entry in self.log() if entry["source"] == "error"]
        self.assertEqual((entry["level"], entry["text"]), ("error", "Error: lost"))

    def test_console_of_a_service_worker(self):
        self.log()
        self.browser.execute_async_script(TALK)
        wanted, texts = "worker.js: the worker hears heron", []

        def heard(_):
            texts.extend((entry["level"], entry["text"]) for entry in self.log() if entry["source"] == "worker")
            return ("warn", wanted) in texts

        WebDriverWait(self.browser, PATIENCE, poll_frequency=0.02).until(heard)

    def test_bridge(self):
        self.log()
        self.browser.execute_async_script("SWWebView.send('/ping', 'egret').then(arguments[0])")
        entries = [entry for entry in self.log() if entry["source"] == "bridge"]
        directions = {entry["direction"] for entry in entries if "egret" in entry["text"]}
        self.assertEqual(directions, {"toHost", "toPage"})

    def test_logs_as_selenium_asks_for_them(self):
        self.log()
        self.browser.execute_script("console.warn('careful')")
        path = f"/session/{self.browser.session_id}/se/log"
        self.assertIn("browser", self.driver.value("GET", path + "/types")[1])
        (entry,) = self.driver.value("POST", path, {"type": "browser"})[1]
        self.assertEqual((entry["level"], entry["message"]), ("WARNING", "careful"))
        self.assertEqual(self.driver.value("POST", path, {"type": "network"})[0], 400)

    def pdf(self, **parameters):
        status, value = self.driver.value("POST", f"/session/{self.browser.session_id}/print", parameters)
        self.assertEqual(status, 200, value)
        return PdfReader(io.BytesIO(base64.b64decode(value)))

    def texts(self, reader):
        return [page.extract_text().strip() for page in reader.pages]

    def size(self, page):
        return [round(float(page.mediabox.width)), round(float(page.mediabox.height))]

    def test_print(self):
        reader = self.pdf()
        self.assertEqual(self.texts(reader)[:4], ["Heron", "Egret", "Ibis", "Stork"])
        # US Letter, in points, as the specification has it.
        self.assertEqual(self.size(reader.pages[0]), [612, 792])

    def test_print_through_selenium(self):
        wanted = PrintOptions()
        wanted.page_ranges = ["2-3"]
        wanted.set_page_size(PrintOptions.A4)
        reader = PdfReader(io.BytesIO(base64.b64decode(self.browser.print_page(wanted))))
        self.assertEqual(self.texts(reader), ["Egret", "Ibis"])
        self.assertEqual(self.size(reader.pages[0]), [595, 842])

    def test_print_parameters(self):
        self.assertEqual(self.size(self.pdf(orientation="landscape").pages[0]), [792, 612])
        self.assertEqual(self.texts(self.pdf(pageRanges=["3-"]))[:2], ["Ibis", "Stork"])
        self.assertEqual(self.texts(self.pdf(pageRanges=[1, "4"])), ["Heron", "Stork"])

    def test_print_margins_scale_and_background(self):
        def marks(**parameters):
            """The page's drawing operators."""
            return self.pdf(pageRanges=[1], **parameters).pages[0].get_contents().get_data()

        plain = marks()
        self.assertNotEqual(marks(margin={"top": 5, "left": 5}), plain)
        self.assertNotEqual(marks(scale=2), plain)
        self.assertNotEqual(marks(background=True), plain)
        self.assertEqual(marks(), plain)

    def test_wrong_print_parameters_are_named(self):
        for parameters, named in [
            ({"scale": 3}, "scale"),
            ({"orientation": "diagonal"}, "orientation"),
            ({"page": {"width": -1}}, "page.width"),
            ({"margin": {"left": 30}}, "margin"),
            ({"pageRanges": ["3-2"]}, "pageRanges"),
            ({"background": "yes"}, "background"),
        ]:
            with self.subTest(parameters=parameters):
                status, value = self.driver.value("POST", f"/session/{self.browser.session_id}/print", parameters)
                self.assertEqual((status, value["error"]), (400, "invalid argument"))
                self.assertIn(named, value["message"])

    def test_the_window_at_hand_is_printed(self):
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.browser.get("sw://app.example/frame.html")
        self.browser.execute_script("document.title = 'Second'; document.body.textContent = 'Crane'")
        self.assertEqual(self.texts(self.pdf()), ["Crane"])
        self.browser.switch_to.window(first)
        self.assertEqual(self.texts(self.pdf())[0], "Heron")
        self.browser.switch_to.window(next(one for one in self.browser.window_handles if one != first))
        self.browser.close()
        self.browser.switch_to.window(first)


if __name__ == "__main__":
    unittest.main()
