"""Runs the same page suites with `swwebview test --workers 2`, and one by one with Selenium and WebKitGTK's own MiniBrowser.

With `--isolation process`, each page of the command has a new web process and data store. With `--isolation data`, the data of each
page is removed. Selenium isolates pages with a session for each page. With one session for all pages it is faster, but pages see the
data of earlier pages. The script measures all four.
The server, the test library, the tests and the reports are the same for all.
"""

import argparse
import functools
import http.server
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

QUNIT = pathlib.Path("/usr/share/javascript/qunit/qunit.js")
PAGE = """<!doctype html>
<title>Suite {number}</title>
<div id="qunit"></div>
<script src="qunit.js"></script>
<script>
QUnit.module("suite {number}", () => {{
    QUnit.test("adds", (assert) => assert.equal({number} + 1, {number} + 1));
    QUnit.test("draws", (assert) => {{
        const list = document.createElement("ul");
        for (let index = 0; index < 50; index += 1) list.append(document.createElement("li"));
        document.body.append(list);
        assert.equal(list.children.length, 50);
    }});
    QUnit.test("waits", (assert) => {{
        const done = assert.async();
        Promise.resolve().then(() => {{ assert.ok(true); done(); }});
    }});
}});
</script>
"""
FINISHED = "return document.querySelector('#qunit-testresult .total') && QUnit.config.stats.bad"


def write_pages(folder, count):
    (folder / "qunit.js").write_bytes(QUNIT.read_bytes())
    for number in range(1, count + 1):
        (folder / f"suite-{number:03}.html").write_text(PAGE.format(number=number), encoding="utf-8")
    return sorted(path.name for path in folder.glob("*.html"))


def serve(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self):
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def seconds(work):
    start = time.monotonic()
    work()
    return time.monotonic() - start


def command(folder, arguments, isolation):
    ended = subprocess.run(
        [arguments.command, "test", str(folder), "--workers", str(arguments.workers), "--isolation", isolation],
        capture_output=True, text=True,
    )
    if ended.returncode != 0:
        sys.exit(f"swwebview test ended with {ended.returncode}:\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}")
    expected = f"{3 * arguments.pages} passed, 0 failed"
    if not ended.stdout.endswith(expected + "\n"):
        sys.exit(f"swwebview test reported {ended.stdout.splitlines()[-1]}, not {expected}")


ATTEMPTS = 3


def in_session(work, limit=20):
    """Runs work(driver) in a session of its own; returns its seconds.

    WebKitWebDriver sometimes loses its browser, and Selenium would wait for ever: a session that takes longer than `limit` seconds is
    ended and done again, and does not count.
    """
    for _ in range(ATTEMPTS):
        start = time.monotonic()
        service = Service("/usr/bin/WebKitWebDriver", service_args=["--host=127.0.0.1"])
        hung = threading.Event()

        def end():
            hung.set()
            service.process.kill()

        timer = threading.Timer(limit, end)
        timer.start()
        try:
            driver = webdriver.WebKitGTK(options=Options(), service=service)
            work(driver)
            driver.quit()
            return time.monotonic() - start
        except (WebDriverException, HTTPError, OSError) as error:
            if not hung.is_set():
                raise
            print(f"a session of Selenium's hung, and is done again ({type(error).__name__})", file=sys.stderr)
            service.stop()
        finally:
            timer.cancel()
    sys.exit(f"{ATTEMPTS} sessions of Selenium's hung, one after the other")


def visit(driver, address):
    driver.get(address)
    bad = WebDriverWait(driver, 30, poll_frequency=0.01).until(
        lambda driver: (driver.execute_script(FINISHED),) if driver.execute_script(FINISHED) is not None else None
    )[0]
    if bad != 0:
        sys.exit(f"{address}: {bad} failed")


def one_session(base, pages):
    def visit_all(driver):
        for page in pages:
            visit(driver, f"{base}/{page}")

    return in_session(visit_all, limit=60 + len(pages))


def session_each(base, pages):
    return sum(in_session(functools.partial(visit, address=f"{base}/{page}")) for page in pages)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench suites", description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--command", default=".build/package/release/swwebview")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()

    for name in ("LIBGL_ALWAYS_SOFTWARE", "NO_AT_BRIDGE"):
        os.environ.setdefault(name, "1")
    ready, number = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(number), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[number], stderr=subprocess.DEVNULL,
    )
    os.environ["DISPLAY"] = ":" + os.read(ready, 16).decode().strip()
    times = {"data": [], "process": [], "session each": [], "one session": []}
    try:
        with tempfile.TemporaryDirectory(prefix="swwebview-bench-") as name:
            folder = pathlib.Path(name)
            pages = write_pages(folder, arguments.pages)
            base = serve(folder)
            for _ in range(arguments.rounds):
                for isolation in ("data", "process"):
                    times[isolation].append(seconds(lambda: command(folder, arguments, isolation)))
                times["one session"].append(one_session(base, pages))
                times["session each"].append(session_each(base, pages))
    finally:
        display.terminate()
        display.wait()

    medians = {name: statistics.median(values) for name, values in times.items()}
    ratios = {
        isolation: {name: medians[isolation] / medians[name] for name in ("session each", "one session")}
        for isolation in ("data", "process")
    }
    if arguments.json:
        print(json.dumps({"pages": arguments.pages, "workers": arguments.workers, "seconds": medians, "ratios": ratios}))
        return
    print(f"{arguments.pages} pages, medians of {arguments.rounds}; the ratios are to one session, and to a session each")
    for isolation in ("data", "process"):
        name = f"swwebview test --workers {arguments.workers} --isolation {isolation}"
        print(
            f"  {name:<48}{medians[isolation]:8.1f} s   {ratios[isolation]['one session']:.2f}"
            f"   {ratios[isolation]['session each']:.2f}"
        )
    for name in ("one session", "session each"):
        print(f"  {'Selenium + MiniBrowser, ' + name.replace('session each', 'a session each'):<48}{medians[name]:8.1f} s")
    print("The targets of --isolation data are 0.60 and 0.10.")


main()
