"""What a type does at run time: the default of a variable, the conversion on the way in, `is`, `as`.

Values carry their kind, so only what C# converts silently is converted: numbers into wider ones, characters into
whole numbers, texts into JSON documents, and the items of lists.
"""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.nodes.types import TypeName
from osy_runtime.builtins.sequences import Query
from osy_runtime.evaluate.arithmetic import int_of, long_of
from osy_runtime.evaluate.shapes import written
from osy_runtime.exceptions import throw
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, Shape, Site
from osy_runtime.program import Program
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import (
    EMPTY_GUID,
    Anonymous,
    Bytes,
    Char,
    Closure,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    FunctionGroup,
    Guid,
    HashSet,
    Instance,
    Long,
    Pair,
    Row,
    TimeOnly,
    TimeSpan,
    Tuple,
    TypeValue,
    Value,
)

Conversion = Callable[[Value], Value]

_DEFAULTS: dict[str, Value] = {
    "int": 0,
    "long": Long(0),
    "byte": 0,
    "decimal": Decimal(0),
    "double": 0.0,
    "bool": False,
    "char": Char("\0"),
    "DateTime": DateTime(0),
    "DateTimeOffset": DateTimeOffset(0),
    "DateOnly": DateOnly(0),
    "TimeOnly": TimeOnly(0),
    "TimeSpan": TimeSpan(0),
    "Guid": EMPTY_GUID,
}

PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "long": (Long,),
    "byte": (int,),
    "decimal": (Decimal,),
    "double": (float,),
    "bool": (bool,),
    "string": (str,),
    "char": (Char,),
    "DateTime": (DateTime,),
    "DateTimeOffset": (DateTimeOffset,),
    "DateOnly": (DateOnly,),
    "TimeOnly": (TimeOnly,),
    "TimeSpan": (TimeSpan,),
    "Guid": (Guid,),
    "List": (list,),
    "Array": (list,),
    "Query": (Query, list),
    "stream": (Query, list),
    "HashSet": (HashSet,),
    "Dictionary": (dict,),
    "KeyValuePair": (Pair,),
    "Json": (Anonymous,),
    "ValueTuple": (Tuple,),
    "Type": (TypeValue,),
    "Action": (Closure, FunctionGroup),
    "Func": (Closure, FunctionGroup),
}
"""What the values of the platform's types are in Python."""


def default_of(shape: Shape) -> Value:
    """The value of a variable of that type that was given none."""
    if shape.is_nullable:
        return None
    if shape.name == "ValueTuple":
        return Tuple(tuple(default_of(each) if each is not None else None for each in shape.arguments), shape.names)
    if shape.name in _DEFAULTS:
        return _DEFAULTS[shape.name]
    info = shape.info
    if isinstance(info, EnumInfo) and info.members:
        return next((m for m in info.members if m.number == 0), info.members[0])
    return None


# ── Conversions on the way in ────────────────────────────────────────────────────────────────────────────────────────


def conversion(program: Program, type_name: TypeName, site: Site) -> Conversion | None:
    """What is done to a value that is put into a variable of that written type; None where nothing is."""
    return conversion_to(written(program, type_name, site))


def conversion_to(shape: Shape | None) -> Conversion | None:
    """What is done to a value that is put into a variable of that type; None where nothing is."""
    if shape is None or shape.info is not None:
        return None
    if shape.name in ("List", "Array") and len(shape.arguments) == 1:
        return _items_conversion(shape)
    if shape.name == "Dictionary" and len(shape.arguments) == 2:
        return _values_conversion(conversion_to(shape.arguments[1]))
    if shape.name == "ValueTuple":
        return _tuple_conversion(shape)
    return _CONVERSIONS.get(shape.name)


def _items_conversion(shape: Shape) -> Conversion | None:
    if shape.name == "Array" and shape.arguments[0] == Shape("byte"):
        return _to_bytes
    convert = conversion_to(shape.arguments[0])
    if convert is None:
        return None
    wanted = PYTHON_TYPES.get(shape.arguments[0].name) if shape.arguments[0] is not None else None
    exact = wanted[0] if wanted else None

    def convert_items(value: Value) -> Value:
        # A list of the right items is left as it is: its first item tells, since all went in the same way.
        if isinstance(value, list) and value and type(value[0]) is not exact:
            value[:] = [convert(item) for item in value]
        return value

    return convert_items


def _tuple_conversion(shape: Shape) -> Conversion:
    """A tuple's elements go into theirs, and are called as the type says."""
    converts = [conversion_to(each) for each in shape.arguments]
    names = shape.names

    def convert(value: Value) -> Value:
        if not isinstance(value, Tuple) or len(value.items) != len(converts):
            return value
        items = [one(item) if one else item for one, item in zip(converts, value.items, strict=True)]
        return Tuple(tuple(items), names)

    return convert


def _values_conversion(convert: Conversion | None) -> Conversion | None:
    if convert is None:
        return None

    def convert_values(value: Value) -> Value:
        if isinstance(value, dict) and value and (first := next(iter(value.values()))) is not convert(first):
            for key, item in value.items():
                value[key] = convert(item)
        return value

    return convert_values


def _to_bytes(value: Value) -> Value:
    if type(value) is list:
        return Bytes(byte_of(item) for item in value)
    return value


def byte_of(value: Value) -> Value:
    """The value as a `byte`."""
    if isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value <= 255:
            return int(value)
        raise throw("OverflowException", f"{value} does not fit into `byte` (it is not wrapped here)")
    return value


def to_int(value: Value) -> Value:
    """The value as an `int`, where C# makes one of it silently."""
    if type(value) is int:
        return value if -2147483648 <= value <= 2147483647 else int_of(value)
    if isinstance(value, Char):
        return ord(value.text)
    return int_of(int(value)) if type(value) is Long else value


def _to_long(value: Value) -> Value:
    if type(value) is Long:
        return value
    if type(value) is int:
        return long_of(value)
    return Long(ord(value.text)) if isinstance(value, Char) else value


def _to_decimal(value: Value) -> Value:
    if type(value) is int or type(value) is Long:
        return Decimal(value)
    return Decimal(ord(value.text)) if isinstance(value, Char) else value


def _to_double(value: Value) -> Value:
    if type(value) is int or type(value) is Long:
        return float(value)
    return float(ord(value.text)) if isinstance(value, Char) else value


def _to_json(value: Value) -> Value:
    if isinstance(value, str):
        from osy_runtime.builtins.json_text import parse_document

        return parse_document(value)
    return value


_CONVERSIONS: dict[str, Conversion] = {
    "int": to_int,
    "long": _to_long,
    "byte": byte_of,
    "decimal": _to_decimal,
    "double": _to_double,
    "Json": _to_json,
}


# ── Tests ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def type_test(program: Program, type_name: TypeName, site: Site) -> Callable[[Value], bool]:
    """The test `x is T`."""
    return test_of(program, written(program, type_name, site))


def test_of(program: Program, shape: Shape) -> Callable[[Value], bool]:
    """The test whether a value is of the type."""
    name, info = shape.name, shape.info
    match info:
        case EntityInfo():
            return lambda value: isinstance(value, Row) and value.entity.is_a(info)
        case ClassInfo():
            return lambda value: isinstance(value, Instance) and value.cls.is_a(info)
        case EnumInfo():
            return lambda value: isinstance(value, EnumValue) and value.enum is info
        case _:
            pass
    types = PYTHON_TYPES.get(name)
    if types is not None:
        if types == (int,):
            return lambda value: type(value) is int
        return lambda value: isinstance(value, types)
    if name == "object":
        return lambda value: value is not None
    raise BadProgram(program.no_name(f"nothing here declares a type `{name}`", name))


def shape_of(value: Value) -> Shape | None:
    """The type of a value, as far as it shows."""
    match value:
        case None:
            return None
        case Instance():
            return Shape(value.cls.name, value.cls, value.types)
        case Row():
            return Shape(value.entity.name, value.entity)
        case EnumValue():
            return Shape(value.enum.name, value.enum)
        case TypeValue():
            raise Unsupported("a type as an argument of a generic function is not supported by this runner yet")
        case list():
            return Shape("List", None, (shape_of(value[0]) if value else None,))
        case _:
            return next((Shape(name) for name, types in PYTHON_TYPES.items() if type(value) in types), None)
