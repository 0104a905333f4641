"""Runs pages, and a driver with many connections, with few descriptors. A page may fail; the programs must not crash, hang or go deaf.

A page opens workers, frames, event streams, responses and caches until there is no descriptor left in its processes or the command.
"""

import contextlib
import http.client
import json
import resource
import socket
import subprocess
import urllib.error
import urllib.parse

import attack
from driver import Driver

LIMITS = [16, 32, 64, 96, 127, 128, 160, 200, 256, 400]
KINDS = ["workers", "frames", "streams", "responses", "caches", "mixed"]
# The command's own exit codes: a signal or an abort is none of them.
EXIT_CODES = (0, 1, 2, 3)


def limit(number):
    """Returns a function that limits the descriptors of a process that starts."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


def show_page(chance, tally):
    """Runs a greedy page. Returns whether there was time for it."""
    number, kind, count = chance.choice(LIMITS), chance.choice(KINDS), chance.choice([5, 40, 150])
    page = f"sw://greedy.example/greedy.html?kind={kind}&count={count}"
    described = f"{count} {kind} with {number} descriptors"
    try:
        ended = attack.run_command(
            tally, ["test", page, "--map", f"sw://greedy.example={attack.HERE / 'pages'}", "--timeout", str(attack.PATIENCE)],
            attack.PATIENCE * 4, preexec_fn=limit(number))
    except subprocess.TimeoutExpired:
        tally.tried += 1
        tally.fail(f"hangs: {described}")
        return True
    if ended is None:
        return False
    tally.tried += 1
    if ended.returncode not in EXIT_CODES:
        tally.fail(f"exit code {ended.returncode}: {described}: {ended.stderr[-300:]!r}")
    elif ended.returncode and not ended.stderr.strip() and not ended.stdout.strip():
        tally.fail(f"exit code {ended.returncode} without a word: {described}")
    return True


def load_driver(chance, tally):
    """Holds connections to a driver and asks it for sessions. It must answer once the connections are closed."""
    number = chance.choice([limit for limit in LIMITS if limit >= 64])
    with contextlib.closing(Driver({"index.html": "<title>driver</title>"}, launcher=("prlimit", f"--nofile={number}:{number}"))) as driver:
        address = urllib.parse.urlsplit(driver.url)
        held = []
        try:
            for _ in range(chance.choice([50, 300])):
                with contextlib.suppress(OSError):
                    held.append(socket.create_connection((address.hostname, address.port), timeout=attack.PATIENCE))
            capabilities = {"capabilities": {"alwaysMatch": {"swwebview:options": {"map": [f"sw://app.example={driver.pages}"]}}}}
            with contextlib.suppress(OSError, http.client.HTTPException, urllib.error.URLError):
                status, text = driver.send("POST", "/session", capabilities)
                value = json.loads(text)["value"]
                if status != 200 and not value.get("message"):
                    tally.fail(f"{number} descriptors: a session is refused without a message")
        finally:
            for connection in held:
                connection.close()
        tally.tried += 1
        status, _ = driver.send("GET", "/status")
        if status != 200:
            tally.fail(f"{number} descriptors: /status answers {status} after {len(held)} connections")
        if driver.process.poll() is not None:
            tally.fail(f"{number} descriptors: the driver ended with {driver.process.returncode}")


def run(chance, tally):
    while not tally.is_enough():
        if chance.random() < 0.3:
            load_driver(chance, tally)
        elif not show_page(chance, tally):
            break


attack.main("descriptors", run)
