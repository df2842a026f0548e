"""The formatter knows of every kind of node whether what stands in it begins lines of its own."""

from collections.abc import Iterator

import pytest

from osy_grammar.format.bodies import ITEM_FIELDS, LISTS
from osy_grammar.nodes.base import Node

INLINE = frozenset((
    "attributes", "modifiers", "type_parameters", "type_arguments", "arguments", "parameters", "bases", "verbs",
    "fields", "tails", "tokens", "elements", "names", "packages", "values", "labels", "catches", "plural",
))  # fmt: skip
"""Fields whose nodes stand in a line of something else, or in a list with commas."""


def kinds(kind: type[Node] = Node) -> Iterator[type[Node]]:
    """Every class of nodes."""
    for below in kind.__subclasses__():
        yield below
        yield from kinds(below)


@pytest.mark.parametrize("kind", [*dict.fromkeys(kinds())])
def test_every_list_of_a_node_is_items_or_stands_in_line(kind: type[Node]) -> None:
    lists = {name for name, type_ in kind.__node_fields__.items() if type_.startswith("tuple")}
    if kind not in LISTS:
        assert lists <= ITEM_FIELDS | INLINE
