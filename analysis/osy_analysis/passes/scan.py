"""One walk over the nodes of a body or a function, noting what several passes want.

Iterative, since expressions nest without limit. Each node is visited with two facts of its surroundings: the node that
holds it, and whether a lambda encloses it.
"""

from collections.abc import Iterable

from osy_grammar.nodes.base import Identifier, Node, Token
from osy_grammar.nodes.expressions import (
    Expression,
    Is,
    Lambda,
    LambdaParameter,
    Literal,
    Name,
    OutArgument,
    This,
)
from osy_grammar.nodes.patterns import Designation
from osy_grammar.nodes.statements import (
    Catch,
    ForEach,
    Goto,
    Local,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import field, record
from osy_grammar.walk import children

_NOTED = frozenset((Goto, Lambda, Local, ForEach, OutArgument, Is, LambdaParameter, Catch, Designation))
"""Most nodes are none of these; one look in a set is all they cost."""

_LEAVES = frozenset((Identifier, Name, Literal, This, TypeName, Token))
"""More than half of all nodes, and nothing that is looked for is in them."""


@record(eq=False)
class GotoUse:
    """A `goto`, the node that holds it, and whether it stands in a lambda."""

    goto: Goto
    parent: Node
    in_lambda: bool


@record(eq=False)
class Element:
    """The source of a local that is one element of `source`."""

    source: Expression


LocalSource = TypeName | Expression | Element | None
"""What tells a local's type: its written type, the value of a `var`, a list that it runs over, or nothing."""


@record(frozen=False)
class Scan:
    """What a walk found, in source order. A name that is declared more than once keeps every source."""

    gotos: list[GotoUse] = field(default_factory=list)
    locals: dict[str, list[LocalSource]] = field(default_factory=dict)


def scan(roots: Iterable[Node]) -> Scan:
    """Walk `roots` once."""
    found = Scan()
    stack: list[tuple[Node, Node, bool]] = [(root, root, False) for root in roots]
    while stack:
        node, parent, in_lambda = stack.pop()
        if type(node) in _NOTED:
            match node:
                case Goto():
                    found.gotos.append(GotoUse(node, parent, in_lambda))
                case Lambda():
                    in_lambda = True
                case Local() | ForEach() | OutArgument() | Is() | LambdaParameter() | Catch() | Designation():
                    _note_local(found, node)
                case _:
                    pass
        stack.extend([(child, node, in_lambda) for child in children(node) if type(child) not in _LEAVES])
    found.gotos.sort(key=lambda use: use.goto.start)
    return found


def _note_local(found: Scan, node: Local | ForEach | OutArgument | Is | LambdaParameter | Catch | Designation) -> None:
    if node.name is None or not node.name.text:
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
