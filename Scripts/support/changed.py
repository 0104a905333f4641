"""Prints the parts of Scripts/test that a change can break, one to a line: changed.py REV

The change is what differs from REV in the working tree, new files included. A part is `check`, `swift PATTERN`, `pages NAME`, `hosts NAME`,
`webdriver`, `preview`, `clients`, `conformance` or `channels`; without a name it is all of its kind. A target's tests are those of all targets that depend on it.
Of the end-to-end tests, which depend on everything, the suites count whose files import a changed module, or are changed themselves.
"""
import json
import pathlib
import re
import subprocess
import sys

# The files that belong to no target, by pattern, and the parts that run them.
FILES = [
    (r"Tests/Python/webdriver/", ["webdriver"]),
    (r"Tests/Python/preview/", ["preview"]),
    (r"Tests/Python/clients/", ["clients"]),
    (r"Tests/(Python/conformance|Conformance)/|Scripts/support/conformance/", ["conformance"]),
    (r"Pages/tests/.*\.(html|js)$|Pages/native/", ["pages {}"]),
    (r"Pages/hosts/([^/]+)/", ["hosts {}"]),
    (r"Pages/web-app/", ["swift WebAppTests"]),
    (r"Scripts/(pages|hosts)$", ["pages", "hosts"]),
    (r"Scripts/support/packaging/python/", ["clients"]),
    (r"Scripts/(channels|package|Dockerfile)$|Scripts/support/(packaging/|action|debian)|\.github/action/", ["channels"]),
    (r"Package\.swift$", ["swift ."]),
]
# The programs behind the parts that start one, as targets that they are made of.
PARTS = {
    "webdriver": ["WebDriverServer", "swwebview"],
    "preview": ["PagePreview", "swwebview"],
    "clients": ["AgentServer", "BiDiServer", "RemoteInspector", "swwebview"],
    "pages": ["SWWebView", "WebViewTesting"],
    "hosts": ["Simulator"],
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def changed_files(revision):
    names = output("git", "diff", "--name-only", revision, "--").splitlines()
    return names + output("git", "ls-files", "--others", "--exclude-standard").splitlines()


def targets():
    """Returns the folder of each target, whether it is of tests, and the targets that it depends on."""
    found = {}
    for target in json.loads(output("swift", "package", "dump-package"))["targets"]:
        is_test = target["type"] == "test"
        path = target.get("path") or f"{'Tests' if is_test else 'Sources'}/{target['name']}"
        names = {next(iter(item.values()))[0] for item in target["dependencies"] if "product" not in item}
        plugins = {next(iter(item.values()))[0] for item in target.get("pluginUsages") or []}
        found[target["name"]] = (path, is_test, names | plugins)
    # The command's tests run it, and SwiftPM need not know.
    found["CommandLineTests"][2].add("swwebview")
    return found


def exporting(names, known):
    """Returns the targets with those that re-export them, whose importers see the same declarations."""
    def exports(path):
        pattern = re.compile(rf"^@_exported .*\bimport (?:{'|'.join(sorted(names))})$", re.M)
        return any(pattern.search(file.read_text()) for file in pathlib.Path(path).rglob("*.swift"))

    while more := {name for name, (path, _, needs) in known.items() if needs & names and exports(path)} - names:
        names = names | more
    return names


def suites(files):
    """Returns the names of the suites in files of tests."""
    return {name for file in files if file.exists() for name in re.findall(r"\b(?:struct|class) (\w+Tests)\b", file.read_text())}


def main(revision):
    parts, changed, test_files = set(), set(), {}
    known = targets()
    for name in changed_files(revision):
        parts.add("check")
        for pattern, found in FILES:
            if match := re.match(pattern, name):
                parts.update(part.format(match[1] if match.groups() and "hosts" in part else pathlib.Path(name).stem) for part in found)
        for target, (path, is_test, _) in known.items():
            if name.startswith(f"{path}/"):
                if is_test and name.endswith(".swift") and "/Support/" not in name:
                    test_files.setdefault(target, set()).add(pathlib.Path(name))
                else:
                    changed.add(target)
    reached = set(changed)
    while more := {name for name, (_, _, needs) in known.items() if needs & reached} - reached:
        reached |= more
    patterns, seen = set(), exporting(changed, known)
    for name, (path, is_test, _) in known.items():
        if not is_test:
            continue
        if name in ("ViewTests", "BridgeTests", "PhoneTests") and name in reached and name not in changed:
            words = re.compile(rf"^(?:@testable )?import (?:{'|'.join(sorted(seen))})$", re.M)
            files = {file for file in pathlib.Path(path).rglob("*.swift") if words.search(file.read_text())}
            patterns |= {rf"^{name}\..*\b{suite}\b" for suite in suites(files | test_files.get(name, set()))}
        elif name in reached:
            patterns.add(rf"^{name}\.")
        else:
            patterns |= {rf"^{name}\..*\b{suite}\b" for suite in suites(test_files.get(name, ()))}
    if patterns and "swift ." not in parts:
        parts.add("swift " + "|".join(sorted(patterns)))
    parts.update(part for part, needs in PARTS.items() if reached & set(needs))
    for part in sorted(parts):
        if part.split()[0] == part or part.split()[0] not in parts:
            print(part)


main(sys.argv[1])
