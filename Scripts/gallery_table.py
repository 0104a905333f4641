"""The gallery's results as text."""

import gallery_compare as compare

SUBJECTS = ("worker", "caches", "offline")
WAYS = ("native", "server")


def differences(entry):
    """What each of our ways has otherwise than MiniBrowser."""
    there = entry.get("minibrowser")
    return {way: compare.differences(there, entry[way]) for way in WAYS if there and way in entry}


def is_alike(found):
    return "failure" not in found and not any(found[subject] for subject in SUBJECTS)


def cell(found):
    if found is None:
        return "–"
    if "failure" in found:
        return "✗ " + short(found["failure"][0])
    return "✓" if is_alike(found) else "✗ " + ", ".join(subject for subject in SUBJECTS if found[subject])


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
    """All entries as Markdown."""
    rows = [
        "| app | made with | offline in MiniBrowser | `sw://` | `https://` natively | text | picture |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for app in apps:
        entry = results.get(app.name)
        if not entry:
            continue
        found = differences(entry)
        ours = found.get("server", {})
        rows.append(
            f"| [{app.name}]({app.files.address}) | {app.kind} | {compare.shows(entry.get('minibrowser', {}))} "
            f"| {cell(found.get('server'))} | {cell(found.get('native'))} "
            f"| {percent(ours.get('text'))} | {percent(ours.get('picture'))} |"
        )
    return "\n".join([*rows, "", summary(apps, results), ""])


def summary(apps, results):
    """How many entries are alike, for each way; that of sw:// is the last line."""
    sentences = []
    for way, name in (("native", "natively: "), ("server", "")):
        found = [one[way] for app in apps if way in (one := differences(results.get(app.name, {})))]
        alike = sum(map(is_alike, found))
        if found:
            sentences.append(f"{name}{alike} alike, {len(found) - alike} different")
    return "\n".join(sentences)
