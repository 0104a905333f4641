"""Runs the end-to-end suites once in a build with AddressSanitizer and UndefinedBehaviorSanitizer, and once with ThreadSanitizer.

AddressSanitizer and ThreadSanitizer watch Swift and C, UndefinedBehaviorSanitizer C. Every report of a sanitizer is a failure; its
text is kept in .build/reports/sanitizers. A build takes about ten minutes, so that this program heeds no deadline. WebKit and its
processes are not instrumented.
"""

import os
import pathlib
import re
import shutil
import subprocess

import attack

REPORTS = attack.REPOSITORY / ".build/reports/sanitizers"
# The web processes load a library without instrumentation: they have no sanitizer's runtime.
EXTENSION = pathlib.Path(attack.COMMAND).parent
SUITES = "^EndToEndTests"
SECONDS = 3600

# The arguments of `swift build`, and the settings of each sanitizer's runtime.
BUILDS = {
    "address": (
        ["--sanitize=address", "-Xcc", "-fsanitize=undefined"],
        {"ASAN_OPTIONS": "detect_leaks=0:log_path={reports}/address", "UBSAN_OPTIONS": "print_stacktrace=1:log_path={reports}/undefined"},
    ),
    "thread": (
        ["--sanitize=thread"],
        {"TSAN_OPTIONS": "log_path={reports}/thread:ignore_noninstrumented_modules=1"},
    ),
}


def build(name, arguments):
    """Builds the tests.

    Returns their executable, or None.
    """
    scratch = attack.REPOSITORY / f".build/sanitized/{name}"
    with (REPORTS / f"{name}-build.txt").open("w") as log:
        command = ["swift", "build", "--build-tests", "--scratch-path", str(scratch), *arguments]
        if subprocess.run(command, cwd=attack.REPOSITORY, stdout=log, stderr=subprocess.STDOUT, check=False).returncode:
            return None
    return scratch / "debug/swwebviewPackageTests.xctest"


def run_suites(name, executable, settings, tally):
    """Runs the suites, and counts each test that fails and each report."""
    variables = {key: value.format(reports=REPORTS) for key, value in settings.items()}
    environment = {**os.environ, **variables, "SWWEBVIEW_EXTENSION": str(EXTENSION), "NO_COLOR": "1"}
    environment.pop("DISPLAY", None)
    output = REPORTS / f"{name}.txt"
    with output.open("w") as log:
        # Instrumented code is slow: a few tests at a time keep within their limits.
        command = [
            str(executable), "--testing-library", "swift-testing", "--filter", SUITES, "--experimental-maximum-parallelization-width", "2"]
        try:
            status = subprocess.run(
                command, cwd=attack.REPOSITORY, env=environment, stdout=log, stderr=subprocess.STDOUT, timeout=SECONDS, check=False).returncode
        except subprocess.TimeoutExpired:
            tally.fail(f"{name}: the suites hang; see {output}")
            status = 0
    text = output.read_text(encoding="utf-8", errors="replace")
    tally.tried += len(re.findall(r"^. Test (?!run ).* (?:passed|failed) after", text, re.M))
    failures = re.findall(r"^. Test (?!run ).* failed after.*", text, re.M)
    for line in failures:
        tally.fail(f"{name}: {line}")
    # Each process that finds something makes a file of its own, whose name ends with the process's number.
    kinds = (name, "undefined") if name == "address" else (name,)
    reports = sorted(file for kind in kinds for file in REPORTS.glob(f"{kind}.*") if file.suffix[1:].isdigit())
    for report in reports:
        summary = re.search(r"^SUMMARY: .*|.*runtime error: .*", report.read_text(encoding="utf-8", errors="replace"), re.M)
        tally.fail(f"{name}: {summary.group() if summary else 'a report'}; see {report}")
    if status and not failures and not reports:
        tally.fail(f"{name}: the suites ended with {status}; see {output}")


def run(chance, tally):
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    for name, (arguments, settings) in BUILDS.items():
        executable = build(name, arguments)
        if executable is None:
            tally.fail(f"{name}: the tests do not build; see {REPORTS / name}-build.txt")
        else:
            run_suites(name, executable, settings, tally)


attack.main("sanitizers", run)
