"""Counts the tests of an event stream of Swift Testing; the line is `N passed, N failed`."""

import json
import sys

functions, started, ended, failed, is_complete = set(), set(), set(), set(), False
for line in open(sys.argv[1], encoding="utf-8"):
    try:
        record = json.loads(line)
    except ValueError:
        break  # A crash cut it short.
    payload = record["payload"]
    if record["kind"] == "test":
        if payload["kind"] == "function":
            functions.add(payload["id"])
        continue
    test, kind = payload.get("testID"), payload["kind"]
    if kind == "testStarted" and test in functions:
        started.add(test)
    elif kind == "testEnded" and test in functions:
        ended.add(test)
    elif kind == "runEnded":
        is_complete = True
    elif kind == "issueRecorded":
        issue = payload["issue"]
        if not issue.get("isKnown") and issue.get("severity", "error") == "error":
            failed.add(test or "no test")
# A test that a crash interrupted has failed.
failed |= started - ended
if not is_complete:
    failed.add("the run")
print(f"{len(ended - failed)} passed, {len(failed)} failed")
