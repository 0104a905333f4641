"""A working copy of web-platform-tests, in which the runner opens pages on another scheme. The checkout stays as it is.

The copy has the checkout's files as hard links, or as copies on another file system. The folder `tools` is always copied, because the
runner writes there, and so are the files that are rewritten.
"""

import os
import pathlib
import shutil
import subprocess

# The environment variable that names the scheme of the pages, for the rewritten runner.
SCHEME_VARIABLE = "CONFORMANCE_SCHEME"

# Appended to the runner's module that makes the addresses of pages. Tests for http run on the secure port, too, so that both browsers
# have a secure context.
SERVER_URL = '''

def server_url(server_config, protocol, subdomain=False):
    host = ("www." if subdomain else "") + server_config["browser_host"]
    port = server_config["ports"]["h2" if protocol == "h2" else "https"][0]
    return f"{os.environ['SCHEME_VARIABLE']}://{host}:{port}"


from urllib import parse as _parse
for _schemes in (_parse.uses_netloc, _parse.uses_relative):
    if "sw" not in _schemes:
        _schemes.append("sw")
'''
# Appended to the server's module of templates: pages that name an https address name one of their own scheme. Headers stay.
TEMPLATE = '''

def _on_scheme(content):
    return content.replace(b"https://{{", b"sw://{{") if os.environ.get("SCHEME_VARIABLE") == "sw" else content
'''
# Appended to the server's module of requests. A server sees https where the page has sw, and tests compare the two.
HEADERS = '''

import os

_initialize = RequestHeaders.__init__


def _initialize_on_scheme(self, items):
    _initialize(self, items)
    if os.environ.get("SCHEME_VARIABLE") == "sw":
        for name in (b"origin", b"referer"):
            if dict.__contains__(self, name):
                values = dict.__getitem__(self, name)
                dict.__setitem__(self, name, [b"sw" + value[5:] if value.startswith(b"https:") else value for value in values])


RequestHeaders.__init__ = _initialize_on_scheme
'''

# The files that are rewritten, and the replacements in each: None appends. A text that is missing is an error: the checkout is too new
# or too old.
REWRITTEN = {
    "tools/wptrunner/wptrunner/executors/base.py": [(None, SERVER_URL)],
    "tools/wptserve/wptserve/pipes.py": [
        ("template(request, content, escape_type=escape_type)", "template(request, _on_scheme(content), escape_type=escape_type)"),
        (None, TEMPLATE)],
    "tools/wptserve/wptserve/request.py": [(None, HEADERS)],
    "common/get-host-info.sub.js": [
        ('IS_HTTPS = (PROTOCOL == "https:")', 'IS_HTTPS = (PROTOCOL == "https:" || PROTOCOL == "sw:")'),
        ("'https://", "(PROTOCOL == 'sw:' ? 'sw://' : 'https://') + '"),
    ],
    "cookies/resources/cookie-helper.sub.js": [('"https://"', "(location.protocol == 'sw:' ? 'sw://' : 'https://')")],
    "websockets/constants.sub.js": [("location.protocol === 'https:'", "['https:', 'sw:'].includes(location.protocol)")],
    # `href` of an origin alone has a slash on https, and none on a scheme that the URL standard does not know.
    "service-workers/service-worker/navigation-headers.https.html": [
        ("new URL(self.location.origin)", "new URL('/', self.location)"), ("_ORIGIN);", "_ORIGIN + '/');")],
    "service-workers/service-worker/resources/client-navigate-worker.js": [("['HTTPS_REMOTE_ORIGIN'])", "['HTTPS_REMOTE_ORIGIN'] + '/')")],
}
# A checkout need not have the tests of these directories.
OPTIONAL = ("cookies", "service-workers", "websockets")
COPIED = "tools"
# The copy leaves out the record of versions and the results of runs in the checkout.
LEFT_OUT = {".git", "_venv3", "__pycache__", "MANIFEST.json", ".wptcache"}


class CheckoutError(Exception):
    """A checkout that cannot be used."""


def rewrite(name, text):
    """Returns the text of a file for the working copy."""
    for old, new in REWRITTEN[name]:
        if old is None:
            text += new.replace("SCHEME_VARIABLE", SCHEME_VARIABLE)
        elif old in text:
            text = text.replace(old, new)
        else:
            raise CheckoutError(f"{name} has no “{old}”. Take a checkout of December 2024, or correct Scripts/support/conformance/checkout.py.")
    return text


def is_same(source, target):
    mine, theirs = os.stat(source), os.stat(target)
    return mine.st_ino == theirs.st_ino or (mine.st_size, mine.st_mtime_ns) == (theirs.st_size, theirs.st_mtime_ns)


def bring(source, target, is_copy):
    """Makes a file of the copy what the checkout has. Certificates that were made anew stay."""
    if os.path.lexists(target):
        if "/tools/certs/" in target or is_same(source, target):
            return
        os.unlink(target)
    if not is_copy:
        try:
            os.link(source, target)
            return
        except OSError:  # Another file system, or one without hard links.
            pass
    shutil.copy2(source, target)


def mirror(checkout, copy):
    """Makes or updates the working copy, and rewrites its files."""
    checkout, copy = str(checkout), str(copy)
    for folder, folders, files in os.walk(checkout):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        inside = os.path.relpath(folder, checkout)
        target = copy if inside == "." else os.path.join(copy, inside)
        os.makedirs(target, exist_ok=True)
        is_copy = inside.split(os.sep)[0] == COPIED
        names = {name for name in files if name not in LEFT_OUT and os.path.exists(os.path.join(folder, name))}
        for name in names:
            if os.path.normpath(os.path.join(inside, name)) not in REWRITTEN:
                bring(os.path.join(folder, name), os.path.join(target, name), is_copy)
        # Removes files that the checkout has removed. The runner's own files are in `tools` and at the top.
        if not is_copy and inside != ".":
            for entry in os.scandir(target):
                if entry.is_file() and entry.name not in names:
                    os.unlink(entry.path)
                elif entry.is_dir() and entry.name not in folders and entry.name not in LEFT_OUT:
                    shutil.rmtree(entry.path)
    for name in REWRITTEN:
        source, target = pathlib.Path(checkout, name), pathlib.Path(copy, name)
        if not source.exists():
            if name.split("/")[0] in OPTIONAL:
                continue
            raise CheckoutError(f"{checkout} has no {name}. Name a checkout of web-platform-tests with the folders common, resources, tools and docs.")
        text = rewrite(name, source.read_text(encoding="utf-8"))
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.unlink(missing_ok=True)
            target.write_text(text, encoding="utf-8")


class Tool:
    """The command `wpt` of a working copy, in a Python environment with the modules that it needs."""

    def __init__(self, copy, environment):
        self.copy, self.environment = pathlib.Path(copy), pathlib.Path(environment)

    def install(self):
        """Makes the environment. Its requirements are those of the checkout."""
        names = ["tools/wptrunner/requirements.txt", "tools/manifest/requirements.txt"]
        text = "".join((self.copy / name).read_text(encoding="utf-8") for name in names if (self.copy / name).exists())
        record = self.environment / "requirements.txt"
        if record.exists() and record.read_text(encoding="utf-8") == text:
            return
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--clear", self.environment], check=True)
        unfinished = self.environment / "requirements.new"
        unfinished.write_text(text, encoding="utf-8")
        subprocess.run(
            [self.environment / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", unfinished], check=True)
        # Last, so that an installation that was cut short is done again.
        unfinished.rename(record)

    @property
    def variables(self):
        # No repository around the copy counts as its own.
        return {**os.environ, "GIT_CEILING_DIRECTORIES": str(self.copy.resolve().parent), "PYTHONDONTWRITEBYTECODE": "1"}

    def command(self, *arguments):
        return [str(self.environment / "bin/python"), "wpt", "--venv", str(self.environment), "--skip-venv-setup", *arguments]

    def hosts(self):
        """Returns the lines of a hosts file for the tests' servers, all on the loopback address."""
        found = subprocess.run(self.command("make-hosts-file"), cwd=self.copy, env=self.variables, check=True, capture_output=True, text=True)
        return [line for line in found.stdout.splitlines() if line.startswith("127.0.0.1")]

    def renew_certificates(self):
        """Makes the servers' certificates anew where they have expired."""
        certificates = self.copy / "tools/certs"
        names = ("cacert.pem", "web-platform.test.pem")
        is_valid = lambda: all(
            subprocess.run(["openssl", "x509", "-checkend", "86400", "-noout", "-in", certificates / name],
                           check=False, capture_output=True).returncode == 0 for name in names)
        if is_valid():
            return
        # The command may fail after it has written them, so only the certificates count.
        made = subprocess.run(self.command("regen-certs", "--force"), cwd=self.copy, env=self.variables, check=False, capture_output=True, text=True)
        if not is_valid():
            raise CheckoutError(f"the certificates of the tests' servers have expired, and `wpt regen-certs` failed:\n{made.stderr[-2000:]}")
