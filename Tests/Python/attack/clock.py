"""Sets the clock of a running `swwebview test` forward and back at random moments, for the command and WebKit's processes.

The pages fetch, send messages, register and store all the while. No timer and no time limit may depend on the time of day. The
library libfaketime (Debian's package of that name) sets the clock; without it nothing is tried.
"""

import pathlib
import tempfile
import time

import attack
from kills import Host

PAGES, MILLISECONDS = 4, 4000
# Differences to the true time, as libfaketime reads them.
JUMPS = ["+0", "+1", "-1", "+61", "-61", "+2h", "-2h", "+2d", "-2d", "+400d", "-400d", "+5000d", "-5000d"]


def find_library():
    return next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


def run(chance, tally):
    library = find_library()
    if library is None:
        tally.skip("there is no libfaketime. Type: apt-get install libfaketime")
        return
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder:
        clock = pathlib.Path(folder, "clock")
        clock.write_text("+0\n", encoding="utf-8")
        # Monotonic time is the kernel's: no machine's jumps.
        variables = {
            "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        }
        while not tally.is_enough():
            # The library sets a variable in the first process; Swift finds no arguments in a process that did so.
            host = Host(PAGES, MILLISECONDS, keeps_data=True, launcher=("env",), **variables)
            while host.process.poll() is None:
                # Real time decides: a jump comes at a random moment.
                time.sleep(chance.uniform(0.1, 1.5))
                if tally.is_enough():
                    host.interrupt()
                    break
                clock.write_text(f"{chance.choice(JUMPS)}\n", encoding="utf-8")
                tally.tried += 1
            for problem in host.end(attack.PATIENCE * 2):
                tally.fail(problem)
            # The library leaves these behind where a process is killed.
            for file in pathlib.Path("/dev/shm").glob(f"*faketime*_{host.process.pid}"):
                file.unlink()


attack.main("clock", run)
