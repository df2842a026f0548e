"""Types, and the parts of declarations that hold types."""

from osy_grammar.builders.lists import TupleElement, TypeArguments, identifiers, optional_identifier
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


def tuple_element(_start: int, _end: int, type_: types.TypeName, name: Lexeme | None) -> TupleElement:
    """`type`, `type Name` between the parentheses of a tuple's type."""
    return TupleElement(type_, optional_identifier(name))


def tuple_type(start: int, end: int, elements: list[TupleElement]) -> types.TupleType:
    """`(A, B Name)`."""
    name = base.QualifiedName(start, start, (base.Identifier(start, start, ""),))
    given = tuple(element.type for element in elements)
    return types.TupleType(start, end, name, given, (), tuple(element.name for element in elements))


def type_(start: int, end: int, name: types.TypeName, tails: list[str]) -> types.TypeName:
    """A type with `?` and `[]` behind it."""
    if isinstance(name, types.TupleType):
        return types.TupleType(start, end, name.name, name.arguments, tuple(tails), name.names)
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


def constraint(_start: int, end: int, parts: list[list[types.Constraint]]) -> types.Constraint:
    """`where T : bound`, the first of all that is asked, with the others."""
    first, *more = [one for part in parts for one in part]
    return types.Constraint(first.start, end, first.parameter, first.bound, tuple(more))


def constraint_of(start: int, _end: int, parameter: Lexeme, bounds: list[types.TypeName]) -> list[types.Constraint]:
    """What is asked of one type parameter."""
    name = base.Identifier(*parameter)
    places = [start, *(bound.start for bound in bounds[1:])]
    return [types.Constraint(at, bound.end, name, bound, ()) for at, bound in zip(places, bounds, strict=True)]


def kind_bound(_start: int, _end: int, word: Lexeme) -> types.TypeName:
    """`class` among what is asked: any class will do."""
    return types.TypeName(word[0], word[1], base.QualifiedName(*word[:2], (base.Identifier(*word),)), (), ())


def new_bound(start: int, end: int) -> types.TypeName:
    """`new()` among what is asked: any object will do."""
    name = base.QualifiedName(start, end, (base.Identifier(start, end, "object"),))
    return types.TypeName(start, end, name, (), ())


def bases(_start: int, _end: int, names: list[types.TypeName]) -> tuple[types.TypeName, ...]:
    """`: A, B`."""
    return tuple(names)
