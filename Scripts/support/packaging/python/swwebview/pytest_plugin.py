"""Fixtures of pytest: an app's pages in a real WebKit, their native half, and their phone.

The environment variable SWWEBVIEW_COMMAND names another command than the one of this package.
"""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest

from swwebview import PROGRAM

# The driver is on this machine: no proxy has a part in it.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class CommandFailed(Exception):
    """The native half or the phone refused a command."""


class _Session:
    """The commands of a session that Selenium does not know."""

    def __init__(self, url):
        self.url = url

    def send(self, method, name, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.url}/swwebview/{name}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with _opener.open(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise CommandFailed(json.load(error)["value"]["message"]) from None


class Native:
    """The native half of the app. Names of calls are those of handlers, such as `camera`, or `Plugin.method`."""

    def __init__(self, session):
        self._session = session

    @property
    def handlers(self):
        """The names of the message handlers."""
        return self._session.send("GET", "native")["handlers"]

    @property
    def calls(self):
        """The calls of pages so far: each has `handler`, `body`, `frame`, and `value` or `error`."""
        return self._session.send("GET", "native")["calls"]

    def command(self, **members):
        """Executes a command of the guide “The native half of an app”, and returns its answer."""
        return self._session.send("POST", "native", members)

    def wait(self, name=None):
        """Waits for the next call that no earlier wait has returned, and returns it."""
        return self.command(wait=name)

    def answer(self, name, value=None):
        """Sets the answer to the next call."""
        self.command(handler=name, answer=value)

    def fail(self, name, error, **members):
        """Rejects the next call. The error of a plugin may also have `code` and `data`."""
        self.command(handler=name, error=error, **members)

    def fire(self, event, detail=None):
        """Fires a `CustomEvent` in the windows of the pages."""
        self.command(event=event, detail=detail)

    def notify(self, event, data=None):
        """Fires an event of a plugin, such as `App.backButton`, in an app of `app`."""
        self.command(notify=event, data=data)

    def call(self, plugin, method, options=None):
        """Calls a method of a plugin of native.js, and returns its answer."""
        return self.command(plugin=plugin, method=method, options=options)


class Phone:
    """The simulated phone of the app. Its state is in items: `phone["isConnected"]`."""

    def __init__(self, session):
        self._session = session

    def change(self, **members):
        """Changes the phone: the members of `phone` that the guide “Apps of Capacitor, Cordova and others” lists."""
        self._session.send("POST", "native", {"phone": members})

    @property
    def state(self):
        """All facts about the phone."""
        return self._session.send("GET", "native")["phone"]

    def __getitem__(self, name):
        return self.state[name]


@pytest.fixture(scope="session")
def swwebview_driver(pytestconfig):
    """The address of a driver, which ends with the tests."""
    command = os.environ.get("SWWEBVIEW_COMMAND", PROGRAM)
    process = subprocess.Popen(
        [command, "driver", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=pytestconfig.rootpath)
    try:
        line = process.stdout.readline()
        if not line.startswith("Listening on "):
            pytest.fail(f"{command} driver ended with {process.wait()}: see what it printed", pytrace=False)
        yield line.removeprefix("Listening on ").strip().rstrip("/")
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@pytest.fixture
def swwebview_options():
    """The options of sessions by their long names, such as `{"root": "www", "app": "capacitor"}`. Override it."""
    return {}


@pytest.fixture
def app(swwebview_driver, swwebview_options):
    """A session of Selenium, with storage of its own."""
    selenium = pytest.importorskip(
        "selenium.webdriver", reason="selenium is not installed: pip install 'swwebview[pytest]'")
    from selenium.webdriver.common.options import ArgOptions

    options = ArgOptions()
    options.set_capability("browserName", "swwebview")
    options.set_capability("swwebview:options", swwebview_options)
    browser = selenium.Remote(swwebview_driver, options=options)
    browser.swwebview = _Session(f"{swwebview_driver}/session/{browser.session_id}")
    yield browser
    browser.quit()


@pytest.fixture
def native(app):
    """The native half of the app."""
    return Native(app.swwebview)


@pytest.fixture
def phone(app):
    """The simulated phone of the app."""
    return Phone(app.swwebview)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the log of the page to the report of a test that fails."""
    outcome = yield
    report = outcome.get_result()
    session = getattr(getattr(item, "funcargs", {}).get("app"), "swwebview", None)
    if report.when == "call" and report.failed and isinstance(session, _Session):
        try:
            lines = [json.dumps(entry, ensure_ascii=False) for entry in session.send("GET", "log")]
        except (CommandFailed, OSError) as error:
            lines = [f"there is no log: {error}"]
        report.sections.append(("swwebview log", "\n".join(lines)))
