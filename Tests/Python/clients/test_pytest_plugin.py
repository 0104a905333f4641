"""The fixtures for pytest that the wheel brings, in projects of their own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from agent import COMMAND, PATIENCE, REPOSITORY, environment

PACKAGING = REPOSITORY / "Scripts/support/packaging"


class PytestPluginTests(unittest.TestCase):
    def run_pytest(self, folder):
        variables = {**environment(), "PYTHONPATH": str(PACKAGING / "python"), "SWWEBVIEW_COMMAND": COMMAND}
        return subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-p", "swwebview.pytest_plugin", "-p", "no:cacheprovider", "--rootdir=."],
            cwd=folder, env=variables, capture_output=True, text=True, timeout=3 * PATIENCE)

    def project(self, **files):
        folder = tempfile.TemporaryDirectory(prefix="swwebview-test-")
        self.addCleanup(folder.cleanup)
        for name, text in files.items():
            pathlib.Path(folder.name, name.replace("_html", ".html").replace("_py", ".py")).write_text(text)
        return folder.name

    def test_the_project_of_the_channels_passes(self):
        result = self.run_pytest(PACKAGING / "project")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("1 passed", result.stdout)

    def test_the_report_of_a_failure_has_the_log_of_the_page(self):
        folder = self.project(
            page_html="<!doctype html><title>Page</title><script>console.log('from the page')</script>",
            test_page_py="""
def test_title(app):
    app.get("sw://app.localhost/page.html")
    assert app.title == "Another"
""",
            conftest_py="""
import pytest

@pytest.fixture
def swwebview_options():
    return {"root": "."}
""")
        result = self.run_pytest(folder)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("swwebview log", result.stdout)
        self.assertIn("from the page", result.stdout)

    def test_a_refused_command_raises_with_the_reason(self):
        folder = self.project(test_page_py="""
import pytest
from swwebview.pytest_plugin import CommandFailed

def test_a_plugin_that_is_not_there(native):
    with pytest.raises(CommandFailed, match="native"):
        native.call("Camera", "getPhoto")
""")
        result = self.run_pytest(folder)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_each_test_has_a_session_of_its_own(self):
        folder = self.project(
            page_html="<!doctype html><title>Page</title>",
            test_page_py="""
import pytest

@pytest.fixture
def swwebview_options():
    return {"root": "."}

@pytest.mark.parametrize("number", [1, 2])
def test_storage_is_empty(app, number):
    app.get("sw://app.localhost/page.html")
    assert app.execute_script("const old = localStorage.old; localStorage.old = 1; return old ?? null") is None
""")
        result = self.run_pytest(folder)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("2 passed", result.stdout)
