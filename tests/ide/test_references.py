"""Mentions of a thing, what each does, and where a name leads."""

import pytest

from osy_analysis.ide.definition import declaration, definition, implementation, type_definition
from osy_analysis.ide.mentions import Use
from osy_analysis.ide.references import highlights, references
from osy_analysis.project import Project
from osy_testing.shop import CASES, MODEL, SHOP, TEST, marked, shop


def lines(project: Project, found: tuple[object, ...]) -> list[str]:
    """The lines that locations point at, without their blanks."""
    told = []
    for one in found:
        file = project.files[one.path]  # type: ignore[attr-defined]  # a mention and a location both have a path
        span = getattr(one, "name_span", None) or one.span  # type: ignore[attr-defined]  # likewise
        told.append(file.lines.line_span(file.lines.line_of(span.start)).text(file.text).strip())
    return told


def test_references_with_their_uses() -> None:
    project, path, offset = marked("string Co$0de")
    found = references(project, path, offset)
    assert [one.use for one in found] == [Use.DECLARE, Use.READ, Use.READ, Use.WRITE, Use.WRITE]
    assert {one.path for one in found} == {MODEL, TEST}
    assert len(references(project, path, offset, with_declaration=False)) == 4


def test_the_ambient_slot_is_a_mention() -> None:
    project, path, offset = marked("as De$0sk")
    assert "slot" in {one.span.text(project.files[one.path].text) for one in references(project, path, offset)}


@pytest.mark.parametrize("piece", ["nothing$0here", "Assert.Equ$0al", "TimeS$0pan", "lat$0e.Release"])
def test_references_of_other_things(piece: str) -> None:
    if piece.startswith("nothing"):
        assert references(shop(), "/app/nowhere.osy", 3) == ()
        return
    project, path, offset = marked(piece)
    found = references(project, path, offset)
    name = piece.replace("$0", "").split(".")[0 if piece.startswith("lat") else -1]
    assert found
    assert {one.span.text(project.files[one.path].text) for one in found} == {name}


def test_highlights_stay_in_the_file() -> None:
    project, path, offset = marked("var s$0um")
    assert [one.use for one in highlights(project, path, offset)] == [Use.DECLARE, Use.READ]
    project, path, offset = marked("event Pa$0y")
    assert {one.path for one in highlights(project, path, offset)} == {MODEL}


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        ("post.Se$0nd", ["string Send(Order order);"]),
        ("string Se$0nd(Order order) {", ["interface Carrier { string Send(Order order); }"]),
        ("goto Pa$0id", ["enum Stage { Open, Paid, Gone }"]),
        ("new Ord$0er", ["entity Order {", "partial entity Order { int Weight; }"]),
        ("Total([ro$0w])", ["var row = Order.Single();"]),
    ],
)
def test_declarations(piece: str, wanted: list[str]) -> None:
    project, path, offset = marked(piece)
    found = lines(project, declaration(project, path, offset))
    assert [one in line for one, line in zip(wanted, found, strict=True)] == [True] * len(wanted) or found == wanted


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        ("Total([ro$0w])", ["entity Order {", "partial entity Order { int Weight; }"]),
        ("pos$0t.Send", ["interface Carrier { string Send(Order order); }"]),
        ("Person? Buy$0er", ["entity Person { string Email; bool IsLead; }"]),
        ("runas (An$0n)", ["entity Person { string Email; bool IsLead; }"]),
        ("lat$0e.Release", ["subscribe Pay(string reference) as Desk {"]),
        ("For(row).De$0sk", ["subscribe Pay(string reference) as Desk {"]),
        ("int To$0tal", []),
        ("var s$0um", []),
    ],
)
def test_types(piece: str, wanted: list[str]) -> None:
    project, path, offset = marked(piece)
    assert lines(project, type_definition(project, path, offset)) == wanted


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        ("interface Carr$0ier", ["class Post : Carrier {"]),
        ("interface Carrier { string Se$0nd", ["string Send(Order order) { return order.Code; }"]),
        ("event Canc$0el", ["subscribe Cancel();", "on Cancel { goto Gone; }"]),
        ("int To$0tal", []),
        ("int Wei$0ght", []),
    ],
)
def test_implementations(piece: str, wanted: list[str]) -> None:
    project, path, offset = marked(piece)
    assert lines(project, implementation(project, path, offset)) == wanted


def test_a_using_leads_to_its_namespace() -> None:
    project, path, offset = marked("using Sh$0op")
    assert lines(project, definition(project, path, offset)) == ["namespace Shop;"]
    assert CASES.startswith("using Shop")
    assert SHOP.startswith("namespace Shop")
