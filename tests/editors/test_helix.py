"""The set-up for Helix as docs/editors/helix.md says it, and in a real Helix where one could be had."""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace
from osy_testing.editor_programs import unpacked

pytestmark = pytest.mark.flaky(reruns=1)
"""An editor on a busy machine may lose a key; what fails twice is a fault, and the last line tells of a second try."""

PAGE = (Path(__file__).parent.parent.parent / "docs" / "editors" / "helix.md").read_text("utf-8")
HELIX, TMUX = unpacked("hx"), shutil.which("tmux")
LIMIT_S = 60


def configuration() -> str:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_set_up_names_the_server_and_the_files() -> None:
    told = tomllib.loads(configuration())
    assert told["language-server"]["osy"] == {"command": "osy", "args": ["lsp"]}
    (language,) = told["language"]
    assert language["language-servers"] == ["osy"]
    assert language["file-types"] == ["osy"]
    assert language["roots"][:3] == ["osy.workspace", "app.osy", "package.osy"]


if HELIX is not None and TMUX is not None:

    def test_a_finding_and_a_hover_in_helix(tmp_path: Path) -> None:
        workspace = copied_workspace(tmp_path)
        home = tmp_path / "home"
        (home / ".config" / "helix").mkdir(parents=True)
        (home / ".config" / "helix" / "languages.toml").write_text(configuration(), "utf-8")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "PATH": path}

        def tmux(*arguments: str) -> str:
            command = [str(TMUX), "-S", str(tmp_path / "tmux"), *arguments]
            return subprocess.run(
                command, cwd=workspace, env=environment, capture_output=True, text=True, check=False
            ).stdout

        def screen_with(text: str, *keys: str) -> str:
            end = time.monotonic() + LIMIT_S
            shown = ""
            while time.monotonic() < end:
                tmux("send-keys", "Escape")
                tmux("send-keys", *keys)
                time.sleep(1)
                shown = tmux("capture-pane", "-p")
                if text in shown:
                    return shown
            raise AssertionError(f"{text} is not on the screen:\n{shown}")

        tmux("new-session", "-d", "-x", "150", "-y", "45", *(HELIX or ()), "drafts/leaving.osy")
        try:
            assert "ERROR" in screen_with("workflow-goto-in-exit", "Space", "d")
            screen_with("enter and exit", "g", "g", "/exit", "Enter", "Space", "k")
        finally:
            tmux("kill-server")
