"""Pages driven over WebDriver BiDi, by a plain client of `swwebview driver`."""

import base64
import json
import os
import pathlib
import subprocess
import unittest

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))
APP = pathlib.Path(__file__).parent / "app"
START = "sw://app.localhost/"

# Seconds that only guard against hanging: a busy machine may take long.
PATIENCE = 120

ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}


class Refused(Exception):
    """An error that the server has answered a command with."""


class Client:
    """A client of WebDriver BiDi that knows nothing but its messages."""

    def __init__(self, address, **options):
        self.socket = connect(address, max_size=None, open_timeout=PATIENCE, **options)
        self.last = 0
        self.events = []

    def send(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message.get("type") == "event":
                self.events.append((message["method"], message["params"]))
            elif message.get("id") == self.last:
                if message["type"] == "error":
                    raise Refused(message["error"])
                return message["result"]

    def event(self, name, accepts=lambda parameters: True):
        """Returns the next event of a name."""
        while True:
            for index, (method, parameters) in enumerate(self.events):
                if method == name and accepts(parameters):
                    del self.events[: index + 1]
                    return parameters
            message = json.loads(self.socket.recv(PATIENCE))
            if message.get("type") == "event":
                self.events.append((message["method"], message["params"]))

    def begin(self, **options):
        self.send(
            "session.new",
            capabilities={
                "alwaysMatch": {
                    "unhandledPromptBehavior": {"default": "ignore"},
                    "swwebview:options": {"root": str(APP), **options},
                }
            },
        )
        self.send("session.subscribe", events=["browsingContext", "log", "network", "script"])
        self.window = self.send("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def navigate(self, url, wait="complete"):
        return self.send("browsingContext.navigate", context=self.window, url=url, wait=wait)

    def evaluate(self, expression, **more):
        target = {"context": self.window, **more.pop("target", {})}
        answer = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True, **more)
        return answer.get("result") or answer["exceptionDetails"]

    def locate(self, selector):
        locator = {"type": "css", "value": selector}
        return self.send("browsingContext.locateNodes", context=self.window, locator=locator)["nodes"]


class Driven(unittest.TestCase):
    """Tests with a driver, where each has a session of its own."""

    @classmethod
    def setUpClass(cls):
        cls.driver = subprocess.Popen(
            [COMMAND, "driver", "--port", "0", "--max-sessions", "3"], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )
        cls.addClassCleanup(cls.end_driver)
        line = cls.driver.stdout.readline()
        cls.address = line.split()[-1].rstrip("/").replace("http:", "ws:") + "/session"

    @classmethod
    def end_driver(cls):
        cls.driver.terminate()
        cls.driver.stdout.close()
        cls.driver.wait(60)

    def client(self, **options):
        client = Client(self.address, **options)
        self.addCleanup(client.socket.close)
        return client

    def begin(self, **options):
        return self.client().begin(**options)

    def refuse(self, error, work, *arguments, **parameters):
        with self.assertRaisesRegex(Refused, f"^{error}$"):
            work(*arguments, **parameters)


class Sessions(Driven):
    def test_a_session_begins_and_ends(self):
        client = self.client()
        self.assertTrue(client.send("session.status")["ready"])
        self.refuse("invalid session id", client.send, "browsingContext.getTree")
        client.begin()
        self.refuse("session not created", client.send, "session.new", capabilities={})
        client.send("session.end")
        with self.assertRaises(ConnectionClosed):
            client.socket.recv(PATIENCE)

    def test_wrong_options_are_named(self):
        options = {"alwaysMatch": {"swwebview:options": {"nothing": 1}}}
        self.refuse("invalid argument", self.client().send, "session.new", capabilities=options)

    def test_a_web_page_cannot_reach_the_socket(self):
        with self.assertRaisesRegex(InvalidStatus, "403"):
            self.client(origin="https://page.example")
        page = self.begin()
        page.navigate(START)
        script = f"new Promise(done => {{ const s = new WebSocket({json.dumps(self.address)}); s.onopen = () => done('open'); s.onerror = () => done('closed') }})"
        self.assertEqual(page.evaluate(script)["value"], "closed")

    def test_commands_are_refused_by_name(self):
        client = self.begin()
        self.refuse("unknown command", client.send, "browsingContext.nothing")
        self.refuse("unknown command", client.send, "nothing")
        self.refuse("unsupported operation", client.send, "permissions.setPermission")
        self.refuse("no such frame", client.send, "browsingContext.navigate", context="gone", url=START)
        self.refuse("invalid argument", client.send, "browsingContext.navigate", context=client.window, url=1)
        self.refuse("invalid argument", client.send, "session.subscribe", events=["nothing"])
        for text, answered in [("{", None), ('{"id":-1,"method":"session.status","params":{}}', None),
                               ('{"id":9007199254740991,"method":"nothing","params":{}}', 9007199254740991)]:
            client.socket.send(text)
            answer = json.loads(client.socket.recv(PATIENCE))
            self.assertEqual((answer["type"], answer["id"]), ("error", answered))


class Windows(Driven):
    def test_a_navigation_is_reported_in_order(self):
        client = self.begin()
        client.events.clear()
        answer = client.navigate(START)
        names = [
            name for name, parameters in client.events
            if parameters.get("context") == client.window and name.startswith("browsingContext.")
        ]
        self.assertEqual(
            names, [f"browsingContext.{name}" for name in
                    ["navigationStarted", "navigationCommitted", "domContentLoaded", "load"]])
        ids = {parameters["navigation"] for name, parameters in client.events
               if parameters.get("context") == client.window and name.startswith("browsingContext.")}
        self.assertEqual(ids, {answer["navigation"]})

    def test_a_fragment_keeps_the_document(self):
        client = self.begin()
        client.navigate(START + "second.html")
        client.evaluate("self.mine = 1")
        answer = client.navigate(START + "second.html#part")
        event = client.event("browsingContext.fragmentNavigated")
        self.assertEqual((event["navigation"], event["url"]), (answer["navigation"], START + "second.html#part"))
        self.assertEqual(client.evaluate("self.mine")["value"], 1)

    def test_a_failed_navigation_says_so(self):
        client = self.begin()
        self.refuse("unknown error", client.navigate, "http://127.0.0.1:2/")
        client.event("browsingContext.navigationFailed")
        client.navigate(START)

    def test_history_and_reload(self):
        client = self.begin()
        for page in ["", "second.html"]:
            client.navigate(START + page)
        client.events.clear()
        client.send("browsingContext.traverseHistory", context=client.window, delta=-1)
        self.assertEqual(client.event("browsingContext.load")["url"], START)
        self.refuse("no such history entry", client.send, "browsingContext.traverseHistory", context=client.window, delta=9)
        client.send("browsingContext.reload", context=client.window, wait="complete")

    def test_frames_are_contexts(self):
        client = self.begin()
        client.navigate(START)
        child = client.send("browsingContext.getTree")["contexts"][0]["children"][0]
        self.assertEqual((child["parent"], child["url"]), (client.window, "about:srcdoc"))
        target = {"context": child["context"]}
        self.assertEqual(client.evaluate("document.body.innerText", target=target)["value"], "Inside")
        window = client.evaluate("frames[0]")
        self.assertEqual((window["type"], window["value"]["context"]), ("window", child["context"]))
        locator = {"type": "context", "value": {"context": child["context"]}}
        nodes = client.send("browsingContext.locateNodes", context=client.window, locator=locator)["nodes"]
        self.assertEqual(nodes[0]["value"]["attributes"]["title"], "inner")

    def test_windows_of_pages_and_of_clients(self):
        client = self.begin()
        client.navigate(START)
        client.evaluate("void open('second.html')")
        popup = client.event("browsingContext.contextCreated", lambda each: each["originalOpener"] == client.window)
        client.event("browsingContext.load", lambda each: each["context"] == popup["context"])
        self.assertEqual(client.evaluate("opener !== null", target={"context": popup["context"]})["value"], True)
        profile = client.send("browser.createUserContext")["userContext"]
        window = client.send("browsingContext.create", type="tab", userContext=profile)["context"]
        client.send("browser.removeUserContext", userContext=profile)
        self.assertEqual(client.event("browsingContext.contextDestroyed")["context"], window)
        self.refuse("no such frame", client.send, "browsingContext.close", context=window)

    def test_dialogs_are_answered(self):
        client = self.begin()
        client.navigate(START)
        client.evaluate("void setTimeout(() => console.log(prompt('Name?', 'a')))")
        opened = client.event("browsingContext.userPromptOpened")
        self.assertEqual((opened["type"], opened["message"], opened["defaultValue"]), ("prompt", "Name?", "a"))
        client.send("browsingContext.handleUserPrompt", context=client.window, accept=True, userText="b")
        self.assertTrue(client.event("browsingContext.userPromptClosed")["accepted"])
        self.assertEqual(client.event("log.entryAdded")["text"], "b")
        self.refuse("no such alert", client.send, "browsingContext.handleUserPrompt", context=client.window)

    def test_pictures_and_paper(self):
        client = self.begin()
        client.navigate(START)
        clip = {"type": "element", "element": {"sharedId": client.locate("h1")[0]["sharedId"]}}
        for more in [{}, {"clip": clip}, {"origin": "document"}]:
            data = client.send("browsingContext.captureScreenshot", context=client.window, **more)["data"]
            self.assertTrue(base64.b64decode(data).startswith(b"\x89PNG"))
        data = client.send("browsingContext.print", context=client.window)["data"]
        self.assertTrue(base64.b64decode(data).startswith(b"%PDF"))


class Scripts(Driven):
    def test_values_keep_their_kind(self):
        client = self.begin()
        for expression, value in [
            ("undefined", {"type": "undefined"}), ("null", {"type": "null"}), ("-0", {"type": "number", "value": "-0"}),
            ("NaN", {"type": "number", "value": "NaN"}), ("10n", {"type": "bigint", "value": "10"}),
            ("'a'", {"type": "string", "value": "a"}), ("[1]", {"type": "array", "value": [{"type": "number", "value": 1}]}),
            ("new Date(0)", {"type": "date", "value": "1970-01-01T00:00:00.000Z"}),
            ("/a/g", {"type": "regexp", "value": {"pattern": "a", "flags": "g"}}),
            ("new Map([['a', 1]])", {"type": "map", "value": [["a", {"type": "number", "value": 1}]]}),
            ("({a: {}})", {"type": "object", "value": [["a", {"type": "object", "value": []}]]}),
            ("() => 1", {"type": "function"}), ("Symbol()", {"type": "symbol"}),
        ]:
            with self.subTest(expression):
                self.assertEqual(client.evaluate(expression), value)
        circle = client.evaluate("const o = {}; o.o = o; o")
        self.assertEqual(circle["value"][0][1]["internalId"], circle["internalId"])

    def test_functions_get_values_and_handles(self):
        client = self.begin()
        target = {"context": client.window}
        handle = client.evaluate("({n: 40})", resultOwnership="root")["handle"]
        call = {"functionDeclaration": "async (a, b) => a.n + b", "target": target, "awaitPromise": True}
        arguments = [{"handle": handle}, {"type": "number", "value": 2}]
        self.assertEqual(client.send("script.callFunction", arguments=arguments, **call)["result"]["value"], 42)
        client.send("script.disown", target=target, handles=[handle])
        self.refuse("no such handle", client.send, "script.callFunction", arguments=arguments, **call)
        error = client.evaluate("Promise.reject(new TypeError('bad'))")
        self.assertEqual((error["text"], error["exception"]["type"]), ("TypeError: bad", "error"))

    def test_a_sandbox_shares_nodes_and_no_names(self):
        client = self.begin()
        client.navigate(START)
        client.evaluate("self.mine = 1")
        sandbox = {"sandbox": "other"}
        self.assertEqual(client.evaluate("self.mine", target=sandbox), {"type": "undefined"})
        node = client.locate("h1")[0]["sharedId"]
        answer = client.send(
            "script.callFunction", functionDeclaration="node => node === document.querySelector('h1')",
            arguments=[{"sharedId": node}], target={"context": client.window, **sandbox}, awaitPromise=True)
        self.assertTrue(answer["result"]["value"])
        client.events.clear()
        client.navigate(START + "second.html")
        client.event("script.realmCreated", lambda each: each.get("sandbox") == "other")

    def test_preload_scripts_run_first_and_have_channels(self):
        client = self.begin()
        channel = {"type": "channel", "value": {"channel": "told"}}
        script = client.send(
            "script.addPreloadScript", arguments=[channel],
            functionDeclaration="send => { self.early = document.scripts.length; send(location.href) }")["script"]
        client.navigate(START + "second.html")
        self.assertEqual(client.event("script.message")["data"]["value"], START + "second.html")
        self.assertEqual(client.evaluate("self.early")["value"], 0)
        self.assertEqual(client.evaluate("Object.getOwnPropertyNames(self).filter(n => n.includes('bidi')).length")["value"], 0)
        client.send("script.removePreloadScript", script=script)
        client.navigate(START + "second.html")
        self.assertEqual(client.evaluate("self.early"), {"type": "undefined"})

    def test_a_policy_of_the_page_does_not_stop_scripts(self):
        client = self.begin()
        client.navigate("data:text/html,<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">")
        self.assertEqual(client.evaluate("1 + 1")["value"], 2)

    def test_the_console_is_reported(self):
        client = self.begin()
        client.evaluate("console.warn('said', {a: 1}); setTimeout(() => { throw new TypeError('late') })")
        entry = client.event("log.entryAdded")
        self.assertEqual((entry["type"], entry["level"], entry["method"]), ("console", "warn", "warn"))
        self.assertEqual([each["type"] for each in entry["args"]], ["string", "object"])
        entry = client.event("log.entryAdded")
        self.assertEqual((entry["type"], entry["level"], entry["text"]), ("javascript", "error", "TypeError: late"))


class Effects(Driven):
    def test_input_is_trusted(self):
        client = self.begin()
        client.navigate(START)
        client.evaluate("document.querySelector('h1').onclick = event => console.log(event.isTrusted)")
        origin = {"type": "element", "element": {"sharedId": client.locate("h1")[0]["sharedId"]}}
        steps = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "mouse", "actions": steps}
        client.send("input.performActions", context=client.window, actions=[pointer])
        self.assertEqual(client.event("log.entryAdded")["text"], "true")
        client.evaluate("document.querySelector('input').focus()")
        keys = [{"type": kind, "value": key} for key in ["a", "b", "\ue003"] for kind in ["keyDown", "keyUp"]]
        client.send("input.performActions", context=client.window, actions=[{"type": "key", "id": "keys", "actions": keys}])
        self.assertEqual(client.evaluate("document.querySelector('input').value")["value"], "a")
        outside = [{"type": "pointer", "id": "mouse", "actions": [{"type": "pointerMove", "x": -1, "y": 0}]}]
        self.refuse("move target out of bounds", client.send, "input.performActions", context=client.window, actions=outside)

    def test_cookies(self):
        client = self.begin()
        cookie = {"name": "a", "value": {"type": "string", "value": "1"}, "domain": "app.localhost"}
        client.send("storage.setCookie", cookie=cookie)
        client.navigate(START + "second.html")
        self.assertEqual(client.evaluate("document.cookie")["value"], "a=1")
        self.assertEqual([each["name"] for each in client.send("storage.getCookies")["cookies"]], ["a"])
        client.send("storage.deleteCookies", filter={"name": "a"})
        self.assertEqual(client.send("storage.getCookies")["cookies"], [])

    def test_requests_wait_for_the_client(self):
        client = self.begin()
        client.navigate(START + "second.html")
        pattern = {"type": "pattern", "pathname": "/data.json"}
        intercept = client.send("network.addIntercept", phases=["beforeRequestSent"], urlPatterns=[pattern])["intercept"]
        client.evaluate("void fetch('data.json').then(r => r.text()).then(console.log)")
        blocked = client.event("network.beforeRequestSent", lambda each: each["isBlocked"])
        self.assertEqual(blocked["intercepts"], [intercept])
        body = {"type": "string", "value": "mine"}
        client.send("network.provideResponse", request=blocked["request"]["request"], body=body)
        self.assertEqual(client.event("log.entryAdded")["text"], "mine")
        self.refuse("no such request", client.send, "network.continueRequest", request="none")
        client.send("network.removeIntercept", intercept=intercept)

    def test_a_window_has_the_size_and_the_network_of_its_client(self):
        client = self.begin()
        client.navigate(START + "second.html")
        client.send("browsingContext.setViewport", context=client.window, viewport={"width": 400, "height": 500})
        size = client.evaluate("new Promise(done => { const look = () => innerWidth === 400 ? done(innerHeight) : requestAnimationFrame(look); look() })")
        self.assertEqual(size["value"], 500)
        client.send("emulation.setNetworkConditions", networkConditions={"type": "offline"})
        self.assertFalse(client.evaluate("navigator.onLine")["value"])
        client.send("emulation.setNetworkConditions", networkConditions=None)
        client.send("emulation.setUserAgentOverride", userAgent="mine")
        client.navigate(START)
        self.assertEqual(client.evaluate("navigator.userAgent")["value"], "mine")

    def test_media_features_change_scripts_and_styles(self):
        client = self.begin()
        client.navigate(START)
        client.evaluate("document.body.innerHTML = '<style>@media (prefers-reduced-motion: reduce) { p { opacity: 0.5 } }</style><p>x</p>'")
        for motion, expected in [("reduce", "true 0.5"), ("no-preference", "false 1"), ("reduce", "true 0.5"), (None, "false 1")]:
            client.send("emulation.setMediaFeaturesOverride", features={"prefers-reduced-motion": motion})
            look = "`${matchMedia('(prefers-reduced-motion: reduce)').matches} ${getComputedStyle(document.querySelector('p')).opacity}`"
            found = client.evaluate(f"new Promise(done => {{ let left = 60; const look = () => {look} === '{expected}' || !left-- ? done({look}) : requestAnimationFrame(look); look() }})")
            self.assertEqual(found["value"], expected)


if __name__ == "__main__":
    unittest.main()
