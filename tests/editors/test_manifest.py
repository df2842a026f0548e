"""The extension's manifest against what it names: files, versions, the server's settings, the lock."""

import json
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


def test_the_grammars_and_the_configuration_are_there() -> None:
    contributes = MANIFEST["contributes"]
    named = [entry["path"] for entry in contributes["grammars"]]
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
