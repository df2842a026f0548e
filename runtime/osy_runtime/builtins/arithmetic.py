"""`Math`: arithmetic over numbers of all kinds; two kinds meet in the wider one, as everywhere."""

import math
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.evaluate.arithmetic import NUMERIC, Number, as_number, int_of, long_of
from osy_runtime.evaluate.operators import order, time_span
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Char, EnumValue, Long, TimeSpan, Value
from osy_runtime.world import World

_WIDE = Context(prec=400)


def number(value: Value) -> Number:
    """The value as a number."""
    found = as_number(value)
    if found is None:
        raise BadProgram(f"a number is needed here, not {kind(value)}")
    return found


# ── Rounding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_ROUNDINGS = {
    "AwayFromZero": ROUND_HALF_UP,
    "ToEven": ROUND_HALF_EVEN,
    "ToZero": ROUND_DOWN,
    "ToNegativeInfinity": ROUND_FLOOR,
    "ToPositiveInfinity": ROUND_CEILING,
}


def round_(world: World, value: Value, digits: Value = 0, mode: Value = None) -> Value:
    """`Math.Round`; without a `MidpointRounding` a decimal's middle goes away from zero, a double's to even (R118)."""
    if value is None:
        return None
    if isinstance(digits, EnumValue):
        digits, mode = 0, digits
    given = number(value)
    if isinstance(given, int):
        return given
    if not isinstance(digits, int) or isinstance(digits, bool):
        raise BadProgram("`Math.Round` takes a whole number of digits")
    if not 0 <= digits <= 28:
        raise throw("ArgumentException", f"`Math.Round` takes 0 to 28 digits, not {digits}")
    usual = ROUND_HALF_EVEN if isinstance(given, float) else ROUND_HALF_UP
    return _rounded(given, digits, _ROUNDINGS[mode.name] if isinstance(mode, EnumValue) else usual)


def _rounded(given: Decimal | float, digits: int, rounding: str) -> Value:
    if isinstance(given, float):
        if not math.isfinite(given):
            return given
        scale = 10.0**digits
        # As .NET does it: the double is multiplied, rounded to a whole one and divided again.
        return float(Decimal(given * scale).quantize(Decimal(1), rounding, _WIDE)) / scale
    exponent = given.as_tuple().exponent
    if isinstance(exponent, int) and -exponent <= digits:
        return given
    return given.quantize(Decimal(1).scaleb(-digits), rounding, _WIDE)


def _toward(rounding: str) -> NativeFunction:
    def work(world: World, value: Value) -> Value:
        if value is None:
            return None
        given = number(value)
        return given if isinstance(given, int) else _rounded(given, 0, rounding)

    return work


# ── Two numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _widened(value: Value, other: Value) -> Value:
    """The value in the wider kind of the two."""
    if type(value) is type(other) or as_number(value) is None or as_number(other) is None:
        return value
    # Nothing is added, in the kind where the two meet.
    zero: Value = {Decimal: Decimal(0), float: 0.0, Long: Long(0)}.get(type(other), 0)
    return NUMERIC["+"][type(value), type(zero)](value, zero)


def least(world: World, a: Value, b: Value) -> Value:
    """`Math.Min`."""
    return _widened(a, b) if order(a, b) <= 0 else _widened(b, a)


def greatest(world: World, a: Value, b: Value) -> Value:
    """`Math.Max`."""
    return _widened(a, b) if order(a, b) >= 0 else _widened(b, a)


def clamp(world: World, value: Value, low: Value, high: Value) -> Value:
    """`Math.Clamp`."""
    if order(low, high) > 0:
        raise throw("ArgumentException", "`Math.Clamp`: the least is greater than the most")
    return least(world, greatest(world, value, low), high)


def absolute(world: World, value: Value) -> Value:
    """`Math.Abs`, of durations too."""
    if isinstance(value, TimeSpan):
        return time_span(abs(value.ticks))
    given = number(value)
    if type(value) is Long:
        return long_of(abs(int(given)))
    if isinstance(given, int):
        return int_of(abs(given))
    return given.copy_abs() if isinstance(given, Decimal) else abs(given)


def sign(world: World, value: Value) -> Value:
    """`Math.Sign`."""
    given = value.ticks if isinstance(value, TimeSpan) else number(value)
    return (given > 0) - (given < 0)


def power(world: World, base: Value, exponent: Value) -> Value:
    """`Math.Pow`, a double."""
    try:
        found = float(number(base)) ** float(number(exponent))
    except OverflowError:
        return float("inf")
    except ZeroDivisionError:
        return float("inf")
    return found if isinstance(found, float) else float("nan")


def _double(work: Callable[[float], float]) -> NativeFunction:
    def run(world: World, value: Value) -> Value:
        try:
            return work(float(number(value)))
        except ValueError:
            return float("nan")
        except OverflowError:
            return float("inf")

    return run


def logarithm(world: World, value: Value, base: Value = None) -> Value:
    """`Math.Log`, natural or of a base."""
    given = float(number(value))
    if given <= 0:
        return float("-inf") if given == 0 else float("nan")
    return math.log(given) if base is None else math.log(given, float(number(base)))


def code(value: Value) -> Value:
    """A character as its number; anything else as it is."""
    return ord(value.text) if isinstance(value, Char) else value


STATICS = {
    "Math": Static(
        "Math",
        functions={
            "Abs": absolute,
            "Acos": _double(math.acos),
            "Asin": _double(math.asin),
            "Atan": _double(math.atan),
            "Atan2": lambda world, y, x: math.atan2(float(number(y)), float(number(x))),
            "Cbrt": _double(math.cbrt),
            "Ceiling": _toward(ROUND_CEILING),
            "Clamp": clamp,
            "Cos": _double(math.cos),
            "Exp": _double(math.exp),
            "Floor": _toward(ROUND_FLOOR),
            "Log": logarithm,
            "Log10": lambda world, value: logarithm(world, value, 10),
            "Log2": lambda world, value: logarithm(world, value, 2),
            "Max": greatest,
            "Min": least,
            "Pow": power,
            "Round": round_,
            "Sign": sign,
            "Sin": _double(math.sin),
            "Sqrt": _double(math.sqrt),
            "Tan": _double(math.tan),
            "Truncate": _toward(ROUND_DOWN),
        },
        values={"E": lambda world: math.e, "PI": lambda world: math.pi, "Tau": lambda world: math.tau},
    ),
}
