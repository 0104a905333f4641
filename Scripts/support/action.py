"""Runs the GitHub Action as GitHub's runner does: its steps with bash, one after the other, and its inputs at their defaults."""
import re

import debian

FOLDER = debian.ROOT / ".github/action"
TREE = "/action"
TEMPORARY = "/runner"


def run(system, workspace, server):
    """Runs the steps in a system. Returns the texts of the files that the action uploads, and the job's summary as `summary`."""
    # Scripts/setup --package installs it.
    import yaml

    action = yaml.safe_load(FOLDER.joinpath("action.yml").read_text())
    values = {f"inputs.{name}": facts["default"] for name, facts in action["inputs"].items()}
    values |= {"github.server_url": server, "github.action_repository": "owner/swwebview", "runner.temp": TEMPORARY}

    def text(value):
        return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda match: values[match[1]], value)

    # The runner has a checkout of the action's repository.
    version = "Sources/Doors/swwebview/Version.swift"
    for path in (f"{TREE}/.github", f"{TREE}/{version.rsplit('/', 1)[0]}", TEMPORARY):
        system.root.joinpath(path.lstrip("/")).mkdir(parents=True)
    system.copy(FOLDER, f"{TREE}/.github/action")
    system.copy(debian.ROOT / version, f"{TREE}/{version}")
    variables = {"GITHUB_ACTION_PATH": f"{TREE}/.github/action", "RUNNER_TEMP": TEMPORARY, "GITHUB_STEP_SUMMARY": f"{TEMPORARY}/summary"}
    texts = {}
    for step in action["runs"]["steps"]:
        if "uses" in step:
            folder = system.root / text(step["with"]["path"]).lstrip("/")
            texts |= {
                str(path.relative_to(folder.parent)): path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file()}
            continue
        script = system.root / "runner.sh"
        script.write_text(text(step["run"]))
        own = {name: text(value) for name, value in step.get("env", {}).items()}
        folder = text(step.get("working-directory", "."))
        system.run(
            "bash", "--noprofile", "--norc", "-eo", "pipefail", "/runner.sh", variables={**variables, **own},
            folder=f"{workspace}/{folder}")
    texts["summary"] = system.root.joinpath(TEMPORARY.lstrip("/"), "summary").read_text()
    return texts
