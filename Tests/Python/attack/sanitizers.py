"""Runs the end-to-end suites once in a build with AddressSanitizer and UndefinedBehaviorSanitizer, and once with ThreadSanitizer.

AddressSanitizer and ThreadSanitizer watch Swift and C, UndefinedBehaviorSanitizer C. Every report of a sanitizer is a failure; its
text is kept in .build/reports/sanitizers. A build takes about ten minutes, so that this program heeds no deadline. WebKit and its
processes are not instrumented.

Swift's runtime is not instrumented either. ThreadSanitizer does not see that a thread has waited for a Mutex, nor that a continuation
was resumed before its task waited. Reports of these two forms, and of WebKit's own signal handlers, are counted, and are no failures.

WebKit 2.50 reads a coroutine's memory once more after an element has left fullscreen and the memory is free. Where ThreadSanitizer takes
the place of the allocator, the memory is another's by then, and WebKit crashes. Tests of fullscreen are left out there.

JavaScriptCore stops threads by a signal, and ThreadSanitizer ends the process when the signal meets a thread that begins or ends. The
suites are run in groups therefore, and a group that ended so is run again.
"""

import os
import re
import shutil
import subprocess

import attack

REPORTS = attack.REPOSITORY / ".build/reports/sanitizers"
SUITES = "^(ViewTests|BridgeTests|PhoneTests)"
SECONDS = 3600
GROUP = 12
ATTEMPTS = 4
LEAVES_FULLSCREEN = "(?i)fullscreen"

# The arguments of `swift build`, and the settings of each sanitizer's runtime.
BUILDS = {
    "address": (
        ["--sanitize=address", "-Xcc", "-fsanitize=undefined"],
        {
            "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=8:log_path={reports}/address",
            "UBSAN_OPTIONS": "print_stacktrace=1:log_path={reports}/undefined",
        },
    ),
    "thread": (
        ["--sanitize=thread"],
        {"TSAN_OPTIONS": "log_path={reports}/thread:ignore_noninstrumented_modules=1:exitcode=0"},
    ),
}

# What ThreadSanitizer says of the signal.
ENDED_BY_SIGNAL = re.compile(r"ThreadSanitizer: CHECK failed: tsan_interceptors_posix\.cpp\S* \"\(\(thr->slot\)\)")

# In the names of functions: a closure of `withLock`; a closure that gets a continuation; an initialiser.
LOCKED = re.compile(r"zYuYT|FlyingSocks5Mutex")
CONTINUATION = re.compile(r"with(?:Checked|Unsafe|Identifiable)\w*Continuation|ScCy")
INITIALISER = re.compile(r"fc$")
# WebKit's handler of a signal, with which it stops threads.
FOREIGN = re.compile(r"signal handler spoils errno.*^SUMMARY: [^\n]*(?:libjavascriptcoregtk|libwebkit2gtk)", re.M | re.S)
WARNING = re.compile(r"^WARNING: ThreadSanitizer.*?^SUMMARY: [^\n]*", re.M | re.S)
ACCESS = re.compile(r"^  (?:Previous )?(?:atomic )?(?:read|write|modifying access).*\n((?:    #.*\n)+)", re.M | re.I)


def is_unseen(warning):
    """Whether a report is of WebKit itself, or has one of the forms that ThreadSanitizer cannot see through."""
    if FOREIGN.search(warning):
        return True
    stacks = [re.findall(r"^    #\d+ (\S+)", stack, re.M) for stack in ACCESS.findall(warning)]
    if len(stacks) != 2:
        return False
    if all(any(LOCKED.search(function) for function in stack[:3]) for stack in stacks):
        return True
    later, earlier = stacks
    return any(CONTINUATION.search(function) for function in later[:4]) and any(INITIALISER.search(function) for function in earlier[:2])


def problem_of(report):
    """Returns the first thing in a report that counts, and the number of those that do not."""
    text = report.read_text(encoding="utf-8", errors="replace")
    warnings = WARNING.findall(text)
    seen = [warning for warning in warnings if not is_unseen(warning)]
    if (warnings or ENDED_BY_SIGNAL.search(text)) and not seen:
        return None, len(warnings)
    summary = re.search(r"^SUMMARY: .*|.*runtime error: .*", seen[0] if seen else text, re.M)
    return summary.group() if summary else "a report", len(warnings) - len(seen)


def build(name, arguments):
    """Builds the tests.

    Returns their executable, or None.
    """
    scratch = attack.REPOSITORY / f".build/sanitized/{name}"
    with (REPORTS / f"{name}-build.txt").open("w") as log:
        command = ["swift", "build", "--build-tests", "--scratch-path", str(scratch), *arguments]
        # The tools that the build runs are instrumented too, and Foundation leaks in them.
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        if subprocess.run(
                command, cwd=attack.REPOSITORY, env=environment, stdout=log, stderr=subprocess.STDOUT, check=False).returncode:
            return None
    return scratch / "debug/swwebviewPackageTests.xctest"


def groups_of(name, executable):
    """Returns the filters that the suites are run with."""
    if name != "thread":
        return [SUITES]
    listed = subprocess.run(
        [str(executable), "--testing-library", "swift-testing", "--list-tests"], stdout=subprocess.PIPE, text=True, check=True).stdout
    suites = sorted({line.split("/")[0] for line in listed.splitlines() if re.match(SUITES, line)})
    return ["^(" + "|".join(map(re.escape, suites[start:start + GROUP])) + ")/" for start in range(0, len(suites), GROUP)]


def run_group(name, executable, environment, output, group):
    """Runs the suites of a filter; the exit code is None after a run that hung."""
    # Instrumented code is slow: a few tests at a time keep within their limits.
    command = [str(executable), "--testing-library", "swift-testing", "--filter", group, "--experimental-maximum-parallelization-width", "2"]
    if name == "thread":
        command += ["--skip", LEAVES_FULLSCREEN]
    with output.open("w") as log:
        try:
            return subprocess.run(
                command, cwd=attack.REPOSITORY, env=environment, stdout=log, stderr=subprocess.STDOUT, timeout=SECONDS, check=False).returncode
        except subprocess.TimeoutExpired:
            return None


def reports_of(name):
    """Returns the reports: each process that finds something makes a file of its own, whose name ends with the process's number."""
    kinds = (name, "undefined") if name == "address" else (name,)
    return sorted(file for kind in kinds for file in REPORTS.glob(f"{kind}.*") if file.suffix[1:].isdigit())


def run_suites(name, executable, settings, tally):
    """Runs the suites, and counts each test that fails and each report."""
    variables = {key: value.format(reports=REPORTS) for key, value in settings.items()}
    environment = {**os.environ, **variables, "NO_COLOR": "1"}
    environment.pop("DISPLAY", None)
    for number, group in enumerate(groups_of(name, executable)):
        output = REPORTS / f"{name}-{number}.txt"
        for _ in range(ATTEMPTS):
            earlier = reports_of(name)
            status = run_group(name, executable, environment, output, group)
            text = output.read_text(encoding="utf-8", errors="replace")
            added = [report.read_text(encoding="utf-8", errors="replace") for report in reports_of(name) if report not in earlier]
            if not any(map(ENDED_BY_SIGNAL.search, added)):
                break
        tally.tried += len(re.findall(r"^. Test (?!run ).* (?:passed|failed) after", text, re.M))
        failures = re.findall(r"^. Test (?!run ).* failed after.*", text, re.M)
        for line in failures:
            tally.fail(f"{name}: {line}")
        if not re.search(r"^. Test run with", text, re.M):
            tally.fail(f"{name}: the suites {'hang' if status is None else f'ended with {status}'}; see {output}")
    for report in reports_of(name):
        problem, unseen = problem_of(report)
        if unseen:
            print(f"{name}: {unseen} reports in {report} are of locks and continuations that the sanitizer cannot see, or of WebKit's own code")
        if problem:
            tally.fail(f"{name}: {problem}; see {report}")


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
