"""What every problem is, and how one points into another file."""

from typing import ClassVar, TypeVar, dataclass_transform

from osy_grammar.nodes.base import Node, NodeType, node
from osy_grammar.record import record
from osy_grammar.span import Span
from osy_grammar.tree import Item

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def problem(cls: type[T]) -> type[T]:
    """Say to type checkers that this is a class of problems: made as nodes are, which costs a start little."""
    return node(cls)


@problem
class Problem(metaclass=NodeType):
    """One fault. Its nodes belong to the chunk in which it was found, unless they come in a `Place`.

    `is_about_names` marks problems that may be none where part of the program is out of view.
    """

    is_about_names: ClassVar[bool] = False


@record()
class Place:
    """A node of some file of the project."""

    path: str
    item: Item
    node: Node

    @property
    def span(self) -> Span:
        """The node's place in its file."""
        return self.item.span(self.node)
