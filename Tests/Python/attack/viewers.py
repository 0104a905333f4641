"""Sends odd messages to a preview, as a viewer's web socket would. The preview must go on serving its page."""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

import attack
import values
import websocket

TYPES = [
    "pointer", "scroll", "key", "text", "open", "device", "answer", "frameShown", "entriesShown", "back", "forward", "reload", "stop", "rotate",
    "light", "dark", "online", "offline", "nothing", "",
]
NAMES = ["action", "x", "y", "button", "held", "modifiers", "deltaX", "deltaY", "key", "text", "name", "answer"]
WORDS = {
    "action": ["down", "up", "move", "press", "x"], "key": ["a", "Enter", "F99", "\0"], "name": ["iPhone 17", "none", ""],
    "text": ["sw://app.localhost/", "file:///etc/passwd", "javascript:1", "x" * 10000],
}
PAGE = "<!doctype html><title>viewed</title><input autofocus><script>confirm('?')</script>"


def message(chance):
    kind = chance.random()
    if kind < 0.05:
        return chance.randbytes(chance.randrange(2000)).decode("latin-1")
    if kind < 0.1:
        return "[" * chance.randrange(100000)
    value = {"type": chance.choice(TYPES)}
    for name in chance.sample(NAMES, chance.randrange(len(NAMES))):
        value[name] = chance.choice(WORDS[name]) if name in WORDS and chance.random() < 0.6 else values.value(chance, NAMES, odd=False)
    if kind < 0.2:
        value = values.value(chance, NAMES, odd=False)
    return json.dumps(value)


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder:
        pathlib.Path(folder, "index.html").write_text(PAGE, encoding="utf-8")
        process = subprocess.Popen(
            [attack.COMMAND, "preview", folder, "--browser", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = next(word for line in process.stdout for word in line.split() if word.startswith("http://")).rstrip("./")
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            while not tally.is_enough():
                viewer = websocket.create_connection(
                    url.replace("http:", "ws:") + "/socket", timeout=attack.PATIENCE, origin=url, http_no_proxy=["*"])
                try:
                    for _ in range(100):
                        viewer.send(message(chance))
                except OSError:
                    pass  # A viewer that breaks the protocol loses its connection.
                tally.tried += 100
                viewer.close()
                if process.poll() is not None:
                    return tally.fail(f"the preview ended with {process.returncode}")
                with opener.open(url + "/", timeout=attack.PATIENCE) as answer:
                    if answer.status != 200:
                        tally.fail(f"the preview's page answers {answer.status}")
        finally:
            process.terminate()
            process.wait(attack.PATIENCE)


attack.main("viewers", run)
