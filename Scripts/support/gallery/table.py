"""The gallery's results as text."""

import compare

SUBJECTS = ("worker", "caches", "offline")
WAYS = {"server": "`sw://`, a server", "folder": "`sw://`, a folder", "native": "`https://`"}
OFFLINE = {"same": "the page", "other": "another page", "failed": "nothing"}
# A guide has its table between these lines.
FIRST_LINE, LAST_LINE = "<!-- The table of Scripts/gallery -->", "<!-- The end of the table -->"


def differences(entry):
    """Returns the differences between MiniBrowser and each of SWWebView's ways."""
    there = entry.get("minibrowser")
    return {way: compare.differences(there, entry[way]) for way in WAYS if there and way in entry}


def is_alike(found):
    return "failure" not in found and not any(found[subject] for subject in SUBJECTS)


def explanation(app, way):
    """The manifest's sentence on what differs in a way, or none. `sw` is for a server and a folder."""
    return app.explained.get(way) or (app.explained.get("sw") if way != "native" else None)


def cell(found):
    if found is None:
        return "–"
    if "failure" in found:
        return "✗ " + short(found["failure"][0])
    return "✓" if is_alike(found) else "✗ " + ", ".join(subject for subject in SUBJECTS if found[subject])


def cached(run):
    """Returns the number of entries in the caches after the second load."""
    found = (run.get("again") or {}).get("caches")
    return "–" if found is None else str(sum(map(len, found.values())))


def percent(value):
    return "–" if value is None else f"{value:.0%}"


def short(text, length=60):
    text = text.replace("\n", " ").replace("|", "\\|")
    return text if len(text) <= length else text[: length - 1] + "…"


def line(app, entry):
    """One entry, for the terminal."""
    found = differences(entry)
    details = [
        f"      {way} {subject}: {short(text, 300)}"
        for way, different in found.items() for subject in ("failure", *SUBJECTS) for text in different.get(subject, [])
    ]
    details += [f"      {way}: {short(text, 200)}" for way in entry for text in entry[way]["errors"]]
    cells = ", ".join(f"{way} {cell(different)}" for way, different in found.items())
    offline = compare.shows(entry.get("minibrowser", {}))
    return "\n".join([f"{app.name:28} {app.kind:46} {offline:7} {cells}", *details])


def table(apps, results):
    """All entries as Markdown, with the explanations of what differs."""
    head = ["app", "made with", "cached", "offline", *WAYS.values(), "text", "picture"]
    rows = [f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    for app in apps:
        entry = results.get(app.name)
        if not entry:
            continue
        found = differences(entry)
        ours = found.get("server", {})
        there = entry.get("minibrowser", {})
        cells = [
            f"[{app.name}]({app.files.address})", app.kind, cached(there), OFFLINE[compare.shows(there)],
            *(cell(found.get(way)) for way in WAYS), percent(ours.get("text")), percent(ours.get("picture")),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*rows, "", summary(apps, results), *explanations(apps, results), ""])


def explanations(apps, results):
    """A list of the sentences on what differs, each after the entries that it is about."""
    names = {}
    for app in apps:
        for way, found in differences(results.get(app.name, {})).items():
            sentence = explanation(app, way)
            if sentence and not is_alike(found):
                names.setdefault(sentence, {})[app.name] = None
    return ["", *(f"- {', '.join(about)}: {sentence}" for sentence, about in names.items())] if names else []


def summary(apps, results):
    """Returns a line for each way: the number of entries that are alike."""
    lines = []
    for way, name in WAYS.items():
        found = [(app, one[way]) for app in apps if way in (one := differences(results.get(app.name, {})))]
        if not found:
            continue
        different = [app for app, one in found if not is_alike(one)]
        explained = sum(explanation(app, way) is not None for app in different)
        counts = [f"{len(found) - len(different)} of {len(found)} alike"]
        if explained:
            counts.append(f"{explained} explained")
        if len(different) > explained:
            counts.append(f"{len(different) - explained} different")
        lines.append(f"- {name}: {', '.join(counts)}.")
    return "\n".join(lines)


def replaced(guide, text):
    """A guide with another table."""
    before, first, rest = guide.partition(FIRST_LINE)
    _, last, after = rest.partition(LAST_LINE)
    if not first or not last:
        raise ValueError(f"has no lines {FIRST_LINE!r} and {LAST_LINE!r}, between which the table belongs")
    return f"{before}{first}\n\n{text}\n{last}{after}"
