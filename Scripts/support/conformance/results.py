"""The results of web-platform-tests, and the figures of a table."""

import dataclasses
import json
import re

# The statuses of a page without failures. A page without subtests of its own has PASS.
WHOLE = ("OK", "PASS")
# Stands for the page itself where a failure names no subtest: the page ended with an error, timed out or crashed.
PAGE = "(the page)"
# The most characters of a message that a report keeps.
MESSAGE_LIMIT = 400


def subtest_name(text):
    """Returns the name of a subtest as both browsers have it: some names quote an address of the page's scheme."""
    return re.sub(r"(?<![a-z])sw(?=://|%(?:25)*3A)", "https", one_line(text))


def one_line(text):
    """Returns a text with each run of white space as one space, so that a line of a file can have it."""
    return " ".join(text.split())


@dataclasses.dataclass
class Page:
    """The result of one page. `subtests` has the status and the message of each subtest."""

    status: str = ""
    message: str = ""
    subtests: dict = dataclasses.field(default_factory=dict)

    @property
    def passed(self):
        return sum(status == "PASS" for status, _ in self.subtests.values())

    @property
    def is_whole(self):
        return self.status in WHOLE and self.passed == len(self.subtests)

    def passes(self, name):
        """Whether a subtest passed, or the page itself."""
        return self.status in WHOLE if name == PAGE else self.subtests.get(name, [""])[0] == "PASS"

    def failures(self):
        """Yields the name, the status and the message of each failure."""
        if self.status not in WHOLE:
            yield PAGE, self.status, self.message
        for name, (status, message) in self.subtests.items():
            if status != "PASS":
                yield name, status, message


class Collector:
    """Reads the raw log of the runner line by line. `pages` has the results so far, by address."""

    def __init__(self):
        self.pages = {}
        self.running = {}

    def add(self, line):
        """Reads a line. Returns the address of the page that it ends, or None."""
        try:
            record = json.loads(line)
        except ValueError:
            return None
        if not isinstance(record, dict) or "test" not in record:
            return None
        address = record["test"]
        if record.get("action") == "test_start":
            self.running[address] = Page()
        elif record.get("action") == "test_status" and address in self.running:
            message = (record.get("message") or "")[:MESSAGE_LIMIT]
            self.running[address].subtests[subtest_name(record["subtest"])] = (record["status"], message)
        elif record.get("action") == "test_end" and address in self.running:
            page = self.pages[address] = self.running.pop(address)
            page.status, page.message = record["status"], (record.get("message") or "")[:MESSAGE_LIMIT]
            return address
        return None


def to_json(pages):
    return {address: dataclasses.asdict(page) for address, page in sorted(pages.items())}


def from_json(value):
    return {address: Page(page["status"], page["message"], {name: tuple(pair) for name, pair in page["subtests"].items()})
            for address, page in value.items()}


def below(pages, directory):
    """Returns the pages of a directory, or the one page, with its variants, that `directory` names."""
    name = "/" + directory.strip("/")
    return {address: page for address, page in pages.items() if address == name or address.startswith((f"{name}/", f"{name}?"))}


def passed_names(pages):
    """Returns the address and the name of each subtest that passed. Pages without subtests count as one."""
    names = {(address, name) for address, page in pages.items() for name, (status, _) in page.subtests.items() if status == "PASS"}
    return names | {(address, PAGE) for address, page in pages.items() if not page.subtests and page.is_whole}


@dataclasses.dataclass
class Figures:
    """The four numbers of a table's row."""

    whole: int
    pages: int
    passed: int
    subtests: int

    def __init__(self, pages):
        self.whole = sum(page.is_whole for page in pages.values())
        self.pages = len(pages)
        self.passed = sum(page.passed for page in pages.values())
        self.subtests = sum(len(page.subtests) for page in pages.values())

    def cells(self):
        return f"{self.whole:,} / {self.pages:,} | {self.passed:,} / {self.subtests:,}"


def table(directories, ours, baseline):
    """Returns the lines of a table. `baseline` is None where only one browser ran.

    *Share* is the number of subtests that pass, as a part of those that pass in the baseline. *Lost* is the number of subtests that pass
    in the baseline and not here. Both are about the pages that ran in both browsers.
    """
    heads = ["directory", "files whole", "subtests passed"]
    if baseline is not None:
        heads += ["MiniBrowser: files whole", "subtests passed", "share", "lost"]
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    for directory in directories:
        mine = below(ours, directory)
        row = f"| {directory} | {Figures(mine).cells()}"
        if baseline is not None:
            theirs = below(baseline, directory)
            row += f" | {Figures(theirs).cells()}"
            common = mine.keys() & theirs.keys()
            mine, theirs = ({address: pages[address] for address in common} for pages in (mine, theirs))
            passed = Figures(theirs).passed
            share = f"{100 * Figures(mine).passed / passed:.1f} %" if passed else "–"
            row += f" | {share} | {len(passed_names(theirs) - passed_names(mine)):,}"
        lines.append(row + " |")
    return lines
