"""The first messages of clients of WebDriver BiDi, sent as WebdriverIO 9 and Puppeteer 24 send them, end in a page that can be used."""

import json
import unittest

from test_selenium_bidi import Session
from agent import APP, PATIENCE
from websockets.sync.client import connect

OPTIONS = {"map": [f"sw://app.localhost={APP}"]}
START = "sw://app.localhost/"


class Socket:
    """A web socket of a client, which sends commands and keeps events."""

    def __init__(self, test, address):
        self.socket = connect(address, max_size=None)
        test.addCleanup(self.socket.close)
        self.events, self.number = [], 0

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message["type"] == "event":
                self.events.append(message)
            elif message["id"] == self.number:
                assert message["type"] == "success", (method, message)
                return message["result"]

    def wait_for(self, name):
        while not any(each["method"] == name for each in self.events):
            message = json.loads(self.socket.recv(PATIENCE))
            if message["type"] == "event":
                self.events.append(message)


class Starts(Session):
    def test_webdriverio(self):
        capabilities = {
            "browserName": "swwebview", "webSocketUrl": True, "unhandledPromptBehavior": "ignore",
            "wdio:enforceWebDriverClassic": False, "goog:chromeOptions": {"args": ["headless"]}, "swwebview:options": OPTIONS,
        }
        value = self.raw("POST", "/session", {"capabilities": {"alwaysMatch": capabilities, "firstMatch": [{}]}})
        session, path = value["capabilities"], f"/session/{value['sessionId']}"
        self.addCleanup(self.raw, "DELETE", path)
        self.assertFalse([name for name in session if name.startswith(("wdio:", "goog:"))])
        socket = Socket(self, session["webSocketUrl"])
        self.assertFalse(socket.send("session.status")["ready"])
        window = self.raw("GET", path + "/window")
        # The managers of contexts, dialogs, networks, polyfills and shadow roots.
        socket.send("session.subscribe", events=["browsingContext.navigationStarted", "browsingContext.fragmentNavigated",
                                                 "network.responseCompleted", "network.beforeRequestSent", "network.fetchError"])
        socket.send("session.subscribe", events=["browsingContext.userPromptOpened"])
        socket.send("session.subscribe", events=["log.entryAdded", "browsingContext.navigationStarted"])
        (context,) = socket.send("browsingContext.getTree")["contexts"]
        self.assertEqual(context["context"], window)
        script = "() => { globalThis.__name ??= (target, value) => Object.defineProperty(target, 'name', { value }) }"
        socket.send("script.addPreloadScript", functionDeclaration=script)
        socket.send("script.callFunction", functionDeclaration=script, target={"context": window}, awaitPromise=False)
        socket.send("browsingContext.navigate", context=window, url=START, wait="complete")
        self.assertIn("network.responseCompleted", [each["method"] for each in socket.events])
        element = self.raw("POST", path + "/element", {"using": "css selector", "value": "#trust"})
        (reference,) = element.values()
        self.raw("POST", f"{path}/element/{reference}/click", {})
        result = socket.send(
            "script.callFunction", functionDeclaration="(button) => [button.id, document.querySelector('#out').textContent, typeof __name]",
            target={"context": window}, awaitPromise=True, arguments=[{"sharedId": reference}])
        self.assertEqual([each["value"] for each in result["result"]["value"]], ["trust", "trusted", "function"])

    def test_puppeteer(self):
        socket = Socket(self, self.url.replace("http", "ws") + "/session")
        self.assertTrue(socket.send("session.status")["ready"])
        capabilities = {
            "acceptInsecureCerts": False, "unhandledPromptBehavior": {"default": "ignore"}, "webSocketUrl": True,
            "goog:prerenderingDisabled": True, "goog:disableNetworkDurableMessages": True, "swwebview:options": OPTIONS,
        }
        new = socket.send("session.new", capabilities={"alwaysMatch": capabilities, "firstMatch": [{}]})
        self.assertEqual(new["capabilities"]["browserName"], "swwebview")
        socket.send("session.subscribe", events=["browsingContext", "network", "log", "script", "input"])
        for kind in ["request", "response"]:
            socket.send("network.addDataCollector", dataTypes=[kind], maxEncodedDataSize=20_000_000)
        self.assertEqual(socket.send("browser.getUserContexts")["userContexts"], [{"userContext": "default"}])
        self.assertEqual(len(socket.send("browsingContext.getTree")["contexts"]), 1)
        window = socket.send("browsingContext.create", type="tab", userContext="default", background=False)["context"]
        socket.send("browsingContext.setViewport", context=window, viewport={"width": 800, "height": 600}, devicePixelRatio=None)
        socket.events.clear()
        socket.send("browsingContext.navigate", context=window, url=START, wait="none")
        socket.wait_for("browsingContext.load")
        sandbox = {"context": window, "sandbox": "__puppeteer_internal_1"}
        utility = socket.send("script.callFunction", functionDeclaration="() => ({ query: (selector) => document.querySelector(selector) })",
                              target=sandbox, awaitPromise=True, resultOwnership="root", userActivation=True, arguments=[],
                              serializationOptions={"maxObjectDepth": 0, "maxDomDepth": 0})["result"]["handle"]
        found = socket.send("script.callFunction", functionDeclaration="(util, selector) => util.query(selector)", target=sandbox,
                            awaitPromise=True, resultOwnership="root", userActivation=True,
                            arguments=[{"handle": utility}, {"type": "string", "value": "#trust"}])["result"]
        self.assertEqual(found["value"]["localName"], "button")
        box = socket.send("script.callFunction", functionDeclaration="(node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2] }",
                          target={"context": window}, awaitPromise=True, arguments=[{"sharedId": found["sharedId"]}], resultOwnership="none")
        x, y = [round(each["value"]) for each in box["result"]["value"]]
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "__puppeteer_mouse", "actions": steps}
        socket.send("input.performActions", context=window, actions=[pointer])
        text = socket.send("script.evaluate", expression="document.querySelector('#out').textContent", target={"context": window}, awaitPromise=True)
        self.assertEqual(text["result"]["value"], "trusted")
        socket.send("browsingContext.close", context=window, promptUnload=False)
        socket.send("browser.close")


if __name__ == "__main__":
    unittest.main()
