"""Which findings a `[SuppressWarning("code")]` around them silences: rulings R36 and R112.

Errors cannot be silenced, and a code that we do not have is left alone: another linter may have it.
"""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from osy_grammar.literals import decode
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import (
    Attribute,
    AttributeArgument,
    Class,
    Entity,
    Enum,
    Function,
    Interface,
)
from osy_grammar.nodes.expressions import Literal
from osy_grammar.nodes.ui import Component
from osy_grammar.nodes.workflow import Event, State, Terminal, Workflow
from osy_grammar.record import record
from osy_grammar.tree import Chunk

ATTRIBUTE = "SuppressWarning"

Holder = Function | State | Terminal | Event | Workflow | Class | Entity | Enum | Interface | Component
HOLDERS = (Function, State, Terminal, Event, Workflow, Class, Entity, Enum, Interface, Component)
"""The declarations on which a suppression is offered: those of R36, and those that have bodies or members besides."""


@record(eq=False)
class Suppression:
    """One code that an attribute silences in the stretch of its declaration, relative to the chunk."""

    start: int
    end: int
    code: str
    attribute: Attribute
    argument: AttributeArgument

    def covers(self, start: int, end: int, code: str) -> bool:
        """Whether a finding of that code and place is silenced by it."""
        return self.start <= start and end <= self.end and code == self.code


_found: WeakKeyDictionary[Chunk, tuple[Suppression, ...]] = WeakKeyDictionary()


def suppressions(chunk: Chunk) -> tuple[Suppression, ...]:
    """The suppressions of a chunk, those of what is inside after those around it."""
    if ATTRIBUTE not in chunk.text:
        return ()
    found = _found.get(chunk)
    if found is None:
        found = _found[chunk] = tuple(_find(chunk))
    return found


def holder(chunk: Chunk, start: int, end: int) -> Holder | None:
    """The innermost declaration around a stretch (relative to the chunk) that can carry a suppression."""
    found: Holder | None = None
    waiting: list[Node] = [chunk.node]
    while waiting:
        node = waiting.pop()
        if node.start <= start and end <= node.end:
            if isinstance(node, HOLDERS):
                found = node
            waiting = [*_inside(node)]
    return found


def _find(chunk: Chunk) -> Iterator[Suppression]:
    waiting: list[Node] = [chunk.node]
    while waiting:
        node = waiting.pop()
        for written in getattr(node, "attributes", ()):
            if written.name.last.text == ATTRIBUTE:
                for argument in written.arguments:
                    code = _code(argument)
                    if code is not None:
                        yield Suppression(node.start, node.end, code, written, argument)
        waiting.extend(_inside(node))


def _inside(node: Node) -> Iterator[Node]:
    """The declarations right inside of one."""
    yield from getattr(node, "members", None) or ()
    if isinstance(node, Workflow | State | Terminal):
        yield from node.items


def _code(argument: AttributeArgument) -> str | None:
    if isinstance(argument.value, Literal) and argument.value.kind in ("string", "raw"):
        value = decode(argument.value)
        return value if isinstance(value, str) else None
    return None
