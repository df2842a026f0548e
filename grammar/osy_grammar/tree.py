"""A parsed file: its top-level items, each a tree of its own with places relative to itself.

An item's text begins where the one before it ended (the comments before a declaration belong to it), so the items'
texts put together are the file's text. A `Chunk` knows nothing of where it stands; that is what makes it reusable
after an edit elsewhere.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Declaration
from osy_grammar.span import LineIndex, Span


@dataclass(frozen=True, slots=True)
class Comment:
    """`//`, `///` or `/* */`, with its marks; places as in the nodes of its chunk."""

    start: int
    end: int
    is_doc: bool


@dataclass(frozen=True, slots=True)
class SyntaxRelated:
    """Another place that explains a problem."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """One fault of syntax; places are relative to the chunk, as in its nodes.

    `missing` is the text whose insertion at `insert_at` would mend it, where one such text is likely.
    """

    start: int
    end: int
    message: str
    is_unclosed: bool = False
    related: tuple[SyntaxRelated, ...] = ()
    missing: str | None = None
    insert_at: int = 0


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Chunk:
    """One top-level item parsed by itself."""

    text: str
    node: Declaration
    comments: tuple[Comment, ...]
    problems: tuple[SyntaxProblem, ...]

    def doc_comment(self, node: Node) -> str:
        """The text of the `///` lines right before `node` (or between its attributes), marks removed; empty if none."""
        lines = [
            self.text[comment.start + 3 : comment.end].removeprefix(" ").rstrip()
            for comment in self.comments
            if comment.is_doc and self.documents(comment, node)
        ]
        return "\n".join(lines)

    def documents(self, comment: Comment, node: Node) -> bool:
        """Whether the comment stands right before `node` or between its attributes."""
        if comment.end > node.start:
            attributes = getattr(node, "attributes", ())
            name = getattr(node, "name", node)
            return bool(attributes) and node.start <= comment.start and comment.end <= name.start
        between = self.text[comment.end : node.start]
        return all(not line.strip() or line.lstrip().startswith("//") for line in between.splitlines())


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A chunk at its place in a file; `start` counts characters from the file's start."""

    start: int
    chunk: Chunk

    @property
    def node(self) -> Declaration:
        """The declaration."""
        return self.chunk.node

    @property
    def end(self) -> int:
        """Where the item's text ends in the file."""
        return self.start + len(self.chunk.text)

    def span(self, node: Node) -> Span:
        """The place of one of this item's nodes in the file."""
        return Span(self.start + node.start, self.start + node.end)


@dataclass(frozen=True, eq=False)
class SourceFile:
    """A whole parsed file. The last item may be followed by comments only: then `text` is longer than the items.

    `reaches` tells for each item how far the text was read to find its end, which is what the next parse goes by.
    """

    text: str
    items: tuple[Item, ...]
    reaches: tuple[int, ...]

    @cached_property
    def lines(self) -> LineIndex:
        """The file's lines."""
        return LineIndex(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [item.start for item in self.items]

    @property
    def problems(self) -> Iterator[tuple[Item, SyntaxProblem]]:
        """Every fault of syntax with the item it is in, in source order."""
        for item in self.items:
            for problem in item.chunk.problems:
                yield item, problem

    def item_at(self, offset: int) -> Item | None:
        """The item whose text holds `offset` (at its very end, too); None in the comments after the last."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return None
        item = self.items[index]
        return item if offset <= item.end else None
