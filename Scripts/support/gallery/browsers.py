"""The browsers of the gallery: a WebDriver session of MiniBrowser or of `swwebview driver`, with a limit on every command."""

import base64
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time

MINIBROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
SIZE = (800, 600)
LOAD_LIMIT = 45


class BrowserError(Exception):
    """A command that failed, or that took too long."""


class Session:
    """A WebDriver session over plain HTTP. Every command has a time limit, so that a hung browser costs one entry."""

    def __init__(self, port, capabilities):
        self.port = port
        self.id = None
        capabilities = {
            **capabilities, "timeouts": {"pageLoad": LOAD_LIMIT * 1000, "script": 30_000}, "acceptInsecureCerts": True,
            "unhandledPromptBehavior": "accept",
        }
        value = self.send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}}, limit=60)
        self.id = value["sessionId"]

    def send(self, method, path, body=None, limit=45):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            answer = connection.getresponse()
            value = json.loads(answer.read() or b"{}").get("value")
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise BrowserError(f"{method} {path.rpartition('/')[2]}: {type(error).__name__} {error}") from error
        finally:
            connection.close()
        if answer.status >= 400:
            raise BrowserError(f"{value.get('error')}: {str(value.get('message'))[:300]}")
        return value

    def command(self, method, path, body=None, limit=45):
        return self.send(method, f"/session/{self.id}{path}", body, limit)

    def get(self, address):
        self.command("POST", "/url", {"url": address}, LOAD_LIMIT + 15)

    def refresh(self):
        self.command("POST", "/refresh", {}, LOAD_LIMIT + 15)

    def run(self, script, *arguments):
        """The value of an asynchronous script, whose last argument takes it."""
        return self.command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def evaluate(self, expression):
        return self.command("POST", "/execute/sync", {"script": f"return ({expression})", "args": []})

    def picture(self):
        return base64.b64decode(self.command("GET", "/screenshot"))

    def quit(self):
        try:
            self.command("DELETE", "", limit=20)
        except BrowserError:
            pass


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Process:
    """A program in a process group of its own, which ends with it."""

    lock = threading.Lock()
    running = set()
    ending = False

    def __init__(self, arguments, **settings):
        with self.lock:
            if Process.ending:
                raise BrowserError("the gallery is ending")
            self.process = subprocess.Popen(arguments, start_new_session=True, **settings)
            self.running.add(self)

    @classmethod
    def end_all(cls):
        """Stops every program, and starts no other: the threads that use them fail soon."""
        with cls.lock:
            cls.ending = True
            running = list(cls.running)
        for process in running:
            process.stop()

    def stop(self):
        with self.lock:
            self.running.discard(self)
        for number, limit in ((signal.SIGTERM, 15), (signal.SIGKILL, 5)):
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                pass
            try:
                self.process.wait(limit)
                return
            except subprocess.TimeoutExpired:
                continue


class Browser:
    """A session with the program that serves it."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="swwebview-gallery-", ignore_cleanup_errors=True)
        self.environment = {**os.environ, "TMPDIR": self.temporary.name}
        self.program = self.session = None

    def close(self):
        if self.session:
            self.session.quit()
        if self.program:
            self.program.stop()
        self.temporary.cleanup()

    def log(self):
        return []


def opened(kind, *arguments):
    """A browser with its session. WebKitWebDriver sometimes loses its browser as it starts: that is tried again, twice."""
    for attempt in range(3):
        browser = kind()
        try:
            browser.start(*arguments)
            return browser
        except BrowserError:
            browser.close()
            if attempt == 2:
                raise


class MiniBrowser(Browser):
    """WebKitGTK's own browser. Its automated sessions keep nothing on disk."""

    def start(self, display, proxy=None):
        self.environment |= {"DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        if proxy:
            # GIO asks libproxy, which asks these. A session's own proxy would be spoken to in TLS.
            self.environment |= {"https_proxy": f"http://{proxy}", "no_proxy": "localhost,127.0.0.1"}
        port = free_port()
        self.program = Process(
            ["/usr/bin/WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_for_port(port)
        capabilities = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": MINIBROWSER, "args": ["--automation"]},
        }
        self.session = Session(port, capabilities)
        self.resize()

    def resize(self):
        """Makes the page as large as ours: a window has bars of its own."""
        width, height = SIZE
        for _ in range(2):
            self.session.command("POST", "/window/rect", {"width": width, "height": height})
            inner = self.session.evaluate("[innerWidth, innerHeight]")
            width, height = width + SIZE[0] - inner[0], height + SIZE[1] - inner[1]


class Ours(Browser):
    """A session of `swwebview driver`."""

    def start(self, command, options):
        self.environment.pop("DISPLAY", None)
        self.errors = open(os.path.join(self.temporary.name, "errors"), "w+b")
        self.program = Process(
            [command, "driver", "--port", "0", "--max-sessions", "1"],
            env=self.environment, stdout=subprocess.PIPE, stderr=self.errors, text=True,
        )
        if not select.select([self.program.process.stdout], [], [], 30)[0]:
            raise BrowserError("swwebview driver did not say where it listens within 30 s")
        line = self.program.process.stdout.readline().strip()
        if not line.startswith("Listening on "):
            raise BrowserError(f"swwebview driver said {line!r}")
        port = int(line.rstrip("/").rpartition(":")[2])
        size = f"{SIZE[0]}x{SIZE[1]}"
        self.session = Session(port, {"browserName": "swwebview", "swwebview:options": {"size": size, **options}})

    def disconnect(self):
        """Takes the session off the network; folders that are mapped to origins are lost with it."""
        self.session.command("POST", "/swwebview/offline", {"offline": "strict"})

    def log(self):
        try:
            return self.session.command("GET", "/swwebview/log")
        except BrowserError as error:
            return [str(error)]


class Display:
    """An X server for MiniBrowser. One that has ended is replaced."""

    def __init__(self):
        self.program = self.number = None
        self.lock = threading.Lock()

    @property
    def name(self):
        with self.lock:
            if self.program is None or self.program.process.poll() is not None:
                self.start()
            return f":{self.number}"

    def start(self):
        ready, number = os.pipe()
        self.program = Process(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[number], stderr=subprocess.DEVNULL,
        )
        os.close(number)
        self.number = os.read(ready, 16).decode().strip()
        os.close(ready)
        if not self.number:
            raise BrowserError("Xvfb ended at once")

    def close(self):
        if self.program:
            self.program.stop()


def wait_for_port(port, limit=20):
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise BrowserError(f"nothing listens on port {port} after {limit} s")
