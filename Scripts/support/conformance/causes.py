"""The causes of known failures, as the folder Tests/Conformance has them.

`causes.txt` has a line for each cause, `NAME: what is missing`. Every other file has the failures of a part of the tests. A line with
the name of a cause comes before the failures that it explains, and those are indented:

    cookies
      /cookies/path/default.html 3
      /cookies/path/match.html :: A cookie of another path
      /cookies/secure/*

A line names a page, with the number of its failures, or a page and one subtest. `*` stands for any characters. A page without a number
may fail in any way. The subtest `(the page)` is the page's own status. Lines that begin with `#` are comments.
"""

import collections
import dataclasses
import pathlib
import re

from results import WHOLE

# The cause of failures that nobody has looked at: they count as unexplained.
UNKNOWN = "unknown"
# The cause of failures that WebKitGTK's own browser has, too.
WEBKIT = "webkit"


class CausesError(Exception):
    """A line that cannot be read."""


def matches(pattern, text):
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.S) is not None


@dataclasses.dataclass
class Entry:
    """A line of a list. `subtest` is None for a page's line, and `limit` is None for a page that may fail in any way."""

    cause: str
    page: str
    subtest: str | None = None
    limit: int | None = None

    def __str__(self):
        if self.subtest is not None:
            return f"{self.page} :: {self.subtest}"
        return self.page if self.limit is None else f"{self.page} {self.limit}"


@dataclasses.dataclass(frozen=True)
class Failure:
    page: str
    subtest: str
    status: str
    message: str


def read_names(file):
    names = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            match = re.fullmatch(r"([a-z][a-z0-9-]*): (.+)", line)
            if not match or match[1] in names:
                raise CausesError(f"{file}:{number}: a line must be “name: what is missing”, and each name unique")
            names[match[1]] = match[2]
    return names


def read_entries(file, names):
    entries, cause = [], None
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            cause = line.strip()
            if cause not in names:
                raise CausesError(f"{file}:{number}: causes.txt has no “{cause}”")
            continue
        match = re.fullmatch(r"\s+(/\S*)(?: (\d+)| :: (.+?))?\s*", line)
        if not match or cause is None:
            raise CausesError(f"{file}:{number}: a line must be “/page”, “/page NUMBER” or “/page :: subtest”, below the name of a cause")
        entries.append(Entry(cause, match[1], match[3], int(match[2]) if match[2] else None))
    return entries


class Causes:
    """The lists of a folder. `entries` are those of each file."""

    def __init__(self, names, entries):
        self.names, self.entries = names, entries

    @classmethod
    def read(cls, folder):
        folder = pathlib.Path(folder)
        names = read_names(folder / "causes.txt")
        files = sorted(file for file in folder.glob("*.txt") if file.name != "causes.txt")
        return cls(names, {file.stem: read_entries(file, names) for file in files})

    def write(self, folder):
        """Writes the lists, and keeps the comments at the top of each file."""
        for stem, entries in self.entries.items():
            file = pathlib.Path(folder) / f"{stem}.txt"
            head = re.match(r"(#.*\n)*", file.read_text(encoding="utf-8") if file.exists() else "")[0]
            by_cause = collections.defaultdict(list)
            for entry in entries:
                by_cause[entry.cause].append(str(entry))
            order = [name for name in self.names if name in by_cause]
            blocks = ["\n".join([name, *(f"  {line}" for line in sorted(by_cause[name]))]) for name in order]
            if blocks:
                file.write_text(head + "\n\n".join(blocks) + "\n", encoding="utf-8")
            elif file.exists():
                file.unlink()


@dataclasses.dataclass
class Judgement:
    """How the lists explain the failures of a run."""

    # The failures of each cause. Those of “unknown” and of no line are unexplained.
    explained: dict
    unexplained: list
    # The entries that explain no failure, and those that say a larger number than failed.
    stale: list
    excess: list


def failures_of(pages):
    return {address: [Failure(address, *failure) for failure in page.failures()] for address, page in pages.items()}


def fails_in(baseline, failure):
    """Whether the baseline ran the page and does not pass the subtest either."""
    return baseline is not None and failure.page in baseline and not baseline[failure.page].passes(failure.subtest)


def judge(causes, pages, baseline=None):
    """Returns how the lists explain the failures of pages. Lines about pages that did not run are left alone."""
    entries = [entry for file in causes.entries.values() for entry in file]
    used, explained, unexplained, excess = collections.Counter(), collections.defaultdict(list), [], []
    for address, failures in failures_of(pages).items():
        mine = [entry for entry in entries if matches(entry.page, address)]
        left = []
        for failure in failures:
            entry = next((entry for entry in mine if entry.subtest is not None and matches(entry.subtest, failure.subtest)), None)
            if entry:
                used[id(entry)] += 1
                explained[entry.cause].append(failure)
            else:
                left.append(failure)
        # WebKit's own failures first, so that the rest belongs to the causes of this project.
        left.sort(key=lambda failure: not fails_in(baseline, failure))
        whole = sorted((entry for entry in mine if entry.subtest is None), key=lambda entry: (entry.limit is None, entry.cause != WEBKIT))
        for entry in whole:
            count = len(left) if entry.limit is None else min(entry.limit, len(left))
            used[id(entry)] += count
            explained[entry.cause] += left[:count]
            left = left[count:]
            # A pattern's number is the largest of its pages.
            if entry.limit is not None and 0 < count < entry.limit and "*" not in entry.page:
                excess.append((entry, count))
        unexplained += left
    unexplained = explained.pop(UNKNOWN, []) + unexplained
    ran = lambda entry: any(page.status in WHOLE and matches(entry.page, address) for address, page in pages.items())
    stale = [entry for entry in entries if not used[id(entry)] and ran(entry)]
    return Judgement({cause: found for cause, found in explained.items() if found}, unexplained, stale, excess)


def updated(causes, pages, baseline=None):
    """Returns the lists without stale lines, with smaller numbers where fewer subtests fail, and with lines for new failures.

    New failures that the baseline has, too, stand below “webkit”, the others below “unknown”. Lines for new failures have numbers: names
    of subtests are the tests' own text.
    """
    judgement = judge(causes, pages, baseline)
    smaller = {id(entry): count for entry, count in judgement.excess}
    stale = {id(entry) for entry in judgement.stale}
    new = collections.defaultdict(list)
    for failure in judgement.unexplained:
        new[failure.page, WEBKIT if fails_in(baseline, failure) else UNKNOWN].append(failure.subtest)
    lists = {}
    for stem, entries in causes.entries.items():
        # The failures of “unknown” are all among the unexplained, and are sorted anew.
        kept = (entry for entry in entries if id(entry) not in stale
                and not (entry.cause == UNKNOWN and any(matches(entry.page, page) for page, _ in new)))
        lists[stem] = [dataclasses.replace(entry, limit=smaller.get(id(entry), entry.limit)) for entry in kept]
    for (page, cause), subtests in new.items():
        entries = lists.setdefault(page.split("/")[1], [])
        same = next((entry for entry in entries if (entry.cause, entry.page) == (cause, page) and entry.limit is not None), None)
        if same:
            same.limit += len(subtests)
        else:
            entries.append(Entry(cause, page, None, len(subtests)))
    return Causes(causes.names, lists)
