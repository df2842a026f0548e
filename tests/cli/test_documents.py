"""The project's own documents: every program in them is right, and every test in them passes."""

from pathlib import Path

import pytest

from osy_cli.exits import Exit
from osy_testing.command_line import Osy

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_right(document: Path, osy: Osy) -> None:
    assert osy("lint", str(document)).out.startswith("Nothing found")
    ended = osy("test", str(document))
    has_tests = "```osy test" in document.read_text(encoding="utf-8")
    assert ended.status == (Exit.OK if has_tests else Exit.NO_TESTS), ended.out


def test_the_examples_do_what_they_say(osy: Osy) -> None:
    assert osy("lint", str(ROOT / "examples" / "approvals")).out.startswith("Nothing found")
    assert osy("test", str(ROOT / "examples" / "approvals")).status == 0
    assert osy("check", str(ROOT / "examples" / "mistakes")).status == 1
    assert osy("lint", str(ROOT / "examples" / "failing")).out.startswith("Nothing found")
    assert osy("test", str(ROOT / "examples" / "failing")).status == 1
