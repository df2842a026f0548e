"""Types, and the parts of declarations that hold types."""

from osy_grammar.builders.lists import TypeArguments, identifiers
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, types


def qname(start: int, end: int, parts: list[Lexeme]) -> base.QualifiedName:
    """`A.B`."""
    return base.QualifiedName(start, end, identifiers(parts))


def type_name(start: int, end: int, name: base.QualifiedName, arguments: TypeArguments | None) -> types.TypeName:
    """A name with its type arguments."""
    return types.TypeName(start, end, name, arguments.types if arguments else (), ())


def predefined_type(start: int, end: int, word: Lexeme) -> types.TypeName:
    """`int`, `string` …."""
    return types.TypeName(start, end, base.QualifiedName(start, end, (base.Identifier(*word),)), (), ())


var_type = predefined_type
void_type = predefined_type


def type_(start: int, end: int, name: types.TypeName, tails: list[str]) -> types.TypeName:
    """A type with `?` and `[]` behind it."""
    return types.TypeName(start, end, name.name, name.arguments, tuple(tails))


def nullable_tail(_start: int, _end: int) -> str:
    """`?`."""
    return "?"


def type_tail(_start: int, _end: int, _mark: Lexeme) -> str:
    """`?` that the retagging pass knew for a type's."""
    return "?"


def array_tail(_start: int, _end: int) -> str:
    """`[]`."""
    return "[]"


def generic_arguments(_start: int, end: int, arguments: list[types.TypeName]) -> TypeArguments:
    """`<A, B>`."""
    return TypeArguments(end, tuple(arguments))


def type_parameters(_start: int, _end: int, names: list[Lexeme]) -> tuple[base.Identifier, ...]:
    """`<T, U>` after a declared name."""
    return identifiers(names)


def constraint(start: int, end: int, parameter: Lexeme, bound: types.TypeName) -> types.Constraint:
    """`where T : bound`."""
    return types.Constraint(start, end, base.Identifier(*parameter), bound)


def bases(_start: int, _end: int, names: list[types.TypeName]) -> tuple[types.TypeName, ...]:
    """`: A, B`."""
    return tuple(names)
