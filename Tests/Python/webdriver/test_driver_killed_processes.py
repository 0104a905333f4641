"""Processes that die below a session: a worker's is followed by another, and the page goes on.

The network process is not among them: WebKit ends an automation session with it.
"""

import os
import signal
import unittest

from driver import OneSessionTests

WORKER = """
addEventListener("install", event => event.waitUntil(skipWaiting()));
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => {
    if (event.request.url.endsWith("/answer.txt")) event.respondWith(new Response("worker"));
    if (event.request.url.endsWith("/never.txt")) event.respondWith(new Promise(() => {}));
});
addEventListener("message", event => event.ports[0].postMessage("pong"));
"""
SHARED = "onconnect = event => event.ports[0].onmessage = ({ target }) => target.postMessage('pong');"
CONTROL = """
await navigator.serviceWorker.register("worker.js");
while (!navigator.serviceWorker.controller)
    await new Promise(resolve => navigator.serviceWorker.oncontrollerchange = resolve);
"""
ANSWER = 'return await (await fetch("answer.txt")).text();'
PING = """
const channel = new MessageChannel();
const answer = new Promise(resolve => channel.port1.onmessage = ({ data }) => resolve(data));
navigator.serviceWorker.controller.postMessage("ping", [channel.port2]);
return await answer;
"""
PING_SHARED = """
const shared = new SharedWorker("shared.js");
const answer = new Promise(resolve => shared.port.onmessage = ({ data }) => resolve(data));
shared.port.postMessage("ping");
return await answer;
"""


class KilledProcessTests(OneSessionTests):
    PAGES = {"index.html": "<title>Field notes</title>", "worker.js": WORKER, "shared.js": SHARED, "answer.txt": "network"}

    def run_script(self, text):
        """Returns the result of an asynchronous function in the page."""
        return self.browser.execute_async_script(
            f"(async () => {{ {text} }})().then(arguments[0], error => arguments[0](`${{error}}`))")

    def processes(self, name):
        return {process.number for process in self.driver.run.processes() if process.name == name}

    def web_process_of(self, text):
        """The web process that comes with a script."""
        before = self.processes("WebKitWebProces")
        self.run_script(text)
        new = self.processes("WebKitWebProces") - before
        self.assertEqual(len(new), 1)
        return new.pop()

    def setUp(self):
        self.browser.get("sw://app.example/")

    def test_a_service_workers_process(self):
        # The processes of earlier tests are of the same origin.
        known = self.processes("WebKitWebProces")
        self.run_script(CONTROL)
        self.assertEqual(self.run_script(ANSWER), "worker")
        page = min(self.processes("WebKitWebProces"))
        for work in [ANSWER, PING, ANSWER, PING]:
            workers = self.processes("WebKitWebProces") - {page}
            self.assertEqual(len(workers), 1, known)
            os.kill(workers.pop(), signal.SIGKILL)
            self.assertIn(self.run_script(work), ["worker", "pong"])
            self.assertEqual(self.run_script("return navigator.serviceWorker.controller.state"), "activated")

    def test_a_fetch_under_way_is_a_network_error(self):
        self.run_script(CONTROL)
        self.assertEqual(self.run_script(ANSWER), "worker")
        self.browser.execute_script('window.never = fetch("never.txt").then(() => "answered", error => error.name);')
        # The next event comes after that one, and is answered.
        self.assertEqual(self.run_script(ANSWER), "worker")
        page = min(self.processes("WebKitWebProces"))
        os.kill((self.processes("WebKitWebProces") - {page}).pop(), signal.SIGKILL)
        self.assertEqual(self.run_script("return await never"), "TypeError")
        self.assertEqual(self.run_script(ANSWER), "worker")

    def test_a_shared_workers_process(self):
        process = self.web_process_of(PING_SHARED)
        for _ in range(3):
            before = self.processes("WebKitWebProces")
            os.kill(process, signal.SIGKILL)
            # A message that is sent to a worker before its death is noticed is lost.
            self.run_script("""
                let isOver = false;
                while (!isOver) isOver = await new Promise(resolve => {
                    const shared = new SharedWorker("shared.js");
                    shared.port.onmessage = () => resolve(true);
                    shared.port.postMessage("ping");
                    setTimeout(resolve, 200, false);
                });""")
            process = (self.processes("WebKitWebProces") - before).pop()


if __name__ == "__main__":
    unittest.main()
