"""The rows of the platform as types: each is read once, when something first asks for it."""

from collections.abc import Collection
from functools import cache

from osy_analysis.semantics.callees import Callee, Formal
from osy_analysis.semantics.types import UNKNOWN, FunctionType, Named, Type, TypeParameter, Void, nullable
from osy_grammar.language import members_of, type_named
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.language.signatures import signature_of
from osy_grammar.language.signatures import written_type as node_of
from osy_grammar.nodes.types import TypeName

VOID = Void()
PRINCIPAL = "Principal"
ENUM = "Enum"
STANDING_FOR = (PRINCIPAL, ENUM)
"""Names in signatures that the program decides; they are type parameters here."""


def named(name: str, *arguments: Type) -> Named:
    """The platform's type of that name, which it has."""
    row = type_named(name)
    if row is None:
        raise KeyError(name)
    return Named(row, arguments)


STRING = named("string")
INT = named("int")
LONG = named("long")
DECIMAL = named("decimal")
DOUBLE = named("double")
BYTE = named("byte")
BOOL = named("bool")
CHAR = named("char")
DATE_TIME = named("DateTime")
TIME_SPAN = named("TimeSpan")
_ARRAY = named("Array").definition
_LIST = named("List").definition


def array_of(element: Type) -> Named:
    """`T[]`."""
    return Named(_ARRAY, (element,))


def list_of(element: Type) -> Named:
    """`List<T>`."""
    return Named(_LIST, (element,))


def function_type(name: str, arguments: tuple[Type, ...]) -> Type | None:
    """What `Func<…>` and `Action<…>` are; None for another name."""
    if name == "Action":
        return FunctionType(arguments, VOID)
    if name == "Func" and arguments:
        return FunctionType(arguments[:-1], arguments[-1])
    return None


@cache
def facts_of(row_name: str) -> dict[str, tuple[MemberFact, ...]]:
    """The members of a type of the platform by name, each with all its forms."""
    found: dict[str, list[MemberFact]] = {}
    for fact in members_of(row_name):
        found.setdefault(fact.name, []).append(fact)
    return {name: tuple(facts) for name, facts in found.items()}


@cache
def also_of(row_name: str) -> frozenset[str]:
    """The names that a type and its bases have beside their rows."""
    row = type_named(row_name)
    if row is None:
        return frozenset()
    return frozenset(row.also).union(*(also_of(base) for base in row.bases))


@cache
def is_complete(row_name: str) -> bool:
    """Whether a type and its bases have no other members than their rows say."""
    row = type_named(row_name)
    return row is not None and row.complete and all(base in _HARMLESS or is_complete(base) for base in row.bases)


_HARMLESS = ("object", "Query")
"""Bases whose further members stand among `also` of what has them."""


@cache
def callee_of(fact: MemberFact, row_name: str = "") -> Callee:
    """A member or a constructor of a type as a call sees it."""
    signature = signature_of(fact)
    row = type_named(row_name)
    open_names = (*signature.type_parameters, *(row.type_parameters if row is not None else ()), *STANDING_FOR)
    formals = tuple(
        Formal(
            parameter.name,
            builtin_type(parameter.type, open_names),
            parameter.has_default,
            parameter.is_params,
            parameter.is_out,
        )
        for parameter in signature.parameters or ()
    )
    if signature.result is not None:
        result = builtin_type(signature.result, open_names)
    elif row is not None:
        result = Named(row, tuple(TypeParameter(name) for name in row.type_parameters))
    else:
        result = VOID
    return Callee(
        fact.name,
        formals,
        result,
        fact,
        signature.type_parameters,
        is_open=is_open(result) or any(is_open(formal.type) for formal in formals),
        is_exact=fact.is_exact,
    )


@cache
def index_type(row: BuiltinType) -> Type:
    """What `value[key]` gives."""
    return builtin_type(node_of(row.index), row.type_parameters) if row.index else UNKNOWN


@cache
def item_type(row: BuiltinType) -> Type:
    """What `foreach` gives."""
    return builtin_type(node_of(row.item), row.type_parameters) if row.item else UNKNOWN


def is_open(type_: Type) -> bool:
    """Whether a type parameter stands in the type."""
    match type_:
        case TypeParameter():
            return True
        case Named(arguments=arguments):
            return any(map(is_open, arguments))
        case FunctionType(parameters=parameters, result=result):
            return is_open(result) or any(map(is_open, parameters))
        case _:
            return False


def builtin_type(written: TypeName, open_names: Collection[str]) -> Type:
    """A type as a row writes it; `open_names` are type parameters."""
    name = written.name.last.text
    arguments = tuple(builtin_type(each, open_names) for each in written.arguments)
    return with_tails(_plain(name, arguments, open_names), written.tails)


def _plain(name: str, arguments: tuple[Type, ...], open_names: Collection[str]) -> Type:
    if name in open_names:
        return TypeParameter(name)
    if name == "void":
        return VOID
    function = function_type(name, arguments)
    if function is not None:
        return function
    row = type_named(name)
    return Named(row, arguments) if row is not None else UNKNOWN


def with_tails(type_: Type, tails: tuple[str, ...]) -> Type:
    """The type with its `?` and `[]` behind it."""
    for tail in tails:
        type_ = nullable(type_) if tail == "?" else array_of(type_)
    return type_
