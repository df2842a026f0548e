"""What a name is by what it means: the kinds that binding knows, over those that the tree alone tells."""

from functools import cache
from typing import TypeAlias

from osy_analysis.semantics.bound import Bound, Target
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import TYPES
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import Parameter
from osy_grammar.nodes.expressions import LambdaParameter, Name

Kind: TypeAlias = tuple[str, tuple[str, ...]]

LIBRARY = ("defaultLibrary",)
READONLY = ("readonly",)

KINDS: dict[SymbolKind, str] = {
    SymbolKind.ENTITY: "class",
    SymbolKind.CLASS: "class",
    SymbolKind.INTERFACE: "interface",
    SymbolKind.CLIENT: "class",
    SymbolKind.OPERATION: "method",
    SymbolKind.ENUM: "enum",
    SymbolKind.ENUM_MEMBER: "enumMember",
    SymbolKind.FIELD: "property",
    SymbolKind.FUNCTION: "function",
    SymbolKind.CONSTRUCTOR: "class",
    SymbolKind.ACTION: "method",
    SymbolKind.VARIABLE: "variable",
    SymbolKind.PARAMETER: "parameter",
    SymbolKind.LOCAL: "variable",
    SymbolKind.POLICY: "function",
    SymbolKind.PRINCIPAL: "variable",
    SymbolKind.GRANT: "variable",
    SymbolKind.TOPIC: "class",
    SymbolKind.COMPONENT: "class",
    SymbolKind.CONTROL: "class",
    SymbolKind.THEME: "variable",
    SymbolKind.ANIMATION: "variable",
    SymbolKind.WORKFLOW: "class",
    SymbolKind.EVENT: "event",
    SymbolKind.STATE: "enumMember",
    SymbolKind.TERMINAL: "enumMember",
    SymbolKind.SLOT: "variable",
    SymbolKind.REMINDER: "function",
    SymbolKind.REQUIREMENT: "property",
}
"""Of each kind of definition the token type; one that is in no table keeps what the tree tells."""


def bound_kinds(bound: Bound) -> dict[int, Kind]:
    """The kinds of the names of a chunk that mean something, by their starts in it."""
    found: dict[int, Kind] = {}
    for node, target in bound.targets.items():
        if isinstance(node, Name | Identifier):
            kind = _kind(node, target)
            if kind is not None:
                found[node.start] = kind
    return found


def _kind(node: Name | Identifier, target: Target) -> Kind | None:
    match target:
        case Definition():
            return _of_definition(node, target)
        case BuiltinType():
            return ("enum" if target.is_enum else "interface" if target.is_interface else "type"), LIBRARY
        case MemberFact():
            return _of_fact(node, target)
        case Parameter() | LambdaParameter():
            return "parameter", ()
        case _:
            return "variable", ()


def _of_definition(node: Name | Identifier, target: Definition) -> Kind | None:
    if target.kind is SymbolKind.EVENT and node.text != target.name:
        # `RaiseX` and `CorrelateX`, which are called.
        return "method", ()
    if target.kind is SymbolKind.FUNCTION:
        return ("function" if target.owner is None else "method"), ()
    kind = KINDS.get(target.kind)
    is_constant = getattr(target.node, "is_constant", False) is True
    return (kind, READONLY if is_constant else ()) if kind is not None else None


def _of_fact(node: Name | Identifier, target: MemberFact) -> Kind:
    if target in _enum_members():
        return "enumMember", LIBRARY
    if target.is_method:
        return ("function" if isinstance(node, Name) else "method"), LIBRARY
    return ("variable" if isinstance(node, Name) else "property"), LIBRARY


@cache
def _enum_members() -> frozenset[MemberFact]:
    return frozenset(member for row in TYPES if row.is_enum for member in row.members)
