"""The command as the browser of a WebDriver session, started by WebKitWebDriver as for any user of Selenium."""

import json
import os
import pathlib
import select
import shutil
import tempfile
import uuid

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/release/swwebview"))
# Marks every process that comes of a session, whoever its parent is by then.
MARK = "SWWEBVIEW_TEST_RUN"


class Browser:
    """A session on a folder of pages, which are sw://app.example/."""

    def __init__(self, pages, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        self.mark = str(uuid.uuid4())
        self.driver = None
        for name, text in pages.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        configuration = self.folder / "options.yaml"
        # JSON is YAML too.
        configuration.write_text(
            json.dumps({"map": [f"sw://app.example={self.folder}"], "size": "800x600", **options}), encoding="utf-8"
        )
        environment = {**os.environ, "SWWEBVIEW_CONFIG": str(configuration), MARK: self.mark}
        environment.pop("DISPLAY", None)
        wanted = Options()
        wanted.binary_location = COMMAND
        wanted.add_argument("--automation")
        wanted.set_capability("browserName", options.get("application-name", "swwebview"))
        service = Service("/usr/bin/WebKitWebDriver", service_args=["--host=127.0.0.1"], env=environment)
        try:
            self.driver = webdriver.WebKitGTK(options=wanted, service=service)
        except Exception:
            self.close()
            raise

    def quit(self):
        """Ends the session and WebKitWebDriver."""
        if self.driver:
            self.driver.quit()
            self.driver = None

    def close(self):
        self.quit()
        shutil.rmtree(self.folder)

    def processes(self):
        """Process numbers and names of the session, each with a descriptor that is readable once the process has ended."""
        found = []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                environment = pathlib.Path("/proc", entry, "environ").read_bytes().split(b"\0")
                if f"{MARK}={self.mark}".encode() not in environment:
                    continue
                name = pathlib.Path("/proc", entry, "comm").read_text(encoding="utf-8").strip()
                found.append((name, os.pidfd_open(int(entry))))
            except OSError:
                continue  # It ended meanwhile, or is another user's.
        return found


def has_ended(descriptor, seconds=10):
    """Waits for the end of a process, but not for ever."""
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    ended = bool(waiting.poll(seconds * 1000))
    os.close(descriptor)
    return ended
