"""Hostile frames and windows: each kind of foreign origin tries to read, write, delete and disable the data of an application.

The application at sw://app.example has a cache, a service worker, a page with a secret, a folder at assets:// and tables at
sqlite://. Frames of other origins, and windows that it opens, go for them by script messages, requests of every make, beacons and the bridge's own paths.
After each try the application must have all its data, and the frame none of it.
"""

import contextlib
import http.server
import json
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import threading

import attack

PAGES = attack.HERE / "pages"
APP, OTHER = "sw://app.example", "sw://other.example"
SECRET = "the-secret-of-the-application"
KINDS = ["other", "other-blank", "other-window", "web", "web-window", "sandboxed", "sandboxed-text", "data"]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "SW_REQUEST"]
OWN_PATHS = ["events", "client", "upload", "cache", "command", "runtime", "socket", "online", "isolated", "worker"]
# A batch of tries shares a page, which has so many seconds.
BATCH, SECONDS = 20, 120


class Site(http.server.ThreadingHTTPServer):
    """The server behind both origins, with the requests that wrote to it."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.tries, self.written = [], []

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server_port}"


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers with the application's files, and with the documents of frames."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        status, kind, text = 200, "text/html", ""
        if path == "/secret":
            kind, text = "text/plain", SECRET
            is_form = (self.headers.get("Content-Type") or "text/plain").split(";")[0] in (
                "text/plain", "application/x-www-form-urlencoded", "multipart/form-data")
            if self.command not in ("GET", "HEAD", "OPTIONS") and not (self.command == "POST" and is_form):
                self.server.written.append(f"{self.command} {self.headers.get('Content-Type')} {body[:40]!r}")
        elif path == "/worker.js":
            kind, text = "text/javascript", (PAGES / "frames_worker.js").read_text(encoding="utf-8")
        elif path == "/frames.js":
            kind, text = "text/javascript", (PAGES / "frames.js").read_text(encoding="utf-8")
        elif path == "/written":
            kind, text = "application/json", json.dumps(self.server.written)
            self.server.written.clear()
        elif path == "/":
            tries = json.dumps(self.server.tries).replace("<", "\\u003c")
            text = f"<!doctype html><title>App</title><body><script>const tries = {tries}, server = {json.dumps(self.server.origin)};</script><script src=/frames.js></script>"
        elif path.startswith("/frame/"):
            number = path.rsplit("/", 1)[1]
            text = f"<!doctype html><body><script>{self.server.tries[int(number)]['script']}</script>"
        else:
            status = 404
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_SW_REQUEST = answer

    def log_message(self, *arguments):
        pass


# The tries of frames. Each function returns JavaScript: the body of an asynchronous function that returns the data it could read.


def identity(pick):
    """Returns the facts that a frame's runtime reports about itself, forged."""
    return json.dumps({
        "url": pick([f"{APP}/", f"{APP}/secret", "about:blank", f"blob:{APP}/x"]),
        "origin": APP, "frameType": pick(["top-level", "nested", "auxiliary", "x"]),
        "creator": pick(["", "x", None]), "visibilityState": "visible", "focused": pick([True, False]),
    })


def caches(pick):
    act = pick([
        "return [await caches.keys(), await (await caches.match('/own'))?.text()];",
        "await (await caches.open('own')).put('/own', new Response('taken'));", "await caches.delete('own');",
    ])
    return f"""
        const facts = {identity(pick)};
        post("/Client/gone", {{ document: guess() }});
        post("/Client/ready", {{ ...facts, document: guess() }}, {pick(["undefined", "guess()"])});
        {act}"""


def registrations(pick):
    command = pick([
        f'"/ServiceWorkerContainer/getregistrations", {{ url: "{APP}/" }}',
        f'"/ServiceWorkerContainer/getregistration", {{ url: "{APP}/" }}',
        f'"/ServiceWorkerRegistration/unregister", {{ scope: "{APP}/", id: "1" }}',
        f'"/ServiceWorkerContainer/register", {{ scriptURL: "{APP}/secret", scope: "{APP}/" }}',
        '"/ServiceWorkerGlobalScope/skipWaiting", null', '"/Clients/matchAll", {}', '"/Clients/claim", null',
    ])
    forged = f'post("/Client/ready", {{ ...{identity(pick)}, document: guess() }});' if pick([True, False]) else ""
    return f"{forged} return await SWWebView.send({command});"


def messages(pick):
    path = pick([
        "/Client/gone", "/Client/ready", "/Client/update", "/Client/asks", "/Worker/create", "/Worker/gone", "/SharedWorker/connect",
        "/SharedWorker/closing", "/Navigator/sendBeacon", "/MessagePort/close", "/MessagePort/proxyMessage", "/EventStream/taken",
        "/ServiceWorker/postMessage", "/Client/postMessage", "/Cache/stopUpload", "/OpaqueResponse/release", "/Body/drop",
    ])
    body = pick([
        identity(pick), '{ "id": "1", "url": "sw://app.example/worker.js", "message": { "data": "1", "ports": ["1"] } }', "0", '"x"', "{}",
        f'{{ "url": "{APP}/secret", "type": "application/json", "data": "e30=" }}',
    ])
    speaker = pick(["undefined", "guess()", '""', '"1"', '"worker"', "null"])
    return f"""
        for (let count = 0; count < 20; count++) {{
            const body = {body};
            post("{path}", typeof body === "object" ? {{ document: {speaker} ?? guess(), mark: "destination=script", ...body }} : body, {speaker});
        }}"""


def requests(pick):
    mark = pick(["", "", "#___sw?destination=document", "#___sw?destination=iframe", "#___sw?destination=script&mode=no-cors",
                 "#___sw?mode=same-origin", "#___sw?mode=navigate",
                 "#___sw?document=x&outcome=1", "#___sw?newWorker=x", "#___sw?upload=x"])
    headers = {}
    for name, value in [
        ("Accept", "text/html,application/xhtml+xml,x"), ("Accept", "image/png"), ("Upgrade-Insecure-Requests", "1"), ("X-SWWebView-Mark", "destination=document"),
        ("Content-Type", "application/json"), ("X-Own", "1"), ("Range", "bytes=0-9"), ("Authorization", "Basic eDp5"),
    ]:
        if pick(range(4)) == 0:
            headers[name] = value
    options = {"method": pick(METHODS), "headers": headers, "mode": pick(["cors", "cors", "no-cors", "same-origin"])}
    return f"return await request({json.dumps(APP + '/secret' + mark)}, {json.dumps(options)}, {pick(['true', 'true', 'false'])});"


def own_paths(pick):
    address = f"{APP}/___{pick(OWN_PATHS)}___?{pick(['document', 'id', 'body', 'url', 'watch', 'resume', 'late', 'run'])}={pick(['1', 'x', ''])}"
    options = {"method": pick(["GET", "POST", "PUT"]), "headers": {}, "mode": "cors"}
    return f"await request({json.dumps(address)}, {json.dumps(options)}, true);"


def beacons(pick):
    kind = pick(["application/json", "text/plain", "application/x-x"])
    return f'navigator.sendBeacon("{pick([APP, "SERVER"])}/secret", new Blob(["{{}}"], {{ type: "{kind}" }})); await pause();'


def schemes(pick):
    address = pick(["sqlite://things", "sqlite://things?id=gt.0", "sqlite://", "assets://secret.txt", "assets:///secret.txt"])
    options = {"method": pick(METHODS), "headers": pick([{}, {"Prefer": "rows=all"}, {"Content-Type": "application/json"}]), "mode": "cors"}
    return f"return await request({json.dumps(address)}, {json.dumps(options)}, {pick(['true', 'false'])});"


def elements(pick):
    element = pick(["script", "img", "link", "object", "embed", "iframe", "video"])
    return f'return await element("{element}", "{APP}/{pick(["secret", "answered", "worker.js"])}");'


INTERFACES = [caches, registrations, messages, requests, requests, own_paths, beacons, schemes, elements]


def attempt(chance, number, server):
    """Returns a random try."""
    pick = chance.choice
    kind, make = pick(KINDS), pick(INTERFACES)
    # Pages under sw:// get answers of the other schemes by default, and a frame of the web may send its own server anything.
    while (make is schemes and kind.startswith("other")) or (make is beacons and kind.startswith("web")):
        kind = pick(KINDS)
    body = make(pick).replace("SERVER", server)
    common = (PAGES / "frames_common.js").read_text(encoding="utf-8")
    script = f"{common}\nrun(async () => {{ {body} }}, {json.dumps(kind == 'other-blank')});"
    return {"number": number, "kind": kind, "name": f"{kind} {make.__name__} {number}", "script": script}


def run_batch(tally, site, folder):
    """Runs a page with the site's tries.

    Returns the names of the tries that failed, and why; None when the deadline has cut the page short.
    """
    site.written.clear()
    arguments = [
        "test", f"{APP}/", "--map", f"{APP}={site.origin}", "--map", f"{OTHER}={site.origin}", "--assets", f"{folder}/assets",
        "--sqlite", f"{folder}/things.sqlite", "--reporter", "tap", "--timeout", str(SECONDS),
    ]
    try:
        run = attack.run_command(tally, arguments, SECONDS + 60, text=True)
    except subprocess.TimeoutExpired:
        return {attempt["name"]: "the command hangs" for attempt in site.tries}
    if run is None:
        return None
    passed = set(re.findall(r"^\s*ok \d+ - .*?((?:\w|-)+ \w+ \d+)\s*(?:#.*)?$", run.stdout, re.M))
    reasons = re.findall(r"^\s*not ok \d+ - (.*)$(?:\n\s+---\n((?:\s+.*\n)*?)\s+\.\.\.)?", run.stdout, re.M)
    failed = {attempt["name"]: "no result" for attempt in site.tries if attempt["name"] not in passed}
    for name in failed:
        failed[name] = next((text + detail for text, detail in reasons if name in text), f"exit code {run.returncode}: {run.stderr[-300:]}")
    return failed


def make_table(file):
    """Makes the application's table anew."""
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(f"CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things (name) VALUES ('{SECRET}');")


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder, Site() as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        assets = pathlib.Path(folder, "assets")
        assets.mkdir()
        (assets / "secret.txt").write_text(SECRET, encoding="utf-8")
        while not tally.is_enough():
            make_table(pathlib.Path(folder, "things.sqlite"))
            site.tries = [{**attempt(chance, tally.tried + index, site.origin), "index": index} for index in range(BATCH)]
            results = run_batch(tally, site, folder)
            if results is None:
                break
            tally.tried += BATCH
            for name, reason in results.items():
                tally.fail(f"{name}: {reason}")
        site.shutdown()


attack.main("frames", run)
