"""What the operators do to values. Integers divide toward zero, text joins with anything, null gives null."""

from collections.abc import Callable
from decimal import Decimal

from osy_runtime.clock import LATEST
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import (
    TICKS_PER_DAY,
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    Guid,
    Row,
    TimeOnly,
    TimeSpan,
    Value,
)

Number = int | Decimal | float

_LONGEST = 1 << 63
_WIDEST_DECIMAL = Decimal(79228162514264337593543950335)


def add(left: Value, right: Value) -> Value:
    """`left + right`."""
    if type(left) is int and type(right) is int:
        total = left + right
        return total if -_LONGEST <= total < _LONGEST else _overflow()
    if isinstance(left, str) or isinstance(right, str):
        return to_text(left) + to_text(right)
    match left, right:
        case (None, _) | (_, None):
            return None
        case DateTime(), TimeSpan():
            return instant(left.ticks + right.ticks)
        case TimeSpan(), TimeSpan():
            return time_span(left.ticks + right.ticks)
        case DateTimeOffset(), TimeSpan():
            return DateTimeOffset(instant(left.utc_ticks + right.ticks).ticks, left.offset_ticks)
        case TimeOnly(), TimeSpan():
            return TimeOnly((left.ticks + right.ticks) % TICKS_PER_DAY)
        case _:
            return arithmetic("+", left, right)


def subtract(left: Value, right: Value) -> Value:
    """`left - right`."""
    if type(left) is int and type(right) is int:
        total = left - right
        return total if -_LONGEST <= total < _LONGEST else _overflow()
    match left, right:
        case (None, _) | (_, None):
            return None
        case DateTime(), DateTime():
            return time_span(left.ticks - right.ticks)
        case DateTime(), TimeSpan():
            return instant(left.ticks - right.ticks)
        case TimeSpan(), TimeSpan():
            return time_span(left.ticks - right.ticks)
        case DateTimeOffset(), DateTimeOffset():
            return time_span(left.utc_ticks - right.utc_ticks)
        case DateTimeOffset(), TimeSpan():
            return DateTimeOffset(instant(left.utc_ticks - right.ticks).ticks, left.offset_ticks)
        case _:
            return arithmetic("-", left, right)


def multiply(left: Value, right: Value) -> Value:
    """`left * right`."""
    match left, right:
        case (None, _) | (_, None):
            return None
        case TimeSpan(), int() | float() | Decimal():
            return time_span(left.ticks * right)
        case int() | float() | Decimal(), TimeSpan():
            return time_span(left * right.ticks)
        case _:
            return arithmetic("*", left, right)


def divide(left: Value, right: Value) -> Value:
    """`left / right`."""
    match left, right:
        case (None, _) | (_, None):
            return None
        case TimeSpan(), TimeSpan():
            return left.ticks / right.ticks if right.ticks else _divided_by_zero()
        case TimeSpan(), int() | float() | Decimal():
            return time_span(left.ticks / right) if right else _divided_by_zero()
        case _:
            return arithmetic("/", left, right)


def remainder(left: Value, right: Value) -> Value:
    """`left % right`; the sign is the dividend's."""
    if left is None or right is None:
        return None
    return arithmetic("%", left, right)


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """An operator over two numbers, widened to the wider one's kind."""
    a, b = as_number(left), as_number(right)
    if a is None or b is None:
        raise BadProgram(f"`{operator}` does not work on {kind(left)} and {kind(right)}")
    if isinstance(a, float) or isinstance(b, float):
        return _FLOATS[operator](float(a), float(b))
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        result = _DECIMALS[operator](Decimal(a), Decimal(b))
        return result if -_WIDEST_DECIMAL <= result <= _WIDEST_DECIMAL else _overflow()
    total = _INTEGERS[operator](a, b)
    return total if -_LONGEST <= total < _LONGEST else _overflow()


def time_span(ticks: Number) -> TimeSpan:
    """The duration of so many ticks, rounded; throws where .NET's has no room for them."""
    if ticks != ticks or not -_LONGEST <= ticks < _LONGEST:
        raise throw("OverflowException", "the duration is longer than a TimeSpan can be")
    return TimeSpan(round(ticks))


def instant(ticks: int) -> DateTime:
    """The instant; throws outside of the years 1 to 9999."""
    if not 0 <= ticks <= LATEST:
        raise throw("ArgumentException", "this instant is outside of the years 1 to 9999")
    return DateTime(ticks)


def as_number(value: Value) -> Number | None:
    """The value as a number, a character by its code; None if it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal | float):
        return value
    return ord(value.text) if isinstance(value, Char) else None


def _divide_integers(a: int, b: int) -> int:
    if b == 0:
        _divided_by_zero()
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _divide_decimals(a: Decimal, b: Decimal) -> Decimal:
    if b == 0:
        _divided_by_zero()
    return a / b


def _divide_floats(a: float, b: float) -> float:
    if b != 0:
        return a / b
    return float("nan") if a == 0 or a != a else float("inf") if a > 0 else float("-inf")


def _remain_integers(a: int, b: int) -> int:
    return a - b * _divide_integers(a, b)


def _remain_decimals(a: Decimal, b: Decimal) -> Decimal:
    if b == 0:
        _divided_by_zero()
    return a % b


def _remain_floats(a: float, b: float) -> float:
    from math import fmod

    return fmod(a, b) if b != 0 else float("nan")


_INTEGERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide_integers,
    "%": _remain_integers,
}
_DECIMALS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide_decimals,
    "%": _remain_decimals,
}
_FLOATS: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide_floats,
    "%": _remain_floats,
}


def _overflow() -> int:
    raise throw("OverflowException", "the result does not fit into 64 bits, or into a decimal")


def _divided_by_zero() -> int:
    raise throw("DivideByZeroException", "attempted to divide by zero")


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def equals(left: Value, right: Value) -> bool:
    """`left == right`: by value, rows by identity (or against an id), lists and instances by reference."""
    if left is right:
        return True
    if left is None or right is None:
        return False
    if type(left) is type(right):
        return left is right if isinstance(left, list | dict) else bool(left == right)
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    a, b = as_number(left), as_number(right)
    if a is not None and b is not None:
        return a == b
    if isinstance(left, Row) and isinstance(right, Guid):
        return left.id == right
    if isinstance(right, Row) and isinstance(left, Guid):
        return right.id == left
    return False


def differs(left: Value, right: Value) -> bool:
    """`left != right`."""
    return not equals(left, right)


def order(left: Value, right: Value) -> int:
    """Below, at or above 0 as `left` comes before, with or after `right`; null is first, text goes by code units."""
    if left is None or right is None:
        return (left is not None) - (right is not None)
    a, b = as_number(left), as_number(right)
    if a is not None and b is not None:
        return (a > b) - (a < b)
    if isinstance(left, EnumValue) and isinstance(right, EnumValue):
        return (left.number > right.number) - (left.number < right.number)
    if type(left) is type(right) and isinstance(
        left, str | bool | DateTime | TimeSpan | DateOnly | TimeOnly | DateTimeOffset | Guid
    ):
        return (left > right) - (left < right)  # type: ignore[operator]
    raise BadProgram(f"{kind(left)} and {kind(right)} have no order")


def comparison(operator: str) -> Callable[[Value, Value], bool]:
    """`<`, `<=`, `>` or `>=`; with a null on either side the answer is false."""
    test = _ORDERED[operator]

    def compare(left: Value, right: Value) -> bool:
        if type(left) is int and type(right) is int:
            return test(left, right)
        if left is None or right is None:
            return False
        return test(order(left, right), 0)

    return compare


_ORDERED: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def bit_or(left: Value, right: Value) -> Value:
    """`left | right`: whole numbers, truth values, members of one enum."""
    match left, right:
        case bool(), bool():
            return left or right
        case int(), int():
            return left | right
        case EnumValue(), EnumValue() if left.enum is right.enum:
            number = left.number | right.number
            known = next((m for m in left.enum.members if m.number == number), None)
            return known or EnumValue(left.enum, f"{left.name}, {right.name}", number, f"{left.label}, {right.label}")
        case _:
            raise BadProgram(f"`|` does not work on {kind(left)} and {kind(right)}")


def bit_and(left: Value, right: Value) -> Value:
    """`left & right`: whole numbers and truth values."""
    match left, right:
        case bool(), bool():
            return left and right
        case int(), int():
            return left & right
        case _:
            raise BadProgram(f"`&` does not work on {kind(left)} and {kind(right)}")


def negate(value: Value) -> Value:
    """`-value`."""
    match value:
        case None:
            return None
        case TimeSpan():
            return time_span(-value.ticks)
        case _:
            return arithmetic("-", 0, value) if not isinstance(value, float) else -value


BINARY: dict[str, Callable[[Value, Value], Value]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": remainder,
    "==": equals,
    "!=": differs,
    "<": comparison("<"),
    "<=": comparison("<="),
    ">": comparison(">"),
    ">=": comparison(">="),
    "|": bit_or,
    "&": bit_and,
}
"""Every operator that takes two values and always needs both."""
