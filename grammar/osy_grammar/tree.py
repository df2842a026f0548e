"""A parsed file: its top-level items, each a tree of its own with places relative to itself.

An item's text begins where the one before it ended (the comments before a declaration belong to it), so the items'
texts put together are the file's text. A `Chunk` knows nothing of where it stands; that is what makes it reusable
after an edit elsewhere.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Declaration
from osy_grammar.record import record
from osy_grammar.span import LineIndex, Span


@record()
class Comment:
    """`//`, `///` or `/* */`, with its marks; places as in the nodes of its chunk."""

    start: int
    end: int
    is_doc: bool


@record()
class SyntaxRelated:
    """Another place that explains a problem."""

    start: int
    end: int
    message: str


@record()
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


@record(weakref_slot=True, eq=False)
class Chunk:
    """One top-level item parsed by itself."""

    text: str
    node: Declaration
    comments: tuple[Comment, ...]
    problems: tuple[SyntaxProblem, ...]

    def doc_comment(self, node: Node) -> str:
        """The text of the node's `///` lines, marks removed; empty if there are none."""
        return "\n".join(
            self.text[comment.start + 3 : comment.end].removeprefix(" ").rstrip() for comment in self.doc_comments(node)
        )

    def doc_comments(self, node: Node) -> tuple[Comment, ...]:
        """The `///` lines right before `node` and those between its attributes, in source order."""
        found: list[Comment] = []
        at = bisect_right(self.comments, node.start, key=_end_of)
        if getattr(node, "attributes", ()):
            name: Node = getattr(node, "name", node)
            inside = bisect_right(self.comments, name.start, key=_end_of)
            found += [comment for comment in reversed(self.comments[at:inside]) if comment.start >= node.start]
        start = node.start
        while at > 0:
            comment = self.comments[at - 1]
            if self.text[comment.end : start].strip() or not self.text.startswith("//", comment.start):
                break
            found.append(comment)
            start, at = comment.start, at - 1
        return tuple(comment for comment in reversed(found) if comment.is_doc)


def _end_of(comment: Comment) -> int:
    return comment.end


@record(eq=False)
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


@record(eq=False, weakref_slot=True, dict_slot=True)
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
