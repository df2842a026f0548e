"""The packed extension in a real VS Code, with the server that is bundled in it."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace, run_journey
from osy_testing.editor_programs import vscode
from tools.vsix import pack

pytestmark = pytest.mark.flaky(reruns=1)
"""An editor on a busy machine may lose a key; what fails twice is a fault, and the last line tells of a second try."""

HERE = Path(__file__).parent / "vscode"
WORKING = [
    "problem",
    "hover",
    "completion",
    "explorer",
    "green",
    "red",
    "green again",
    "explorer run",
    "markdown",
]
PREVIEW = [
    "lens",
    "contents",
    "click",
    "cursor",
    "typing",
    "broken",
    "keyboard",
    "list",
    "light",
    "high contrast",
    "dark",
    "export",
    "other file",
    "restart",
    "reload",
]
TESTING = [
    "discovery",
    "broken",
    "selected",
    "failure",
    "output",
    "watch",
    "coverage",
    "cancel",
    "crash",
    "references",
    "task",
    "walkthrough",
]
FIRST_START = ["not trusted", "wrong interpreter", "how to", "right interpreter", "restart"]


@pytest.fixture(scope="module")
def vsix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed extension: the one that `OSY_VSIX` names, else one that is packed now."""
    programs = vscode()
    if isinstance(programs, str):
        pytest.skip(programs)
    told = os.environ.get("OSY_VSIX")
    return Path(told) if told else pack(tmp_path_factory.mktemp("vsix") / "osysharp.vsix")


def session(script: str, vsix: Path, folder: Path, settings: Mapping[str, object]) -> tuple[list[str], str]:
    """The steps of a session that held, and what it printed."""
    programs = vscode()
    assert not isinstance(programs, str)
    pictures = Path(os.environ["OSY_PICTURES"]) if "OSY_PICTURES" in os.environ else folder / "pictures"
    # The panels of the editor break long paths over several lines, and a link then no longer leads anywhere.
    workspace = Path(tempfile.mkdtemp(prefix="osy-"))
    options = {
        "programs": {
            "node": str(programs.node),
            "code_server": str(programs.code_server),
            "playwright": str(programs.playwright),
            "chromium": str(programs.chromium),
        },
        "vsix": str(vsix),
        "workspace": str(copied_workspace(workspace)),
        "folder": str(folder / "vscode"),
        "pictures": str(pictures),
        "settings": settings,
    }
    try:
        steps, output = run_journey([programs.node, HERE / script, json.dumps(options)], {}, limit_s=600)
    finally:
        shutil.rmtree(workspace, ignore_errors=True)
    return steps, f"{output}\npictures of each step: {pictures}"


def test_a_working_session(vsix: Path, tmp_path: Path) -> None:
    steps, output = session("working.mjs", vsix, tmp_path, {"security.workspace.trust.enabled": False})
    assert steps == WORKING, output


def test_the_first_start(vsix: Path, tmp_path: Path) -> None:
    settings = {"security.workspace.trust.startupPrompt": "never"}
    steps, output = session("first_start.mjs", vsix, tmp_path, settings)
    assert steps == FIRST_START, output


def test_the_state_machine_preview(vsix: Path, tmp_path: Path) -> None:
    steps, output = session("preview.mjs", vsix, tmp_path, {"security.workspace.trust.enabled": False})
    assert steps == PREVIEW, output


def test_the_test_explorer(vsix: Path, tmp_path: Path) -> None:
    # The endless test shall end because it is cancelled, and for no other reason.
    settings = {"security.workspace.trust.enabled": False, "osy.test.timeoutSeconds": 600}
    steps, output = session("testing.mjs", vsix, tmp_path, settings)
    assert steps == TESTING, output
