"""Sends odd commands through the doors for clients: WebDriver BiDi, WebKit's inspector protocol, and the tools for agents.

A door must answer each command once, and go on after them. A client that breaks a protocol may lose its connection, no more.
"""

import json
import pathlib
import re
import subprocess
import tempfile
import urllib.request

import attack
import values
import websocket

PAGE = "<!doctype html><title>driven</title><button id=b>Go</button><input autofocus><iframe srcdoc='<p>inner'></iframe>"
SOURCES = attack.REPOSITORY / "Sources/Doors"
MODULES = "session|browser|browsingContext|script|network|storage|input|emulation|permissions|log|webExtension|swwebview"
NAMES = [
    "context", "contexts", "target", "realm", "url", "wait", "script", "expression", "functionDeclaration", "arguments", "awaitPromise", "locator",
    "actions", "id", "type", "value", "events", "phases", "urlPatterns", "request", "intercept", "cookie", "partition", "clip", "origin", "userContext",
    "viewport", "width", "height", "files", "element", "sharedId", "handle", "capabilities", "name", "domain", "text", "key", "x", "y", "button",
    "duration", "sandbox", "preload", "method", "headers", "body", "statusCode", "accept", "userText", "subscriptions", "delta", "offline",
]
# These end the session, as they should; `webExtension.install` reads a folder.
ENDING = {"session.end", "browser.close"}
INSPECTOR = [
    "Page.enable", "Page.navigate", "Page.getResourceTree", "Page.overrideUserAgent", "Page.setEmulatedMedia", "Page.snapshotRect", "Page.getCookies",
    "Page.setCookie", "Page.deleteCookie", "Page.setBootstrapScript", "Runtime.enable", "Runtime.evaluate", "Runtime.callFunctionOn",
    "Runtime.releaseObject", "Runtime.getProperties", "Network.enable", "Network.setInterceptionEnabled", "Network.addInterception",
    "Network.interceptWithRequest", "Network.interceptRequestWithResponse", "Network.interceptRequestWithError", "Network.interceptContinue",
    "Network.getResponseBody", "Network.setExtraHTTPHeaders", "DOM.getDocument", "DOM.resolveNode", "Console.enable", "Nothing.here", "",
]
INPUT = "globalThis.__pwWebViewInput."


def odd_json(chance, value):
    kind = chance.random()
    if kind < 0.03:
        return chance.randbytes(chance.randrange(2000)).decode("latin-1")
    if kind < 0.05:
        return "[" * chance.randrange(100000)
    text = json.dumps(value)
    return text[: chance.randrange(len(text))] if kind < 0.08 else text


class Preview:
    """A page with a web socket for clients of WebKit's inspector protocol."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [attack.COMMAND, "preview", folder, "--port", "0", "--remote-debugging-port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        addresses = []
        while len(addresses) < 2:
            addresses += re.findall(r"http://[\w.:\[\]]+", self.process.stdout.readline())
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.address = next(address for address in addresses if self.pages(address))

    def pages(self, address):
        try:
            with self.opener.open(address.rstrip("/") + "/json", timeout=attack.PATIENCE) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None

    def batch(self, chance):
        socket = self.pages(self.address)[0]["webSocketDebuggerUrl"]
        client = websocket.create_connection(socket, timeout=attack.PATIENCE, suppress_origin=True, http_no_proxy=["*"])
        try:
            target = json.loads(client.recv())["params"]["targetInfo"]["targetId"]
            for number in range(100):
                client.send(self.message(chance, number, target))
        except (OSError, websocket.WebSocketException):
            pass  # A client that breaks the protocol loses its connection.
        client.close()

    def message(self, chance, number, target):
        parameters = values.value(chance, NAMES, odd=False)
        method = chance.choice(INSPECTOR)
        if method == "Runtime.callFunctionOn" and chance.random() < 0.7:
            function = chance.choice(["mouseMove", "mouseEvent", "wheel", "tap", "keydown", "keyup", "insertText", "positionInIFrame", "nothing"])
            members = [{"k": name, "v": values.value(chance, NAMES, odd=False)} for name in ("x", "y", "type", "button", "buttons", "key", "clickCount")]
            arguments = [{"value": item} for item in (1, 2, 3, f"{INPUT}{function}(", 5, {"o": members})]
            parameters = {"objectId": values.string(chance), "functionDeclaration": "() => 1", "arguments": arguments}
        inner = {"id": number, "method": method, "params": parameters}
        if chance.random() < 0.1:
            inner = values.value(chance, NAMES, odd=False)
        target = target if chance.random() < 0.9 else values.value(chance, NAMES, odd=False)
        outer = {"id": number, "method": "Target.sendMessageToTarget", "params": {"targetId": target, "message": odd_json(chance, inner)}}
        return odd_json(chance, outer)

    def problem(self):
        if not self.pages(self.address):
            return "the list of pages is empty"
        return None


class Driver:
    """A driver with a session of WebDriver BiDi for each batch."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [attack.COMMAND, "driver", "--port", "0", "--max-sessions", "2", "--root", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")
        text = "".join(path.read_text(encoding="utf-8") for path in (SOURCES / "BiDiServer").rglob("*.swift"))
        self.methods = sorted(set(re.findall(rf'"((?:{MODULES})\.\w+)"', text)) - ENDING) + ["nothing.here", ""]

    def connect(self):
        client = websocket.create_connection(
            self.address.replace("http:", "ws:") + "/session", timeout=attack.PATIENCE, suppress_origin=True, http_no_proxy=["*"])
        client.send(json.dumps({"id": 0, "method": "session.new", "params": {"capabilities": {}}}))
        self.answer(client, 0)
        return client

    def answer(self, client, number):
        while True:
            message = json.loads(client.recv())
            if message.get("id") == number:
                return message

    def batch(self, chance):
        client = self.connect()
        client.send(json.dumps({"id": 1, "method": "browsingContext.getTree", "params": {}}))
        context = self.answer(client, 1)["result"]["contexts"][0]["context"]
        try:
            for number in range(2, 100):
                client.send(self.message(chance, number, context))
        except (OSError, websocket.WebSocketException):
            pass  # A client that breaks the protocol loses its connection.
        client.close()

    def message(self, chance, number, context):
        parameters = values.value(chance, NAMES, odd=False)
        if isinstance(parameters, dict):
            for name in ("context", "target"):
                if chance.random() < 0.6:
                    parameters[name] = context if name == "context" else {"context": context}
        message = {"id": number, "method": chance.choice(self.methods), "params": parameters}
        if chance.random() < 0.05:
            message[chance.choice(["id", "method", "params"])] = values.value(chance, NAMES, odd=False)
        return odd_json(chance, message)

    def problem(self):
        client = self.connect()
        client.send(json.dumps({"id": 1, "method": "session.end", "params": {}}))
        end = self.answer(client, 1)
        client.close()
        return None if end.get("type") == "success" else f"a new session answers {end}"


class Agent:
    """The tools of agents, over standard input and output."""

    # These run programs and tests, which take longer than all others together.
    LONG = {"run_tests", "wait_for"}

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [attack.COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
        self.folder = folder
        tools = self.call({"id": 1, "method": "tools/list", "params": {}})["result"]["tools"]
        self.tools = [tool for tool in tools if tool["name"] not in self.LONG]
        self.call(self.tool(2, "open", {"page": folder}))

    def tool(self, number, name, arguments):
        return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}

    def call(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"{message} ended the server with {self.process.wait(attack.PATIENCE)}")
            answer = json.loads(line)
            if answer.get("id") == message["id"]:
                return answer

    def batch(self, chance):
        for number in range(100):
            tool = chance.choice(self.tools)
            arguments = {
                name: values.value(chance, NAMES, odd=False) for name in tool["inputSchema"].get("properties", {}) if chance.random() < 0.7
            }
            answer = self.call(self.tool(number, tool["name"], arguments))
            if not {"result", "error"} & answer.keys():
                raise ValueError(f"{tool['name']} answers {answer}")

    def problem(self):
        answer = self.call(self.tool(101, "open", {"page": self.folder}))
        return None if "result" in answer and not answer["result"].get("isError") else f"open answers {answer}"


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder:
        pathlib.Path(folder, "index.html").write_text(PAGE, encoding="utf-8")
        doors = []
        try:
            for kind in (Driver, Preview, Agent):
                doors.append(kind(folder))
            while not tally.is_enough():
                for door in doors:
                    door.batch(chance)
                    tally.tried += 100
                    problem = door.problem() if door.process.poll() is None else f"it ended with {door.process.returncode}"
                    if problem:
                        return tally.fail(f"{type(door).__name__}: {problem}")
        finally:
            for door in doors:
                door.process.terminate()
                door.process.wait(attack.PATIENCE)


attack.main("doors", run)
