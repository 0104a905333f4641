"""What the attack programs share: their options, their tally, and a `swwebview driver` to attack.

Each program takes `--seed N` and `--minutes M` or `--count N`. A seed repeats a run. The last line of its output is
`NAME: N tried, M failed`; the exit code is 0 when none failed.
"""

import argparse
import os
import pathlib
import random
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path.insert(0, str(REPOSITORY / "Tests/WebDriverTests"))
os.environ.setdefault("SWWEBVIEW_COMMAND", str(REPOSITORY / ".build/release/swwebview"))
COMMAND = os.environ["SWWEBVIEW_COMMAND"]

# A page waits so long for an answer; on a busy machine a good answer may take seconds.
PATIENCE = 30


class Tally:
    """The inputs that were tried, and those that failed."""

    def __init__(self, name, seed, minutes, count):
        self.name, self.seed, self.count = name, seed, count
        self.ends = time.monotonic() + minutes * 60
        self.tried = self.failed = 0

    def is_enough(self):
        if self.count is not None:
            return self.tried >= self.count
        return time.monotonic() >= self.ends

    def fail(self, problem):
        self.failed += 1
        print(f"✗ {self.name}, seed {self.seed}, after {self.tried} inputs: {problem}"[:1000], flush=True)


def main(name, attack):
    """Runs `attack(chance, tally)` until the tally has enough, and reports."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
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
    print(f"{name}: {tally.tried} tried, {tally.failed} failed")
    sys.exit(0 if tally.failed == 0 and tally.tried > 0 else 1)
