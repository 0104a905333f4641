"""The processes of a run, found by a variable that all of them inherit."""

import os
import pathlib
import select
import uuid

# Marks every process that comes of a run, whoever its parent is by then.
VARIABLE = "SWWEBVIEW_TEST_RUN"

# The seconds that a test waits for an event. They only guard against hanging: a busy machine may take long.
PATIENCE = 120


class Run:
    """Whatever is started with this environment."""

    def __init__(self, **variables):
        self.mark = str(uuid.uuid4())
        self.environment = {**os.environ, **variables, VARIABLE: self.mark}
        self.environment.pop("DISPLAY", None)

    def processes(self):
        """Names and numbers of processes, each with a descriptor that is readable once the process has ended."""
        found = []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                environment = pathlib.Path("/proc", entry, "environ").read_bytes().split(b"\0")
                if f"{VARIABLE}={self.mark}".encode() not in environment:
                    continue
                name = pathlib.Path("/proc", entry, "comm").read_text(encoding="utf-8").strip()
                found.append(Process(name, int(entry), os.pidfd_open(int(entry))))
            except OSError:
                continue  # It ended meanwhile, or is another user's.
        return found

    def names(self):
        return [process.name for process in self.processes()]


class Process:
    def __init__(self, name, number, descriptor):
        self.name, self.number, self.descriptor = name, number, descriptor

    def __del__(self):
        os.close(self.descriptor)

    def has_ended(self, seconds=15):
        """Waits for the end, but not for ever."""
        waiting = select.poll()
        waiting.register(self.descriptor, select.POLLIN)
        return bool(waiting.poll(seconds * 1000))


def left(processes):
    """The names of those that do not end."""
    return [process.name for process in processes if not process.has_ended()]
