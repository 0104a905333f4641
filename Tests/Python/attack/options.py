"""Starts the command with odd options and configuration files. It must refuse them with a sentence, and never crash or hang."""

import pathlib
import subprocess
import tempfile

import attack
import values

COMMANDS = ["test", "snapshot", "preview", "driver", "mcp", "doctor", "nothing", ""]
OPTIONS = [
    "map", "permit", "root", "fallback", "ca", "inject", "size", "storage", "assets", "sqlite", "device", "scale", "worker-addresses", "bridge", "config",
    "timeout", "test-timeout", "workers", "shard", "retries", "grep", "reporter", "output", "screenshots", "port", "host", "token",
    "max-sessions", "wait", "wait-for", "compare", "threshold", "diff", "selector", "nothing",
]
WORDS = [
    "", "0", "-1", "1e300", "nan", "inf", "99999999999999999999", "1x1", "0x0", "99999x99999", "sw://", "sw://x=", "=", "sw://x=/nothing",
    "http://x/=", "https://[::1=/", "/proc/x", "/dev/null", "/", "(", "[", "junit=/proc/x", "\u202e", "1/0", "5/4", "a/b", "localhost:1",
]
YAML = [
    "", "a", "[]", "- a", "map:", "map: 1", "size: [1, 2]", "timeout: .inf", "timeout: .nan", "permit: {a: b}", "scale: 99999999999999999999",
    "a: &a [*a]", "x: !!binary aGk=", "x: !!python/object:x", "\t", "a: b: c", "\0", "offline: maybe", "map: [sw://x=/nothing]",
    "\n".join(["a: &a [x, x, x, x, x, x, x, x, x]"] + [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi")]),
    "map: [" + ", ".join(["sw://x=/tmp"] * 20000) + "]", "[" * 10000,
]


def arguments(chance, folder):
    words = [chance.choice(COMMANDS)]
    for _ in range(chance.randrange(1, 5)):
        value = chance.choice(WORDS) if chance.random() < 0.8 else values.string(chance).replace("\0", "")
        words.append(f"--{chance.choice(OPTIONS)}={value}")
    if chance.random() < 0.5:
        file = pathlib.Path(folder, "options.yaml")
        file.write_text("\n".join(chance.choice(YAML) for _ in range(chance.randrange(1, 3))), encoding="utf-8")
        words.append(f"--config={file}")
    # A run with good options ends soon too: there is no such page, and no such host.
    words.append(chance.choice(["/nothing.html", "", "sw://nothing.example/", "x"]))
    return words


def run(chance, tally):
    with tempfile.TemporaryDirectory(prefix="swwebview-attack-") as folder:
        while not tally.is_enough():
            words = arguments(chance, folder)
            try:
                ended = attack.run_command(tally, words, attack.PATIENCE, cwd=folder, stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired as error:
                # A driver or a preview whose options were good after all serves until it is stopped.
                if words[0] not in ("driver", "preview") or b"http" not in (error.stdout or b""):
                    tally.fail(f"hangs: {words}")
                tally.tried += 1
                continue
            if ended is None:
                break
            tally.tried += 1
            if ended.returncode not in (0, 1, 2, 3):
                tally.fail(f"exit code {ended.returncode}: {words}: {ended.stderr[-300:]!r}")
            elif ended.returncode and not ended.stderr.strip() and not ended.stdout.strip():
                tally.fail(f"exit code {ended.returncode} without a word: {words}")


attack.main("options", run)
