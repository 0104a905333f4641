"""Runs the command in its forms, with any umask, over what loose earlier runs have left, and ends it in any way.

No file or folder that it makes may be another user's to read, and no temporary file may be left, unless the command is killed: then the
next run removes it.
"""

import os
import pathlib
import signal
import stat
import subprocess
import tempfile
import threading
import time

import attack

PAGE = """<!doctype html><title>modes</title><script>
console.log("1..2");
(async () => {
    const { Filesystem, Preferences } = window.Capacitor?.Plugins ?? {};
    await Preferences?.set({ key: "k", value: "v" });
    await Filesystem?.writeFile({ path: "a/b", directory: "DATA", data: "eA==", recursive: true });
    await (await caches.open("kept")).put("/kept", new Response("x".repeat(1000)));
    localStorage.setItem("k", "v");
    document.cookie = "k=v; max-age=1000";
    const opening = indexedDB.open("notes", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("notes");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    console.log("ok 1");
    console.log("not ok 2");
    if (location.search.includes("stay")) await new Promise(() => {});
})();
</script>"""
OPTIONS = [
    ["--app", "capacitor"], ["--app", "cordova"], ["--storage", "out/store"], ["--trace", "on", "--trace-folder", "out/traces"],
    ["--har", "out/x.har"], ["--record", "out/x.jsonl"], ["--screenshots", "out/pictures"], ["--fidelity", "out/fidelity.html"],
    ["--times", "out/times.json"], ["--coverage", "--coverage-reporter", "lcov=out/coverage/lcov.info"], ["--fonts", "ios"],
]
REPORTERS = ["spec", "tap", "junit", "json", "github", "html", "markdown"]
# These can have files of others, and keep their modes.
NAMED = {"out", "out/traces", "out/pictures", "out/coverage"}
# They have a folder for each page.
OF_PAGES = ("out/traces/", "out/pictures/")


def arguments_of(chance):
    """Returns a command line, and whether it goes on until a signal ends it."""
    kind = chance.random()
    if kind < 0.15:
        return ["snapshot", "page.html", "-o", chance.choice(["out/p.png", "out/p.pdf", "out/p.html"])], False
    if kind < 0.3:
        return ["test", "page.html", "--ui", "--port", "0"], True
    chosen = chance.sample(OPTIONS, chance.randrange(len(OPTIONS)))
    if sum(option[0] == "--app" for option in chosen) > 1:
        chosen = [option for option in chosen if option != ["--app", "cordova"]]
    names = [name for option in chosen for name in option]
    names += ["--reporter", f"{chance.choice(REPORTERS)}=out/report"]
    stays = chance.random() < 0.5
    if not any(name in names for name in ("--storage", "--har", "--record", "--coverage")) and chance.random() < 0.3:
        names += ["--workers", "2"]
    return ["test", "sw://app.example/page.html" + ("?stay" if stays else ""), "--map", "sw://app.example=.", "--timeout", "60", *names], stays


def contents(folder):
    """Yields a folder and all that is in it. What goes meanwhile is passed over; `rglob` would raise."""
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (pathlib.Path(place, name) for name in folders + files)


def loose(folder, since=0.0):
    """The files and folders that others can use, without files that were written before a time. One that goes meanwhile is none."""
    found = []
    for path in contents(folder):
        try:
            facts = path.lstat()
        except OSError:
            continue
        place = str(path.relative_to(folder.parent))
        # A folder of traces or pictures has those of earlier runs, too, whose modes stay.
        if stat.S_ISDIR(facts.st_mode) and (place in NAMED or place.startswith(OF_PAGES) and facts.st_mtime < since):
            continue
        if stat.S_ISREG(facts.st_mode) and facts.st_mtime < since:
            continue
        if not stat.S_ISLNK(facts.st_mode) and facts.st_mode & 0o077:
            found.append(f"{place} {facts.st_mode & 0o777:o}")
    return found


def loosen(folder):
    """Gives all that earlier runs have made the modes that they had before the command made them private."""
    for path in contents(folder):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)


def attempt(chance, tally, folder):
    """Returns a problem, or None."""
    arguments, stays = arguments_of(chance)
    (folder / "out").mkdir(exist_ok=True)
    if chance.random() < 0.5:
        loosen(folder / "out")
    mask = chance.choice([0, 0o022, 0o027, 0o077])
    temporary = folder / "temporary"
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SWWEBVIEW_CONFIG")}
    environment |= {"TMPDIR": str(temporary), "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    # What a killed process left stays until another makes a temporary folder.
    before = set(os.listdir(temporary))
    began = time.time()
    process = subprocess.Popen(
        [attack.COMMAND, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        umask=mask)  # pylint: disable=consider-using-with
    number = chance.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
    timer = threading.Timer(chance.random() * 5 if stays else attack.PATIENCE * 3, lambda: process.send_signal(number))
    timer.start()
    shown = f"umask {mask:o}, {' '.join(arguments)}, {number.name if stays else 'to its end'}"
    try:
        while process.poll() is None:
            # Temporary files live for moments: their folder is private from its first one.
            problem = [name for name in loose(temporary) if not name.startswith("temporary 7")]
            if problem:
                return f"{problem[:5]} while {shown} runs"
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                pass
    finally:
        timer.cancel()
        if process.poll() is None:
            process.kill()
        process.wait()
    left = [name for name in set(os.listdir(temporary)) - before if not name.startswith(f"swwebview-{os.getuid()}-")]
    if left and not (stays and number == signal.SIGKILL):
        return f"{left} is left after {shown}"
    # A run that ends early has not opened all that it names: only what it has written is private then.
    if stays:
        return None
    # What this run has not been told to write keeps its mode.
    written = {name for name in arguments if name.startswith("out/")} | {name.split("=")[1] for name in arguments if "=out/" in name}
    # A folder of traces or pictures has those of earlier runs, too.
    problem = [
        name for one in written for name in loose(folder / "out", began if one in NAMED else 0)
        if name.split(" ")[0].startswith(one)]
    problem += loose(folder / "cache") + loose(folder / "data")
    return f"{problem[:5]} after {shown}" if problem else None


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as name:
        folder = pathlib.Path(name)
        (folder / "page.html").write_text(PAGE, encoding="utf-8")
        for inner in ("temporary", "cache", "data"):
            (folder / inner).mkdir(mode=0o700)
        while not tally.is_enough():
            problem = attempt(chance, tally, folder)
            tally.tried += 1
            if problem:
                tally.fail(problem)
                if tally.failed > 20:
                    return


attack.main("modes", run)
