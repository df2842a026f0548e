"""Semantic tokens: a word's kind comes from where it stands in the tree, not from its letters."""

import pytest

from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_grammar.parse import parse
from osy_testing.order_app import program


def kinds(text: str) -> list[tuple[str, str]]:
    """Each token's text and kind."""
    return [(text[token.start : token.end], token.kind) for token in semantic_tokens(parse(text))]


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
    tokens = [
        token.modifiers
        for text in (program("arm", "slot.Release();"), program("test", "var slot = 1; slot = 2;"))
        for token in semantic_tokens(parse(text))
        if text[token.start : token.end] == "slot"
    ]
    assert tokens == [("readonly", "defaultLibrary"), ("declaration",), ()]


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
    for token in semantic_tokens(parse(program("arm", "slot.Assign(Person.Single(u => slot.Candidates(u)));"))):
        assert token.start >= end
        end = token.end


def test_holes_of_texts_are_coloured() -> None:
    assert ("Letters", "function") in kinds('void f() { var s = $"n {Letters(null)} m"; }')
