"""Reads a JUnit report, checks it against the schema and its own sums, and prints one line a case."""

import pathlib
import sys

from lxml import etree

schema = etree.XMLSchema(etree.parse(str(pathlib.Path(__file__).with_name("junit.xsd"))))
report = etree.parse(sys.argv[1])
schema.assertValid(report)

kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
for element in [report.getroot(), *report.getroot()]:
    cases = list(element.iter("testcase"))
    sums = {"tests": len(cases)} | {name: sum(case.find(kind) is not None for case in cases) for name, kind in kinds.items()}
    for name, count in sums.items():
        if int(element.get(name)) != count:
            sys.exit(f"{element.tag} {element.get('name')}: {name} is {element.get(name)}, and there are {count}")
for case in report.iter("testcase"):
    print("|".join([case.get("classname"), case.get("name"), *(child.tag for child in case)]))
