"""Semantic tokens: a word's kind comes from where it stands in the tree, not from its letters."""

import pytest

from osy_analysis.ide.semantic_tokens import Token, semantic_tokens
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Name
from osy_grammar.span import Span
from osy_testing.order_app import PATH, program
from osy_testing.samples import SAMPLES
from osy_testing.shop import marked as shop_marked


def tokens(text: str) -> list[Token]:
    """The tokens of a program of one file."""
    return list(semantic_tokens(Project(root="/app").with_file(PATH, text), PATH))


def kinds(text: str) -> list[tuple[str, str]]:
    """Each token's text and kind."""
    return [(text[token.start : token.end], token.kind) for token in tokens(text)]


def test_a_workflow() -> None:
    text = (
        "workflow W { Tracks = E.S; Initial = A; event Go(int n);"
        " state A { on Go(int n) { goto B; } } terminal success B { } }"
    )
    assert kinds(text) == [
        ("workflow", "keyword"), ("W", "class"),
        ("Tracks", "property"), ("E", "type"), ("S", "property"),
        ("Initial", "property"), ("A", "enumMember"),
        ("event", "keyword"), ("Go", "event"), ("int", "type"), ("n", "parameter"),
        ("state", "keyword"), ("A", "enumMember"),
        ("on", "keyword"), ("Go", "event"), ("int", "type"), ("n", "parameter"),
        ("goto", "keyword"), ("B", "enumMember"),
        ("terminal", "keyword"), ("success", "modifier"), ("B", "enumMember"),
    ]  # fmt: skip


def test_contextual_words_are_names_elsewhere() -> None:
    text = "entity E { string state; string event; } void f(int on) { var slot = on; slot = 1; }"
    found = dict(kinds(text))
    assert found["state"] == "property"
    assert found["event"] == "property"
    assert found["on"] == "parameter"
    assert found["slot"] == "variable"
    assert found["entity"] == "keyword"


def test_the_ambient_slot_is_one_only_in_milestones() -> None:
    found = [
        token.modifiers
        for text in (program("arm", "slot.Release();"), program("test", "var slot = 1; slot = 2;"))
        for token in tokens(text)
        if text[token.start : token.end] == "slot"
    ]
    assert found == [("readonly", "defaultLibrary"), ("declaration",), ()]


@pytest.mark.parametrize(
    ("code", "word", "kind"),
    [
        ("Assert.Equal(1, Letters(text: null));", "Assert", "type"),
        ("Assert.Equal(1, Letters(text: null));", "Equal", "method"),
        ("Assert.Equal(1, Letters(text: null));", "Letters", "function"),
        ("Assert.Equal(1, Letters(text: null));", "text", "parameter"),
        ("var x = new Person { Email = null };", "Person", "type"),
        ("var x = Order.Where(o => o.Status == null);", "Order", "type"),
        ("var x = Order.Where(o => o.Status == null);", "o", "parameter"),
        ("if (true) { return; }", "if", "keyword"),
        ("if (true) { return; }", "true", "keyword"),
    ],
)
def test_code(code: str, word: str, kind: str) -> None:
    assert (word, kind) in kinds(f"void f() {{ {code} }}")


def test_attributes() -> None:
    assert kinds("[Test(World)] void f() { }")[0] == ("Test", "decorator")


def test_tokens_are_in_order_and_never_overlap() -> None:
    end = 0
    for token in tokens(program("arm", "slot.Assign(Person.Single(u => slot.Candidates(u)));")):
        assert token.start >= end
        end = token.end


def test_holes_of_texts_are_coloured() -> None:
    assert ("Letters", "function") in kinds('void f() { var s = $"n {Letters(null)} m"; }')


@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        ("int Weight; }\n$0entity Order", "keyword"),
        ("  $0Stage Stage;", "enum"),
        ("Stage $0Stage;", "property"),
        ("  $0Person? Buyer;", "class"),
        ("class Post : $0Carrier", "interface"),
        ("orders.$0Sum(each", "method"),
        ("$0each.Weight", "parameter"),
        ("Tracks = $0Order.Stage", "class"),
        ("Tracks = Order.$0Stage", "property"),
        ("subscribe $0Pay(", "event"),
        ("goto $0Paid", "enumMember"),
        ("return $0sum;", "variable"),
        ("= $0Weight * by", "property"),
        ("Weight * $0by", "parameter"),
        ("Assert.Equal(Stage.$0Paid", "enumMember"),
        ("Assert.Equal($0Stage.Paid", "enum"),
        ("Sale.$0RaisePay(", "method"),
        ("$0Sale.RaisePay(", "class"),
        ("Sale.For(row).$0Desk", "variable"),
        ("new $0Post(", "class"),
        ("post.$0Send(row)", "method"),
        ("$0post.Send(row)", "variable"),
        ("runas ($0Ann)", "variable"),
        ("row.$0Doubled(2)", "method"),
        ("+ $0Total([row])", "function"),
        ("[Test($0World)]", "function"),
        ("$0Assert.False", "type"),
    ],
)
def test_a_name_is_what_it_means(marked: str, kind: str) -> None:
    project, path, offset = shop_marked(marked)
    assert [one.kind for one in semantic_tokens(project, path) if one.start == offset] == [kind]


def test_a_part_has_the_tokens_of_the_whole_that_stand_there() -> None:
    project, path, offset = shop_marked("$0workflow Sale {")
    part = Span(offset, offset + 200)
    whole = [one for one in semantic_tokens(project, path) if one.start < part.end and one.end > part.start]
    assert list(semantic_tokens(project, path, part)) == whole


def test_every_name_of_the_samples_that_means_something_has_a_kind() -> None:
    for name, text in SAMPLES.items():
        path = f"/app/{name}.osy"
        project = Project(root="/app").with_file(path, text)
        starts = {one.start for one in semantic_tokens(project, path)}
        for item in project.files[path].items:
            for node in semantics_of(project).bound(path, item).targets:
                if isinstance(node, Identifier | Name):
                    assert item.start + node.start in starts, (name, node)
