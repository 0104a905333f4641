"""Runs pages of web-platform-tests in a browser that WebKitWebDriver drives."""

import json
import os
import pathlib
import shutil
import signal
import subprocess

from checkout import SCHEME_VARIABLE
from results import Collector

DRIVER = "/usr/bin/WebKitWebDriver"
# The name that the runner asks for.
APPLICATION = "MiniBrowser"
# The second port is the one of tests that need another origin of the same host; 9000 speaks HTTP/2.
PERMITTED_PORTS = (8443, 8444, 9000)


class MissingProgram(Exception):
    """A program that a run needs and this machine does not have."""


def minibrowser():
    """Returns the path of WebKitGTK's own browser, which belongs to its library."""
    found = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
    if not found:
        raise MissingProgram("there is no MiniBrowser in /usr/lib. Install the package libwebkit2gtk-4.1-0.")
    return str(found[-1])


def check_programs():
    packages = {DRIVER: "webkit2gtk-driver", "Xvfb": "xvfb", "openssl": "openssl", "unshare": "util-linux"}
    for program, package in packages.items():
        if not shutil.which(program):
            raise MissingProgram(f"there is no {program}. Install the package {package}.")
    if subprocess.run(["/usr/bin/python3", "-c", "import ensurepip"], check=False, capture_output=True).returncode:
        raise MissingProgram("/usr/bin/python3 makes no environments. Install the package python3-venv.")


def write_configuration(file, tool, hosts, addresses):
    """Writes the command's options. WebKitWebDriver passes none."""
    names = [line.split()[1] for line in hosts]
    options = {
        "application-name": APPLICATION,
        "worker-addresses": addresses,
        "ca": str((tool.copy / "tools/certs/cacert.pem").resolve()),
        "permit": [f"{name}:{port}" for name in names for port in PERMITTED_PORTS],
    }
    # JSON is YAML.
    file.write_text(json.dumps(options, indent=1), encoding="utf-8")


class Display:
    """An X server of its own."""

    def __enter__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], pass_fds=[writing],
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.name = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Hosts:
    """The names of the tests' servers. Root gets a hosts file that only the run sees; others have to add the lines themselves."""

    def __init__(self, lines, file):
        known = pathlib.Path("/etc/hosts").read_text(encoding="utf-8")
        names = {name for line in known.splitlines() for name in line.partition("#")[0].split()[1:]}
        missing = [line for line in lines if line.split()[1] not in names]
        self.prefix = []
        if not missing:
            return
        if os.geteuid() or subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode:
            raise MissingProgram(
                "/etc/hosts has no names for the tests' servers. Add this line, or run as root, where the run has a hosts file of its own:\n"
                f"127.0.0.1 {' '.join(line.split()[1] for line in missing)}")
        file.write_text(f"{known.rstrip()}\n" + "".join(f"{line}\n" for line in missing), encoding="utf-8")
        self.prefix = ["unshare", "--mount", "bash", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', str(file.resolve())]


def run(tool, hosts, binary, scheme, tests, *, configuration=None, processes=1, include_file=None, timeout_factor=1, log, ended):
    """Runs pages, and returns the runner's exit code. Calls `ended` with the results so far, by address, after each page."""
    arguments = [
        "run", "--yes", "--no-manifest-download", "--no-restart-on-unexpected", "--no-pause-after-test", "--no-fail-on-unexpected",
        # A browser of its own for each page: what one stores, no other finds.
        "--fully-parallel", f"--processes={processes}", f"--timeout-multiplier={timeout_factor}", "--test-types=testharness",
        "--ssl-type=pregenerated", f"--binary={binary}", f"--webdriver-binary={DRIVER}", "--log-raw=-",
        *([f"--include-file={pathlib.Path(include_file).resolve()}"] if include_file else []), "webkitgtk_minibrowser", *tests,
    ]
    collector = Collector()
    with Display() as display, open(log, "w", encoding="utf-8") as errors:
        variables = {**tool.variables, "DISPLAY": display.name, SCHEME_VARIABLE: scheme}
        if configuration:
            variables["SWWEBVIEW_CONFIG"] = str(configuration.resolve())
        process = subprocess.Popen(
            hosts.prefix + tool.command(*arguments), cwd=tool.copy, env=variables, text=True, errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        try:
            for line in process.stdout:
                if collector.add(line):
                    ended(collector.pages)
                elif not line.startswith("{"):
                    errors.write(line)
            process.wait()
        finally:
            stop(process)
    return process.returncode


def stop(process):
    """Ends a process with its group."""
    for number, limit in ((signal.SIGTERM, 15), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            continue
