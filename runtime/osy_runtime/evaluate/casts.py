"""Casts: `(T)x`. Numbers go toward zero, a null stays null; what does not fit throws, nothing is wrapped (R68)."""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.record import replace
from osy_runtime import decimals
from osy_runtime.evaluate.arithmetic import LEAST_INT, LEAST_LONG, MOST_INT, MOST_LONG, as_number
from osy_runtime.evaluate.types import Conversion, conversion_to, test_of
from osy_runtime.exceptions import throw
from osy_runtime.model import EnumInfo, Shape
from osy_runtime.program import Program
from osy_runtime.show import kind
from osy_runtime.values import Char, EnumValue, Long, Value

RANGES = {"int": (LEAST_INT, MOST_INT), "long": (LEAST_LONG, MOST_LONG), "byte": (0, 255)}
"""What fits into the types of whole numbers."""


def cast(program: Program, shape: Shape) -> Conversion:
    """The conversion `(T)x`; numbers go toward zero, a null stays null."""
    name = shape.name
    if name in _CASTS:
        return _CASTS[name]
    if name in ("object", "Json"):
        return conversion_to(shape) or (lambda v: v)
    info = shape.info
    if isinstance(info, EnumInfo):
        return _cast_to_enum(info)
    test = test_of(program, replace(shape, is_nullable=False))

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


def _cast_to_whole(name: str, make: Callable[[int], Value]) -> Conversion:
    least, most = RANGES[name]

    def convert(value: Value) -> Value:
        if value is None:
            return None
        number = _number(value, name)
        if number != number or number in (float("inf"), float("-inf")):
            raise throw("OverflowException", f"{kind(value)} that is no number does not fit into `{name}`")
        whole = int(number)
        if least <= whole <= most:
            return make(whole)
        raise throw("OverflowException", f"{whole} does not fit into `{name}` (it is not wrapped here)")

    return convert


def _cast_to_decimal(value: Value) -> Value:
    if value is None:
        return None
    number = _number(value, "decimal")
    if isinstance(number, float):
        return decimals.from_float(number)
    return number if isinstance(number, Decimal) else decimals.from_int(number)


def _cast_to_double(value: Value) -> Value:
    return None if value is None else float(_number(value, "double"))


def _cast_to_char(value: Value) -> Value:
    if value is None:
        return None
    whole = int(_number(value, "char"))
    if 0 <= whole <= 0xFFFF:
        return Char(chr(whole))
    raise throw("OverflowException", f"{whole} does not fit into `char` (it is not wrapped here)")


def _cast_to_enum(info: EnumInfo) -> Conversion:
    def convert(value: Value) -> Value:
        if value is None or (isinstance(value, EnumValue) and value.enum is info):
            return value
        return info.of_number(int(_number(value, info.name)))

    return convert


_CASTS: dict[str, Conversion] = {
    **{name: _cast_to_whole(name, Long if name == "long" else int) for name in RANGES},
    "decimal": _cast_to_decimal,
    "double": _cast_to_double,
    "char": _cast_to_char,
}
