"""What every node is: a frozen value with the place of its text.

`start` and `end` count characters **from the start of the top-level item** that the node belongs to, so that an item can be
kept when text before it changes. `Item.span(node)` gives the place in the file; a bare node has no `span` on purpose.
Nodes compare by identity, and none holds its parent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Make a node class: frozen, slotted, compared by identity (a deep tree must not recurse in `==` or `repr`)."""
    make: Callable[[type[T]], type[T]] = dataclass(frozen=True, slots=True, eq=False, repr=False)
    return make(cls)


@node
class Node:
    """A piece of the tree; `start` and `end` are characters from the start of its top-level item."""

    start: int
    end: int

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start}..{self.end})"


@node
class Token(Node):
    """A token that recovery skipped: its terminal's name and its text."""

    kind: str
    text: str


@node
class Identifier(Node):
    """A name as written, declared or mentioned. Recovery makes one with an empty text where a name is missing."""

    text: str


@node
class QualifiedName(Node):
    """Names joined by dots."""

    parts: tuple[Identifier, ...]

    @property
    def text(self) -> str:
        """The parts joined by dots, without the blanks and comments that may stand between them."""
        return ".".join(part.text for part in self.parts)

    @property
    def last(self) -> Identifier:
        """The short name."""
        return self.parts[-1]
