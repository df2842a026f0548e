"""The numbers of a file put together from its declarations are those that counting its tokens gives."""

import pytest

from osy_analysis.ide.semantic_tokens import coloured, semantic_tokens
from osy_analysis.project import Project
from osy_grammar.span import Units
from osy_server import convert
from osy_testing.order_app import program
from osy_testing.samples import SAMPLES

PATH = "/app/a.osy"
ROWS = "/* 😀 */ enum É { A } enum 漢 { B } /* é */\n\nint F(É e) { /*\n*/ return 1; } int G() => F(É.A);"
TEXTS = {**SAMPLES, "order": program(), "rows": ROWS, "nothing": "// 😀\n", "empty": ""}


@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
@pytest.mark.parametrize("name", TEXTS)
def test_numbers(name: str, end: str, units: Units) -> None:
    project = Project(root="/app").with_file(PATH, TEXTS[name].replace("\n", end))
    lines = project.files[PATH].lines
    counted = convert.some_tokens(semantic_tokens(project, PATH), lines, units)
    assert convert.all_tokens(coloured(project, PATH), lines, units) == counted


def test_numbers_after_edits() -> None:
    """What is kept of declarations that did not change is right where they stand now."""
    project = Project(root="/app").with_file(PATH, program())
    for at, inserted in ((0, "// a\n\n"), (0, "/* é */ "), (300, "\n"), (40, " 😀")):
        text = project.files[PATH].text
        project = project.with_file(PATH, text[:at] + inserted + text[at:])
        lines = project.files[PATH].lines
        counted = convert.some_tokens(semantic_tokens(project, PATH), lines, Units.UTF16)
        assert convert.all_tokens(coloured(project, PATH), lines, Units.UTF16) == counted
