"""Which expressions this project declares as `T?`, and which values are surely not null.

Only what is declared in view counts: a member or a result of the platform is never said to be null here. Of a `var` the
value decides that it was made with.
"""

from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import Named, Null, TypeParameter
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Parameter
from osy_grammar.nodes.expressions import (
    As,
    Binary,
    Call,
    Cast,
    Conditional,
    Expression,
    Literal,
    Member,
    Name,
    Parenthesised,
)
from osy_grammar.nodes.statements import ForEach, Local
from osy_grammar.nodes.types import TypeName

_OBJECTS = ("string", "object", "Json")
_VALUES = (SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.PARAMETER)
_LONGEST = 20
"""So many `var`s that are made of each other are looked through."""


def mentions_null(bound: Bound) -> bool:
    """Whether a chunk mentions anything that is declared `T?`; most do not, and need not be looked through."""
    for meant in bound.targets.values():
        written = getattr(meant, "type", None)
        if isinstance(written, TypeName) and written.is_nullable:
            return True
    return False


def declares_null(bound: Bound, expression: Expression) -> bool:
    """Whether the expression is a local, a parameter, a field or a result that is declared `T?`."""
    node = expression
    for _ in range(_LONGEST):
        while isinstance(node, Parenthesised):
            node = node.inner
        match node:
            case Name():
                meant = bound.targets.get(node)
            case Member(name=name):
                meant = bound.targets.get(name)
            case Call():
                called = bound.calls.get(node, ())
                return bool(called) and all(isinstance(one, Definition) and _is_nullable(one.type) for one in called)
            case _:
                return False
        if isinstance(meant, Local) and meant.type.name.text == "var" and meant.value is not None:
            node = meant.value
            continue
        return _declares(meant)
    return False


def _declares(meant: object) -> bool:
    match meant:
        case Definition(kind=kind, type=written):
            return kind in _VALUES and _is_nullable(written)
        case Local(type=written) | ForEach(type=written) | Parameter(type=written):
            return _is_nullable(written)
        case _:
            return False


def _is_nullable(written: TypeName | None) -> bool:
    return written is not None and written.is_nullable


def may_be_null(bound: Bound, expression: Expression) -> bool:
    """Whether a value may be null, as far as that is known: what is not known counts as not null."""
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        match node:
            case Parenthesised(inner=inner) | Cast(operand=inner):
                waiting.append(inner)
            case Conditional(then=then, otherwise=otherwise):
                waiting += (then, otherwise)
            case Binary(operator="??", right=right):
                waiting.append(right)
            case Literal(kind="null") | As():
                return True
            case Name() | Member() | Call():
                if declares_null(bound, node) or _has_null_type(bound, node):
                    return True
            case _:
                pass
    return False


def is_value(bound: Bound, expression: Expression) -> bool:
    """Whether an expression is a number, an instant, a member of an enum …, as far as that is known."""
    type_ = bound.types.get(expression)
    if not isinstance(type_, Named):
        return True
    definition = type_.definition
    if isinstance(definition, Definition):
        return definition.kind is SymbolKind.ENUM
    return not definition.type_parameters and definition.name not in _OBJECTS


def _has_null_type(bound: Bound, node: Node) -> bool:
    type_ = bound.types.get(node)
    return isinstance(type_, Null) or (isinstance(type_, Named | TypeParameter) and type_.is_nullable)
