"""The manifest's entries, and where each has its files."""

import dataclasses
import pathlib
import shutil
import tomllib
import urllib.parse

KEYS = {"name", "kind", "repository", "commit", "folder", "prefix", "start", "wait", "visit", "stand_ins", "limit"}


class ManifestError(Exception):
    pass


@dataclasses.dataclass
class App:
    name: str
    kind: str
    repository: str
    commit: str
    folder: str = "."
    prefix: str = "/"
    start: str = ""
    wait: str = ""
    visit: list[str] = dataclasses.field(default_factory=list)
    stand_ins: list[dict[str, str]] = dataclasses.field(default_factory=list)
    limit: int = 30

    def files(self, apps):
        return checkout(apps, self.repository) / self.folder

    def hosts(self, apps, temporary):
        """What stands in for other origins: a folder for each, made of the manifest's."""
        found = {}
        for one in self.stand_ins:
            address = urllib.parse.urlsplit(one["address"])
            folder = temporary / self.name / address.hostname
            shutil.copytree(
                checkout(apps, one["repository"]) / one["folder"], folder / address.path.strip("/"), dirs_exist_ok=True
            )
            found[f"{address.scheme}://{address.netloc}"] = folder
        return found

    def missing(self, apps):
        """How to get what is not there; empty when all is."""
        wanted = [(self.repository, self.commit, self.folder)]
        wanted += [(one["repository"], one["commit"], one["folder"]) for one in self.stand_ins]
        return "\n".join(
            f"{self.name}: there is no folder {place}:\n"
            f"    git clone https://github.com/{repository} '{target}' && git -C '{target}' checkout {commit}"
            for repository, commit, folder in wanted
            if not (place := (target := checkout(apps, repository)) / folder).is_dir()
        )


def checkout(apps, repository):
    """The folder of a repository below the folder of apps."""
    return apps / repository.replace("/", "+")


def read(path):
    """The entries of a manifest, each with a name of its own."""
    apps = []
    for number, entry in enumerate(tomllib.loads(pathlib.Path(path).read_text(encoding="utf-8"))["app"], 1):
        unknown = set(entry) - KEYS
        if unknown:
            raise ManifestError(f"entry {number} of {path} has unknown keys: {', '.join(sorted(unknown))}")
        try:
            apps.append(App(**entry))
        except TypeError as error:
            raise ManifestError(f"entry {number} of {path}: {error}") from error
    names = [app.name for app in apps]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ManifestError(f"names that appear twice in {path}: {', '.join(sorted(twice))}")
    return apps
