"""Going to a declaration."""

import pytest

from osy_analysis.ide.definition import definition
from osy_testing.order_app import PATH, project


@pytest.mark.parametrize(
    ("hole", "code", "line"),
    [
        ("route", "goto Par$0ked;", "  state Parked {"),
        ("arm", "slo$0t.Release();", "    subscribe Approve(Decision decision) as Legal {"),
        ("state", "on Pai$0d { }", "  event Paid(string reference);"),
        ("test", "Orde$0r.Single();", "entity Order {"),
        ("test", "Lett$0ers(null);", "int Letters(string text) => text.Length;"),
        ("test", "ReviewFlow.RaisePa$0id(null, null);", "  event Paid(string reference);"),
        ("route", "var s = this.Item.Sta$0tus;", "  OrderState Status;"),
    ],
)
def test_the_line_of_the_declaration(hole: str, code: str, line: str) -> None:
    found, offset = project(hole, code)
    [place] = definition(found, PATH, offset)
    source = found.files[place.path]
    assert source.lines.line_span(source.lines.line_of(place.name_span.start)).text(source.text) == line


@pytest.mark.parametrize("code", ["nobody$0.Knows();", "var x = 1$02;", "// Ord$0er"])
def test_nowhere_to_go(code: str) -> None:
    found, offset = project("test", code)
    assert definition(found, PATH, offset) == ()
