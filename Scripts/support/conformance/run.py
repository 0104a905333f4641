"""Runs web-platform-tests in `swwebview` and in WebKitGTK's MiniBrowser, and compares the failures with the lists of Tests/Conformance."""

import argparse
import collections
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import browsers
import checkout
import results
from causes import Causes, CausesError, fails_in, judge, updated

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".build/conformance"
LISTS = ROOT / "Tests/Conformance"
DIRECTORIES = ["service-workers/service-worker", "service-workers/cache-storage"]
# The most pages, and the most failures of one, that are printed; the report has all.
SHOWN = 60
SHOWN_OF_PAGE = 3


def parse(arguments):
    parser = argparse.ArgumentParser(prog="Scripts/conformance", description=__doc__)
    parser.add_argument("checkout", nargs="?", help="a checkout of web-platform-tests")
    parser.add_argument("directories", nargs="*", help=f"directories or pages of it; {' and '.join(DIRECTORIES)} unless given")
    parser.add_argument("--baseline", action="store_true", help="runs MiniBrowser on https, too")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="browsers at a time; 1 unless given")
    parser.add_argument("--timeout-factor", type=float, default=1, metavar="N", help="multiplies the time that a page has")
    parser.add_argument("--include-file", metavar="FILE", help="a file with a page or a directory on each line, instead of directories")
    parser.add_argument("--command", metavar="PATH", help="the command; the release build unless given")
    parser.add_argument("--worker-addresses", choices=["sw", "https"], default="sw", help="the option of the command; sw unless given")
    parser.add_argument("--report", metavar="FILE", type=pathlib.Path, default=FOLDER / "report.json", help="the results as JSON")
    parser.add_argument("--read", metavar="FILE", type=pathlib.Path, action="append", help="runs nothing, and compares the results of a report")
    parser.add_argument("--write", action="store_true", help="removes stale lines from the lists, and adds lines for new failures")
    options = parser.parse_args(arguments)
    if bool(options.checkout) == bool(options.read):
        parser.error("name a checkout of web-platform-tests, or a report with --read")
    if options.processes < 1 or options.timeout_factor <= 0:
        parser.error("--processes and --timeout-factor must be positive")
    if options.checkout and not pathlib.Path(options.checkout, "tools/wptrunner").is_dir():
        parser.error(f"{options.checkout} is no checkout of web-platform-tests: it has no tools/wptrunner")
    if options.include_file and options.directories:
        parser.error("--include-file stands instead of directories")
    if options.include_file:
        try:
            lines = pathlib.Path(options.include_file).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            parser.error(f"--include-file: {options.include_file} cannot be read: {error.strerror}")
        options.directories = sorted({str(pathlib.PurePosixPath(line.strip().strip("/")).parent) for line in lines if line.strip()})
    options.directories = [name.strip("/") for name in options.directories or DIRECTORIES]
    return options


def command(options):
    """Returns the path of the command. The release build is made anew where its sources changed."""
    given = options.command or os.environ.get("SWWEBVIEW_COMMAND")
    if given:
        path = pathlib.Path(given).resolve()
        if not os.access(path, os.X_OK):
            raise browsers.MissingProgram(f"{given} is no program")
        return path
    subprocess.run(["Scripts/build", "swwebview"], cwd=ROOT, check=True)
    return ROOT / ".build/package/release/swwebview"


def write_report(file, report):
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(file.name + ".new")
    unfinished.write_text(json.dumps({name: results.to_json(pages) for name, pages in report.items()}, indent=0), encoding="utf-8")
    unfinished.replace(file)


def read_reports(files):
    report = {}
    for file in files:
        for name, pages in json.loads(file.read_text(encoding="utf-8")).items():
            report.setdefault(name, {}).update(results.from_json(pages))
    return report


class NoResults(Exception):
    """A run without a page."""


def unfinished(causes, pages):
    """Returns the pages that timed out or crashed, and for which the lists have no cause: a busy machine may be one."""
    return [address for address, page in pages.items() if page.status not in results.WHOLE and judge(causes, {address: page}).unexplained]


def measure(options, causes):
    """Runs the pages, and returns the results of each browser. The report is written after each page."""
    browsers.check_programs()
    baseline = browsers.minibrowser() if options.baseline else None
    binary = command(options)
    FOLDER.mkdir(parents=True, exist_ok=True)
    print("Preparing the working copy …", file=sys.stderr)
    checkout.mirror(options.checkout, FOLDER / "tests")
    tool = checkout.Tool(FOLDER / "tests", FOLDER / "python")
    tool.install()
    tool.renew_certificates()
    lines = tool.hosts()
    hosts = browsers.Hosts(lines, FOLDER / "hosts")
    configuration = FOLDER / "swwebview.yaml"
    browsers.write_configuration(configuration, tool, lines, options.worker_addresses)
    report = {}
    runs = [("swwebview", binary, "sw", configuration)] + ([("MiniBrowser", baseline, "https", None)] if baseline else [])
    try:
        for name, program, scheme, file in runs:
            began = time.monotonic()
            report[name] = {}

            def ended(pages, name=name, began=began):
                report[name].update(pages)
                write_report(options.report, report)
                if len(pages) % 10 == 0:
                    print(f"{name}: {len(pages)} pages, {time.monotonic() - began:.0f} s", file=sys.stderr)

            log = FOLDER / f"{name}.log"
            settings = {
                "configuration": file, "processes": options.processes, "timeout_factor": options.timeout_factor, "log": log, "ended": ended}
            status = browsers.run(
                tool, hosts, program, scheme, [] if options.include_file else options.directories,
                include_file=options.include_file, **settings)
            if not report[name]:
                raise NoResults(f"{name} ran no page; the runner's exit code is {status}. Its messages are in {log}")
            print(f"{name}: {len(report[name])} pages, {time.monotonic() - began:.0f} s", file=sys.stderr)
            if again := unfinished(causes, report[name]):
                print(f"{name}: {len(again)} pages that did not end are repeated", file=sys.stderr)
                settings.update(log=FOLDER / f"{name}-again.log")
                browsers.run(tool, hosts, program, scheme, again, **settings)
    except KeyboardInterrupt:
        print(f"Interrupted after {' and '.join(f'{len(pages)} pages of {name}' for name, pages in report.items())}", file=sys.stderr)
    return report


def show(judgement, names, baseline):
    """Prints the causes by weight, then what the lists do not say and what they say too much."""
    weights = collections.Counter({cause: len(failures) for cause, failures in judgement.explained.items()})
    if weights:
        print("\n| cause | failures | files | passed by MiniBrowser | what is missing |\n| --- | --- | --- | --- | --- |")
    for cause, count in weights.most_common():
        failures = judgement.explained[cause]
        theirs = "–" if baseline is None else sum(f.page in baseline and not fails_in(baseline, f) for f in failures)
        print(f"| {cause} | {count} | {len({failure.page for failure in failures})} | {theirs} | {names[cause]} |")
    if judgement.stale or judgement.excess:
        print("\nStale, they no longer fail (--write removes them):")
        print(*(f"  {entry.cause}: {entry}" for entry in judgement.stale), sep="\n", end="\n" if judgement.stale else "")
        print(*(f"  {entry.cause}: {entry}, and {count} failed" for entry, count in judgement.excess), sep="\n")
    by_page = collections.defaultdict(list)
    for failure in judgement.unexplained:
        by_page[failure.page].append(failure)
    if by_page:
        print(f"\n{len(judgement.unexplained)} failures without a cause:")
    for page, failures in list(by_page.items())[:SHOWN]:
        print(f"  {page} {len(failures)}")
        for failure in failures[:SHOWN_OF_PAGE]:
            message = f": {results.one_line(failure.message)[:160]}" if failure.message else ""
            print(f"    {failure.subtest[:120]} {failure.status}{message}")
    if len(by_page) > SHOWN:
        print(f"  … and {len(by_page) - SHOWN} more pages")


def main(arguments):
    options = parse(arguments)
    try:
        causes = Causes.read(LISTS)
        report = read_reports(options.read) if options.read else measure(options, causes)
        if not report.get("swwebview"):
            raise NoResults("there is no result of swwebview")
    except (CausesError, browsers.MissingProgram, checkout.CheckoutError, NoResults) as error:
        print(f"Scripts/conformance: {error}", file=sys.stderr)
        return 3 if isinstance(error, browsers.MissingProgram) else 2
    ours, baseline = report["swwebview"], report.get("MiniBrowser")
    shown = options.directories
    if options.read:
        shown = [name for name in options.directories if results.below(ours, name)]
        shown += sorted({address[1:].rpartition("/")[0] for address in ours if not any(results.below({address: 0}, name) for name in shown)})
    shown = [name for name in shown if not any(name.startswith(f"{other}/") for other in shown)]
    print(*results.table(shown, ours, baseline), sep="\n")
    judgement = judge(causes, ours, baseline)
    show(judgement, causes.names, baseline)
    if options.write:
        updated(causes, ours, baseline).write(LISTS)
    print(f"\n{sum(map(len, judgement.explained.values()))} failures with a cause, {len(judgement.unexplained)} without")
    return 1 if judgement.unexplained else 0


if __name__ == "__main__":
    # The runner and its browsers end with the script.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
