"""The working copy of web-platform-tests."""

import os
import pathlib
import tempfile
import unittest

import modules
from checkout import REWRITTEN, SCHEME_VARIABLE, CheckoutError, mirror, rewrite

RUNNER = "tools/wptrunner/wptrunner/executors/base.py"
TEMPLATES = "tools/wptserve/wptserve/pipes.py"
REQUESTS = "tools/wptserve/wptserve/request.py"
HOST_INFO = "common/get-host-info.sub.js"
TEMPLATE_MODULE = '''
import os


def sub(request, content, escape_type="html"):
    return template(request, content, escape_type=escape_type)


def template(request, content, escape_type="html"):
    return content.replace(b"{{host}}", b"tests.example")
'''


class CheckoutTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout, self.copy = pathlib.Path(folder.name, "checkout"), pathlib.Path(folder.name, "copy")
        self.put(RUNNER, "import os\n\n\ndef server_url(server_config, protocol, subdomain=False):\n    return None\n")
        self.put(HOST_INFO, "var IS_HTTPS = (PROTOCOL == \"https:\");\nORIGIN = 'https://' + HOST;\n")
        self.put(TEMPLATES, TEMPLATE_MODULE)
        self.put(REQUESTS, "class RequestHeaders(dict):\n    def __init__(self, items):\n        dict.update(self, items)\n")
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

    def module(self, name, scheme):
        """Returns what a module of the copy declares, in a run on a scheme."""
        self.addCleanup(os.environ.pop, SCHEME_VARIABLE, None)
        os.environ[SCHEME_VARIABLE] = scheme
        scope = {}
        exec(compile(self.text(name), name, "exec"), scope)  # pylint: disable=exec-used
        return scope

    def test_the_runner_opens_every_page_on_the_scheme_that_the_variable_names(self):
        mirror(self.checkout, self.copy)
        configuration = {"browser_host": "tests.example", "ports": {"http": [8000], "https": [8443, 8444], "h2": [9000]}}
        address = self.module(RUNNER, "sw")["server_url"]
        self.assertEqual(address(configuration, "http"), "sw://tests.example:8443")
        self.assertEqual(address(configuration, "https", True), "sw://www.tests.example:8443")
        self.assertEqual(self.module(RUNNER, "https")["server_url"](configuration, "h2"), "https://tests.example:9000")

    def test_pages_on_sw_name_addresses_on_sw(self):
        mirror(self.checkout, self.copy)
        page = b"<a href=https://{{host}}/>"
        on_sw, on_https = self.module(TEMPLATES, "sw"), self.module(TEMPLATES, "https")
        self.assertEqual(on_https["sub"](None, page), b"<a href=https://tests.example/>")
        os.environ[SCHEME_VARIABLE] = "sw"
        self.assertEqual(on_sw["sub"](None, page, "none"), b"<a href=sw://tests.example/>")
        self.assertEqual(on_sw["template"](None, page, "none"), b"<a href=https://tests.example/>")

    def test_the_server_reads_origins_as_the_page_spells_them(self):
        mirror(self.checkout, self.copy)
        headers = {b"origin": [b"https://tests.example"], b"referer": [b"http://tests.example/"], b"accept": [b"https:"]}
        read = self.module(REQUESTS, "sw")["RequestHeaders"](headers)
        self.assertEqual(read, {**headers, b"origin": [b"sw://tests.example"]})
        self.assertEqual(self.module(REQUESTS, "https")["RequestHeaders"](headers), headers)

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
        self.assertIn(HOST_INFO, REWRITTEN)
