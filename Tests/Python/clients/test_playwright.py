"""Pages of `swwebview preview`, driven by Playwright's own client over WebKit's inspector protocol."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

from playwright.sync_api import Error, expect, sync_playwright
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))
APP = pathlib.Path(__file__).parent / "app"

# Milliseconds for what a page does at once. They only guard against hanging: a busy machine may take long.
PATIENCE = 120_000


class Preview:
    """A preview of the app, with its debugger's address."""

    def __init__(self, *arguments):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        shutil.copytree(APP, self.folder / "www")
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}
        self.process = subprocess.Popen(
            [COMMAND, "preview", *(arguments or ["www"]), "--port", "0", "--remote-debugging-port", "0"],
            stdout=subprocess.PIPE, text=True, env=environment, cwd=self.folder,
        )
        self.address = None
        for line in self.process.stdout:
            if line.startswith("Connect a debugger to "):
                self.address = line.split()[-1].rstrip("/")
            if line.startswith("Open "):
                break
        if not self.address:
            raise RuntimeError("the preview did not listen")

    def close(self):
        self.process.terminate()
        self.process.stdout.close()
        self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def pages(self):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.address + "/json", timeout=60) as answer:
            return json.load(answer)


class Driven(unittest.TestCase):
    """Tests of one preview, each with a client of its own."""

    arguments = ()
    start = "sw://app.localhost/"

    @classmethod
    def setUpClass(cls):
        if cls is Driven:
            raise unittest.SkipTest("it has no tests")
        cls.preview = Preview(*cls.arguments)
        cls.addClassCleanup(cls.preview.close)
        playwright = sync_playwright()
        cls.playwright = playwright.start()
        cls.addClassCleanup(cls.playwright.stop)

    def setUp(self):
        self.page = self.connect()
        self.page.goto(self.start)
        # A page whose registration is under way reports an error when it is left.
        expect(self.page).to_have_title(re.compile("Ready|No worker"), timeout=PATIENCE)

    def connect(self):
        browser = self.playwright.webkit.connect_over_cdp(self.preview.address, timeout=PATIENCE)
        page = browser.contexts[0].pages[0]
        page.set_default_timeout(PATIENCE)
        self.addCleanup(browser.close)
        return page

    def press(self, name):
        self.page.get_by_role("button", name=name).click()

    def expect_result(self, text):
        expect(self.page.get_by_role("status")).to_have_text(text, timeout=PATIENCE)


class EveryOrigin:
    """What works on every origin."""

    def test_input_is_trusted(self):
        self.press("Trust")
        self.expect_result("trusted")
        inner = self.page.frame_locator("iframe").get_by_role("button")
        inner.click()
        expect(inner).to_have_text("Clicked", timeout=PATIENCE)

    def test_text_is_typed_and_edited(self):
        name = self.page.get_by_label("Name")
        name.fill("Xda")
        name.press_sequentially(" Lovelace")
        name.press("Home")
        name.press("Delete")
        name.press("Shift+A")
        self.assertEqual(name.input_value(), "Ada Lovelace")
        name.press("Enter")
        self.expect_result("Hello Ada Lovelace")
        name.fill("")
        self.assertEqual(name.input_value(), "")

    def test_a_pointer_hovers_and_clicks_twice(self):
        button = self.page.get_by_role("button", name="Trust")
        button.hover()
        self.assertTrue(button.evaluate("element => element.matches(':hover')"))
        self.page.evaluate("addEventListener('dblclick', event => { document.title = `twice ${event.detail}` })")
        button.dblclick()
        expect(self.page).to_have_title("twice 2", timeout=PATIENCE)

    def test_a_link_leads_away_and_back(self):
        self.page.get_by_role("link", name="Second").click()
        expect(self.page).to_have_title("Second", timeout=PATIENCE)
        self.page.go_back()
        expect(self.page.get_by_role("heading", name="Shop")).to_be_visible(timeout=PATIENCE)

    def test_a_fragment_is_a_navigation(self):
        self.page.evaluate("window.stays = true")
        self.page.goto(self.start + "#deep")
        self.assertEqual(self.page.url, self.start + "#deep")
        self.assertTrue(self.page.evaluate("window.stays"))
        self.press("Trust")
        self.expect_result("trusted")

    def test_requests_are_reported_once_and_without_internal_ones(self):
        requests = []
        self.page.on("request", lambda request: requests.append(request.url))
        with self.page.expect_response("**/data.json") as response:
            self.press("Fetch")
        self.assertEqual(response.value.json(), {"a": 41})
        self.expect_result("fetched 41")
        self.assertEqual([url.rsplit("/", 1)[-1] for url in requests], ["data.json"])
        self.assertNotIn("swwebview", " ".join(response.value.headers).lower())

    def test_a_frame_is_known_before_its_requests(self):
        with self.page.expect_request("**/second.html") as request:
            self.page.evaluate("document.querySelector('iframe').insertAdjacentHTML('afterend', '<iframe src=second.html>')")
        self.assertEqual(request.value.frame.parent_frame, self.page.main_frame)

    def test_a_picture_shows_the_page(self):
        self.assertEqual(self.page.screenshot()[:4], b"\x89PNG")

    def test_a_script_runs_before_the_page(self):
        self.page.add_init_script("window.fromTest = 7")
        self.page.reload()
        self.assertEqual(self.page.evaluate("window.fromTest"), 7)

    def test_the_document_is_replaced(self):
        self.page.set_content("<title>Other</title><button onclick='document.title = event.isTrusted'>Press</button>")
        self.press("Press")
        expect(self.page).to_have_title("true", timeout=PATIENCE)

    def test_an_element_is_dragged(self):
        self.page.evaluate("""() => {
            const log = window.log = [];
            for (const type of ["mousedown", "mousemove", "mouseup"])
                addEventListener(type, event => { if (log.at(-1) !== type) log.push(type); });
        }""")
        self.page.get_by_role("heading").drag_to(self.page.get_by_role("button", name="Trust"))
        self.assertEqual(self.page.evaluate("log"), ["mousemove", "mousedown", "mousemove", "mouseup"])

    def test_a_clock_stands_still(self):
        errors = []
        self.page.on("pageerror", lambda error: errors.append(str(error)))
        self.page.clock.install(time=0)
        self.page.reload()
        self.page.clock.fast_forward(60_000)
        self.assertGreaterEqual(self.page.evaluate("Date.now()"), 60_000)
        self.assertEqual(errors, [])


class HostAnswers:
    """What the host does for the schemes that it answers itself."""

    def test_a_route_answers(self):
        self.page.route("**/data.json", lambda route: route.fulfill(json={"a": 99}))
        self.press("Fetch")
        self.expect_result("fetched 99")
        self.page.unroute("**/data.json")
        self.press("Fetch")
        self.expect_result("fetched 41")

    def test_a_route_fails_a_request(self):
        self.page.route("**/data.json", lambda route: route.abort())
        self.press("Fetch")
        self.expect_result(re.compile("^failed: "))

    def test_a_route_changes_a_request(self):
        self.page.route("**/nowhere.json", lambda route: route.continue_(url=route.request.url.replace("nowhere", "data")))
        self.assertEqual(self.page.evaluate("fetch('nowhere.json').then(response => response.json())"), {"a": 41})

    def test_a_route_answers_a_document_and_its_script(self):
        self.page.route("**/made.html", lambda route: route.fulfill(
            content_type="text/html", body="<title>Made</title><script src=made.js></script>"))
        self.page.route("**/made.js", lambda route: route.fulfill(
            content_type="text/javascript", body="document.title += ' by the test'"))
        response = self.page.goto(self.start + "made.html")
        self.assertEqual(response.status, 200)
        expect(self.page).to_have_title("Made by the test", timeout=PATIENCE)

    def test_dialogs_are_answered(self):
        self.page.once("dialog", lambda dialog: dialog.accept("Ada"))
        self.press("Prompt")
        self.expect_result("prompted Ada")


class OnServiceWorkers(EveryOrigin, HostAnswers, Driven):
    def test_a_failed_navigation_ends_at_once(self):
        with self.assertRaises(Error) as failure:
            self.page.goto("sw://nowhere.example/")
        self.assertNotIn("Timeout", str(failure.exception))
        self.press("Trust")
        self.expect_result("trusted")

    def test_a_worker_answers(self):
        with self.page.expect_response("**/worker-answer") as response:
            self.press("Worker")
        self.expect_result("sw from the worker")
        self.assertTrue(response.value.from_service_worker)
        self.assertEqual(response.value.text(), "from the worker")
        with self.page.expect_response("**/data.json") as response:
            self.press("Fetch")
        self.assertFalse(response.value.from_service_worker)

    def test_a_route_comes_before_the_worker(self):
        self.page.route("**/worker-answer", lambda route: route.fulfill(body="from the test"))
        self.press("Worker")
        self.expect_result("sw from the test")

    def test_cookies_are_those_of_the_page(self):
        context = self.page.context
        context.clear_cookies()
        self.page.evaluate("document.cookie = 'mine=1; SameSite=Strict'")
        context.add_cookies([{"name": "theirs", "value": "2", "url": "https://app.localhost/"}])
        found = {cookie["name"]: cookie["sameSite"] for cookie in context.cookies("https://app.localhost/")}
        self.assertEqual(found, {"mine": "Strict", "theirs": "Lax"})
        self.assertEqual(self.page.evaluate("document.cookie"), "mine=1; theirs=2")
        context.clear_cookies()
        self.assertEqual(self.page.evaluate("document.cookie"), "")

    def test_what_a_client_has_set_goes_with_it(self):
        self.page.add_init_script("window.fromTest = 7")
        self.page.route("**/data.json", lambda route: None)
        self.page.emulate_media(color_scheme="dark")
        self.page = self.connect()
        self.page.reload()
        self.assertEqual(
            self.page.evaluate("[window.fromTest, matchMedia('(prefers-color-scheme: dark)').matches]"), [None, False])
        self.press("Fetch")
        self.expect_result("fetched 41")


class OnCapacitor(EveryOrigin, HostAnswers, Driven):
    arguments = ("www", "--app", "capacitor")
    start = "capacitor://localhost/"


class OnHTTPS(EveryOrigin, Driven):
    arguments = ("https://shop.example/", "--map", "https://shop.example=www")
    start = "https://shop.example/"

    def test_a_route_answers_a_document(self):
        self.page.route("**/made.html", lambda route: route.fulfill(content_type="text/html", body="<title>Made</title>"))
        self.assertEqual(self.page.goto(self.start + "made.html").status, 200)
        self.assertEqual(self.page.title(), "Made")


class Door(unittest.TestCase):
    """Who may connect."""

    @classmethod
    def setUpClass(cls):
        cls.preview = Preview()
        cls.addClassCleanup(cls.preview.close)
        cls.socket = cls.preview.pages()[0]["webSocketDebuggerUrl"]

    def status(self, **headers):
        request = urllib.request.Request(self.preview.address + "/json", headers=headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def test_web_pages_are_refused(self):
        self.assertEqual(self.status(), 200)
        for origin in ["https://attacker.example", "sw://app.localhost", "null"]:
            self.assertEqual(self.status(Origin=origin), 403)
            with self.assertRaises(InvalidStatus) as refusal:
                connect(self.socket, additional_headers={"Origin": origin})
            self.assertEqual(refusal.exception.response.status_code, 403)
        self.assertEqual(self.status(Host="attacker.example"), 403)

    def test_the_latest_client_has_the_page(self):
        with connect(self.socket) as first:
            self.assertIn("Target.targetCreated", first.recv(60))
            with connect(self.socket) as second:
                self.assertIn("Target.targetCreated", second.recv(60))
                with self.assertRaises(ConnectionClosed):
                    while True:
                        first.recv(60)

    def test_messages_that_make_no_sense_do_no_harm(self):
        deep = "[" * 100_000
        inner = [
            "", "null", "{}", deep, '{"id":1}', '{"id":1e99,"method":"Page.enable"}', '{"id":1,"method":"Network.interceptContinue"}',
            '{"id":2,"method":"Runtime.callFunctionOn","params":{"arguments":[1,2,3,{"value":"globalThis.__pwWebViewInput.keydown("}]}}',
            '{"id":3,"method":"Runtime.callFunctionOn","params":{"arguments":[{},{},{},'
            '{"value":"globalThis.__pwWebViewInput.mouseEvent("},{},{"value":{"o":[{"k":"type","v":"mousedown"},{"k":"button","v":-7},'
            '{"k":"clickCount","v":1e300},{"k":"buttons","v":-1}]}}]}}',
            '{"id":4,"method":"Page.setCookie","params":{"cookie":{"name":1}}}',
            '{"id":5,"method":"Runtime.evaluate","params":{"expression":"window.location.href = {"}}',
        ]
        with connect(self.socket, max_size=None) as client:
            for text in inner:
                client.send(text)
                client.send(json.dumps({"id": 7, "method": "Target.sendMessageToTarget", "params": {"targetId": "page-1", "message": text}}))
            target = json.loads(client.recv(60))["params"]["targetInfo"]["targetId"]
            for text in inner:
                client.send(json.dumps({"id": 8, "method": "Target.sendMessageToTarget", "params": {"targetId": target, "message": text}}))
            evaluate = {"id": 99, "method": "Runtime.evaluate", "params": {"expression": "6 * 7"}}
            client.send(json.dumps(
                {"id": 9, "method": "Target.sendMessageToTarget", "params": {"targetId": target, "message": json.dumps(evaluate)}}))
            while True:
                message = json.loads(client.recv(60))
                text = message.get("params", {}).get("message", "")
                if '"id":99' in text:
                    break
            self.assertIn("42", text)


if __name__ == "__main__":
    unittest.main()
