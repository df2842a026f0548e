"""The packed extension in a real VS Code, with the server that is bundled in it."""

import json
import os
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace, run_journey
from osy_testing.editor_programs import vscode
from tools.vsix import pack

JOURNEY = Path(__file__).parent / "vscode" / "journey.mjs"
STEPS = [
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


def test_a_session_in_vscode(tmp_path: Path) -> None:
    programs = vscode()
    if isinstance(programs, str):
        pytest.skip(programs)
    options = {
        "programs": {
            "node": str(programs.node),
            "code_server": str(programs.code_server),
            "playwright": str(programs.playwright),
            "chromium": str(programs.chromium),
        },
        "vsix": str(pack(tmp_path / "osysharp.vsix")),
        "workspace": str(copied_workspace(tmp_path)),
        "folder": str(tmp_path / "vscode"),
        "pictures": os.environ.get("OSY_PICTURES", str(tmp_path / "pictures")),
        "settings": {},
    }
    steps, output = run_journey([programs.node, JOURNEY, json.dumps(options)], {}, limit_s=180)
    assert steps == STEPS, f"{output}\npictures of each step: {options['pictures']}"
