"""One walk over the nodes of a body or a function, noting what several passes want.

Iterative, since expressions nest without limit. Each node is visited with three facts of its surroundings: the node
that holds it, whether a lambda encloses it, and whether a `try` around it would catch the failure of a call that leaves
the process. Guarded means (ruling R33): inside a `try` whose first fitting `catch` (for `Exception`,
`ExternalServiceException`, or a bare one) does not end by throwing. What stands in a `catch` or `finally` is not
guarded by that `try`. A `catch` with a filter may let the failure pass, but which ones is not ours to know: it counts
as a guard.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from osy_grammar.nodes.base import Identifier, Node, Token
from osy_grammar.nodes.expressions import (
    Call,
    Expression,
    Is,
    Lambda,
    LambdaParameter,
    Literal,
    Name,
    New,
    OutArgument,
    This,
)
from osy_grammar.nodes.statements import (
    Block,
    Catch,
    ForEach,
    Goto,
    If,
    Local,
    Statement,
    Throw,
    Try,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.walk import children

_NOTED = frozenset((Call, New, Goto, Lambda, Try, Local, ForEach, OutArgument, Is, LambdaParameter, Catch))
"""Most nodes are none of these; one look in a set is all they cost."""

_LEAVES = frozenset((Identifier, Name, Literal, This, TypeName, Token))
"""More than half of all nodes, and nothing that is looked for is in them."""

_FAILURES = ("Exception", "ExternalServiceException")


@dataclass(frozen=True, slots=True, eq=False)
class GotoUse:
    """A `goto`, the node that holds it, and whether it stands in a lambda."""

    goto: Goto
    parent: Node
    in_lambda: bool


@dataclass(frozen=True, slots=True, eq=False)
class CallUse:
    """A call or a creation, and whether its failure is caught here."""

    call: Call | New
    is_guarded: bool


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """The source of a local that is one element of `source`."""

    source: Expression


LocalSource = TypeName | Expression | Element | None
"""What tells a local's type: its written type, the value of a `var`, a list that it runs over, or nothing."""


@dataclass(slots=True)
class Scan:
    """What a walk found, in source order. A name that is declared more than once keeps every source."""

    gotos: list[GotoUse] = field(default_factory=list)
    calls: list[CallUse] = field(default_factory=list)
    locals: dict[str, list[LocalSource]] = field(default_factory=dict)


def scan(roots: Iterable[Node]) -> Scan:
    """Walk `roots` once."""
    found = Scan()
    stack: list[tuple[Node, Node, bool, bool]] = [(root, root, False, False) for root in roots]
    while stack:
        node, parent, in_lambda, is_guarded = stack.pop()
        if type(node) in _NOTED:
            match node:
                case Call() | New():
                    found.calls.append(CallUse(node, is_guarded))
                case Goto():
                    found.gotos.append(GotoUse(node, parent, in_lambda))
                case Lambda():
                    in_lambda = True
                case Try():
                    stack.append((node.body, node, in_lambda, is_guarded or catches_failure(node)))
                    stack.extend((catch, node, in_lambda, is_guarded) for catch in node.catches)
                    if node.final is not None:
                        stack.append((node.final, node, in_lambda, is_guarded))
                    continue
                case Local() | ForEach() | OutArgument() | Is() | LambdaParameter() | Catch():
                    _note_local(found, node)
                case _:
                    pass
        stack.extend([(child, node, in_lambda, is_guarded) for child in children(node) if type(child) not in _LEAVES])
    found.calls.sort(key=lambda use: use.call.start)
    found.gotos.sort(key=lambda use: use.goto.start)
    return found


def _note_local(found: Scan, node: Local | ForEach | OutArgument | Is | LambdaParameter | Catch) -> None:
    if node.name is None:
        return
    source: LocalSource = node.type
    if node.type is not None and node.type.name.text == "var":
        match node:
            case Local():
                source = node.value
            case ForEach():
                source = Element(node.source)
            case _:
                source = None
    found.locals.setdefault(node.name.text, []).append(source)


def catches_failure(statement: Try) -> bool:
    """Whether the failure of a call in the `try` block ends there."""
    for catch in statement.catches:
        if catch.type is None or catch.type.name.last.text in _FAILURES:
            return catch.filter is not None or not _ends_by_throwing(catch.body)
    return False


def _ends_by_throwing(statement: Statement) -> bool:
    """Whether each way through the end of the statement throws; iterative, since `else if` chains have any length."""
    ends: list[Statement | None] = [statement]
    while ends:
        end = ends.pop()
        match end:
            case Block():
                ends.append(end.statements[-1] if end.statements else None)
            case If():
                ends.extend((end.then, end.otherwise))
            case Throw():
                pass
            case _:
                return False
    return True
