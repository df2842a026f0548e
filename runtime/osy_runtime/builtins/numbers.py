"""Numbers: `Math`, `Convert`, parsing, and what numbers and truth values can be asked."""

import re
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.builtins.texts import formatted
from osy_runtime.evaluate.operators import as_number, order
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import Char, EnumValue, OutReference, TimeSpan, Value
from osy_runtime.world import World

Number = int | Decimal | float

_NUMBER = re.compile(r"\s*[+-]?(\d[\d,]*)?(\.\d*)?([eE][+-]?\d+)?\s*")
_INT_RANGE = (-(1 << 31), (1 << 31) - 1)
_LONG_RANGE = (-(1 << 63), (1 << 63) - 1)


def number(value: Value) -> Number:
    """The value as a number."""
    found = as_number(value)
    if found is None:
        raise BadProgram(f"a number is needed here, not {kind(value)}")
    return found


# ── Math ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_ROUNDINGS = {
    "AwayFromZero": ROUND_HALF_UP,
    "ToEven": ROUND_HALF_EVEN,
    "ToZero": ROUND_DOWN,
    "ToNegativeInfinity": ROUND_FLOOR,
    "ToPositiveInfinity": ROUND_CEILING,
}


def round_(world: World, value: Value, digits: Value = 0, mode: Value = None) -> Value:
    """`Math.Round`; the middle goes away from zero unless a `MidpointRounding` says otherwise."""
    if value is None:
        return None
    if isinstance(digits, EnumValue):
        digits, mode = 0, digits
    rounding = _ROUNDINGS[mode.name] if isinstance(mode, EnumValue) else ROUND_HALF_UP
    given = number(value)
    if isinstance(given, int):
        return given
    if not isinstance(digits, int):
        raise BadProgram("`Math.Round` takes a whole number of digits")
    return _rounded(given, digits, rounding)


def _rounded(given: Decimal | float, digits: int, rounding: str) -> Value:
    exact = Decimal(repr(given)) if isinstance(given, float) else given
    if not exact.is_finite():
        return given
    exponent = exact.as_tuple().exponent
    if isinstance(exponent, int) and -exponent <= digits:
        return given
    rounded = exact.quantize(Decimal(1).scaleb(-digits), rounding=rounding)
    return float(rounded) if isinstance(given, float) else rounded


def _toward(rounding: str) -> NativeFunction:
    return lambda world, value: value if isinstance(value, int) else _rounded(_fraction(value), 0, rounding)


def _fraction(value: Value) -> Decimal | float:
    given = number(value)
    return Decimal(given) if isinstance(given, int) else given


def absolute(world: World, value: Value) -> Value:
    """`Math.Abs`, of durations too."""
    return TimeSpan(abs(value.ticks)) if isinstance(value, TimeSpan) else abs(number(value))


def least(world: World, a: Value, b: Value) -> Value:
    """`Math.Min`."""
    return a if order(a, b) <= 0 else b


def greatest(world: World, a: Value, b: Value) -> Value:
    """`Math.Max`."""
    return a if order(a, b) >= 0 else b


def clamp(world: World, value: Value, low: Value, high: Value) -> Value:
    """`Math.Clamp`."""
    return least(world, greatest(world, value, low), high)


def power(world: World, base: Value, exponent: Value) -> Value:
    """`Math.Pow`, a double."""
    try:
        return float(number(base)) ** float(number(exponent))
    except OverflowError:
        return float("inf")


def square_root(world: World, value: Value) -> Value:
    """`Math.Sqrt`, a double."""
    given = float(number(value))
    return given**0.5 if given >= 0 else float("nan")


def sign(world: World, value: Value) -> Value:
    """`Math.Sign`."""
    given = number(value)
    return (given > 0) - (given < 0)


# ── Convert and Parse ────────────────────────────────────────────────────────────────────────────────────────────────


def read_number(value: str) -> Decimal | None:
    """The number that a text is: sign, digits with commas, fraction, exponent; None if it is none."""
    if not _NUMBER.fullmatch(value) or not any(c.isdigit() for c in value):
        return None
    try:
        return Decimal(value.strip().replace(",", ""))
    except InvalidOperation:
        return None


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


def _to_whole(low: int, high: int) -> NativeFunction:
    def convert(world: World, value: Value) -> Value:
        whole = int(_converted(value))
        if not low <= whole <= high:
            raise throw("OverflowException", f"{whole} is outside of {low} to {high}")
        return whole

    return convert


def to_bool(world: World, value: Value) -> Value:
    """`Convert.ToBool`: a text by its words, a number by not being 0."""
    if isinstance(value, str):
        return value.strip().lower() == "true"
    return _converted(value) != 0


def to_base64(world: World, items: list[int]) -> Value:
    """`Convert.ToBase64String`."""
    from base64 import b64encode

    return b64encode(bytes(items)).decode("ascii")


def from_base64(world: World, value: str) -> Value:
    """`Convert.FromBase64String`."""
    from base64 import b64decode
    from binascii import Error

    try:
        return list(b64decode(value, validate=True))
    except Error as problem:
        raise throw("FormatException", "this text is not in base 64") from problem


def _parse(low: int, high: int) -> NativeFunction:
    def parse(world: World, value: Value) -> Value:
        found = _whole(value)
        if found is None:
            raise throw("FormatException", f"{_quoted(value)} is no whole number")
        if not low <= found <= high:
            raise throw("OverflowException", f"{found} is outside of {low} to {high}")
        return found

    return parse


def _try_parse(low: int, high: int) -> NativeFunction:
    def try_parse(world: World, value: Value, out: OutReference) -> Value:
        found = _whole(value)
        fits = found is not None and low <= found <= high
        out.set(found if fits else 0)
        return fits

    return try_parse


def _whole(value: Value) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]+\s*", value) and len(value) < 200:
        return int(value)
    return None


def _quoted(value: Value) -> str:
    return "null" if value is None else f'"{to_text(value)}"'


def parse_decimal(world: World, value: Value) -> Value:
    """`decimal.Parse`."""
    found = read_number(value) if isinstance(value, str) else None
    if found is None:
        raise throw("FormatException", f"{_quoted(value)} is no number")
    return found


def parse_double(world: World, value: Value) -> Value:
    """`double.Parse`."""
    found = parse_decimal(world, value)
    return float(found) if isinstance(found, Decimal) else found


def try_parse_decimal(world: World, value: Value, out: OutReference) -> Value:
    """`decimal.TryParse`."""
    found = read_number(value) if isinstance(value, str) else None
    out.set(found if found is not None else Decimal(0))
    return found is not None


def to_string(world: World, value: Value, pattern: Value = None) -> Value:
    """`ToString()` and `ToString(format)`."""
    if pattern is None:
        return to_text(value)
    if not isinstance(pattern, str):
        raise Unsupported("`ToString` with a culture is not supported by this runner yet")
    return formatted(value, pattern)


STATICS = {
    "Math": Static(
        "Math",
        functions={
            "Abs": absolute,
            "Ceiling": _toward(ROUND_CEILING),
            "Clamp": clamp,
            "Floor": _toward(ROUND_FLOOR),
            "Max": greatest,
            "Min": least,
            "Pow": power,
            "Round": round_,
            "Sign": sign,
            "Sqrt": square_root,
            "Truncate": _toward(ROUND_DOWN),
        },
        values={"PI": lambda world: 3.141592653589793},
    ),
    "Convert": Static(
        "Convert",
        functions={
            "FromBase64String": from_base64,
            "ToBase64String": to_base64,
            "ToBool": to_bool,
            "ToBoolean": to_bool,
            "ToDecimal": lambda world, value: Decimal(_converted(value)),
            "ToDouble": lambda world, value: float(_converted(value)),
            "ToInt": _to_whole(*_INT_RANGE),
            "ToInt32": _to_whole(*_INT_RANGE),
            "ToInt64": _to_whole(*_LONG_RANGE),
            "ToString": lambda world, value: to_text(value),
        },
    ),
    "int": Static(
        "int",
        functions={"Parse": _parse(*_INT_RANGE), "TryParse": _try_parse(*_INT_RANGE)},
        values={"MaxValue": lambda world: _INT_RANGE[1], "MinValue": lambda world: _INT_RANGE[0]},
    ),
    "long": Static(
        "long",
        functions={"Parse": _parse(*_LONG_RANGE), "TryParse": _try_parse(*_LONG_RANGE)},
        values={"MaxValue": lambda world: _LONG_RANGE[1], "MinValue": lambda world: _LONG_RANGE[0]},
    ),
    "decimal": Static("decimal", functions={"Parse": parse_decimal, "TryParse": try_parse_decimal}),
    "double": Static("double", functions={"Parse": parse_double}),
}
_METHODS: dict[str, NativeFunction] = {"ToString": to_string}
METHODS: dict[type, dict[str, NativeFunction]] = {
    int: _METHODS,
    Decimal: _METHODS,
    float: _METHODS,
    bool: {},
    Char: {},
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {}
