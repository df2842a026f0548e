"""What two values that may stand in one place have in common."""

from osy_analysis.semantics.bind.generics import SEQUENCES, element_of
from osy_analysis.semantics.builtins import list_of
from osy_analysis.semantics.types import UNKNOWN, Named, Null, Type, Unknown, non_null, nullable
from osy_grammar.language.model import BuiltinType

_WIDTHS = {"byte": 0, "int": 1, "long": 2, "double": 3, "decimal": 4}


def joined(left: Type, right: Type) -> Type:
    """A type that both are of; unknown where none is known. What is unknown may be anything."""
    if left is right or left == right:
        return left
    if isinstance(left, Null):
        return nullable(right)
    if isinstance(right, Null):
        return nullable(left)
    if not isinstance(left, Named) or not isinstance(right, Named):
        return UNKNOWN
    is_nullable = left.is_nullable or right.is_nullable
    together = _plain(non_null(left), non_null(right))
    return nullable(together) if is_nullable else together


def _plain(left: Type, right: Type) -> Type:
    if left == right:
        return left
    wider = wider_number(left, right)
    if wider is not None:
        return wider
    one, other = element_of(left), element_of(right)
    if one is not None and other is not None:
        if _is_same_sequence(left, right) and isinstance(left, Named):
            if isinstance(one, Unknown):
                return right
            if isinstance(other, Unknown):
                return left
        together = other if isinstance(one, Unknown) else one if isinstance(other, Unknown) else joined(one, other)
        return list_of(together)
    return UNKNOWN


def _is_same_sequence(left: Type, right: Type) -> bool:
    return (
        isinstance(left, Named)
        and isinstance(right, Named)
        and left.definition is right.definition
        and left.name in SEQUENCES
    )


def wider_number(left: Type, right: Type) -> Named | None:
    """The wider of two types of numbers; None if one is none."""
    one, other = width(left), width(right)
    if one is None or other is None:
        return None
    wider = left if one >= other else right
    return wider if isinstance(wider, Named) else None


def width(type_: Type) -> int | None:
    """How much fits into a type of numbers; None for what is none."""
    if isinstance(type_, Named) and isinstance(type_.definition, BuiltinType):
        return _WIDTHS.get(type_.definition.name)
    return None
