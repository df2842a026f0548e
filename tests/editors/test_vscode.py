"""The packed extension in a real VS Code, with the server that is bundled in it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace, run_journey, shop_workspace
from osy_testing.editor_programs import vscode
from tools.vsix import BIN, pack

pytestmark = pytest.mark.flaky(reruns=1)
"""An editor on a busy machine may lose a key; what fails twice is a fault, and the last line tells of a second try."""

HERE = Path(__file__).parent / "vscode"
_STEPS = re.compile(r"^await session\(.+\{$(.+?)^\}\);$", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^  (?:'([^']+)'|(\w+)): ", re.MULTILINE)


def shop_of_many(folder: Path) -> Path:
    """The shop as the one folder of a workspace that can have more."""
    shop_workspace(folder)
    written = folder / "workspace" / "shop.code-workspace"
    written.write_text('{"folders": [{"path": "app"}]}\n', encoding="utf-8")
    return written


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """What a session begins with."""

    workspace: Callable[[Path], Path] = copied_workspace
    settings: dict[str, object] = field(default_factory=lambda: {"security.workspace.trust.enabled": False})
    is_driven: bool = False
    """Whether it does something in the editor itself, with `driver/`."""


JOURNEYS = {
    "working": Journey(),
    "features": Journey(
        workspace=shop_of_many,
        is_driven=True,
        settings={
            "security.workspace.trust.enabled": False,
            "editor.formatOnType": True,
            "editor.snippetSuggestions": "top",
            # A step throws away what it has changed.
            "files.refactoring.autoSave": False,
            # A word of the text would stand among the proposals.
            "editor.wordBasedSuggestions": "off",
        },
    ),
    "preview": Journey(),
    # The endless test shall end because it is cancelled, and for no other reason.
    "testing": Journey(settings={"security.workspace.trust.enabled": False, "osy.test.timeoutSeconds": 600}),
    "first_start": Journey(settings={"security.workspace.trust.startupPrompt": "never"}),
}


@pytest.fixture(scope="module")
def vsix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed extension: the one that `OSY_VSIX` names, else one that is packed now."""
    programs = vscode()
    if isinstance(programs, str):
        pytest.skip(programs)
    told = os.environ.get("OSY_VSIX")
    return Path(told) if told else pack(tmp_path_factory.mktemp("vsix") / "osysharp.vsix")


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed extension that does in the editor what a journey asks for."""
    packed = tmp_path_factory.mktemp("driver") / "driver.vsix"
    options = ["--allow-missing-repository", "--no-dependencies", "--skip-license"]
    command = [str(BIN / "vsce"), "package", *options, "-o", str(packed)]
    subprocess.run(command, cwd=HERE / "driver", check=True, capture_output=True, timeout=120)
    return packed


@pytest.mark.parametrize("name", JOURNEYS)
def test_a_journey(name: str, vsix: Path, driver: Path, tmp_path: Path) -> None:
    programs = vscode()
    assert not isinstance(programs, str)
    script = HERE / f"{name}.mjs"
    pictures = Path(os.environ["OSY_PICTURES"]) if "OSY_PICTURES" in os.environ else tmp_path / "pictures"
    # The panels of the editor break long paths over several lines, and a link then no longer leads anywhere.
    folder = Path(tempfile.mkdtemp(prefix="osy-"))
    options = {
        "programs": {
            "node": str(programs.node),
            "code_server": str(programs.code_server),
            "playwright": str(programs.playwright),
            "chromium": str(programs.chromium),
        },
        "vsix": str(vsix),
        "driver": str(driver) if JOURNEYS[name].is_driven else None,
        "workspace": str(JOURNEYS[name].workspace(folder)),
        "folder": str(tmp_path / "vscode"),
        "pictures": str(pictures),
        "settings": JOURNEYS[name].settings,
    }
    try:
        steps, output = run_journey([programs.node, script, json.dumps(options)], {}, limit_s=600)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert steps == steps_of(script), f"{output}\npictures of each step: {pictures}"


def steps_of(script: Path) -> list[str]:
    """The names of a journey's steps, in order."""
    block = _STEPS.search(script.read_text("utf-8"))
    assert block
    names = [quoted or plain for quoted, plain in _STEP.findall(block[1])]
    assert names
    return names
