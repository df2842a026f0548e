"""Numbers and truth values: `Convert`, parsing, their statics, and what they can be asked."""

import re
from collections.abc import Callable
from decimal import Decimal

from osy_runtime import decimals
from osy_runtime.builtins.arithmetic import number
from osy_runtime.builtins.encodings import data
from osy_runtime.builtins.formatting import formatted
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.evaluate.arithmetic import LEAST_INT, LEAST_LONG, MOST_INT, MOST_LONG
from osy_runtime.exceptions import throw
from osy_runtime.show import to_text
from osy_runtime.signals import OsyThrow, Unsupported
from osy_runtime.values import Bytes, Char, DateTime, EnumValue, Long, OutReference, Value
from osy_runtime.world import World

# ── Convert ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(r"\s*[+-]?(\d[\d,]*)?(\.\d*)?([eE][+-]?\d{1,4})?\s*", re.ASCII)


def read_number(value: str) -> Decimal | None:
    """The number that a text is: sign, digits with commas, fraction, exponent; None if it is none."""
    if len(value) > 400 or not _NUMBER.fullmatch(value) or not any(c.isdigit() for c in value):
        return None
    return Decimal(value.strip().replace(",", ""))


def _converted(value: Value) -> Decimal | float | int:
    match value:
        case None:
            return 0
        case bool():
            return int(value)
        case str():
            return read_number(value) or 0
        case EnumValue():
            return value.number
        case _:
            return number(value)


def _to_whole(least: int, most: int, make: Callable[[int], Value]) -> NativeFunction:
    def convert(world: World, value: Value) -> Value:
        found = _converted(value)
        if not -MOST_LONG - 1 <= found <= MOST_LONG:
            raise throw("OverflowException", f"{to_text(value)} is outside of {least} to {most}")
        whole = int(found)
        if not least <= whole <= most:
            raise throw("OverflowException", f"{whole} is outside of {least} to {most}")
        return make(whole)

    return convert


def to_decimal(world: World, value: Value) -> Value:
    """`Convert.ToDecimal`."""
    found = _converted(value)
    if isinstance(found, float):
        return decimals.from_float(found)
    return decimals.fitted(found) if isinstance(found, Decimal) else decimals.from_int(found)


def to_bool(world: World, value: Value) -> Value:
    """`Convert.ToBool`: a text by its words, a number by not being 0."""
    if isinstance(value, str):
        return value.strip().lower() == "true"
    return _converted(value) != 0


def to_char(world: World, value: Value) -> Value:
    """`Convert.ToChar`."""
    if isinstance(value, str) and len(value) == 1:
        return Char(value)
    if isinstance(value, Char):
        return value
    code = int(_converted(value))
    if not 0 <= code <= 0xFFFF:
        raise throw("OverflowException", f"{code} is no character")
    return Char(chr(code))


def to_date_time(world: World, value: Value) -> Value:
    """`Convert.ToDateTime`."""
    from osy_runtime.builtins.time import parse

    return value if isinstance(value, DateTime) else parse(world, value)


def to_string(world: World, value: Value, form: Value = None) -> Value:
    """`Convert.ToString(value)`, and of a whole number to base 2, 8, 10 or 16."""
    from osy_runtime.evaluate.members import text_in

    if form is None:
        return text_in(world, value)
    if isinstance(value, int) and form in (2, 8, 10, 16):
        size = 64 if type(value) is Long else 32
        shown = value if value >= 0 or form == 10 else value + (1 << size)
        return f"{shown:{ {2: 'b', 8: 'o', 10: 'd', 16: 'x'}[int(form)] }}"
    raise Unsupported("`Convert.ToString` with a format or a culture is not supported by this runner yet")


def to_base64(world: World, value: Value) -> Value:
    """`Convert.ToBase64String`."""
    from base64 import b64encode

    return b64encode(data(value)).decode("ascii")


def from_base64(world: World, value: Value) -> Value:
    """`Convert.FromBase64String`; white space is passed over."""
    from base64 import b64decode
    from binascii import Error

    if not isinstance(value, str):
        raise throw("ArgumentException", "a text in base 64 is needed here")
    try:
        return Bytes(b64decode("".join(value.split()), validate=True))
    except (Error, ValueError) as problem:
        raise throw("FormatException", "this text is not in base 64") from problem


def from_hex(world: World, value: Value) -> Value:
    """`Convert.FromHexString`."""
    from osy_runtime.builtins.crypto import from_hex as bytes_of

    return bytes_of(world, value)


# ── Parsing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

Reader = Callable[[str], Value]


class _OutOfRange(Exception):  # noqa: N818 -- it becomes an exception of the program
    """The text is a number, but too large a one."""


def _whole(least: int, most: int, make: Callable[[int], Value]) -> Reader:
    def read(value: str) -> Value:
        if len(value) > 200 or not re.fullmatch(r"\s*[+-]?[0-9]+\s*", value):
            return None
        found = int(value)
        if not least <= found <= most:
            raise _OutOfRange
        return make(found)

    return read


def _exact(value: str) -> Value:
    found = None if "e" in value.lower() else read_number(value)
    return None if found is None else decimals.fitted(found)


_WORDS = {"nan": "nan", "infinity": "inf", "-infinity": "-inf", "∞": "inf", "-∞": "-inf"}


def _approximate(value: str) -> Value:
    word = _WORDS.get(value.strip().lower())
    if word is not None:
        return float(word)
    found = read_number(value)
    return None if found is None else float(found)


def _truth(value: str) -> Value:
    return {"true": True, "false": False}.get(value.strip().lower())


def _parsing(read: Reader, what: str) -> NativeFunction:
    def parse(world: World, value: Value, *style: Value) -> Value:
        if not isinstance(value, str):
            raise throw("ArgumentException", f"a text is needed here, not {to_text(value) or 'null'}")
        try:
            found = read(value)
        except _OutOfRange:
            raise throw("OverflowException", f'"{value}" does not fit into `{what}`') from None
        if found is None:
            raise throw("FormatException", f'"{value}" is no `{what}`')
        return found

    return parse


def _trying(read: Reader, otherwise: Value) -> NativeFunction:
    def try_parse(world: World, value: Value, out: OutReference) -> Value:
        try:
            found = read(value) if isinstance(value, str) else None
        except (_OutOfRange, OsyThrow):
            found = None
        out.set(otherwise if found is None else found)
        return found is not None

    return try_parse


def _static(name: str, read: Reader, zero: Value, least: Value, most: Value, **more: Value) -> Static:
    constants: dict[str, Value] = {"MaxValue": most, "MinValue": least, **more}
    return Static(
        name,
        functions={"Parse": _parsing(read, name), "TryParse": _trying(read, zero)},
        values={key: _constant(value) for key, value in constants.items()},
    )


def _constant(value: Value) -> Callable[[World], Value]:
    return lambda world: value


def value_text(world: World, value: Value, pattern: Value = None, culture: Value = None) -> Value:
    """`ToString()` and `ToString(format)`."""
    if pattern is None:
        return to_text(value)
    if not isinstance(pattern, str) or culture is not None:
        raise Unsupported("`ToString` with a culture is not supported by this runner yet")
    return formatted(value, pattern)


_INT, _LONG = _whole(LEAST_INT, MOST_INT, int), _whole(LEAST_LONG, MOST_LONG, Long)
_LARGEST = 1.7976931348623157e308

_STATICS = (
    Static(
        "Convert",
        functions={
            "FromBase64String": from_base64,
            "FromHexString": from_hex,
            "ToBase64String": to_base64,
            "ToBool": to_bool,
            "ToBoolean": to_bool,
            "ToByte": _to_whole(0, 255, int),
            "ToChar": to_char,
            "ToDateTime": to_date_time,
            "ToDecimal": to_decimal,
            "ToDouble": lambda world, value: float(_converted(value)),
            "ToHexString": lambda world, value: data(value).hex().upper(),
            "ToInt": _to_whole(LEAST_INT, MOST_INT, int),
            "ToInt32": _to_whole(LEAST_INT, MOST_INT, int),
            "ToInt64": _to_whole(LEAST_LONG, MOST_LONG, Long),
            "ToLong": _to_whole(LEAST_LONG, MOST_LONG, Long),
            "ToString": to_string,
        },
    ),
    Static(
        "bool",
        functions={"Parse": _parsing(_truth, "bool"), "TryParse": _trying(_truth, False)},
        values={"FalseString": _constant("False"), "TrueString": _constant("True")},
    ),
    _static("byte", _whole(0, 255, int), 0, 0, 255),
    _static("int", _INT, 0, LEAST_INT, MOST_INT),
    _static("long", _LONG, Long(0), Long(LEAST_LONG), Long(MOST_LONG)),
    _static(
        "decimal",
        _exact,
        Decimal(0),
        decimals.MIN_VALUE,
        decimals.MAX_VALUE,
        Zero=Decimal(0),
        One=Decimal(1),
        MinusOne=Decimal(-1),
    ),
    _static(
        "double",
        _approximate,
        0.0,
        -_LARGEST,
        _LARGEST,
        Epsilon=5e-324,
        NaN=float("nan"),
        NegativeInfinity=float("-inf"),
        PositiveInfinity=float("inf"),
    ),
)
STATICS = {static.name: static for static in _STATICS}
STATICS["double"].functions.update(
    IsNaN=lambda world, value: value != value,
    IsInfinity=lambda world, value: value in (float("inf"), float("-inf")),
    IsFinite=lambda world, value: value == value and value not in (float("inf"), float("-inf")),
)
_METHODS: dict[str, NativeFunction] = {"ToString": value_text}
METHODS: dict[type, dict[str, NativeFunction]] = {
    int: _METHODS,
    Long: _METHODS,
    Decimal: _METHODS,
    float: _METHODS,
    bool: {},
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {}
