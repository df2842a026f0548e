"""The Neovim files in a real Neovim, set up as the page in docs/editors/neovim.md says."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace, run_journey
from osy_testing.editor_programs import neovim

HERE = Path(__file__).parent
PLUGIN = HERE.parent.parent / "editors" / "nvim"
STEPS = [
    "problem",
    "hover",
    "completion",
    "green",
    "red",
    "green again",
    "commands",
    "syntax",
    "help",
    "health",
]


def test_a_session_in_neovim(tmp_path: Path) -> None:
    program = neovim()
    if isinstance(program, str):
        pytest.skip(program)
    config = tmp_path / "home" / ".config" / "nvim"
    config.mkdir(parents=True)
    shutil.copy(HERE / "nvim" / "init.lua", config / "init.lua")
    home = config.parent.parent
    environment = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        # `:helptags` writes beside the help page.
        "OSY_PLUGIN": str(shutil.copytree(PLUGIN, tmp_path / "plugin")),
        "OSY_WORKSPACE": str(copied_workspace(tmp_path)),
    }
    command = [str(program), "--headless", "-c", f"luafile {HERE / 'nvim' / 'journey.lua'}"]
    steps, output = run_journey(command, environment, limit_s=120)
    assert steps == STEPS, output
