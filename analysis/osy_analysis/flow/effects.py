"""What a question about a body makes of its nodes: the facts that each brings, takes or needs."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from osy_analysis.flow.graph import EVERYTHING, Change, Step
from osy_grammar.nodes.base import Node


class Lambdas(StrEnum):
    """What becomes of a lambda's body.

    It may be passed over, gone through on the side with what holds where the lambda stands, or gone through as if it
    ran right there.
    """

    PASSED_OVER = "passed over"
    ASIDE = "aside"
    IN_PLACE = "in place"


@dataclass(slots=True)
class Effects:
    """The steps that nodes cause, by node.

    `after` are taken when an expression has been evaluated or a statement carried out; at a `return` or a `goto` before
    it leaves, at a `foreach` each time round before the body, at a `catch` before its block. `outcomes` are for
    conditions, when they hold and when they do not; `links` hold behind a `?.` or `?[` whose target was not null;
    `at_end` are taken where the body is left at its end. A `catch` begins with what held before its `try`, less what
    the `try` may have taken, and, if `is_hopeful`, with what it may have brought.
    """

    after: dict[Node, list[Step]] = field(default_factory=dict)
    outcomes: dict[Node, tuple[Change | None, Change | None]] = field(default_factory=dict)
    links: dict[Node, Change] = field(default_factory=dict)
    at_end: list[Step] = field(default_factory=list)
    lambdas: Lambdas = Lambdas.ASIDE
    is_hopeful: bool = False
    _starts: list[int] = field(default_factory=list)

    def add(self, node: Node, *steps: Step) -> None:
        """Add steps after a node."""
        self.after.setdefault(node, []).extend(steps)

    def caught(self, lost: int, gained: int) -> Change:
        """What a `catch` begins with."""
        return Change(EVERYTHING, lost | gained) if self.is_hopeful else Change(~lost, 0)

    def seal(self) -> None:
        """Get ready to be asked; nothing may be added any more."""
        self._starts = sorted({node.start for part in (self.after, self.outcomes, self.links) for node in part})

    def touch(self, node: Node) -> bool:
        """Whether the node or something below it has an effect."""
        index = bisect_left(self._starts, node.start)
        return index < len(self._starts) and self._starts[index] < max(node.end, node.start + 1)

    def of(self, node: Node) -> Sequence[Step]:
        """The steps after a node."""
        return self.after.get(node, ())
