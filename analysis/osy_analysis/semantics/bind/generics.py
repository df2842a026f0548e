"""Type parameters: putting types in their place, and finding out from arguments what they stand for.

Both walk a type from its outside. Types are kept small (`bounded`), so the walks are short however a program nests.
"""

from collections.abc import Callable, Mapping

from osy_analysis.semantics.types import (
    UNKNOWN,
    AnonymousObject,
    FunctionType,
    Named,
    Null,
    Type,
    TypeParameter,
    TypeValue,
    Unknown,
    Void,
    non_null,
    nullable,
)
from osy_grammar.language.model import BuiltinType

LARGEST = 100
"""A type of more parts than this is unknown."""

SEQUENCES = frozenset(("Query", "EntityQuery", "List", "Array", "stream", "IEnumerable", "IReadOnlyList", "IList"))
"""The types of the platform that are many of their one argument."""


BINDING = "Binding"
"""What a component's parameter is that the component may change: inside it is a value, outside a place for one."""


def unbound(type_: Type) -> Type:
    """What a binding is inside of the component."""
    return type_.arguments[0] if isinstance(type_, Named) and type_.name == BINDING and type_.arguments else type_


def weight(type_: Type) -> int:
    """How many parts a type has."""
    match type_:
        case Named(arguments=arguments):
            return 1 + sum(map(weight, arguments)) if arguments else 1
        case AnonymousObject(members=members):
            return 1 + sum(weight(of) for _, of in members)
        case FunctionType(parameters=parameters, result=result):
            return 1 + weight(result) + sum(map(weight, parameters))
        case TypeValue(type=inner):
            return 1 + weight(inner)
        case _:
            return 1


def bounded(type_: Type) -> Type:
    """The type, or unknown if it has grown too large."""
    return type_ if weight(type_) <= LARGEST else UNKNOWN


def substitute(type_: Type, known: Mapping[str, Type]) -> Type:
    """The type with its parameters replaced by what they stand for."""
    if not known:
        return type_
    match type_:
        case Named(arguments=arguments):
            if not arguments:
                return type_
            made = tuple([substitute(each, known) for each in arguments])
            return Named(type_.definition, made, type_.is_nullable)
        case TypeParameter(name=name):
            found = known.get(name)
            if found is None:
                return type_
            return nullable(found) if type_.is_nullable else found
        case FunctionType(parameters=parameters, result=result):
            return FunctionType(tuple([substitute(each, known) for each in parameters]), substitute(result, known))
        case AnonymousObject(members=members):
            return AnonymousObject(tuple([(name, substitute(of, known)) for name, of in members]))
        case _:
            return type_


def closed(type_: Type, open_names: Mapping[str, object] | frozenset[str] | tuple[str, ...]) -> Type:
    """The type with the parameters of these names unknown, as none of the arguments told what they are."""
    return substitute(type_, dict.fromkeys(open_names, UNKNOWN)) if open_names else type_


def mentions(type_: Type, names: tuple[str, ...]) -> bool:
    """Whether one of these type parameters is in the type."""
    match type_:
        case TypeParameter(name=name):
            return name in names
        case Named(arguments=arguments):
            return any(mentions(each, names) for each in arguments)
        case FunctionType(parameters=parameters, result=result):
            return mentions(result, names) or any(mentions(each, names) for each in parameters)
        case _:
            return False


def element_of(type_: Type) -> Type | None:
    """What there are many of; None for what is not a sequence of the platform."""
    if isinstance(type_, Named):
        definition = type_.definition
        if isinstance(definition, BuiltinType) and definition.name in SEQUENCES and type_.arguments:
            return type_.arguments[0]
    return None


def infer(
    wanted: Type,
    given: Type,
    names: tuple[str, ...],
    into: dict[str, Type],
    widen: Callable[[Type, Type], Type],
) -> None:
    """Note in `into` what the parameters `names` of `wanted` stand for, if `given` is to fit there."""
    match wanted:
        case TypeParameter(name=name):
            if name in names and not isinstance(given, Unknown | Null | Void):
                given = non_null(given) if wanted.is_nullable else given
                before = into.get(name)
                into[name] = given if before is None else widen(before, given)
        case FunctionType(parameters=parameters, result=result):
            if isinstance(given, FunctionType):
                infer(result, given.result, names, into, widen)
                for inner, outer in zip(parameters, given.parameters, strict=False):
                    infer(inner, outer, names, into, widen)
        case Named(arguments=arguments) if arguments and isinstance(given, Named):
            if wanted.name == BINDING and given.name != BINDING:
                infer(arguments[0], given, names, into, widen)
            elif wanted.definition is given.definition:
                for inner, outer in zip(arguments, given.arguments, strict=False):
                    infer(inner, outer, names, into, widen)
            elif element_of(wanted) is not None:
                element = element_of(given)
                if element is not None:
                    infer(arguments[0], element, names, into, widen)
        case _:
            pass
