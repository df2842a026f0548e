"""The extension's manifest against what it names: files, versions, the server's settings, the lock."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from osy_server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
EXTENSION = ROOT / "vscode-extension"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))
LOCKS = (EXTENSION / "package-lock.json", ROOT / "tests" / "editors" / "npm" / "package-lock.json")


def settings_of(model: type[BaseModel], prefix: str) -> set[str]:
    names: set[str] = set()
    for name, field in model.model_fields.items():
        key = f"{prefix}.{field.alias or name}"
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            names |= settings_of(inner, key)
        else:
            names.add(key)
    return names


def test_each_setting_is_one_that_the_server_knows() -> None:
    assert set(MANIFEST["contributes"]["configuration"]["properties"]) <= settings_of(Settings, "osy")


def test_each_setting_and_its_default_are_in_the_documentation() -> None:
    written = (ROOT / "docs" / "editors" / "vscode.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(osy\.[\w.]+)` \| ([^|]*?) ?\|", written, re.MULTILINE))
    properties = MANIFEST["contributes"]["configuration"]["properties"]
    told = {
        name: value["default"] if value["default"] == "" else json.dumps(value["default"])
        for name, value in properties.items()
    }
    assert {name: value.strip("`") for name, value in rows.items()} == {
        name: value.strip('"') for name, value in told.items()
    }


def test_each_setting_says_what_it_is() -> None:
    properties = MANIFEST["contributes"]["configuration"]["properties"]
    assert [
        name for name, value in properties.items() if not value.keys() & {"description", "markdownDescription"}
    ] == []


def test_each_command_is_there_and_in_the_readme() -> None:
    source = (EXTENSION / "src" / "extension.ts").read_text("utf-8")
    readme = (EXTENSION / "README.md").read_text("utf-8")
    for command in MANIFEST["contributes"]["commands"]:
        assert f"    {command['command'].removeprefix('osysharp.')}: () =>" in source
        assert f"| {command['category']}: {command['title']} |" in readme


def test_what_is_called_is_a_command() -> None:
    commands = {entry["command"] for entry in MANIFEST["contributes"]["commands"]}
    [walkthrough] = MANIFEST["contributes"]["walkthroughs"]
    called = set(re.findall(r"command:(osysharp\.\w+)", json.dumps(walkthrough)))
    called |= {entry["command"] for menu in MANIFEST["contributes"]["menus"].values() for entry in menu}
    for source in (EXTENSION / "src").rglob("*.ts"):
        called |= set(re.findall(r"'(osysharp\.\w+)'", source.read_text("utf-8")))
    assert called - {"osysharp.server", "osysharp.stateMachine"} <= commands


def test_the_grammars_and_the_configuration_are_there() -> None:
    contributes = MANIFEST["contributes"]
    named = [entry["path"] for entry in contributes["grammars"]]
    named += [step["media"]["markdown"] for entry in contributes["walkthroughs"] for step in entry["steps"]]
    named += [entry["configuration"] for entry in contributes["languages"]]
    assert [path for path in named if not (EXTENSION / path).exists()] == []


def test_each_grammar_has_the_scope_that_the_manifest_says() -> None:
    for entry in MANIFEST["contributes"]["grammars"]:
        assert json.loads((EXTENSION / entry["path"]).read_text("utf-8"))["scopeName"] == entry["scopeName"]


def test_the_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert MANIFEST["version"] == project["version"]


def test_the_editor_is_not_older_than_its_types() -> None:
    assert MANIFEST["engines"]["vscode"] == f"^{MANIFEST['devDependencies']['@types/vscode']}"


@pytest.mark.parametrize("lock", LOCKS, ids=["extension", "editors"])
def test_a_lock_pins_by_hash_and_holds_no_address(lock: Path) -> None:
    content = json.loads(lock.read_text("utf-8"))
    packages = {name: entry for name, entry in content["packages"].items() if name}
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if "integrity" not in entry and not entry.get("inBundle")] == []


def test_dependencies_are_pinned_exactly() -> None:
    wanted = {**MANIFEST["dependencies"], **MANIFEST["devDependencies"]}
    assert [name for name, version in wanted.items() if not version[0].isdigit()] == []
