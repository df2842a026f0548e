"""The conditions around the `goto`s of a body, as written.

One walk over the body's statements from an explicit stack. A statement inherits the conditions of what encloses it,
and adds one where it chooses: `if`, `else`, a loop, a `catch`, a section of a `switch`. The chain of conditions is
shared, so deep nesting costs no more than its depth.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.graph.values import GuardKind
from osy_analysis.passes.bodies import BodyItem
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.statements import (
    Block,
    Catch,
    CheckedBlock,
    DoWhile,
    For,
    ForEach,
    ForeignStatement,
    Goto,
    If,
    Lock,
    RunAs,
    Statement,
    Switch,
    SwitchSection,
    Try,
    UsingStatement,
    While,
)
from osy_grammar.nodes.workflow import Arms, Body, Breach, CompleteWhen, Remind, Route

MOST_GUARDS = 8
"""Of more conditions around one move only the innermost are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """One condition and those around it; `node` is the written condition, or the word-bearing node where none is."""

    kind: GuardKind
    node: Node
    outer: "Condition | None"

    def chain(self) -> tuple["Condition", ...]:
        """This condition and those around it, outermost first."""
        found: list[Condition] = []
        each: Condition | None = self
        while each is not None and len(found) < MOST_GUARDS:
            found.append(each)
            each = each.outer
        return tuple(reversed(found))


def conditions_of(body: BodyItem) -> dict[Goto, Condition | None]:
    """The innermost condition around each `goto` that stands in a statement of the body."""
    found: dict[Goto, Condition | None] = {}
    waiting = list(_roots(body))
    while waiting:
        statement, outer = waiting.pop()
        if isinstance(statement, Goto):
            found[statement] = outer
        else:
            waiting.extend(_inside(statement, outer))
    return found


Guarded = tuple[Statement, Condition | None]


def _roots(body: BodyItem) -> Iterator[Guarded]:
    match body:
        case Route(body=Arms() as arms):
            for arm in arms.arms:
                yield arm.block, Condition(GuardKind.WHEN, arm.condition, None)
            if arms.default is not None:
                yield arms.default, Condition(GuardKind.DEFAULT, arms.default, None)
        case Route(body=Block() as block):
            yield block, None
        case Body() | Breach() | Remind():
            yield body.block, None
        case CompleteWhen(block=Block() as block):
            yield block, None
        case _:
            pass


def _inside(statement: Statement, outer: Condition | None) -> Iterable[Guarded]:
    match statement:
        case Block():
            return [(each, outer) for each in statement.statements]
        case If():
            return _of_if(statement, outer)
        case While() | ForEach() | For():
            return [(statement.body, Condition(GuardKind.LOOP, _loop_head(statement), outer))]
        case DoWhile() | RunAs() | Lock() | CheckedBlock():
            return [(statement.body, outer)]
        case UsingStatement(body=Statement() as body):
            return [(body, outer)]
        case Try():
            return _of_try(statement, outer)
        case Switch():
            return [
                (each, Condition(GuardKind.CASE, _label(section) or statement.value, outer))
                for section in statement.sections
                for each in section.statements
            ]
        case ForeignStatement():
            return [(part, outer) for part in statement.parts if isinstance(part, Statement)]
        case _:
            return ()


def _of_if(statement: If, outer: Condition | None) -> list[Guarded]:
    inside: list[Guarded] = [(statement.then, Condition(GuardKind.IF, statement.condition, outer))]
    if statement.otherwise is not None:
        # The `if` of an `else if` says enough by itself.
        is_chain = isinstance(statement.otherwise, If)
        otherwise = outer if is_chain else Condition(GuardKind.ELSE, statement.condition, outer)
        inside.append((statement.otherwise, otherwise))
    return inside


def _of_try(statement: Try, outer: Condition | None) -> list[Guarded]:
    inside: list[Guarded] = [(statement.body, outer)]
    inside += [(catch.body, Condition(GuardKind.CATCH, _caught(catch), outer)) for catch in statement.catches]
    return inside if statement.final is None else [*inside, (statement.final, outer)]


def _caught(catch: Catch) -> Node:
    return catch if catch.type is None else catch.type


def _loop_head(loop: While | ForEach | For) -> Node:
    match loop:
        case ForEach():
            return loop.source
        case _:
            return loop.condition or loop


def _label(section: SwitchSection) -> Node | None:
    return next((label for label in section.labels if label is not None), None)
