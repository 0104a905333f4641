"""Kills processes of a running `swwebview test` at random moments: web processes and network processes.

The pages fetch, send messages, register and store all the while. A kill may cost what was under way in the process that
died; afterwards everything must work once more, and the command must never die.

    kills.py [--seed N] [--minutes M | --count N]

The last line is `kills: N tried, M failed`; the exit code is 0 when none failed.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
# The kernel keeps 15 characters of a name.
WEB, NETWORK = "WebKitWebProces", "WebKitNetworkPr"
NETWORK_SHARE = 0.15
# How many pages a command runs, and for how long each is busy.
PAGES, MILLISECONDS = 8, 2500


def find_command():
    """The command under test: the one that SWWEBVIEW_COMMAND names, or the newest build."""
    named = os.environ.get("SWWEBVIEW_COMMAND")
    builds = [REPOSITORY / ".build" / mode / "swwebview" for mode in ("release", "debug")]
    built = sorted((path for path in builds if path.exists()), key=lambda path: path.stat().st_mtime)
    if not named and not built:
        sys.exit("kills: there is no command to test. Run `swift build`, or set SWWEBVIEW_COMMAND.")
    return named or str(built[-1])


def children(parent):
    """The names and numbers of the processes that a process has started itself."""
    found = []
    try:
        tasks = os.listdir(f"/proc/{parent}/task")
    except OSError:
        return found
    for task in tasks:
        try:
            numbers = pathlib.Path(f"/proc/{parent}/task/{task}/children").read_text(encoding="utf-8").split()
        except OSError:
            continue
        for number in numbers:
            try:
                name = pathlib.Path(f"/proc/{number}/comm").read_text(encoding="utf-8").strip()
            except OSError:
                continue
            found.append((name, int(number)))
    return found


class Host:
    """One run of the command over a row of busy pages."""

    def __init__(self, pages, milliseconds, keeps_data):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-kills-"))
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(self.folder)}
        environment.pop("DISPLAY", None)
        addresses = [f"sw://busy.example/busy.html?n={number}&ms={milliseconds}" for number in range(pages)]
        arguments = ["test", *addresses, "--map", f"sw://busy.example={HERE / 'pages'}", "--reporter", "json"]
        if keeps_data:
            arguments += ["--storage", str(self.folder / "storage")]
        self.process = subprocess.Popen(
            [find_command(), *arguments], stdout=subprocess.PIPE, stderr=(self.folder / "errors").open("w"),
            text=True, env=environment)
        self.pages, self.problems, self.is_over = pages, [], False
        self.finished = self.crashed = 0
        # Web processes that were killed since the page began.
        self.web_kills = 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "pageStarted":
                self.web_kills = 0
            elif event["event"] == "pageFinished":
                self.finished += 1
                self._judge(event["result"])
            elif event["event"] == "runFinished":
                self.is_over = True

    def _judge(self, result):
        """A page may have died of a kill. One that has not must work."""
        kinds = {failure["kind"] for failure in result["failures"]}
        if kinds == {"crash"} and self.web_kills > 0:
            self.crashed += 1
            return
        for failure in result["failures"]:
            self.problems.append(f"{result['page']}: {failure['kind']}: {failure['message']}")
        for test in result["tests"]:
            if test["status"] != "passed":
                self.problems.append(f"{result['page']}: {' '.join(test['name'])}")

    def kill_one(self, chance):
        """Kills one process of the command, if there is one.

        Returns the name of its kind.
        """
        wanted = NETWORK if chance.random() < NETWORK_SHARE else WEB
        found = sorted(number for name, number in children(self.process.pid) if name == wanted)
        if not found:
            return None
        self.web_kills += wanted == WEB
        try:
            os.kill(chance.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return None
        return wanted

    def end(self, seconds):
        """Waits for the command to end by itself; what it did wrong."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = None
        self.reader.join(10)
        if status is None:
            self.problems.append("the command hangs")
        elif status not in (0, 1) or not self.is_over:
            errors = (self.folder / "errors").read_text(encoding="utf-8", errors="replace")[-400:].strip()
            self.problems.append(f"the command died with {status} after {self.finished} pages: {errors}")
        elif self.finished != self.pages:
            self.problems.append(f"{self.finished} of {self.pages} pages have a result")
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.problems


def attack(chance, enough):
    """Starts commands and kills their processes until it is enough; the numbers of kills and of failures."""
    kills, failed, runs = {WEB: 0, NETWORK: 0}, 0, 0
    crashed = finished = 0
    while not enough(sum(kills.values())):
        host = Host(PAGES, MILLISECONDS, keeps_data=chance.random() < 0.5)
        runs += 1
        while host.process.poll() is None:
            # The one place where the clock decides: a kill comes at a random moment.
            time.sleep(chance.uniform(0.05, 1.2))
            if enough(sum(kills.values())):
                break
            kind = host.kill_one(chance)
            if kind:
                kills[kind] += 1
        problems = host.end(PAGES * 60)
        for problem in problems:
            print(f"kills: run {runs}: {problem}", flush=True)
        failed += len(problems)
        crashed += host.crashed
        finished += host.finished
        print(
            f"kills: run {runs}: {kills[WEB]} web and {kills[NETWORK]} network processes killed so far, "
            f"{finished} pages run, {crashed} of them killed", flush=True)
    return sum(kills.values()), failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--count", type=int, help="how many kills, in place of how many minutes")
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.minutes * 60
    print(f"kills: seed {arguments.seed}", flush=True)

    def enough(kills):
        return kills >= arguments.count if arguments.count else time.monotonic() >= end

    tried, failed = attack(random.Random(arguments.seed), enough)
    print(f"kills: {tried} tried, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
