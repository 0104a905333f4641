"""Tests for the number of sessions, and that sessions share nothing and leave nothing behind."""

import fcntl
import http.client
import os
import signal
import subprocess
import threading
import time
import unittest

from driver import COMMAND, Driver
from processes import PATIENCE, left
from selenium.common.exceptions import InvalidSessionIdException, SessionNotCreatedException

PAGE = """<!doctype html><title>Field notes</title><p id="seen"></p>
<script>seen.textContent = localStorage.seen ?? 'nothing'; localStorage.seen = 'something'</script>"""
PAGES = {"index.html": PAGE}


class DriverSessionTests(unittest.TestCase):
    def start(self, *arguments, sessions=2, **variables):
        driver = Driver(PAGES, ["--max-sessions", str(sessions), *arguments], **variables)
        self.addCleanup(driver.close)
        return driver

    def test_two_at_once_and_no_third(self):
        driver = self.start("--session-wait", "0")
        self.assertEqual(driver.value("GET", "/status")[1]["ready"], True)
        opened = [None, None]

        def visit(index):
            opened[index] = driver.session(size=f"{400 + index}x300")
            opened[index].get("sw://app.example/")

        threads = [threading.Thread(target=visit, args=(index,)) for index in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for index, browser in enumerate(opened):
            self.assertEqual(browser.execute_script("return innerWidth"), 400 + index)
            # Each has a storage of its own.
            self.assertEqual(browser.execute_script("return seen.textContent"), "nothing")
        self.assertEqual(driver.value("GET", "/status")[1]["ready"], False)
        with self.assertRaisesRegex(SessionNotCreatedException, "all 2 sessions are in use"):
            driver.session()
        opened[0].quit()
        self.assertEqual(driver.free(), 1)
        self.assertEqual(opened[1].title, "Field notes")
        third = driver.session()
        third.get("sw://app.example/")
        self.assertEqual(third.execute_script("return seen.textContent"), "nothing")
        third.quit()
        opened[1].quit()

    def test_clients_wait_for_a_free_session_in_their_order(self):
        driver = self.start(sessions=1)
        first = driver.session()
        order = []

        def begin(name):
            browser = driver.session()
            order.append(name)
            browser.get("sw://app.example/")
            self.assertEqual(browser.title, "Field notes")
            browser.quit()

        # A client that goes gets no session, so that the others need not wait for its end.
        body = b'{"capabilities": {"alwaysMatch": {"browserName": "swwebview"}}}'
        gone = http.client.HTTPConnection(driver.url.removeprefix("http://"))
        gone.request("POST", "/session", body, {"Content-Type": "application/json"})
        driver.wait_for_waiting(1)
        gone.close()
        driver.wait_for_waiting(0)
        threads = []
        for name in ("second", "third"):
            threads.append(threading.Thread(target=begin, args=(name,)))
            threads[-1].start()
            driver.wait_for_waiting(len(threads))
        self.assertEqual(order, [])
        self.assertEqual(first.title, "")
        first.quit()
        for thread in threads:
            thread.join(60)
        self.assertEqual(order, ["second", "third"])
        self.assertEqual(driver.free(), 1)

    def test_waiting_clients_get_an_error_when_the_driver_ends(self):
        driver = self.start(sessions=1)
        driver.session()
        errors = []

        def begin():
            try:
                driver.session()
            except Exception as error:
                errors.append(str(error))

        thread = threading.Thread(target=begin)
        thread.start()
        driver.wait_for_waiting(1)
        driver.end()
        thread.join(60)
        self.assertIn("the driver ends", errors[0])

    def test_clients_start_with_the_capabilities_of_other_browsers(self):
        driver = self.start()
        # As WebdriverIO 9 sends them.
        wanted = {
            "browserName": "swwebview", "webSocketUrl": True, "unhandledPromptBehavior": "ignore",
            "wdio:enforceWebDriverClassic": True, "goog:chromeOptions": {"args": ["--headless"]}, "goog:loggingPrefs": {"browser": "ALL"},
        }
        status, value = driver.value("POST", "/session", {"capabilities": {"alwaysMatch": wanted, "firstMatch": [{}]}})
        self.assertEqual(status, 200, value)
        self.assertTrue(value["capabilities"]["webSocketUrl"].startswith("ws://"))
        self.assertFalse([name for name in value["capabilities"] if name.startswith(("wdio:", "goog:"))])
        self.assertEqual(driver.value("GET", f"/session/{value['sessionId']}/title"), (200, ""))
        driver.value("DELETE", f"/session/{value['sessionId']}")

    def test_simulates_a_version_of_ios_in_all_sessions(self):
        driver = self.start("--ios", "16")
        for _ in range(2):
            browser = driver.session()
            browser.get("sw://app.example/")
            found = "return ['structuredClone' in self, 'canParse' in URL, navigator.userAgent.includes('OS 16_0 like')]"
            self.assertEqual(browser.execute_script(found), [True, False, True])
            frame = "const f = document.createElement('iframe'); document.body.append(f); return 'canParse' in f.contentWindow.URL"
            self.assertEqual(browser.execute_script(frame), False)
            browser.quit()

    def test_nothing_is_left_of_a_session(self):
        driver = self.start()
        browser = driver.session()
        browser.get("sw://app.example/")
        processes = driver.session_processes()
        names = {process.name for process in processes}
        self.assertLessEqual({"swwebview", "Xvfb", "WebKitWebProces"}, names)
        self.assertNotIn("WebKitWebDriver", names)
        self.assertEqual(list(driver.temporary.glob("swwebview-session-*")), [])
        browser.quit()
        self.assertEqual(left(processes), [])
        self.assertEqual(list(driver.temporary.glob("swwebview-session-*")), [])
        with self.assertRaisesRegex(InvalidSessionIdException, "over: it was deleted"):
            browser.title

    def test_the_last_window_ends_the_session(self):
        driver = self.start()
        browser = driver.session()
        browser.get("sw://app.example/")
        processes = driver.session_processes()
        browser.close()
        self.assertEqual(left(processes), [])
        with self.assertRaisesRegex(InvalidSessionIdException, "over: its last window was closed"):
            browser.title
        self.assertEqual(driver.free(), 2)

    def check_death_of(self, name, reason="ended unexpectedly"):
        driver = self.start()
        browser = driver.session()
        browser.get("sw://app.example/")
        processes = driver.session_processes()
        os.kill(next(process.number for process in processes if process.name == name), signal.SIGKILL)
        with self.assertRaisesRegex(InvalidSessionIdException, f"this session is over: .*{reason}"):
            browser.title
        self.assertEqual(left(processes), [])
        self.assertEqual(driver.free(), 2)
        again = driver.session()
        again.get("sw://app.example/")
        self.assertEqual(again.title, "Field notes")
        again.quit()

    def test_a_browser_that_dies_ends_its_session(self):
        self.check_death_of("swwebview")

    def test_a_page_that_crashes_ends_its_session(self):
        self.check_death_of("WebKitWebProces", "(process of a page|browser) ended")

    def test_a_browser_that_dies_under_a_command(self):
        driver = self.start()
        browser = driver.session()
        browser.set_script_timeout(PATIENCE)
        browser.get("sw://app.example/")
        processes = driver.run.processes()
        host = next(
            process for process in processes if process.name == "swwebview" and process.number != driver.process.pid
        )
        threading.Timer(0.5, os.kill, (host.number, signal.SIGKILL)).start()
        start = time.monotonic()
        with self.assertRaises(Exception):
            browser.execute_async_script("")
        self.assertLess(time.monotonic() - start, 20)
        with self.assertRaises(InvalidSessionIdException):
            browser.title

    def check_end_of_driver(self, number):
        driver = self.start()
        for _ in range(2):
            driver.session().get("sw://app.example/")
        processes = driver.run.processes()
        self.assertEqual(driver.end(number), -number)
        self.assertEqual(left(processes), [])
        self.assertEqual(driver.run.names(), [])
        self.assertEqual(list(driver.temporary.glob("swwebview-session-*")), [])

    def test_nothing_is_left_of_a_killed_driver(self):
        self.check_end_of_driver(signal.SIGKILL)

    def test_nothing_is_left_where_driver_and_browser_are_killed(self):
        driver = self.start()
        driver.session().get("sw://app.example/")
        processes = driver.run.processes()
        for process in processes:
            if process.name == "swwebview":
                os.kill(process.number, signal.SIGKILL)
        self.assertEqual(left(processes), [])
        self.assertEqual(list(driver.temporary.glob("swwebview-session-*")), [])

    def test_the_folders_of_drivers_that_were_killed_go_with_the_next_session(self):
        driver = self.start()
        folders = [driver.temporary / f"swwebview-session-{name}" for name in ("stale", "used")]
        for folder in folders:
            folder.mkdir()
            (folder / "options.yaml").write_text("{}")
        used = os.open(folders[1], os.O_RDONLY)
        self.addCleanup(os.close, used)
        fcntl.flock(used, fcntl.LOCK_EX)
        driver.session().quit()
        self.assertEqual([folder.exists() for folder in folders], [False, True])

    def test_nothing_is_left_of_a_stopped_driver(self):
        self.check_end_of_driver(signal.SIGTERM)

    def test_a_session_shows_its_root_folder(self):
        driver = self.start()
        browser = driver.session(map=None, root=str(driver.pages))
        browser.get("sw://app.localhost/")
        self.assertEqual(browser.title, "Field notes")
        browser.quit()

    def test_a_session_stands_in_for_a_device(self):
        browser = self.start().session(size=None, device="iPhone 17", landscape=True, dark=True)
        browser.get("sw://app.example/")
        seen = "return [innerWidth, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches, navigator.userAgent]"
        width, ratio, is_dark, agent = browser.execute_script(seen)
        self.assertEqual((width, ratio, is_dark), (874, 3, True))
        self.assertIn("iPhone", agent)

    def test_a_session_shows_an_applications_own_origin_in_the_drivers_size(self):
        driver = self.start("--size", "390x844")
        browser = driver.session(size=None, map=[f"capacitor://localhost={driver.pages}"])
        browser.get("capacitor://localhost/")
        seen = browser.execute_script("return [location.href, isSecureContext, innerWidth, innerHeight]")
        self.assertEqual(seen, ["capacitor://localhost/", True, 390, 844])

    def test_an_https_origin_is_loaded_by_webkit_itself(self):
        driver = self.start()
        browser = driver.session(map=[f"https://app.example={driver.pages}"])
        browser.get("https://app.example/?x=1")
        self.assertEqual(browser.current_url, "https://app.example/?x=1")
        self.assertEqual(browser.title, "Field notes")
        browser.add_cookie({"name": "taste", "value": "sweet"})
        page = browser.execute_script("return [location.href, document.cookie, typeof SWWebView]")
        self.assertEqual(page, ["https://app.example/?x=1", "taste=sweet", "undefined"])
        browser.refresh()
        self.assertEqual([cookie["value"] for cookie in browser.get_cookies()], ["sweet"])
        browser.quit()


class DriverRequestTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(PAGES)
        cls.addClassCleanup(cls.driver.close)

    def refused(self, capabilities):
        status, value = self.driver.value("POST", "/session", {"capabilities": capabilities})
        self.assertEqual(self.driver.free(), os.cpu_count())
        return status, value["error"], value["message"]

    def test_what_does_not_fit_is_named(self):
        for capabilities, status, error, named in [
            ({"alwaysMatch": {"browserName": "chrome"}}, 500, "session not created", "browserName"),
            ({"alwaysMatch": {"browserVersion": "1"}}, 500, "session not created", "browserVersion"),
            ({"alwaysMatch": {"swwebview:option": {}}}, 400, "invalid argument", "swwebview:options"),
            ({"alwaysMatch": {"timeouts": {"script": "1"}}}, 400, "invalid argument", "timeouts.script"),
            ({"alwaysMatch": {"swwebview:options": {"maps": []}}}, 400, "invalid argument", "maps"),
            ({"alwaysMatch": {"swwebview:options": {"offline": "yes"}}}, 400, "invalid argument", "offline"),
            ({"alwaysMatch": {"swwebview:options": {"size": "wide"}}}, 400, "invalid argument", "--size"),
            ({"alwaysMatch": {"swwebview:options": {"device": "nobody's"}}}, 500, "session not created", "--device"),
            ({"alwaysMatch": {"swwebview:options": {"root": "/no/such"}}}, 500, "session not created", "--root"),
            ({"alwaysMatch": {"swwebview:options": {"map": "nonsense"}}}, 500, "session not created", "--map"),
        ]:
            with self.subTest(capabilities=capabilities):
                answer = self.refused(capabilities)
                self.assertEqual(answer[:2], (status, error))
                self.assertIn(named, answer[2])

    def test_wrong_commands(self):
        for method, path, status, error in [
            ("GET", "/nothing", 404, "unknown command"),
            ("GET", "/session", 405, "unknown method"),
            ("GET", "/session/none/url", 404, "invalid session id"),
            ("DELETE", "/session/none", 404, "invalid session id"),
        ]:
            with self.subTest(path=path):
                answer, value = self.driver.value(method, path)
                self.assertEqual((answer, value["error"]), (status, error))

    def test_web_pages_of_others_are_refused(self):
        for headers in [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]:
            with self.subTest(headers=headers):
                status, text = self.driver.send("POST", "/session", {"capabilities": {}}, headers)
                self.assertEqual(status, 403)
                self.assertIn(next(iter(headers)), text)
        self.assertEqual(self.driver.free(), os.cpu_count())

    def test_a_token_for_others(self):
        refused = subprocess.run(
            [COMMAND, "driver", "--port", "0", "--host", "0.0.0.0"], capture_output=True, text=True, timeout=PATIENCE
        )
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--token", refused.stderr)
        token = "0123456789abcdef"
        driver = Driver(PAGES, ["--host", "0.0.0.0", "--token", token])
        self.addCleanup(driver.close)
        self.assertEqual(driver.send("GET", "/status")[0], 401)
        self.assertEqual(driver.send("GET", "/status", headers={"Authorization": f"Bearer {token}"})[0], 200)
        driver.url = driver.url.replace("http://", f"http://user:{token}@")
        browser = driver.session()
        browser.get("sw://app.example/")
        self.assertEqual(browser.title, "Field notes")
        browser.quit()

    def test_a_port_in_use(self):
        port = self.driver.url.rsplit(":", 1)[1]
        refused = subprocess.run([COMMAND, "driver", "--port", port], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(refused.returncode, 2)
        self.assertIn(f"port {port} is in use", refused.stderr)

    def test_options_of_the_command_are_those_of_sessions(self):
        driver = Driver(PAGES, ["--size", "500x400", "--offline"])
        self.addCleanup(driver.close)
        browser = driver.session(size="600x400")
        browser.get("sw://app.example/")
        self.assertEqual(browser.execute_script("return [innerWidth, navigator.onLine]"), [600, False])
        browser.quit()

    def test_many_clients_of_one_connection(self):
        host = self.driver.url.removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=PATIENCE)
        for _ in range(3):
            connection.request("GET", "/status")
            self.assertEqual(connection.getresponse().read()[:9], b'{"value":')
        connection.close()


if __name__ == "__main__":
    unittest.main()
