"""Makes a wheel with the program: wheel.py VERSION PAYLOAD FOLDER

The format is that of https://packaging.python.org/specifications/binary-distribution-format/.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).parent
MACHINE = os.uname().machine


def platform(program):
    """Returns the tag of the oldest glibc that has all symbols of the program (PEP 600).

    WebKitGTK is not in the wheel, as manylinux wants of all libraries. The launcher names it where it is missing, and PyPI has no tag for
    programs that use libraries of the system.
    """
    symbols = subprocess.run(["readelf", "--version-info", program], check=True, capture_output=True, text=True).stdout
    newest = max(tuple(map(int, version)) for version in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols))
    return f"manylinux_{newest[0]}_{newest[1]}_{MACHINE}"


def metadata(version):
    return f"""Metadata-Version: 2.1
Name: swwebview
Version: {version}
Summary: Runs hybrid pages and their bridge in a real WebKit, without a screen
License: MIT
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Framework :: Pytest
Requires-Python: >=3.9
Provides-Extra: pytest
Requires-Dist: pytest>=7; extra == "pytest"
Requires-Dist: selenium>=4.8; extra == "pytest"
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text()}"""


def main(version, payload, folder):
    payload = pathlib.Path(payload)
    tag = f"py3-none-{platform(payload / 'libexec/swwebview')}"
    info = f"swwebview-{version}.dist-info"
    files = {f"swwebview/{path.name}": path for path in sorted((HERE / "python/swwebview").glob("*.py"))}
    files |= {f"swwebview/{path.relative_to(payload)}": path for path in sorted(payload.rglob("*")) if path.is_file()}
    contents = {name: (path.read_bytes(), path.stat().st_mode & 0o777) for name, path in files.items()}
    texts = {
        "METADATA": metadata(version),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: Scripts/package\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\nswwebview = swwebview:main\n\n[pytest11]\nswwebview = swwebview.pytest_plugin\n",
        "LICENSE": (HERE.parents[2] / "LICENSE").read_text(),
    }
    contents |= {f"{info}/{name}": (text.encode(), 0o644) for name, text in texts.items()}
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, (data, _) in contents.items())
    contents[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), 0o644)
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    path = pathlib.Path(folder) / f"swwebview-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, (data, mode) in contents.items():
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(path)


main(*sys.argv[1:])
