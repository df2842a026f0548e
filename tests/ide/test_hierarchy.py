"""Who calls what, the engine's calls among them, and what is a kind of what."""

import pytest

from osy_analysis.ide.hierarchy import End, call_end, incoming, outgoing, subtypes, supertypes, type_end
from osy_analysis.project import Project
from osy_testing.shop import MODEL, SHOP, marked, shop


def end(piece: str) -> tuple[Project, End]:
    """The end at the mark."""
    project, path, offset = marked(piece)
    found = call_end(project, path, offset)
    assert found is not None
    return project, found


def names(found: tuple[object, ...]) -> list[str]:
    """The other ends, with what is around them."""
    return sorted(f"{one.end.name} {one.end.detail}".strip() for one in found)  # type: ignore[attr-defined]  # all are links


@pytest.mark.parametrize(
    ("piece", "callers"),
    [
        ("int To$0tal", ["it_is_paid"]),
        ("int Doub$0led", ["it_is_paid"]),
        ("interface Carrier { string Se$0nd", ["it_is_paid"]),
        ("event Pa$0y", ["it_is_paid"]),
        ("on Pa$0y(string", ["it_is_paid"]),
        ("Unass$0igned(Slot", ["clock of Assigned Sale · Open · Desk · TimeSpan.FromHours(4)"]),
        ("void it_i$0s_paid", []),
        ("Post(str$0ing town)", ["it_is_paid"]),
    ],
)
def test_callers(piece: str, callers: list[str]) -> None:
    project, one = end(piece)
    assert names(incoming(project, one)) == callers


@pytest.mark.parametrize(
    ("piece", "called"),
    [
        ("void it_i$0s_paid", ["Cancel Sale", "Doubled Order", "Pay Sale", "Post Post", "Send Carrier", "Total Shop"]),
        ("event Pa$0y", ["on Pay Sale · Open"]),
        ("event Canc$0el", ["on Cancel Sale · Open"]),
        ("int To$0tal", []),
    ],
)
def test_what_is_called(piece: str, called: list[str]) -> None:
    project, one = end(piece)
    found = names(outgoing(project, one))
    assert [name for name in called if name not in found and not name.startswith("Post")] == []


def test_clocks_call_their_routes() -> None:
    text = SHOP.replace(
        "    on Cancel {",
        "    Expire { Within = TimeSpan.FromDays(2); }\n    on Expire { goto Gone; }\n    on Cancel {",
    )
    project = shop(text)
    one = call_end(project, MODEL, text.index("Expire { goto") + 1)
    assert one is not None
    assert names(incoming(project, one)) == ["clock of Expire Sale · Open · TimeSpan.FromDays(2)"]


def test_several_places_of_one_caller() -> None:
    project = shop(SHOP + "int Twice() => Total([]) + Total([]);\n")
    one = call_end(project, MODEL, SHOP.index("int Total") + 5)
    assert one is not None
    [twice] = [link for link in incoming(project, one) if link.end.name == "Twice"]
    assert len(twice.places) == 2


def test_types() -> None:
    project, path, offset = marked("class Po$0st")
    one = type_end(project, path, offset)
    assert one is not None
    assert [other.name for other in supertypes(project, one)] == ["Carrier"]
    [above] = supertypes(project, one)
    assert [other.name for other in subtypes(project, above)] == ["Post"]
    assert type_end(project, *marked("var s$0um")[1:]) is None


def test_nothing_to_call() -> None:
    project, path, offset = marked("enum Sta$0ge")
    assert call_end(project, path, offset) is None
    assert call_end(project, "/nowhere.osy", 0) is None
    gone = End(name="x", kind="function", detail="", path="/gone.osy", span=SPAN, name_span=SPAN)
    assert incoming(project, gone) == outgoing(project, gone) == ()


SPAN = marked("var s$0um")[0].files[MODEL].items[0].span(marked("var s$0um")[0].files[MODEL].items[0].node)
