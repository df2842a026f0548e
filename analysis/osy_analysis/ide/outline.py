"""The outline of a file: its declarations, their members, and what a workflow is made of."""

from collections.abc import Iterable

from osy_analysis.ide.answers import Symbol
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import KINDS
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import (
    App,
    Constructor,
    Enum,
    ErrorDeclaration,
    Field,
    Function,
    Namespace,
    Package,
    Property,
    Using,
)
from osy_grammar.nodes.ui import Component
from osy_grammar.nodes.workflow import (
    Body,
    Breach,
    Clock,
    CompleteWhen,
    Event,
    Milestone,
    Remind,
    Route,
    State,
    Subscribe,
    Terminal,
    Workflow,
)
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile

_OWN_KINDS: dict[type[Node], str] = {
    App: "package",
    Package: "package",
    Constructor: "constructor",
    Milestone: "milestone",
    Clock: "milestone",
    Route: "route",
    Body: "body",
    Breach: "body",
    Remind: "body",
    CompleteWhen: "body",
    Component: "component",
}
_MEMBERS = (Function, Field, Property, Constructor)


def outline(source: SourceFile) -> tuple[Symbol, ...]:
    """The file's symbols, in source order."""
    found: list[Symbol] = []
    for item in source.items:
        checkpoint()
        if not isinstance(item.node, Using | Namespace | ErrorDeclaration):
            symbol = _symbol(item, item.node)
            found += () if symbol is None else (symbol,)
    return tuple(found)


DEEPEST = 8
"""Nothing legal nests deeper than five; half-typed constructs do without limit, and clients would not like it."""


def _symbol(item: Item, node: Node, depth: int = 0) -> Symbol | None:
    name = _name(node)
    if name is None:
        return None
    text, at = name
    span = item.span(node)
    return Symbol(
        name=text,
        kind=_kind(item, node),
        span=span,
        name_span=Span(max(span.start, item.start + at.start), min(span.end, item.start + at.end)),
        detail=_detail(item, node),
        children=_children(item, node, depth + 1) if depth < DEEPEST else (),
    )


def _children(item: Item, node: Node, depth: int) -> tuple[Symbol, ...]:
    found: Iterable[Node]
    match node:
        case Workflow() | State() | Terminal() | Milestone():
            found = node.items
        case Subscribe():
            found = node.items or ()
        case Enum():
            found = node.members
        case _:
            members = getattr(node, "members", None) or ()
            found = (member for member in members if isinstance(member, _MEMBERS) or type(member) in KINDS)
    return tuple(symbol for child in found if (symbol := _symbol(item, child, depth)) is not None)


def _kind(item: Item, node: Node) -> str:
    if isinstance(node, Function):
        names = {attribute.name.last.text for attribute in node.attributes}
        if item.node is not node:
            return "method"
        return "test" if "Test" in names else "fixture" if "TestFixture" in names else "function"
    kind = _OWN_KINDS.get(type(node))
    return kind if kind is not None else KINDS[type(node)].value if type(node) in KINDS else "declaration"


def _name(node: Node) -> tuple[str, Node] | None:
    """What the outline calls the node, and the place of that."""
    match node:
        case Subscribe():
            return node.slot.text, node.slot
        case Route():
            return f"on {node.name.text}", node.name
        case Remind():
            return f"Remind {node.name.text}", node.name
        case CompleteWhen():
            return "complete when", node.keyword
        case Body() | Breach() | Milestone() | Clock():
            return node.keyword.text, node.keyword
        case _:
            name = getattr(node, "name", None)
            if isinstance(name, QualifiedName):
                return name.text, name
            return (name.text, name) if isinstance(name, Identifier) and type(node) in {*KINDS, *_OWN_KINDS} else None


def _detail(item: Item, node: Node) -> str:
    text = item.chunk.text
    match node:
        case Event() | Function():
            return " ".join(text[node.parameters.start : node.parameters.end].split())
        case Field() | Property():
            return node.type.name.text
        case Subscribe():
            return f"subscribe {node.event.text}" if node.alias is not None else "subscribe"
        case State():
            return "state"
        case Terminal():
            return f"terminal {node.outcome.text}"
        case _:
            return ""
