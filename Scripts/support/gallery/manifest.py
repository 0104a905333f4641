"""The manifest's entries, and where each has its files."""

import dataclasses
import pathlib
import re
import shutil
import tomllib
import urllib.parse

PLACE = re.compile(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}):(.+)")


class ManifestError(Exception):
    pass


@dataclasses.dataclass
class Place:
    """A folder of a public repository at one commit, written OWNER/NAME@COMMIT:FOLDER."""

    repository: str
    commit: str
    folder: str

    @classmethod
    def parsed(cls, text):
        found = PLACE.fullmatch(text)
        if not found:
            raise ManifestError(f"{text!r} is not OWNER/NAME@COMMIT:FOLDER")
        return cls(*found.groups())

    def checkout(self, apps):
        return apps / self.repository.replace("/", "+")

    def path(self, apps):
        return self.checkout(apps) / self.folder

    @property
    def address(self):
        return f"https://github.com/{self.repository}/tree/{self.commit}/{self.folder.removeprefix('.')}".rstrip("/")

    def instructions(self, apps):
        """Returns the text that says how to get the folder."""
        checkout = self.checkout(apps)
        return (f"there is no folder {self.path(apps)}:\n"
                f"    git clone https://github.com/{self.repository} '{checkout}' && git -C '{checkout}' checkout {self.commit}")


@dataclasses.dataclass
class App:
    """An entry. The manifest's head says what each field is."""

    name: str
    kind: str
    files: Place
    prefix: str = "/"
    start: str = ""
    act: str = ""
    wait: str = ""
    visit: list[str] = dataclasses.field(default_factory=list)
    stand_ins: dict[str, Place] = dataclasses.field(default_factory=dict)
    limit: int = 30
    quiet: int = 2
    explained: dict[str, str] = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        self.files = Place.parsed(self.files)
        self.stand_ins = {address: Place.parsed(text) for address, text in self.stand_ins.items()}

    def hosts(self, apps, temporary):
        """Returns a temporary folder for each origin that is replaced, copied from the manifest's stand-ins."""
        found = {}
        for address, place in self.stand_ins.items():
            parts = urllib.parse.urlsplit(address)
            folder = temporary / self.name / parts.hostname
            shutil.copytree(place.path(apps), folder / parts.path.strip("/"), dirs_exist_ok=True)
            found[f"{parts.scheme}://{parts.netloc}"] = folder
        return found

    def served(self, apps, temporary):
        """The app's folder as a mapped origin shows it: below its prefix."""
        folder = self.files.path(apps)
        if self.prefix == "/":
            return folder
        root = temporary / self.name / "served"
        shutil.copytree(folder, root / self.prefix.strip("/"), dirs_exist_ok=True)
        return root

    def missing(self, apps):
        """Returns the instructions for the folders that are missing; empty when all are there."""
        places = [self.files, *self.stand_ins.values()]
        lacking = dict.fromkeys(place.instructions(apps) for place in places if not place.path(apps).is_dir())
        return "\n".join(f"{self.name}: {text}" for text in lacking)


def read(path):
    """The entries of a manifest."""
    apps = []
    for name, entry in tomllib.loads(pathlib.Path(path).read_text(encoding="utf-8")).items():
        try:
            apps.append(App(name, **entry))
        except (TypeError, ManifestError) as error:
            raise ManifestError(f"{path}, [{name}]: {error}") from error
    return apps
