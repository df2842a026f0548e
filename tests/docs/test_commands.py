"""Every line that the documents tell people to type is run, or there is a reason why it is not."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from osy_testing.documents import ROOT, Block, all_blocks, blocks

NOT_RUN = {
    "code": "needs a desktop; tests/editors installs the packed extension",
    "curl": "needs a network",
    "emacs": "an editor; tests/editors drives those that it can",
    "git": "needs a network, or changes a repository",
    "hx": "an editor; tests/editors drives those that it can",
    "npm": "needs a network",
    "nvim": "an editor; tests/editors drives it",
    "osy lsp": "waits for an editor; tests/server speaks with it",
    "osy test --watch": "never ends; tests/cli/test_test.py watches",
    "pip": "needs a network; tests/release installs",
    "python3 -m venv": "makes an environment; tests/release does so on bare Pythons",
    "~/.osy/bin/pip": "needs a network; tests/release installs",
}
"""What is not run here, by how its line begins, and why."""
OF_DEVELOPERS = ("./dev", ".ci/", "python -m tools", "pre-commit")
"""Commands that work on this repository: they take long, or change it. That they are there is tested."""
ASSIGNED = re.compile(r"^(?:[A-Z_]+=\S+\s+)+")
"""Variables that a line sets for its command."""
BEFORE_A_READER = (
    ("README.md", ("osy", "test"), ("order.osy",)),
    ("docs/guide/testing.md", ("osy", "test"), ("order.test.osy",)),
    ("docs/guide/formatting.md", ("osy", "after"), ("ship.osy", "model/ship.osy")),
)
"""The documents whose lines speak of a program of their own: the first block of these words, and what it is called."""


def lines() -> list[tuple[Block, str]]:
    """Each line of a block, its comment left out; one that ends in a backslash goes on."""
    found = []
    for block in all_blocks("sh", "console"):
        for line in block.text.replace("\\\n", " ").splitlines():
            typed = re.sub(r"(^|\s)#.*$", "", line).strip()
            if typed:
                found.append((block, typed))
    return found


LINES = lines()
IDS = [f"{block.id} {line}" for block, line in LINES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader has before them: the program of the document, beside the examples of the repository."""
    found = tmp_path_factory.mktemp("reader")
    shutil.copytree(ROOT / "examples", found / "examples")
    for document, words, names in BEFORE_A_READER:
        program = next(block for block in blocks(ROOT / document) if block.words[:2] == words)
        for name in names:
            file = found / Path(document).stem / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(program.text, encoding="utf-8")
    return found


@pytest.mark.parametrize(("block", "line"), LINES, ids=IDS)
def test_a_line_can_be_typed(block: Block, line: str, folder: Path) -> None:
    line = ASSIGNED.sub("", line)
    if reason := next((why for begin, why in NOT_RUN.items() if f"{line} ".startswith(f"{begin} ")), None):
        assert reason
    elif line.startswith(OF_DEVELOPERS):
        _is_there(line)
    else:
        _runs(line, folder / _own_folder(block, line))


def _own_folder(block: Block, line: str) -> str:
    if "examples/" in line:
        return "."
    return block.document.stem if block.document.stem in ("README", "formatting") else "testing"


def _runs(line: str, folder: Path) -> None:
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": programs, "HOME": str(folder), "OSY_CACHE_DIR": str(folder / "cache")}
    (folder / "out").mkdir(exist_ok=True)
    ended = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    # A program with findings and one without tests are answers; what could not run, or is not there, is none.
    assert ended.returncode in (0, 1, 5), f"{line}: {ended.stdout}{ended.stderr}"


def _is_there(line: str) -> None:
    first, *rest = line.split()
    if first == "./dev":
        assert not rest or f"\n  {rest[0]} " in (ROOT / "dev").read_text(encoding="utf-8")
    elif first == "python":
        asked = [sys.executable, *rest[:3], "--help"]
        ended = subprocess.run(asked, cwd=ROOT, capture_output=True, check=False)
        assert ended.returncode == 0, ended.stderr
    elif first != "pre-commit":
        assert (ROOT / first).is_file()
