"""Markup: elements and their parameters, as they are proposed and explained; forms of the library's members."""

import pytest

from osy_analysis.ide.completion import complete, documentation
from osy_analysis.ide.hover import hover
from osy_analysis.project import Project
from osy_testing.cursor import cut

PATH = "/app/pages.osy"
DECLARED = """
component Tile(string pet, bool live = false) { render { Text(pet); } }
public class Match { public string Home; }
public class Board { public Match Next; }
"""


def project(marked: str) -> tuple[Project, int]:
    text, offset = cut(DECLARED + marked)
    return Project(root="/app").with_file(PATH, text), offset


def labels(marked: str) -> set[str]:
    """The proposals at the cursor."""
    found, offset = project(marked)
    return {item.label for item in complete(found, PATH, offset)}


def page(inside: str) -> str:
    """A component with something in what it renders."""
    return f"component Stays() {{ int count; render {{ {inside} }} }}"


@pytest.mark.parametrize(
    "inside",
    [
        "$0",
        "Bu$0",
        "Row { $0 }",
        "Row(gap: 2) { Text(1); $0 }",
        "if (true) { $0 } else { Text(2); }",
        "Row { b => $0 }",
    ],
)
def test_elements_are_proposed_where_one_can_begin(inside: str) -> None:
    assert {"Button", "Stack", "Outlet", "Tile", "slot"} <= labels(page(inside))


@pytest.mark.parametrize(
    ("inside", "wanted", "unwanted"),
    [
        ('Button("x", $0)', {"onPress:", "tone:", "Tone"}, {"gap:"}),
        ('Button("x", on$0', {"onPress:"}, set()),
        ('Button("x", tone: Tone.Ghost, $0)', {"onPress:"}, {"tone:"}),
        ("Row($0) { Text(1); }", {"gap:", "align:", "label:"}, {"onPress:"}),
        ('Row { Field("Pet", $0); }', {"value:", "hint:"}, {"gap:"}),
        ("Tile($0)", {"pet:", "live:"}, {"gap:"}),
        ("Nowhere($0)", {"Board"}, {"gap:"}),
    ],
)
def test_the_parameters_of_the_element_around(inside: str, wanted: set[str], unwanted: set[str]) -> None:
    found = labels(page(inside))
    assert wanted <= found
    assert not unwanted & found


def test_a_value_of_a_parameter_is_an_expression() -> None:
    assert {"Tone", "Size"} <= labels(page('Button("x", tone: $0)'))
    assert {"Danger", "Ghost"} <= labels(page('Button("x", tone: Tone.$0)'))


def test_what_a_component_listens_to() -> None:
    assert labels("component Stays() { on $0 }") == {"mount", "change", "every"}


@pytest.mark.parametrize(
    ("subject", "wanted"),
    [
        ("element:Button", "Button(string label, Action onPress"),
        ("element:Row", "It also takes where it stands"),
        ("trigger:every", "every(TimeSpan span)"),
        ("member:string.IndexOf", "int IndexOf(char mark"),
    ],
)
def test_what_there_is_to_say_about_them(subject: str, wanted: str) -> None:
    found, _ = project(page("$0"))
    assert wanted in documentation(found, PATH, subject)


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        (page('But$0ton("x");'), "Something to press."),
        (page('Ti$0le("x");'), "component Tile"),
        ("bool F(string s) => s.StartsW$0ith('x');", "bool StartsWith(char mark)  // of string"),
    ],
)
def test_hovers(marked: str, wanted: str) -> None:
    found, offset = project(marked)
    told = hover(found, PATH, offset)
    assert told is not None
    assert wanted in told.markdown


def test_a_class_of_the_app_has_none_of_the_members_of_the_platforms_type_of_its_name() -> None:
    found = labels("string F(Board b) => b.Next.$0;")
    assert "Home" in found
    assert "Success" not in found
