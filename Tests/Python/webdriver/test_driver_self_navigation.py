"""Pages that navigate to the address they are at, as those do that redirect to https."""

import unittest

from driver import OneSessionTests
from processes import PATIENCE

SECURE = "if (location.protocol !== 'https:') location.protocol = 'https:';"
REPLACE = "if (location.protocol !== 'https:') location.replace(location.href.replace('sw:', 'https:'));"
REGISTER = "navigator.serviceWorker.register('worker.js').then(() => document.body.append('registered'));"


def page(script):
    return f"<!doctype html><title>Page</title><p>Text<script>{script}</script>"


class SelfNavigationTests(OneSessionTests):
    """The page stays, and its load ends: the session goes on."""

    PAGES = {
        "protocol.html": page(SECURE), "replace.html": page(REPLACE), "worker.js": "0",
        # A request of the page to the bridge opens an event stream, which never ends.
        "protocol-register.html": page(SECURE + REGISTER), "replace-register.html": page(REPLACE + REGISTER),
    }

    def test_loads_end(self):
        self.browser.set_page_load_timeout(PATIENCE)
        for name in self.PAGES:
            if not name.endswith(".html"):
                continue
            with self.subTest(name):
                self.browser.get(f"sw://app.example/{name}")
                self.assertEqual(self.browser.title, "Page")
                if "register" in name:
                    active = self.browser.execute_async_script("const done = arguments[0]; navigator.serviceWorker.ready.then(({ active }) => done(active !== null))")
                    self.assertTrue(active)
                self.browser.get("sw://app.example/worker.js")
                self.assertEqual(self.browser.current_url, "sw://app.example/worker.js")


if __name__ == "__main__":
    unittest.main()
