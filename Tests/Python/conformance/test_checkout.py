"""The working copy of web-platform-tests."""

import os
import pathlib
import tempfile
import unittest

import modules
from checkout import REWRITTEN, CheckoutError, mirror, rewrite

RUNNER = "tools/wptrunner/wptrunner/executors/base.py"
HOST_INFO = "common/get-host-info.sub.js"


class CheckoutTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout, self.copy = pathlib.Path(folder.name, "checkout"), pathlib.Path(folder.name, "copy")
        self.put(RUNNER, "import os\n\n\ndef server_url(server_config, protocol, subdomain=False):\n    return None\n")
        self.put(HOST_INFO, "var IS_HTTPS = (PROTOCOL == \"https:\");\nORIGIN = 'https://' + HOST;\n")
        self.put("xhr/a.html", "<p>a</p>")
        self.put("tools/certs/cacert.pem", "old")

    def put(self, name, text, folder=None):
        file = (folder or self.checkout) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def text(self, name, folder=None):
        return ((folder or self.copy) / name).read_text(encoding="utf-8")

    def texts(self):
        return {file: file.read_bytes() for file in sorted(self.checkout.rglob("*")) if file.is_file()}

    def test_the_copy_is_rewritten_and_the_checkout_is_not(self):
        before = self.texts()
        mirror(self.checkout, self.copy)
        self.assertIn('PROTOCOL == "sw:"', self.text(HOST_INFO))
        self.assertEqual(self.text("xhr/a.html"), "<p>a</p>")
        self.put("tools/certs/cacert.pem", "new", self.copy)
        self.assertEqual(self.texts(), before)

    def test_the_runner_opens_every_page_on_the_scheme_that_the_variable_names(self):
        mirror(self.checkout, self.copy)
        scope = {}
        exec(compile(self.text(RUNNER), RUNNER, "exec"), scope)  # pylint: disable=exec-used
        configuration = {"browser_host": "tests.example", "ports": {"http": [8000], "https": [8443, 8444], "h2": [9000]}}
        self.addCleanup(os.environ.pop, "CONFORMANCE_SCHEME")
        os.environ["CONFORMANCE_SCHEME"] = "sw"
        self.assertEqual(scope["server_url"](configuration, "http"), "sw://tests.example:8443")
        self.assertEqual(scope["server_url"](configuration, "https", True), "sw://www.tests.example:8443")
        os.environ["CONFORMANCE_SCHEME"] = "https"
        self.assertEqual(scope["server_url"](configuration, "h2"), "https://tests.example:9000")

    def test_a_second_run_takes_what_changed_and_keeps_certificates(self):
        mirror(self.checkout, self.copy)
        self.put("tools/certs/cacert.pem", "new", self.copy)
        self.put("xhr/b.html", "b")
        (self.checkout / "xhr/a.html").unlink()
        self.put(HOST_INFO, "var IS_HTTPS = (PROTOCOL == \"https:\"); // newer\nORIGIN = 'https://' + HOST;\n")
        mirror(self.checkout, self.copy)
        self.assertEqual(self.text("tools/certs/cacert.pem"), "new")
        self.assertEqual([file.name for file in (self.copy / "xhr").iterdir()], ["b.html"])
        self.assertIn("newer", self.text(HOST_INFO))

    def test_a_text_that_is_missing_is_an_error(self):
        with self.assertRaises(CheckoutError):
            rewrite(HOST_INFO, "another file")
        (self.checkout / HOST_INFO).unlink()
        with self.assertRaises(CheckoutError):
            mirror(self.checkout, self.copy)

    def test_nothing_is_taken_of_the_record_of_versions(self):
        self.put(".git/config", "text")
        mirror(self.checkout, self.copy)
        self.assertFalse((self.copy / ".git").exists())
        self.assertEqual(sorted(REWRITTEN)[0], HOST_INFO)
