"""Shapes of types: of those written in a program, and of those in the signatures of the table of language facts."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from osy_grammar.language import members_of, type_named
from osy_grammar.language.model import MemberFact
from osy_grammar.nodes.types import TupleType, TypeName
from osy_grammar.record import record, replace
from osy_runtime.model import ClassInfo, Shape, Site
from osy_runtime.program import Program

Bindings = Mapping[str, Shape | None]

NUMBERS = ("int", "long", "decimal", "double")
"""The kinds of numbers, each wider than those before it."""

VALUE_TYPES = frozenset(
    {*NUMBERS, "byte", "bool", "char", "DateTime", "DateTimeOffset", "DateOnly", "TimeOnly", "TimeSpan", "Guid"}
)
"""The types of the platform that have no null."""


def written(program: Program, type_name: TypeName, site: Site) -> Shape:
    """The shape of a written type."""
    name = type_name.name.text
    info = program.find_type(name, site)
    arguments = tuple(written(program, argument, site) for argument in type_name.arguments)
    if isinstance(type_name, TupleType):
        names = tuple(each.text if each is not None else None for each in type_name.names)
        shape = Shape("ValueTuple", None, arguments, names=names)
        return _tailed(shape, type_name)
    shape = Shape(info.name if info is not None else type_name.name.last.text, info, arguments)
    return _tailed(shape, type_name)


def _tailed(shape: Shape, type_name: TypeName) -> Shape:
    for tail in type_name.tails:
        shape = replace(shape, is_nullable=True) if tail == "?" else Shape("Array", None, (shape,))
    return shape


def substituted(shape: Shape | None, bindings: Bindings) -> Shape | None:
    """The shape with the type parameters filled in; None where one of them is not known and all depends on it."""
    if shape is None:
        return None
    if shape.info is None and not shape.arguments and shape.name in bindings:
        found = bindings[shape.name]
        return replace(found, is_nullable=True) if found is not None and shape.is_nullable else found
    if not shape.arguments or not bindings:
        return shape
    return replace(shape, arguments=tuple(substituted(argument, bindings) for argument in shape.arguments))


def bind(pattern: Shape | None, actual: Shape | None, names: Iterable[str], bindings: dict[str, Shape | None]) -> None:
    """Learn from a parameter's shape and its argument's what the type parameters of these names are."""
    if pattern is None or actual is None:
        return
    if pattern.info is None and pattern.name in names and not pattern.arguments:
        if bindings.get(pattern.name) is None:
            bindings[pattern.name] = replace(actual, is_nullable=False) if pattern.is_nullable else actual
        return
    if pattern.name != actual.name and {pattern.name, actual.name} <= _SEQUENCES:
        actual = replace(actual, name=pattern.name)
    if pattern.name == actual.name:
        for inner, other in zip(pattern.arguments, actual.arguments, strict=False):
            bind(inner, other, names, bindings)


_SEQUENCES = frozenset({"List", "Array", "Query", "EntityQuery", "stream", "HashSet"})


def item_of(shape: Shape | None) -> Shape | None:
    """What `foreach` gives of such a value."""
    if shape is None:
        return None
    if shape.name in _SEQUENCES:
        return shape.arguments[0] if shape.arguments else None
    if shape.name == "Dictionary" and len(shape.arguments) == 2:
        return Shape("KeyValuePair", None, shape.arguments)
    return Shape("char") if shape.name == "string" else None


def is_value_type(shape: Shape | None) -> bool:
    """Whether a variable of that type without a `?` has no null."""
    from osy_runtime.model import EnumInfo

    if shape is None or shape.is_nullable:
        return False
    return shape.name in VALUE_TYPES or isinstance(shape.info, EnumInfo)


def wider(one: Shape, other: Shape) -> Shape | None:
    """The type that a conditional of the two has; None where it is not known."""
    is_nullable = one.is_nullable or other.is_nullable
    names = [_COUNTS_AS.get(shape.name, shape.name) for shape in (one, other)]
    if one.name == other.name and one.info is other.info:
        return replace(one, is_nullable=is_nullable)
    if names[0] in NUMBERS and names[1] in NUMBERS:
        return Shape(NUMBERS[max(map(NUMBERS.index, names))], is_nullable=is_nullable)
    if isinstance(one.info, ClassInfo) and isinstance(other.info, ClassInfo):
        if one.info.is_a(other.info):
            return replace(other, is_nullable=is_nullable)
        if other.info.is_a(one.info):
            return replace(one, is_nullable=is_nullable)
    return None


_COUNTS_AS = {"char": "int", "byte": "int"}

# ── Signatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


@record()
class Parameter:
    """A parameter of a member of the platform."""

    shape: Shape
    is_params: bool
    has_default: bool


@record()
class Signature:
    """A member of the platform as its row says it."""

    result: Shape
    type_parameters: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    def takes(self, count: int) -> bool:
        """Whether so many arguments fit."""
        is_open = bool(self.parameters) and self.parameters[-1].is_params
        least = sum(1 for p in self.parameters if not (p.has_default or p.is_params))
        return least <= count and (is_open or count <= len(self.parameters))

    def parameter(self, position: int) -> Shape | None:
        """The type of the argument at a position."""
        if position < len(self.parameters) and not self.parameters[position].is_params:
            return self.parameters[position].shape
        last = self.parameters[-1] if self.parameters else None
        return item_of(last.shape) if last is not None and last.is_params else None


_TOKENS = re.compile(r"[\w.]+|\[\]|\S")


@cache
def signature(text: str) -> Signature:
    """The signature of a row of the table."""
    return _Reader(_TOKENS.findall(text)).signature()


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def _took(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self._at += 1
        return True

    def signature(self) -> Signature:
        """`Result Name<R>(T a, params U[] rest, V b = default)`, or `Result Name`."""
        result = self._shape()
        if self._peek() != "(":
            self._take()
        names: list[str] = []
        if self._took("<"):
            while not self._took(">"):
                names.extend([] if self._peek() == "," else [self._peek()])
                self._take()
        parameters: list[Parameter] = []
        if self._took("("):
            while self._peek() not in (")", ""):
                parameters.append(self._parameter())
                self._took(",")
        return Signature(result, tuple(names), tuple(parameters))

    def _parameter(self) -> Parameter:
        is_params = self._took("params")
        self._took("out")
        shape = self._shape()
        self._take()
        has_default = self._took("=")
        if has_default:
            self._take()
        return Parameter(shape, is_params, has_default)

    def _shape(self) -> Shape:
        name = self._take()
        arguments: list[Shape | None] = []
        if self._took("<"):
            while not self._took(">") and self._peek():
                arguments.append(self._shape())
                self._took(",")
        shape = Shape(name, None, tuple(arguments))
        while self._peek() in ("?", "[]"):
            shape = replace(shape, is_nullable=True) if self._take() == "?" else Shape("Array", None, (shape,))
        return shape


def member_rows(type_name: str, name: str, *, is_static: bool) -> tuple[MemberFact, ...]:
    """The forms of a member that the table has for a type."""
    return tuple(row for row in members_of(type_name) if row.name == name and row.is_static is is_static)


@cache
def type_parameters(type_name: str) -> tuple[str, ...]:
    """The names of the type parameters of a type of the platform."""
    row = type_named(type_name)
    return row.type_parameters if row is not None else ()
