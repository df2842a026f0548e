"""What a written type does at run time: the default of a variable, the conversion on the way in, `is`, `as`, casts.

Values carry their kind, so only what C# converts silently is converted: whole numbers into decimals and doubles,
characters into whole numbers, texts into JSON documents, and the items of lists.
"""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.nodes.types import TypeName
from osy_runtime.evaluate.operators import as_number
from osy_runtime.exceptions import throw
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, Site
from osy_runtime.program import Program
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import (
    EMPTY_GUID,
    Anonymous,
    Char,
    Closure,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    Guid,
    Instance,
    Row,
    TimeOnly,
    TimeSpan,
    Value,
)

Conversion = Callable[[Value], Value]

_DEFAULTS: dict[str, Value] = {
    "int": 0,
    "long": 0,
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

_RANGES = {"int": (-(1 << 31), (1 << 31) - 1), "long": (-(1 << 63), (1 << 63) - 1), "byte": (0, 255)}

_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "long": (int,),
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
    "Dictionary": (dict,),
    "Json": (Anonymous,),
    "Action": (Closure,),
    "Func": (Closure,),
}


def default_of(program: Program, type_name: TypeName, site: Site) -> Value:
    """The value of a variable of that type that was given none."""
    if type_name.tails:
        return None
    name = type_name.name.text
    if name in _DEFAULTS:
        return _DEFAULTS[name]
    info = program.find_type(name, site)
    if isinstance(info, EnumInfo) and info.members:
        return next((m for m in info.members if m.number == 0), info.members[0])
    return None


def conversion(program: Program, type_name: TypeName, site: Site) -> Conversion | None:
    """What is done to a value that is put into a variable of that type; None where nothing is."""
    if type_name.tails[-1:] == ("?",):
        without = TypeName(type_name.start, type_name.end, type_name.name, type_name.arguments, type_name.tails[:-1])
        return conversion(program, without, site)
    name = type_name.name.text
    if type_name.tails == ("[]",):
        bare = TypeName(type_name.start, type_name.end, type_name.name, type_name.arguments, ())
        return _items_conversion(conversion(program, bare, site))
    if name == "List" and len(type_name.arguments) == 1:
        return _items_conversion(conversion(program, type_name.arguments[0], site))
    if name in _RANGES:
        return _whole_conversion(name)
    return {"decimal": _to_decimal, "double": _to_double, "Json": _to_json}.get(name)


def _items_conversion(convert: Conversion | None) -> Conversion | None:
    if convert is None:
        return None

    def convert_items(value: Value) -> Value:
        if isinstance(value, list):
            value[:] = [convert(item) for item in value]
        return value

    return convert_items


def _whole_conversion(name: str) -> Conversion:
    least, most = _RANGES[name]

    def convert(value: Value) -> Value:
        if type(value) is int:
            if least <= value <= most:
                return value
            raise throw("OverflowException", f"{value} does not fit into `{name}` (it is not wrapped here)")
        return ord(value.text) if isinstance(value, Char) else value

    return convert


def _to_decimal(value: Value) -> Value:
    return Decimal(value) if type(value) is int else value


def _to_double(value: Value) -> Value:
    return float(value) if type(value) is int else value


def _to_json(value: Value) -> Value:
    if isinstance(value, str):
        from osy_runtime.builtins.json_text import parse_document

        return parse_document(value)
    return value


def type_test(program: Program, type_name: TypeName, site: Site) -> Callable[[Value], bool]:
    """The test `x is T`."""
    name = type_name.name.text
    if type_name.tails == ("[]",):
        return lambda value: isinstance(value, list)
    if name in _PYTHON_TYPES:
        types = _PYTHON_TYPES[name]
        if types == (int,):
            return lambda value: type(value) is int
        return lambda value: isinstance(value, types)
    if name == "object":
        return lambda value: value is not None
    info = program.find_type(name, site)
    match info:
        case EntityInfo():
            return lambda value: isinstance(value, Row) and value.entity.is_a(info)
        case ClassInfo():
            return lambda value: isinstance(value, Instance) and value.cls.is_a(info)
        case EnumInfo():
            return lambda value: isinstance(value, EnumValue) and value.enum is info
        case _:
            raise BadProgram(program.no_name(f"nothing here declares a type `{name}`", name))


def cast(program: Program, type_name: TypeName, site: Site) -> Conversion:
    """The conversion `(T)x`; numbers go toward zero, a null stays null."""
    name = type_name.name.text
    if type_name.tails[-1:] != ("[]",):
        if name in _RANGES:
            return _cast_to_whole(name)
        if name == "decimal":
            return lambda v: None if v is None else Decimal(_number(v, name))
        if name == "double":
            return lambda v: None if v is None else float(_number(v, name))
        if name == "char":
            return lambda v: Char(chr(v)) if type(v) is int else v
        if name in ("object", "Json"):
            return lambda v: v
    info = program.find_type(name, site)
    if isinstance(info, EnumInfo):
        return _cast_to_enum(info)
    test = type_test(program, type_name, site)

    def check(value: Value) -> Value:
        if value is None or test(value):
            return value
        raise throw("InvalidCastException", f"{kind(value)} is no {name}")

    return check


def _number(value: Value, name: str) -> int | Decimal | float:
    if isinstance(value, EnumValue):
        return value.number
    number = as_number(value)
    if number is None:
        raise throw("InvalidCastException", f"{kind(value)} is no {name}")
    return number


def _cast_to_whole(name: str) -> Conversion:
    least, most = _RANGES[name]

    def convert(value: Value) -> Value:
        if value is None:
            return None
        whole = int(_number(value, name))
        if not least <= whole <= most:
            raise Unsupported(f"a cast that wraps around (`({name})` of {whole}) is not supported by this runner yet")
        return whole

    return convert


def _cast_to_enum(info: EnumInfo) -> Conversion:
    def convert(value: Value) -> Value:
        if value is None or (isinstance(value, EnumValue) and value.enum is info):
            return value
        number = int(_number(value, info.name))
        known = next((m for m in info.members if m.number == number), None)
        return known or EnumValue(info, str(number), number, str(number))

    return convert
