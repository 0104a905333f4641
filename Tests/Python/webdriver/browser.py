"""The command as the browser of a WebKitWebDriver (`--automation`)."""

import json
import pathlib
import shutil
import tempfile

from driver import COMMAND
from processes import Run
from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service


class Browser:
    """A session on a folder of pages, which are sw://app.example/."""

    def __init__(self, pages, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-test-"))
        self.driver = None
        for name, text in pages.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        configuration = self.folder / "options.yaml"
        # JSON is YAML too.
        configuration.write_text(
            json.dumps({"map": [f"sw://app.example={self.folder}"], "size": "800x600", **options}), encoding="utf-8"
        )
        self.run = Run(SWWEBVIEW_CONFIG=str(configuration))
        wanted = Options()
        wanted.binary_location = COMMAND
        wanted.add_argument("--automation")
        wanted.set_capability("browserName", options.get("application-name", "swwebview"))
        self.service = Service(
            "/usr/bin/WebKitWebDriver", service_args=["--host=127.0.0.1"], env=self.run.environment
        )
        try:
            self.driver = webdriver.WebKitGTK(options=wanted, service=self.service)
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
