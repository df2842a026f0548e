"""Going over trees, comments, and where declarations begin."""

from osy_grammar import parse
from osy_grammar.walk import children, path_at, walk

TEXT = """\
// A licence.

/// What floats.
[Principal]
/// Of wood.
entity Ship {
  /// How it is called.
  /// Unique.
  string Name; // behind
  int Decks;
}

// The end.
"""


def test_walk_is_in_source_order() -> None:
    nodes = list(walk(parse(TEXT).items[0].node))
    assert [node.start for node in nodes] == sorted(node.start for node in nodes)
    assert nodes[0] is parse(TEXT).items[0].node or type(nodes[0]).__name__ == "Entity"


def test_a_declaration_begins_at_its_attributes_and_an_item_at_its_comments() -> None:
    item = parse(TEXT).items[0]
    assert item.start == 0
    assert item.span(item.node).text(TEXT).startswith("[Principal]")
    assert item.span(item.node).text(TEXT).endswith("}")
    assert len(item.chunk.text) < len(TEXT)


def test_doc_comments_belong_to_what_follows() -> None:
    item = parse(TEXT).items[0]
    first, second = (child for child in children(item.node) if type(child).__name__ == "Field")
    assert item.chunk.doc_comment(item.node) == "What floats.\nOf wood."
    assert item.chunk.doc_comment(first) == "How it is called.\nUnique."
    assert item.chunk.doc_comment(second) == ""


def test_the_path_to_an_offset_is_from_the_outside_in() -> None:
    item = parse(TEXT).items[0]
    path = path_at(item, TEXT.index("Decks") + 2)
    assert [type(node).__name__ for node in path] == ["Entity", "Field", "Identifier"]
    assert path_at(item, 0) == ()


def test_a_node_shows_where_it_is() -> None:
    assert repr(parse("class A { }").items[0].node) == "Class(0..11)"


def test_nodes_cannot_be_changed() -> None:
    node = parse("class A { }").items[0].node
    try:
        node.start = 3  # type: ignore[misc]  # which is what is tested
    except AttributeError:
        return
    raise AssertionError("a node was changed")
