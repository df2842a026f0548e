"""The Vim syntax file in a real Neovim, by the same sample as the TextMate grammar."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from osy_testing.editor_programs import neovim
from osy_testing.marked import Mark, read
from tools.generate import vim

HERE = Path(__file__).parent
PLUGIN = HERE.parent.parent / "editors" / "nvim"
SAMPLE = (HERE / "syntax" / "sample.osy").read_text("utf-8")
GROUPS = {
    "control": ("osyControl", "osyWhen", "osyRuleWord"),
    "declaration": ("osyDeclaration", "osyInvariantWord"),
    "modifier": ("osyModifier", "osyOutcome"),
    "word-operator": ("osyWordOperator", "osyVerb"),
    "constant": ("osyConstant",),
    "type": ("osyType",),
    "clause": ("osyClause", "osyClauseWord"),
    "ambient": ("osyAmbient", "osyUser"),
    "type-name": ("osyTypeName", "osyDeclaredType"),
    "platform": ("osyPlatform",),
    "function": ("osyFunction", "osyMethod", "osyDeclaredFunction"),
    "state": ("osyState",),
    "namespace": ("osyNamespace",),
    "string": ("osyString", "osyRaw", "osyText", "osyChar"),
    "escape": ("osyEscape", "osyDoubled"),
    "format": ("osyFormat",),
    "number": ("osyNumber",),
    "comment": ("osyComment",),
    "doc": ("osyDoc",),
    "attribute": ("osyAttribute",),
}


def groups(folder: Path, text: str, syntax: str) -> list[list[str]]:
    """The groups of each line's columns; the test is skipped where Neovim is missing."""
    found = os.environ.get("OSY_NVIM") or shutil.which("nvim")
    program = neovim()
    if isinstance(program, str) and not found:
        pytest.skip(program)
    file = folder / "sample.txt"
    file.write_text(text, "utf-8")
    result = subprocess.run(
        [found or program, "--clean", "--headless", "-l", HERE / "syntax" / "groups.lua", PLUGIN, file, syntax],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder)},
    )
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["syntax"] == syntax
    return [list(line) for line in answer["lines"]]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    return groups(tmp_path_factory.mktemp("vim"), "\n".join(read(SAMPLE)[0]), "osy")


@pytest.mark.parametrize("mark", read(SAMPLE)[1], ids=lambda mark: f"{mark.line + 1}-{mark.text}-{mark.kind}")
def test_colour(mark: Mark, sample: list[list[str]]) -> None:
    for group in set(sample[mark.line][mark.start : mark.end]):
        if mark.kind == "plain":
            assert group not in vim.LINKS, f"`{mark.text}` is {group}"
        else:
            assert group in GROUPS[mark.kind], f"`{mark.text}` is {group or 'plain'}"


def test_a_fenced_block_in_markdown(tmp_path: Path) -> None:
    text = 'before\n\n```osy title="a" test app=x\nstate Open { }\n```\n\nstate After { }\n'
    lines = groups(tmp_path, text, "markdown")
    assert lines[3][0] == "osyDeclaration"
    assert lines[6][0] != "osyDeclaration"
