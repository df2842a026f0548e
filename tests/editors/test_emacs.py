"""The Emacs files in a real Emacs: colours by the sample that the other editors have, and a session with eglot."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from osy_testing.editor_journeys import copied_workspace, run_journey
from osy_testing.editor_programs import emacs
from osy_testing.marked import Mark, read

pytestmark = pytest.mark.flaky(reruns=1)
"""An editor on a busy machine may lose a key; what fails twice is a fault, and the last line tells of a second try."""

HERE = Path(__file__).parent
MODE = HERE.parent.parent / "editors" / "emacs"
SAMPLE = (HERE / "syntax" / "sample.osy").read_text("utf-8")
KEYWORD, TYPE, CONSTANT = "font-lock-keyword-face", "font-lock-type-face", "font-lock-constant-face"
FUNCTION, STRING = "font-lock-function-name-face", "font-lock-string-face"
FACES = {
    "control": KEYWORD,
    "declaration": KEYWORD,
    "modifier": KEYWORD,
    "word-operator": KEYWORD,
    "constant": CONSTANT,
    "type": TYPE,
    "clause": "font-lock-builtin-face",
    "ambient": "font-lock-variable-name-face",
    "type-name": TYPE,
    "platform": TYPE,
    "function": FUNCTION,
    "state": CONSTANT,
    "namespace": CONSTANT,
    "string": STRING,
    "escape": STRING,
    "number": CONSTANT,
    "comment": "font-lock-comment-face",
    "doc": "font-lock-doc-face",
    "attribute": "font-lock-preprocessor-face",
    "plain": "nil",
}
STEPS = [
    "problem",
    "hover",
    "completion",
    "definition",
    "references",
    "rename",
    "symbols",
    "code action",
    "red",
    "green",
    "state machine",
]


def environment(home: Path) -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "HOME": str(home), "PATH": path, "OSY_WORKSPACE": str(home / "workspace")}


def program() -> Path:
    found = emacs()
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    folder = tmp_path_factory.mktemp("emacs")
    file = folder / "sample.osy"
    file.write_text("\n".join(read(SAMPLE)[0]) + "\n", "utf-8")
    result = subprocess.run(
        [program(), "--batch", "-Q", "-L", MODE, "-l", HERE / "emacs" / "faces.el", file],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(folder),
    )
    assert result.returncode == 0, result.stderr
    return [list(line) for line in json.loads(result.stdout)]


def is_in_text(mark: Mark) -> bool:
    """Whether it stands in a text with holes, which Emacs shows as one string."""
    return read(SAMPLE)[0][mark.line].lstrip().startswith("var text = $")


@pytest.mark.parametrize("mark", read(SAMPLE)[1], ids=lambda mark: f"{mark.line + 1}-{mark.text}-{mark.kind}")
def test_colour(mark: Mark, sample: list[list[str]]) -> None:
    wanted = {STRING if is_in_text(mark) else FACES[mark.kind]}
    if mark.kind == "comment":
        wanted.add("font-lock-comment-delimiter-face")
    # A dot between names has no colour.
    columns = zip(mark.text, sample[mark.line][mark.start : mark.end], strict=True)
    found = {face for character, face in columns if mark.kind != "namespace" or character != "."}
    assert found
    assert found <= wanted


def test_a_session_with_eglot(tmp_path: Path) -> None:
    copied_workspace(tmp_path)
    command: list[str | Path] = [program(), "--batch", "-q", "-L", MODE, "-l", HERE / "emacs" / "session.el"]
    steps, output = run_journey(command, environment(tmp_path), limit_s=180)
    assert steps == STEPS, output
