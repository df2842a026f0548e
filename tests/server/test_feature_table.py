"""The table of features tells only what a test shows, and tells all that is announced."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "editors" / "language-server.md"
_LINK = re.compile(r"\[(?P<mark>[Y~])\]\(\.\./\.\./(?P<file>\S+) \"(?P<name>\w+)\"\)\Z")
OTHERS = 8


def rows() -> list[list[str]]:
    """The cells of each feature."""
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("| Feature | Ours") :].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:]]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].strip())
def test_what_we_have_is_shown_by_a_test(row: list[str]) -> None:
    assert len(row) == 2 + OTHERS
    assert set(row[2:]) <= {"Y", "~", "N", "?", "–"}
    if row[1] == "N":
        return
    link = _LINK.match(row[1])
    assert link is not None, row[1]
    assert link["name"] in functions(ROOT / link["file"])


def functions(file: Path) -> set[str]:
    """The names of a file's functions: of tests in Python, or of the steps of a journey."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".mjs":
        return set(re.findall(r"^async function (\w+)\(", text, re.MULTILINE))
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_page_lists_every_setting_that_is_switched() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in ("parameters", "types", "sla", "retries"):
        assert f"`inlayHints.{name}`" in text
