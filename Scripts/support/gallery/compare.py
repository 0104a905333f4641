"""Compares two runs of an app."""

import collections
import pathlib
import re

from PIL import Image, ImageChops, ImageStat


def plain(text, origins):
    """A text without the origin that its run had: addresses become paths."""
    for origin in origins:
        text = text.replace(origin, "")
    return text


def normalised(probe, origins):
    """A probe's addresses as paths; text without white space that only layout makes."""
    def worker(one):
        return one and {"script": plain(one["script"], origins), "state": one["state"]}

    return {
        **probe,
        "address": plain(probe.get("address", ""), origins),
        "text": re.sub(r"\s+", " ", plain(probe.get("text") or "", origins)).strip(),
        "icons": [plain(address, origins) for address in probe.get("icons", [])],
        "controller": worker(probe.get("controller")),
        "registrations": sorted(
            ({"scope": plain(one["scope"], origins), **{key: worker(one[key]) for key in ("installing", "waiting", "active")}}
             for one in probe.get("registrations", [])),
            key=lambda one: one["scope"],
        ),
        "caches": {
            plain(name, origins): sorted(plain(address, origins) for address in addresses)
            for name, addresses in probe.get("caches", {}).items()
        },
    }


def similarity(one, other):
    """The share of words that two texts have in common, in any order: 0 to 1. All numbers are alike: many apps show random ones."""
    words = [collections.Counter(re.sub(r"\d+", "0", text).split()) for text in (one, other)]
    total = sum(map(collections.Counter.total, words))
    return 2 * (words[0] & words[1]).total() / total if total else 1.0


def shows(run):
    """Returns how a page came back without its server: as the `same`, with `other` content, or not at all: `failed`."""
    probe, before = run.get("offline"), run.get("again") or {}
    if not probe or "stayed" in probe or probe.get("error"):
        return "failed"
    whole = probe["elements"] >= before.get("elements", 0) * 0.5
    return "same" if whole and similarity(probe["text"], before.get("text", "")) >= 0.8 else "other"


def differences(there, ours):
    """Returns the differences between MiniBrowser's run and one of SWWebView's, by subject."""
    failure = there.get("failure") or ours.get("failure")
    if failure:
        return {"failure": [failure]}
    one, other = there.get("again") or {}, ours.get("again") or {}
    return {
        "worker": worker_differences(one, other),
        "caches": cache_differences(one, other),
        "offline": offline_differences(there, ours),
        "text": similarity(one.get("text", ""), other.get("text", "")),
        "picture": picture_similarity(there["pictures"].get("again"), ours["pictures"].get("again")),
    }


def offline_differences(there, ours):
    found = []
    if shows(there) != shows(ours):
        found.append(f"{shows(there)} ≠ {shows(ours)}")
    elif shows(there) == "other" and similarity(there["offline"]["text"], ours["offline"]["text"]) < 0.8:
        found.append("both show other content, and not the same")
    for path, visit in there.get("visits", {}).items():
        text = ours.get("visits", {}).get(path, {}).get("text", "")
        likeness = similarity(visit.get("text", ""), text)
        if likeness < 0.8:
            found.append(f"{path} is alike only by {likeness:.0%}")
    return found


def worker_differences(one, other):
    """Sentences on registrations, the controller, and whether the worker's headers isolate the page."""
    found = []
    for key in ("registrations", "controller", "isolated"):
        if one.get(key) != other.get(key):
            found.append(f"{key}: {brief(one.get(key))} ≠ {brief(other.get(key))}")
    return found


def brief(value):
    if isinstance(value, list):
        return "[" + "; ".join(brief(one) for one in value) + "]"
    if isinstance(value, dict) and "scope" in value:
        states = [f"{one['state']} {one['script']}" for one in (value["installing"], value["waiting"], value["active"]) if one]
        return f"{value['scope']}: {', '.join(states)}"
    if isinstance(value, dict):
        return f"{value['state']} {value['script']}"
    return "none" if value is None else str(value)


def cache_differences(one, other):
    """Sentences on caches and their entries.

    Icons are left out: only a browser with a window asks for them, when it likes. So are empty caches, which may be left by that.
    """
    icons = {"/favicon.ico", *one.get("icons", []), *other.get("icons", [])}
    one, other = (
        {name: left for name, paths in probe.get("caches", {}).items() if (left := set(paths) - icons)}
        for probe in (one, other)
    )
    found = []
    for name in sorted(set(one) | set(other)):
        if name not in other:
            found.append(f"only there: {name} ({len(one[name])} entries)")
        elif name not in one:
            found.append(f"only ours: {name} ({len(other[name])} entries)")
        elif one[name] != other[name]:
            found.append(f"{name}: only there {some(one[name] - other[name])}, only ours {some(other[name] - one[name])}")
    return found


def some(paths):
    return f"{len(paths)} ({', '.join(sorted(paths)[:4])}{', …' if len(paths) > 4 else ''})" if paths else "none"


def picture_similarity(one, other):
    """1 less the mean difference of the pixels, over what both pictures have; None where there is no picture."""
    if not one or not other or not pathlib.Path(one).exists() or not pathlib.Path(other).exists():
        return None
    images = [Image.open(file).convert("RGB") for file in (one, other)]
    size = tuple(min(image.size[axis] for image in images) for axis in (0, 1))
    difference = ImageChops.difference(*(image.crop((0, 0, *size)) for image in images))
    return 1 - sum(ImageStat.Stat(difference).mean) / 3 / 255
