"""Kills processes of a running `swwebview test` at random moments: web processes and network processes.

The pages fetch, send messages, register and store all the while. A kill may cost what was under way in the process that
died; afterwards everything must work once more, and the command must never die.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import attack

# The kernel keeps 15 characters of a name.
WEB, NETWORK, TEMPLATE = "WebKitWebProces", "WebKitNetworkPr", "WebKitTemplate"
NETWORK_SHARE, TEMPLATE_SHARE, PAGES_SPARED = 0.15, 0.03, 0.9
# After so many kills a page is left alone, so that it can tell whether all works again.
MOST_KILLS = 4
# The pages of a command, and the time that each is busy.
PAGES, MILLISECONDS = 8, 2500
# The exit code of a command that Ctrl-C has ended.
INTERRUPTED = 130


def children(parent):
    """Returns the names and numbers of the processes that a process has started itself."""
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

    def __init__(self, pages, milliseconds, keeps_data, launcher=(), **variables):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swwebview-kills-"))
        environment = {**os.environ, **variables, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(self.folder)}
        environment.pop("DISPLAY", None)
        addresses = [f"sw://busy.example/busy.html?n={number}&ms={milliseconds}" for number in range(pages)]
        arguments = ["test", *addresses, "--map", f"sw://busy.example={attack.HERE / 'pages'}", "--reporter", "json"]
        if keeps_data:
            arguments += ["--storage", str(self.folder / "storage")]
        self.process = subprocess.Popen(
            [*launcher, attack.COMMAND, *arguments], stdout=subprocess.PIPE, stderr=(self.folder / "errors").open("w"),
            text=True, env=environment)
        self.pages, self.problems, self.is_over, self.is_interrupted = pages, [], False, False
        self.finished = self.crashed = 0
        # The kinds of the processes that were killed since the page began, and the seconds of its time when each was.
        self.page_kills, self.page_began = [], 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "pageStarted":
                self.page_kills, self.page_began = [], time.monotonic()
            elif event["event"] == "pageFinished":
                self.finished += 1
                if not self.is_interrupted:
                    self._judge(event["result"])
            elif event["event"] == "runFinished":
                self.is_over = True

    def _judge(self, result):
        """Notes the problems of a page. A page may have died of a kill, or of a script that a dead network process was to
        bring: WebKit drops such a load without an event. Any other page must work."""
        kinds = {failure["kind"] for failure in result["failures"]}
        killed = [kind for kind, _ in self.page_kills]
        is_stuck = kinds == {"hang"} and all("before its load event" in failure["message"] for failure in result["failures"])
        if kinds == {"crash"} and WEB in killed or is_stuck and NETWORK in killed:
            self.crashed += 1
            return
        problems = [f"{failure['kind']}: {failure['message']}" for failure in result["failures"]]
        problems += [" ".join(test["name"]) for test in result["tests"] if test["status"] != "passed"]
        if problems:
            times = ", ".join(f"{kind} at {seconds:.1f} s" for kind, seconds in self.page_kills) or "nothing"
            problems[0] += f" (killed: {times}; over at {time.monotonic() - self.page_began:.1f} s)"
        self.problems += [f"{result['page']}: {problem}" for problem in problems]

    def kill_one(self, chance):
        """Kills one process of the command, if there is one.

        Returns the name of its kind.
        """
        if len(self.page_kills) >= MOST_KILLS:
            return None
        wanted = NETWORK if chance.random() < NETWORK_SHARE else WEB
        if chance.random() < TEMPLATE_SHARE:
            wanted = TEMPLATE
        found = sorted(number for name, number in children(self.process.pid) if name == wanted)
        # The oldest web process is the page's. Left alone mostly, the page can tell whether all works again.
        if wanted == WEB and chance.random() < PAGES_SPARED:
            found = found[1:]
        if not found:
            return None
        self.page_kills.append((wanted, time.monotonic() - self.page_began))
        try:
            os.kill(chance.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return None
        return wanted

    def interrupt(self):
        """Ends the command as Ctrl-C does. Its pages are judged no more."""
        self.is_interrupted = True
        self.process.send_signal(signal.SIGINT)

    def end(self, seconds):
        """Waits for the command to end by itself.

        Returns the problems of its pages and of its end.
        """
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = None
        self.reader.join(10)
        if status is None:
            self.problems.append("the command hangs")
        elif status not in ((0, 1, INTERRUPTED) if self.is_interrupted else (0, 1)) or not self.is_over:
            errors = (self.folder / "errors").read_text(encoding="utf-8", errors="replace")[-400:].strip()
            self.problems.append(f"the command died with {status} after {self.finished} pages: {errors}")
        elif self.finished != self.pages and not self.is_interrupted:
            self.problems.append(f"{self.finished} of {self.pages} pages have a result")
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.problems


def kill_processes(chance, tally):
    """Starts commands and kills their processes until it is enough."""
    kills = {WEB: 0, NETWORK: 0, TEMPLATE: 0}
    runs = crashed = finished = 0
    while not tally.is_enough():
        host = Host(PAGES, MILLISECONDS, keeps_data=chance.random() < 0.5)
        runs += 1
        while host.process.poll() is None:
            # The one place where the clock decides: a kill comes at a random moment.
            time.sleep(chance.uniform(0.05, 1.2))
            if tally.is_enough():
                host.interrupt()
                break
            kind = host.kill_one(chance)
            if kind:
                kills[kind] += 1
                tally.tried += 1
        for problem in host.end(attack.PATIENCE * 2):
            tally.fail(f"run {runs}: {problem}")
        crashed += host.crashed
        finished += host.finished
        print(
            f"kills: run {runs}: {kills[WEB]} web and {kills[NETWORK]} network processes, {kills[TEMPLATE]} templates killed so far, "
            f"{finished} pages run, {crashed} of them killed", flush=True)


if __name__ == "__main__":
    attack.main("kills", kill_processes)
