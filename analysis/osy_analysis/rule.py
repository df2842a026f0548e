"""What a rule is: the one kind of problem that it speaks of, and the words, places and repairs that it gives it."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from osy_analysis.diagnostic import Edit, Fix, Level, Related
from osy_analysis.problems.base import Place, Problem
from osy_analysis.project import Project
from osy_grammar.nodes.base import Node
from osy_grammar.record import record
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile

Subject = TypeVar("Subject", bound=Problem)


@record(eq=False)
class Context:
    """Where a problem was found; turns its nodes into places of the file."""

    project: Project
    path: str
    file: SourceFile
    item: Item

    def span(self, node: Node) -> Span:
        """The node's place in the file."""
        return self.item.span(node)

    def text(self, node: Node) -> str:
        """The node as written."""
        return self.item.chunk.text[node.start : node.end]

    def related(self, node: Node, message: str) -> Related:
        """Another place of the same chunk."""
        return Related(self.path, self.span(node), message)

    def edit(self, span: Span, text: str) -> Edit:
        """A change of this file."""
        return Edit(self.path, span, text)

    def replacement(self, title: str, node: Node, text: str) -> Fix:
        """The repair that writes `text` in the node's place."""
        return Fix(title, (self.edit(self.span(node), text),))


@record(kw_only=True, eq=False)
class Finding:
    """What a rule says of one problem. `page` is the reference page to link if it is not the rule's."""

    span: Span
    message: str
    hint: str | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    page: str | None = None


@record(kw_only=True)
class Rule(Generic[Subject]):
    """One diagnostic. `page` is the id of the reference page of the construct, empty where there is none."""

    code: str
    level: Level
    on: type[Subject]
    check: Callable[[Context, Subject], Iterator[Finding]]
    page: str = ""


def related_place(place: Place, message: str) -> Related:
    """A place in any file."""
    return Related(place.path, place.span, message)
