"""Makes two packages of npm, as `npm pack` does: npm.py VERSION PAYLOAD FOLDER

The package swwebview has the command. Its optional dependency, of which npm installs the one for the platform, has the program.
"""
import gzip
import io
import json
import os
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).parent
CPU = {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]
PLATFORM = f"swwebview-linux-{CPU}"


def write(path, manifest, files):
    """Writes a package: files by name, each with its bytes and mode."""
    files = {"package.json": ((json.dumps(manifest, indent=2) + "\n").encode(), 0o644), **files}
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, (data, mode) in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode, entry.mtime = len(data), mode, int(os.environ["SOURCE_DATE_EPOCH"])
            archive.addfile(entry, io.BytesIO(data))
    print(path)


def main(version, payload, folder):
    payload, folder = pathlib.Path(payload), pathlib.Path(folder)
    texts = {
        "README.md": ((HERE / "README.md").read_bytes(), 0o644),
        "LICENSE": ((HERE.parents[2] / "LICENSE").read_bytes(), 0o644),
    }
    common = {"version": version, "license": "MIT"}
    summary = "Runs hybrid pages and their bridge in a real WebKit, without a screen"
    write(
        folder / f"swwebview-{version}.tgz",
        {"name": "swwebview", **common, "description": summary, "bin": {"swwebview": "bin/swwebview"},
         "optionalDependencies": {PLATFORM: version}},
        {**texts, "bin/swwebview": ((HERE / "npm_command.sh").read_bytes(), 0o755)})
    program = {
        str(path.relative_to(payload)): (path.read_bytes(), path.stat().st_mode & 0o777)
        for path in sorted(payload.rglob("*")) if path.is_file()
    }
    write(
        folder / f"{PLATFORM}-{version}.tgz",
        {"name": PLATFORM, **common, "description": f"The program of swwebview for Linux on {CPU}",
         "os": ["linux"], "cpu": [CPU], "libc": ["glibc"]},
        {"LICENSE": texts["LICENSE"], **program})


main(*sys.argv[1:])
