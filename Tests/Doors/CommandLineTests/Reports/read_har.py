"""Reads an HTTP archive with haralyzer, and prints one line for each entry: page, asker, method, address, status, size of the body."""

import json
import sys

from haralyzer import HarParser

with open(sys.argv[1], encoding="utf-8") as file:
    parser = HarParser(json.load(file))
for page in parser.pages:
    for entry in page.entries:
        content = entry.response.raw_entry["content"]
        print("|".join([
            page.title, entry.raw_entry["_asker"], entry.request.method, entry.request.url, str(entry.response.status),
            str(content["size"]), entry.response.mimeType,
        ]))
        if entry.startTime is None or entry.time < 0:
            sys.exit(f"{entry.request.url} has no time")
