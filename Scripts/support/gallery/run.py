"""Runs public apps in WebKitGTK's MiniBrowser and in `swwebview`, and compares workers, caches, offline behaviour, texts and pictures.

Each entry is loaded, its worker waited for, the page loaded again, and once more after its server has gone. Every run has a browser,
a profile and a server of its own. Ways to run an entry: `minibrowser` on http://localhost, `server` on sw://localhost, which
swwebview maps to the server, `folder` on sw://localhost, mapped to the app's folder and then taken off the network, and `native` on
https://app.example, mapped to the server. The host is localhost because many apps register their worker only on https: or there.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import time

import compare
import manifest
import table
from browsers import BrowserError, Display, MiniBrowser, Ours, Process, opened
from server import Server, StandIns

FOLDER = pathlib.Path(__file__).resolve().parent
PROBE = (FOLDER / "probe.js").read_text(encoding="utf-8")
MARK = "self.galleryMark = true"
IS_MARKED = "self.galleryMark === true"
# A worker that a page registers is on its way by then, unless the entry has a limit of its own.
REGISTRATION_LIMIT = 15
# The factor by which an installation may exceed an entry's limit.
INSTALLATION = 5


def serves_natively(command):
    """Whether a page on a mapped https origin finds itself there."""
    with tempfile.TemporaryDirectory(prefix="swwebview-gallery-") as folder:
        pathlib.Path(folder, "index.html").write_text("<!doctype html><title>native</title>", encoding="utf-8")
        browser = opened(Ours, command, {"map": [f"https://app.example={folder}"]})
        try:
            browser.session.get("https://app.example/")
            return browser.session.evaluate("location.protocol + document.title") == "https:native"
        except BrowserError:
            return False
        finally:
            browser.close()


def is_installing(probe):
    return any(one["installing"] for one in probe.get("registrations", []))


class Run:
    """One app, one way."""

    def __init__(self, app, way, arguments, display):
        self.app, self.way, self.arguments, self.display = app, way, arguments, display
        self.folder = app.served(arguments.apps, arguments.temporary) if way == "folder" else None
        self.server = None if self.folder else Server(app.files.path(arguments.apps), app.prefix)
        self.hosts = app.hosts(arguments.apps, arguments.temporary)
        self.stand_ins = None
        self.result = {"errors": [], "pictures": {}}
        try:
            self.browser = self.open()
        except BrowserError:
            self.stop_servers()
            raise

    def stop_servers(self):
        for server in filter(None, (self.server, self.stand_ins)):
            server.stop()

    def disconnect(self):
        """Takes away what answers the app: its server, or the network where a folder answers."""
        if self.folder:
            self.browser.disconnect()
        self.stop_servers()

    @property
    def requests(self):
        """The requests that the app's server received; empty for a mapped folder, which records none."""
        return self.server.requests if self.server else []

    def open(self):
        """Opens a new browser and sets `origins` to the app's origins there."""
        if self.way == "minibrowser":
            self.origins = [self.server.origin.replace("127.0.0.1", "localhost")]
            proxy = None
            if self.hosts:
                self.stand_ins = StandIns(self.hosts, self.arguments.temporary)
                proxy = f"127.0.0.1:{self.stand_ins.server_port}"
            return opened(MiniBrowser, self.display, proxy)
        # On sw:// the worker and the page may spell the same origin differently.
        self.origins = ["https://app.example"] if self.way == "native" else ["sw://localhost", "https://localhost"]
        target = self.folder or self.server.origin
        maps = [f"{self.origins[0]}={target}", *(f"{origin}={folder}" for origin, folder in self.hosts.items())]
        return opened(Ours, self.arguments.command, {"map": maps})

    @property
    def session(self):
        return self.browser.session

    def address(self, path):
        return self.origins[0] + self.app.prefix + path

    def probe(self):
        """The page's state. Of a document that a failed navigation left in place nothing more is asked: its promises may never settle."""
        if self.session.evaluate(IS_MARKED):
            return {"stayed": True, "registrations": [], "caches": {}}
        return compare.normalised(self.session.run(PROBE), self.origins)

    def settled(self, limit, ready):
        """The page's state once it stays the same for the entry's `quiet` seconds; what is there when the time is over."""
        started = since = time.monotonic()
        last = {}
        # A worker with many files to fetch gets longer, as long as it is at it.
        while time.monotonic() < started + limit * (INSTALLATION if is_installing(last) else 1):
            try:
                probe = self.probe()
            except BrowserError as error:
                probe = {"error": str(error)}
            if probe != last:
                last, since = probe, time.monotonic()
            elif time.monotonic() - since > self.app.quiet and ("stayed" in probe or ready(probe)):
                return probe
            time.sleep(0.4)
        return last

    def step(self, name, action, ready):
        """Does one thing, and keeps the page's state after it."""
        before = len(self.requests)
        self.started = time.monotonic()
        try:
            action()
        except BrowserError as error:
            self.result["errors"].append(f"{name}: {error}")
            # A page that never ends loading answers nothing either, and each question would cost its limit.
            if name != "offline" and "time" in str(error).lower():
                raise
        probe = self.settled(self.app.limit, ready)
        try:
            (self.arguments.output / "pictures").mkdir(parents=True, exist_ok=True)
            file = self.arguments.output / "pictures" / f"{self.app.name}-{self.way}-{name}.png"
            file.write_bytes(self.session.picture())
            self.result["pictures"][name] = str(file)
        except (BrowserError, ValueError) as error:
            self.result["errors"].append(f"{name}: picture: {error}")
        self.result[name] = probe
        self.result.setdefault("requests", {})[name] = self.requests[before:]
        return probe

    def ready(self, probe):
        """Whether the page is loaded, a worker is active and none is on its way, and the app's own condition holds."""
        if not probe.get("loaded"):
            return False
        workers = probe.get("registrations", [])
        if not workers and self.app.limit == manifest.App.limit and time.monotonic() - self.started > REGISTRATION_LIMIT:
            return True
        if not workers or any(one["installing"] or (one["active"] or {}).get("state") != "activated" for one in workers):
            return False
        return self.shown()

    def shown(self):
        """Whether the app's own condition holds, if it has one."""
        try:
            return not self.app.wait or bool(self.session.evaluate(self.app.wait))
        except BrowserError:
            return False

    def ended(self, probe):
        """Whether a page without a server is loaded, or an error page that answers nothing."""
        return "error" in probe or bool(probe.get("loaded")) and self.shown()

    def run(self):
        self.step("first", lambda: self.session.get(self.address(self.app.start)), self.ready)
        if self.app.act:
            self.step("act", lambda: self.session.evaluate(self.app.act), self.ready)
        self.mark()
        self.step("again", self.session.refresh, self.ready)
        self.disconnect()
        self.mark()
        self.step("offline", self.session.refresh, self.ended)
        for path in self.app.visit:
            self.mark()
            name = "visit-" + re.sub(r"\W+", "-", path)
            probe = self.step(name, lambda path=path: self.session.get(self.address(path)), self.ended)
            self.result.setdefault("visits", {})[path] = probe or {}

    def mark(self):
        """Marks the document, which a new one does not have."""
        try:
            self.session.command("POST", "/execute/sync", {"script": MARK, "args": []})
        except BrowserError as error:
            self.result["errors"].append(f"mark: {error}")

    def close(self):
        log = self.browser.log() if self.session else []
        self.result["log"] = [one for one in log if not isinstance(one, dict) or one.get("source") != "bridge"]
        self.browser.close()
        self.stop_servers()


def run_way(app, way, arguments, display):
    """One run's result. What goes wrong is part of it."""
    started = time.monotonic()
    run = None
    try:
        run = Run(app, way, arguments, display)
        run.run()
        result = run.result
    except (BrowserError, OSError) as error:
        result = run.result if run else {"errors": []}
        result["failure"] = str(error)
    finally:
        if run:
            run.close()
    result["seconds"] = round(time.monotonic() - started, 1)
    return result


def run_ways(app, settings, display, before):
    """The results of the ways that are asked for. One of MiniBrowser is run once, unless all is to be `fresh`."""
    try:
        return {
            way: run_way(app, way, settings, display)
            for way in settings.ways if way != "minibrowser" or settings.fresh or "again" not in before.get(way, {})
        }
    finally:
        shutil.rmtree(settings.temporary / app.name, ignore_errors=True)


def run_all(chosen, settings, results):
    """Yields each app once its results are there. Several run at a time."""
    display = Display()
    pool = concurrent.futures.ThreadPoolExecutor(settings.jobs)
    try:
        runs = {pool.submit(run_ways, app, settings, display, results.get(app.name, {})): app for app in chosen}
        for run in concurrent.futures.as_completed(runs):
            app = runs[run]
            results.setdefault(app.name, {}).update(run.result())
            yield app
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        Process.end_all()


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/gallery", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="entries of Scripts/support/gallery/apps.toml; all unless given")
    parser.add_argument("--apps", type=pathlib.Path, default=pathlib.Path(".build/gallery"))
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path(".build/gallery-results"))
    parser.add_argument("--ways", default="minibrowser,server,folder,native")
    parser.add_argument("--jobs", type=int, default=2, help="how many entries run at a time")
    parser.add_argument("--markdown", type=pathlib.Path, help="a guide whose table is written anew")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--compare", action="store_true", help="runs nothing, and compares what was recorded")
    parser.add_argument("--fresh", action="store_true", help="runs MiniBrowser again, too, where an earlier result is there")
    found = parser.parse_args()
    found.command = os.path.abspath(os.environ.get("SWWEBVIEW_COMMAND", ".build/package/release/swwebview"))
    found.ways = found.ways.split(",")
    return found


def main():
    settings = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # Browsers and servers are ended on the way out.
    try:
        apps = manifest.read(FOLDER / "apps.toml")
    except manifest.ManifestError as error:
        sys.exit(f"Scripts/gallery: {error}")
    unknown = set(settings.names) - {app.name for app in apps}
    if unknown:
        sys.exit(f"Scripts/gallery: no entry has the name {', '.join(sorted(unknown))}. --list shows all.")
    chosen = [app for app in apps if not settings.names or app.name in settings.names]
    missing = [text for app in chosen if (text := app.missing(settings.apps))]
    if settings.list:
        for app in chosen:
            print(f"{app.name:28} {app.kind:50} {app.files.address}")
    for text in missing:
        print(text, file=sys.stderr)
    if settings.list:
        return
    chosen = [app for app in chosen if not app.missing(settings.apps)]
    settings.output.mkdir(parents=True, exist_ok=True)
    file = settings.output / "results.json"
    results = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if settings.compare:
        write_table(settings, apps, results)
        return
    if "native" in settings.ways and not serves_natively(settings.command):
        print("This command does not serve https origins natively: left out.", file=sys.stderr)
        settings.ways.remove("native")
    with tempfile.TemporaryDirectory(prefix="swwebview-gallery-") as temporary:
        settings.temporary = pathlib.Path(temporary)
        for app in run_all(chosen, settings, results):
            file.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")
            print(table.line(app, results[app.name]), flush=True)
    write_table(settings, apps, results)


def write_table(settings, apps, results):
    text = table.table(apps, results)
    (settings.output / "table.md").write_text(text, encoding="utf-8")
    print(table.summary(apps, results))
    if settings.markdown:
        try:
            guide = table.replaced(settings.markdown.read_text(encoding="utf-8"), text)
        except (OSError, ValueError) as error:
            sys.exit(f"Scripts/gallery: {settings.markdown}: {error}")
        settings.markdown.write_text(guide, encoding="utf-8")


main()
