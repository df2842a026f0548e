"""Which overload a call means: the one whose parameters the values fit best, as C# ranks its silent conversions."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from osy_runtime.builtins.sequences import Query
from osy_runtime.evaluate.shapes import is_value_type, item_of
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FunctionInfo, ParameterInfo, Shape
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Char, Closure, EnumValue, FunctionGroup, Instance, Long, Row, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

_ANYTHING = 20
"""What an argument costs that fits only because the parameter takes everything."""

_LADDERS: dict[type, tuple[str, ...]] = {
    Char: ("char", "int", "long", "decimal", "double"),
    int: ("int", "long", "decimal", "double", "byte"),
    Long: ("long", "decimal", "double"),
}
"""The types that a number goes into silently, the nearest first."""


def choose(
    compiler: "Compiler",
    functions: Sequence[FunctionInfo],
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    known: Sequence[Shape | None] = (),
) -> FunctionInfo:
    """The overload that takes these arguments; `known` are the types that they are written with, for nulls."""
    if len(functions) == 1:
        return functions[0]
    fitting = [f for f in functions if f.takes(len(arguments), tuple(named))]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        return functions[0]
    costs = [(cost, f) for f in fitting if (cost := _cost(compiler, f, arguments, named, known)) is not None]
    if not costs:
        raise BadProgram(f"no `{fitting[0].name}` takes these arguments")
    return min(costs, key=lambda pair: pair[0])[1]


def _cost(
    compiler: "Compiler",
    function: FunctionInfo,
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    known: Sequence[Shape | None],
) -> int | None:
    """How far the arguments are from the parameters; None if one does not fit."""
    total = 0
    given = list(zip(function.parameters, arguments, strict=False))
    is_open = bool(function.parameters) and function.parameters[-1].is_params
    if is_open:
        last = function.parameters[-1]
        given.extend((last, value) for value in arguments[len(function.parameters) :])
        total += 3
    given.extend((p, named[p.name]) for p in function.parameters if p.name in named)
    total += sum(1 for p in function.parameters[len(arguments) :] if p.name not in named)
    for position, (parameter, value) in enumerate(given):
        shape = compiler.shape(parameter.type, function.site)
        written = known[position] if value is None and position < len(known) else None
        cost = _distance(function, parameter, shape, value, written)
        if cost is None:
            return None
        total += cost
    return total


def _distance(
    function: FunctionInfo, parameter: ParameterInfo, shape: Shape, value: Value, written: Shape | None
) -> int | None:
    if parameter.is_params and not isinstance(value, list):
        shape = item_of(shape) or shape
    if shape.name in function.type_parameters:
        return _ANYTHING
    if value is None:
        if is_value_type(shape):
            return None
        return 0 if written is not None and written.name == shape.name else 1
    if type(value) in _LADDERS:
        return _rung(type(value), shape)
    return _nearness(shape, value)


def _rung(kind: type, shape: Shape) -> int | None:
    if shape.name in ("object", "Json"):
        return _ANYTHING
    ladder = _LADDERS[kind]
    return ladder.index(shape.name) if shape.name in ladder and shape.info is None else None


def _nearness(shape: Shape, value: Value) -> int | None:
    info = shape.info
    if shape.name == "object":
        return _ANYTHING
    if info is None:
        if isinstance(value, Closure | FunctionGroup):
            return _of_function(shape, value)
        if isinstance(value, Query | list):
            return 0 if shape.name in ("List", "Array", "Query", "stream", "HashSet") else _or_json(shape, value)
        return _of_platform(shape, value)
    match value:
        case Instance() if isinstance(info, ClassInfo):
            return value.cls.lineage.index(info) if info in value.cls.lineage else None
        case Row() if isinstance(info, EntityInfo):
            return value.entity.lineage.index(info) if info in value.entity.lineage else None
        case EnumValue() if isinstance(info, EnumInfo):
            return 0 if value.enum is info else None
        case _:
            return None


def _of_platform(shape: Shape, value: Value) -> int | None:
    from osy_runtime.evaluate.types import PYTHON_TYPES

    types = PYTHON_TYPES.get(shape.name)
    if types is None:
        # A type that comes from out of view: who knows.
        return _ANYTHING
    return 0 if isinstance(value, types) else _or_json(shape, value)


def _or_json(shape: Shape, value: Value) -> int | None:
    return 4 if shape.name == "Json" and isinstance(value, str | list | Anonymous) else None


def _of_function(shape: Shape, value: Closure | FunctionGroup) -> int | None:
    if shape.name not in ("Func", "Action"):
        return None
    taken = len(shape.arguments) - (shape.name == "Func")
    if isinstance(value, Closure) and value.arity != taken:
        return None
    return 0 if shape.name == "Func" else 1
