"""Tests for documents that a service worker answers."""

import unittest

from driver import OneSessionTests
from processes import PATIENCE
from selenium.webdriver.support.wait import WebDriverWait

WORKER = """
const bytes = (text) => new TextEncoder().encode(text);
const answers = {
    '/nothing': () => new Response(null),
    '/gateway': () => new Response(null, { status: 504, statusText: 'Gateway Timeout' }),
    '/bytes': () => new Response(bytes('<!doctype html><title>bytes</title>')),
    '/missing': () => new Response(bytes('<!doctype html><title>missing</title>'), { status: 404 }),
    '/text': () => new Response('<title>text</title>'),
};
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    const answer = answers[new URL(event.request.url).pathname];
    if (answer) event.respondWith(answer());
});"""
PAGES = {"index.html": "<!doctype html><title>start</title>", "worker.js": WORKER}
CONTROL = """const done = arguments[0];
const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.controller ?? controlled).then(() => done());"""
SEEN = "return [location.pathname, document.contentType, document.title]"


class UntypedAnswerTests(OneSessionTests):
    """Answers without a Content-Type, which WebKit takes for HTML."""

    PAGES = PAGES

    def test_documents(self):
        for path, kind, title in (
            ("/nothing", "text/html", ""), ("/gateway", "text/html", ""), ("/bytes", "text/html", "bytes"),
            ("/missing", "text/html", "missing"), ("/text", "text/plain", ""),
        ):
            with self.subTest(path):
                self.browser.get("sw://app.example/")
                self.browser.execute_async_script(CONTROL)
                self.browser.get("sw://app.example" + path)
                self.assertEqual(self.browser.execute_script(SEEN), [path, kind, title])


PRELOADING = """<!doctype html><title>start</title>
<link rel="preload" as="style" href="early.css"><link rel="stylesheet" href="early.css">
<link rel="preload" as="script" href="early.js"><script src="early.js"></script>
<link rel="preload" as="image" href="early.svg"><img src="early.svg">"""
SEEING = """
const seen = new Set();
addEventListener('fetch', (event) => seen.add(new URL(event.request.url).pathname));
addEventListener('message', (event) => event.source.postMessage([...seen].sort()));"""
ACTIVE = """const done = arguments[0];
navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready).then(({ active }) => {
    const look = () => active.state === 'activated' && done();
    active.addEventListener('statechange', look);
    look();
});"""
ASK = """const done = arguments[0];
navigator.serviceWorker.onmessage = (event) => done(event.data);
navigator.serviceWorker.controller.postMessage(0);"""


class PreloadTests(OneSessionTests):
    """Resources that a page preloaded before a worker controlled it are loaded again through the worker."""

    PAGES = {
        "index.html": PRELOADING, "worker.js": SEEING, "early.css": "body { color: teal }", "early.js": "self.early = true",
        "early.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>',
    }

    def test_first_controlled_load(self):
        self.browser.get("sw://app.example/")
        self.browser.execute_async_script(ACTIVE)
        self.browser.refresh()
        self.assertTrue(self.browser.execute_script("return early"))
        expected = ["/", "/early.css", "/early.js", "/early.svg"]
        seen = WebDriverWait(self.browser, PATIENCE).until(lambda browser: browser.execute_async_script(ASK))
        self.assertEqual(seen, expected)


if __name__ == "__main__":
    unittest.main()
