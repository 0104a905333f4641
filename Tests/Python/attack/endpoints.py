"""Hostile frames ask for every internal path: of the bridge, of the test host, of Capacitor and of Cordova.

The page Pages/tests/internal-paths.html runs on an origin of each scheme and in each framework with such paths. The host lists the
paths, so that a new one is tried, too. The page makes a frame of each foreign kind. The frame asks for each path in every way that a
document has, to read, to change and to disable. A seed changes the order and the spelling of the paths. Nothing may be read or
changed, and no server gets a request that a frame has sent through the app.
"""

import http.server
import pathlib
import re
import subprocess
import threading

import attack

PAGES = attack.REPOSITORY / "Pages"
PAGE = "internal-paths.html"
SECONDS = 180
SCHEMES = {
    "sw": [f"sw://app.example/{PAGE}", "--map", f"sw://app.example={PAGES}/tests"],
    "https": [f"https://app.example/{PAGE}", "--map", f"https://app.example={PAGES}/tests"],
    "http": [f"http://app.example/{PAGE}", "--map", f"http://app.example={PAGES}/tests"],
    "application": [f"capacitor://localhost/{PAGE}", "--map", f"capacitor://localhost={PAGES}/tests"],
    "capacitor": [f"capacitor://localhost/{PAGE}", "--root", f"{PAGES}/tests", "--app", "capacitor",
                  "--app-config", f"{PAGES}/hosts/capacitor/capacitor.config.json"],
    "capacitor without http": [f"capacitor://localhost/{PAGE}", "--root", f"{PAGES}/tests", "--app", "capacitor"],
    "cordova": [f"app://localhost/{PAGE}", "--root", f"{PAGES}/tests", "--app", "cordova", "--app-config", "CONFIG"],
}


class Server(http.server.ThreadingHTTPServer):
    """The server that the app's relay could reach, with the requests that it got."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.got = []


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers with a page that shows where it runs."""

    def do_GET(self):
        self.server.got.append(f"{self.command} {self.path}")
        data = b"<!doctype html><script>top.ranAs.add(origin)</script>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_PUT = do_OPTIONS = do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


def run_page(tally, server, name, seed, config):
    """Runs the page on an origin. Returns the number of kinds of frames, and the problems; None when the deadline cut it short."""
    arguments = [config if argument == "CONFIG" else argument for argument in SCHEMES[name]]
    arguments[0] += f"?seed={seed}"
    foreign = [f"{scheme}://foreign.example={PAGES}/tests" for scheme in ("sw", "https")]
    relay = f"https://server.example=http://127.0.0.1:{server.server_port}"
    options = [option for entry in [*foreign, relay] for option in ("--map", entry)]
    server.got.clear()
    try:
        run = attack.run_command(tally, ["test", *arguments, *options, "--reporter", "tap", "--timeout", str(SECONDS)], SECONDS + 30, text=True)
    except subprocess.TimeoutExpired:
        return 1, ["the command hangs"]
    if run is None:
        return None
    passed = len(re.findall(r"^\s*ok \d+ - .* nothing\s*$", run.stdout, re.M))
    problems = [f"{text} {detail}" for text, detail in re.findall(r"^\s*not ok \d+ - (.*)$(?:\n\s+---\n((?:\s+.*\n)*?)\s+\.\.\.)?", run.stdout, re.M)]
    if run.returncode and not problems:
        problems = [f"exit code {run.returncode}: {run.stdout[-300:]}{run.stderr[-300:]}"]
    return passed + len(problems), problems + [f"the app relayed {request}" for request in server.got]


def run(chance, tally):
    config = pathlib.Path(PAGES / "hosts/cordova/config.xml")
    with Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        while not tally.is_enough():
            # The shuffled schemes come in turns, so that a short run has several of them.
            names = chance.sample(sorted(SCHEMES), len(SCHEMES))
            for name in names:
                seed = chance.randrange(1, 1 << 31)
                result = None if tally.is_enough() else run_page(tally, server, name, seed, str(config))
                if result is None:
                    break
                tried, problems = result
                tally.tried += tried
                for problem in problems:
                    tally.fail(f"{name}, ?seed={seed}: {problem}")
        server.shutdown()


attack.main("endpoints", run)
