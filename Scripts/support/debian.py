"""Root file systems of Debian 12, or of another suite: one is made, and others lie over it (overlayfs), so that they cost nothing.

Wants root and a kernel that lets it mount. Mounts are in a namespace of the process's own, and end with it.
"""
import contextlib
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/debian"
# Another one, such as trixie, for tries by hand.
SUITE = os.environ.get("SWWEBVIEW_SUITE", "bookworm")
BASE = FOLDER / SUITE
ARCHIVES = FOLDER / f"{SUITE}-archives"
_MOUNTS = FOLDER / "mounts"
# As in the image debian:12-slim, which leaves out documentation and does not wait for the disk.
_OPTIONS = [f"path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "info", "locale", "lintian")]
_OPTIONS += ["path-include=/usr/share/doc/*/copyright", "force-unsafe-io"]


class Failed(Exception):
    """A command in a system failed. The message has what it printed."""


def has_namespace():
    """Returns whether this program has mounts and processes of its own. Fails where nobody but root could have them."""
    if os.geteuid() != 0:
        sys.exit(f"{sys.argv[0]}: only root can make a Debian of its own")
    return os.environ.get("SWWEBVIEW_NAMESPACE") == "1"


def enter_namespace():
    """Runs this program again with mounts and processes of its own: all of them end with it."""
    if has_namespace():
        return
    os.environ["SWWEBVIEW_NAMESPACE"] = "1"
    os.execvp("unshare", [
        "unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-B", *sys.argv])


def prepare():
    """Makes the system that others lie over, unless it is there, and updates its list of packages."""
    if not BASE.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        fresh = FOLDER / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        subprocess.run(
            ["mmdebstrap", "--variant=apt", "--quiet", *(f"--dpkgopt={option}" for option in _OPTIONS), SUITE, fresh],
            check=True)
        fresh.chmod(0o755)
        fresh.rename(BASE)
    ARCHIVES.joinpath("partial").mkdir(parents=True, exist_ok=True)
    _MOUNTS.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", _MOUNTS], check=True)
    shutil.copy("/etc/resolv.conf", BASE / "etc/resolv.conf")
    _run(BASE, "apt-get", "-q", "update")


def _run(root, *command, variables=None, folder="/", statuses=(0,)):
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive", **(variables or {}),
    }
    result = subprocess.run(
        ["chroot", root, "env", "-C", folder, *command], env=environment, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode not in statuses:
        raise Failed(f"{' '.join(map(str, command))}: exit code {result.returncode}\n{result.stdout}")
    return result.stdout


class System:
    """A system over another one, or unpacked from an archive (a stream of a packed tar). Its changes are in memory."""

    def __init__(self, name, below=None, archive=None):
        # The seconds of this system and those below it so far: in all, and of processors.
        self.seconds = below.seconds if below else 0.0
        self.processor = below.processor if below else 0.0
        with self._counted():
            self._make(name, below, archive)

    @contextlib.contextmanager
    def _counted(self):
        def processor():
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            return usage.ru_utime + usage.ru_stime

        began, used = time.monotonic(), processor()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - began
            self.processor += processor() - used

    def _make(self, name, below, archive):
        folder = _MOUNTS / name
        self.root, changes, work = folder / "root", folder / "changes", folder / "work"
        for each in (self.root, changes, work):
            each.mkdir(parents=True)
        self.layers = [changes, *(below.layers if below else [BASE])]
        if archive:
            with subprocess.Popen(["tar", "--extract", "--gzip", "--directory", self.root], stdin=subprocess.PIPE) as tar:
                shutil.copyfileobj(archive, tar.stdin, 1 << 20)
        else:
            lower = ":".join(map(str, self.layers[1:]))
            subprocess.run(
                ["mount", "-t", "overlay", "-o", f"lowerdir={lower},upperdir={changes},workdir={work}", "overlay", self.root],
                check=True)
        self.inner = []
        for kind, target in (("proc", "proc"), ("tmpfs", "dev/shm"), ("devpts", "dev/pts")):
            self.root.joinpath(target).mkdir(exist_ok=True)
            self._mount(target, "-t", kind, kind)
        # Packages that were fetched once.
        self._mount("var/cache/apt/archives", "--bind", ARCHIVES)

    def _mount(self, target, *arguments):
        subprocess.run(["mount", *arguments, self.root / target], check=True)
        self.inner.append(target)

    def run(self, *command, **options):
        """Runs a command, adds its time to the system's, and returns what it printed."""
        with self._counted():
            return _run(self.root, *command, **options)

    def fetch(self, *packages):
        """Fetches packages for later, which is not counted."""
        _run(self.root, "apt-get", "-q", "-y", "install", "--no-install-recommends", "--download-only", *packages)

    def copy(self, source, target):
        """Copies a file or folder of this machine."""
        target = self.root / target.lstrip("/")
        if pathlib.Path(source).is_dir():
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copy2(source, target)

    def close(self):
        """Leaves the files alone: what they stand on is unmounted."""
        while self.inner:
            subprocess.run(["umount", self.root / self.inner.pop()], check=True)
