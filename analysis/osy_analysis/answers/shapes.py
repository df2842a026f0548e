"""What is known of the answers in one piece of code, and of what a function does with one that it is handed."""

from dataclasses import dataclass, field
from enum import StrEnum

from osy_analysis.calls.shapes import Code, Target
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, New


class Consumer(StrEnum):
    """What becomes of an answer where it is mentioned."""

    ASKED = "asked"
    READ = "read"
    PASSED = "passed"
    ASSIGNED = "assigned"
    RETURNED = "returned"
    DROPPED = "dropped"
    UNHEEDED = "unheeded"
    """It is put into a text, compared with null: nothing is asked, and nothing goes wrong."""
    PUT_AWAY = "put away"
    """It goes where it cannot be followed: a field, a list, a function out of view."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """An expression whose value is an answer.

    It is that of a call, `source`, or what the variable `cell` holds. `place` is the node at which it is consumed: the
    member that is read, the call that it is passed to (as its argument `index`), the declaration or the assignment that
    puts it into the variable `into`.
    """

    node: Node
    source: Call | None
    cell: Node | None
    consumer: Consumer
    place: Node
    index: int = 0
    into: Node | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """Where an answer is read that nobody asked: a member in some code."""

    code: Code
    node: Node


@dataclass(frozen=True, slots=True)
class Handling:
    """What a function does with an answer that is handed to it: read it unasked, give it back unasked, ask, or none."""

    read: Read | None = None
    gives_back: bool = False
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Summary:
    """A function as its callers see it; `own` is the call whose answer it gives back without asking."""

    own: Read | None = None
    handlings: tuple[Handling, ...] = ()

    def handling(self, index: int) -> Handling:
        """What becomes of an argument; of one more than there are parameters nothing is known."""
        return self.handlings[index] if index < len(self.handlings) else Handling()


UNKNOWN = Summary()
"""A function of which nothing is known: it may well ask."""


@dataclass(frozen=True, slots=True, eq=False)
class Unasked:
    """A finding: the answer of `source` is read at `read`, or dropped if that is None, on some way without a question.

    `own` is where the function that `source` calls makes the call itself; None if `source` is that call.
    """

    source: Call
    read: Read | None
    own: Read | None


@dataclass(slots=True, eq=False)
class Plan:
    """The mentions of answers in one piece of code, in source order.

    `calls` are those that give or take an answer and run code of the app. `parameters` are the function's, None for
    each that holds no answer. `resets` are declarations and assignments that put something else into a variable.
    `judged` is what came out when it was last looked at, with the summaries that it rested on.
    """

    code: Code
    mentions: tuple[Mention, ...]
    calls: dict[Call | New, tuple[Target, ...]]
    parameters: tuple[Node | None, ...] = ()
    resets: tuple[tuple[Node, Node], ...] = ()
    returns_nothing: bool = False
    judged: "tuple[tuple[Summary, ...], Judgement] | None" = None


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What came out for a piece of code."""

    summary: Summary
    findings: tuple[Unasked, ...] = field(default_factory=tuple)
