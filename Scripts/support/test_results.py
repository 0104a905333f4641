"""Reads the results of the runners of Scripts/test, and keeps those of all runs.

test_results.py KIND SOURCE STATUS PART FILE
    Writes FILE.json: the part's name, the number of tests that passed, and the names of those that failed. The exit code is 1 when
    one failed, or when none ran. STATUS is the runner's exit code. KIND says what SOURCE is:
      swift     the event stream of Swift Testing         xctest    the output of XCTest
      pages     the report `json` of `swwebview test`     hosts     the output of Scripts/hosts
      unittest  the output of Tests/Python/webdriver/run.py
      one       nothing: the part is one test, and STATUS its result
test_results.py unbegun EVENTS
    Prints a pattern for the tests that an event stream of Swift Testing names, and that have not begun: a crash or a test that hung has
    ended their process. Prints nothing where no test is missing.
test_results.py repeat FILE.json
    Prints the names of the tests that failed and can be repeated, each on a line.
test_results.py repeated FILE.json NAME STATUS
    Counts NAME as flaky when STATUS is 0: it has passed alone.
test_results.py summary FOLDER ONLY SECONDS FILE.json...
    Prints what failed and what is flaky, then `N passed, N failed`. Adds the run to FOLDER/runs.jsonl. Writes the tests that failed
    most often to FOLDER/worst.txt, and the slowest of this run to FOLDER/slowest.txt. The exit code is 1 when a test failed, or
    when three were flaky.
"""

import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

FLAKY_LIMIT = 3
KEPT_RUNS = 500
WORST = 10
SLOWEST = 50
# Stands for a runner that ended without a result, or with an exit code that no test explains. No repetition mends that.
RUN = "the run"


def records(path):
    """Yields the JSON lines of a file, without those that a crash cut short. A runner that never began left no file."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def text_of(path):
    """What a runner printed. A page can print bytes that are no text."""
    return pathlib.Path(path).read_text(encoding="utf-8", errors="replace")


def without_position(test):
    """The name in an identifier, which ends with the position in the file."""
    return test.rsplit("/", 1)[0] if re.search(r"\.swift:\d+:\d+$", test) else test


def unbegun(path):
    """A pattern for the tests that have not begun: a suite's name where none of its tests has."""
    functions, begun, is_complete = set(), set(), False
    for record in records(path):
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions.add(payload["id"])
        elif payload["kind"] in ("testStarted", "testSkipped"):
            begun.add(payload["testID"])
        elif payload["kind"] == "runEnded":
            is_complete = True
    if is_complete:
        return ""
    suite = lambda test: without_position(test).rpartition("/")[0]
    begun_suites = {suite(test) for test in functions & begun}
    missing = {without_position(test) if suite(test) in begun_suites else suite(test) for test in functions - begun}
    literal = lambda name: re.sub(r"[][\\.*^$+?(){}|]", r"\\\g<0>", name)
    return "^(" + "|".join(map(literal, sorted(missing))) + ")(/|$)" if missing else ""


def swift(path):
    functions, began, ended, failed, is_complete = set(), {}, {}, set(), False
    for record in records(path):
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions.add(payload["id"])
            continue
        test, kind = payload.get("testID"), payload["kind"]
        if kind == "testStarted" and test in functions:
            began[test] = payload["instant"]["absolute"]
        elif kind == "testEnded" and test in functions:
            ended[test] = payload["instant"]["absolute"]
        elif kind == "runEnded":
            is_complete = True
        elif kind == "issueRecorded":
            issue = payload["issue"]
            if not issue.get("isKnown") and issue.get("severity", "error") == "error":
                failed.add(test or RUN)
    # A test that a crash interrupted has failed, and the tests after it did not run.
    failed |= began.keys() - ended.keys()
    if not is_complete:
        failed.add(RUN)
    times = {without_position(test): ended[test] - began[test] for test in began.keys() & ended.keys()}
    return len(ended.keys() - failed), sorted(map(without_position, failed)), times


def pages(path):
    passed, failed, is_complete, times, running = 0, [], False, {}, set()
    for record in records(path):
        event = record["event"]
        if event == "pageStarted":
            running.add(record["page"])
        elif event == "pageFinished":
            result = record["result"]
            page, statuses = result["page"], [test["status"] for test in result["tests"]]
            running.discard(page)
            times[page] = result["duration"]
            passed += statuses.count("passed")
            if result["failures"] or {"failed", "timedOut"} & set(statuses):
                failed.append(page)
        elif event == "runFinished":
            is_complete = True
    return passed, sorted({*failed, *running}) + ([] if is_complete else [RUN]), times


def hosts(path):
    passed, failed, running = 0, [], None
    for line in text_of(path).splitlines():
        if match := re.fullmatch(r"== (\S+)", line):
            failed += [running] if running else []
            running = match[1]
        elif running and (match := re.match(r"(\d+) passed, (\d+) failed", line)):
            passed += int(match[1])
            failed += [running] if int(match[2]) or not int(match[1]) else []
            running = None
    return passed, failed + ([running] if running else []), {}


def unittests(path):
    text = text_of(path)
    # Python 3.11 puts the whole identifier in the parentheses. A class that could not be set up is repeated as a class.
    failed = {match[1] for match in re.finditer(
        r"^(?:FAIL|ERROR|UNEXPECTED SUCCESS): \S+ \(([\w.]+?)(?:\.(?:setUp|tearDown)Class)?\)", text, re.M)}
    end = re.search(r"^(\d+) passed, (\d+) failed\s*\Z", text, re.M)
    return int(end[1]) if end else 0, sorted(failed) + ([] if end else [RUN]), {}


def xctest(path):
    text = text_of(path)
    named = lambda what: re.findall(rf"^Test Case '(\S+)' {what} ", text, re.M)
    started, passed, failed = set(named("started")), named("passed"), set(named("failed"))
    failed |= started - set(passed) - set(named("skipped"))
    return len(passed), sorted(failed), {}


def one(_):
    return 1, [], {}


READERS = {"swift": swift, "pages": pages, "hosts": hosts, "unittest": unittests, "xctest": xctest, "one": one}


def record(kind, source, status, part, file):
    try:
        passed, failed, times = READERS[kind](source)
    except Exception as error:  # A part has failed whose result cannot be read.
        print(f"{part}: its result cannot be read: {error!r}", file=sys.stderr)
        passed, failed, times = 0, [RUN], {}
    if kind == "one" and status != "0":
        passed, failed = 0, [part]
    elif not failed and (status != "0" or not passed):
        failed = [RUN]
    write(f"{file}.json", {"part": part, "passed": passed, "failed": failed, "flaky": [], "times": times})
    return 1 if failed else 0


def write(out, result):
    pathlib.Path(out).write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")


def read(out):
    return json.loads(pathlib.Path(out).read_text(encoding="utf-8"))


def commit():
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip()


def worst(runs):
    """The tests by failures over runs, the worst first. A flaky test has failed once."""
    failures, last = collections.Counter(), {}
    for run in runs:
        for name in run["failed"] + run["flaky"]:
            failures[name] += 1
            last[name] = run["at"]
    return [(count, name, last[name]) for name, count in failures.most_common(WORST)]


def title(part, name):
    return part if name == part else f"{part}: {name}"


def slowest(results):
    """The tests by the time that they took, the slowest first."""
    times = ((seconds, title(result["part"], name)) for result in results for name, seconds in result["times"].items())
    return sorted(times, reverse=True)[:SLOWEST]


def remember(folder, run, results):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "runs.jsonl"
    runs = [*records(file), run][-KEPT_RUNS:]
    # An interrupted run leaves the earlier list.
    unfinished = file.with_suffix(".new")
    unfinished.write_text("".join(json.dumps(run, ensure_ascii=False) + "\n" for run in runs), encoding="utf-8")
    unfinished.replace(file)
    lines = [f"{count} of {len(runs)} runs, last {at}: {name}" for count, name, at in worst(runs)]
    (folder / "worst.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    (folder / "slowest.txt").write_text("".join(f"{time:8.1f} s {name}\n" for time, name in slowest(results)), encoding="utf-8")
    return lines


def summary(folder, only, seconds, outs):
    results = [read(out) for out in outs]
    named = lambda key: [title(result["part"], name) for result in results for name in result[key]]
    passed, failed, flaky = sum(result["passed"] for result in results), named("failed"), named("flaky")
    passed += len(flaky)
    run = {
        "at": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit(), "only": only,
        "seconds": int(seconds), "load": os.getloadavg()[2], "passed": passed, "failed": failed, "flaky": flaky}
    lines = remember(folder, run, results)
    if flaky:
        print("\nFlaky, they passed when they were repeated alone:", *flaky, sep="\n  ")
    if lines and (failed or flaky):
        print("\nThe worst of all runs:", *lines, sep="\n  ")
    if len(flaky) >= FLAKY_LIMIT:
        failed.append(f"{len(flaky)} tests are flaky")
    if failed:
        print("\nFailed:", *failed, sep="\n  ")
    print(f"\n{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


def repeated(file, name, status):
    result = read(file)
    if status == "0":
        result["failed"].remove(name)
        result["flaky"].append(name)
        write(file, result)


def main(command, *arguments):
    if command in READERS:
        return record(command, *arguments)
    if command == "summary":
        folder, only, seconds, *files = arguments
        return summary(folder, only, seconds, files)
    if command == "unbegun":
        print(unbegun(*arguments), end="")
    elif command == "repeated":
        repeated(*arguments)
    elif command == "repeat":
        print("".join(name + "\n" for name in read(*arguments)["failed"] if name != RUN), end="")
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
