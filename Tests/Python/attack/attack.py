"""The options, the tally and the helpers of the attack programs.

Each program takes `--seed N` and `--minutes M` or `--count N`. A seed repeats a run. A program stops at its deadline, and leaves
out the input that it was trying then. The last line of its output is `NAME: N tried, M failed`, or `NAME: skipped: REASON`; the
exit code is 0 when none failed.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests/Python/webdriver"))
os.environ.setdefault("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/package/release/swwebview"))
COMMAND = os.environ["SWWEBVIEW_COMMAND"]

# A page waits so long for an answer; on a busy machine a good answer may take seconds.
PATIENCE = 30


class Tally:
    """The inputs that were tried, and those that failed."""

    def __init__(self, name, seed, minutes, count):
        self.name, self.seed, self.count = name, seed, count
        self.ends = time.monotonic() + minutes * 60
        self.tried = self.failed = 0
        self.skipped = None

    def is_enough(self):
        if self.count is not None:
            return self.tried >= self.count
        return time.monotonic() >= self.ends

    def patience(self, seconds):
        """Returns how long to wait for an input: `seconds`, or until the deadline. The first input has all its time."""
        if self.count is not None or self.tried == 0:
            return seconds
        return max(0.1, min(seconds, self.ends - time.monotonic()))

    def skip(self, reason):
        """Ends a program that this machine lacks something for."""
        self.skipped = reason

    def fail(self, problem):
        self.failed += 1
        print(f"✗ {self.name}, seed {self.seed}, after {self.tried} inputs: {problem}"[:1000], flush=True)


def main(name, attack):
    """Runs `attack(chance, tally)` until the tally has enough, and reports."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="repeats a run")
    parser.add_argument("--minutes", type=float, default=1, help="how long to attack")
    parser.add_argument("--count", type=int, help="how many inputs to try, whatever the time")
    arguments = parser.parse_args()
    tally = Tally(name, arguments.seed, arguments.minutes, arguments.count)
    print(f"{name}: seed {arguments.seed}", flush=True)
    try:
        attack(random.Random(arguments.seed), tally)
    except Exception as error:  # The target is gone: that is a failure, not the program's end.
        tally.fail(f"{type(error).__name__}: {error}")
    if tally.skipped and not tally.failed:
        print(f"{name}: skipped: {tally.skipped}")
        sys.exit(0)
    print(f"{name}: {tally.tried} tried, {tally.failed} failed")
    sys.exit(0 if tally.failed == 0 and tally.tried > 0 else 1)


def run_command(tally, arguments, seconds, **options):
    """Runs the command with these arguments.

    Returns the completed process, or None when the deadline has cut it short. Raises `TimeoutExpired` for one that hangs.
    """
    try:
        return subprocess.run([COMMAND, *arguments], capture_output=True, timeout=tally.patience(seconds), check=False, **options)
    except subprocess.TimeoutExpired:
        if tally.is_enough():
            return None
        raise


def attack_pages(tally, driver, script, make_batch, *arguments, verify=None, **settings):
    """Runs `script` in a session's page with one batch of inputs after the other.

    The script gets the batch, the seconds of patience and the further arguments, and answers with the problems. `verify` returns
    a problem that the page cannot see, or None.
    """
    from selenium.common.exceptions import TimeoutException  # Of the project's Python only.

    browser = driver.session(**settings)
    while not tally.is_enough():
        browser.get("sw://app.example/")
        batch = make_batch()
        browser.set_script_timeout(tally.patience(PATIENCE * 3))
        try:
            problems = browser.execute_async_script(script, batch, PATIENCE, *arguments)
        except TimeoutException:
            if tally.is_enough():
                break
            raise
        tally.tried += len(batch)
        problem = verify() if verify else None
        for text in problems + ([problem] if problem else []):
            tally.fail(text)
        if problem:
            break
    browser.quit()
