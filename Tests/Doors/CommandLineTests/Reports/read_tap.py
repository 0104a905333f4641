"""Reads a TAP report with tap.py and prints what it found, one line a test; fails for what the parser does not understand."""

import sys

from tap.parser import Parser

for line in Parser().parse_file(sys.argv[1]):
    if line.category == "unknown" and str(line).strip():
        sys.exit(f"not understood: {line}")
    if line.category == "test":
        status = "skip" if line.skip else "todo" if line.todo else "ok" if line.ok else "not ok"
        print(f"{line.number}|{status}|{line.description}|{(line.yaml_block or {}).get('message', '')}")
    if line.category == "plan":
        print(f"plan {line.expected_tests}")
    if line.category == "bail":
        print(f"bail {line.reason}")
