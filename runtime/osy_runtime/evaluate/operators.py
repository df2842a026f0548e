"""What the operators do to values. Text joins with anything; null gives null, and orders nothing."""

from collections.abc import Callable
from decimal import Decimal

from osy_runtime import decimals
from osy_runtime.clock import LATEST
from osy_runtime.evaluate.arithmetic import (
    LEAST_LONG,
    MOST_LONG,
    NUMERIC,
    Number,
    as_number,
    divided_by_zero,
    int_of,
    long_of,
)
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
    Instance,
    Long,
    Row,
    TimeOnly,
    TimeSpan,
    Tuple,
    Value,
)

__all__ = ["Number", "as_number"]

_ADD, _SUBTRACT, _MULTIPLY = NUMERIC["+"], NUMERIC["-"], NUMERIC["*"]
_DIVIDE, _REMAINDER = NUMERIC["/"], NUMERIC["%"]


def add(left: Value, right: Value) -> Value:
    """`left + right`."""
    if type(left) is int and type(right) is int:
        total = left + right
        return total if -2147483648 <= total <= 2147483647 else int_of(total)
    if type(left) is str or type(right) is str:
        return to_text(left) + to_text(right)
    operate = _ADD.get((type(left), type(right)))
    return operate(left, right) if operate is not None else _add_others(left, right)


def _add_others(left: Value, right: Value) -> Value:
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
        case EnumValue(), int():
            return left.enum.of_number(left.number + right)
        case _:
            raise _does_not_work("+", left, right)


def subtract(left: Value, right: Value) -> Value:
    """`left - right`."""
    if type(left) is int and type(right) is int:
        total = left - right
        return total if -2147483648 <= total <= 2147483647 else int_of(total)
    operate = _SUBTRACT.get((type(left), type(right)))
    return operate(left, right) if operate is not None else _subtract_others(left, right)


def _subtract_others(left: Value, right: Value) -> Value:
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
        case TimeOnly(), TimeOnly():
            return time_span((left.ticks - right.ticks) % TICKS_PER_DAY)
        case EnumValue(), EnumValue() if left.enum is right.enum:
            return left.number - right.number
        case EnumValue(), int():
            return left.enum.of_number(left.number - right)
        case _:
            raise _does_not_work("-", left, right)


def multiply(left: Value, right: Value) -> Value:
    """`left * right`."""
    operate = _MULTIPLY.get((type(left), type(right)))
    if operate is not None:
        return operate(left, right)
    match left, right:
        case (None, _) | (_, None):
            return None
        case TimeSpan(), int() | float() | Decimal():
            return time_span(left.ticks * right)
        case int() | float() | Decimal(), TimeSpan():
            return time_span(left * right.ticks)
        case _:
            raise _does_not_work("*", left, right)


def divide(left: Value, right: Value) -> Value:
    """`left / right`."""
    operate = _DIVIDE.get((type(left), type(right)))
    if operate is not None:
        return operate(left, right)
    match left, right:
        case (None, _) | (_, None):
            return None
        case TimeSpan(), TimeSpan():
            return NUMERIC["/"][float, float](float(left.ticks), float(right.ticks))
        case TimeSpan(), int() | float() | Decimal():
            return time_span(left.ticks / right) if right else divided_by_zero()
        case _:
            raise _does_not_work("/", left, right)


def remainder(left: Value, right: Value) -> Value:
    """`left % right`; the sign is the dividend's."""
    operate = _REMAINDER.get((type(left), type(right)))
    if operate is not None:
        return operate(left, right)
    if left is None or right is None:
        return None
    raise _does_not_work("%", left, right)


def _does_not_work(operator: str, left: Value, right: Value) -> BadProgram:
    return BadProgram(f"`{operator}` does not work on {kind(left)} and {kind(right)}")


def negate(value: Value) -> Value:
    """`-value`."""
    match value:
        case float():
            return -value
        case Decimal():
            return decimals.negated(value)
        case None:
            return None
        case TimeSpan():
            return time_span(-value.ticks)
        case _:
            return subtract(0, value)


def time_span(ticks: Number) -> TimeSpan:
    """The duration of so many ticks, rounded; throws where .NET's has no room for them."""
    if ticks != ticks or not LEAST_LONG <= ticks <= MOST_LONG:
        raise throw("OverflowException", "the duration is longer than a TimeSpan can be")
    return TimeSpan(round(ticks))


def instant(ticks: int) -> DateTime:
    """The instant; throws outside of the years 1 to 9999."""
    if not 0 <= ticks <= LATEST:
        raise throw("ArgumentException", "this instant is outside of the years 1 to 9999")
    return DateTime(ticks)


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def equals(left: Value, right: Value) -> bool:
    """`left == right`: by value, rows by identity (or against an id), lists and instances by reference."""
    if left is right:
        return left == left if type(left) is float else True
    if left is None or right is None:
        return False
    if type(left) is type(right):
        if isinstance(left, Tuple) and isinstance(right, Tuple):
            return len(left.items) == len(right.items) and all(map(equals, left.items, right.items))
        is_one_thing = isinstance(left, list | dict) or (isinstance(left, Instance) and not left.cls.is_record)
        return False if is_one_thing else bool(left == right)
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
        if a != a or b != b:
            # What is no number comes before all numbers.
            return (a == a) - (b == b)
        return (a > b) - (a < b)
    if isinstance(left, EnumValue) and isinstance(right, EnumValue):
        return (left.number > right.number) - (left.number < right.number)
    if type(left) is type(right) and isinstance(
        left, str | bool | DateTime | TimeSpan | DateOnly | TimeOnly | DateTimeOffset | Guid
    ):
        return (left > right) - (left < right)  # type: ignore[operator]
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return next((found for a, b in zip(left.items, right.items, strict=False) if (found := order(a, b))), 0)
    raise BadProgram(f"{kind(left)} and {kind(right)} have no order")


def comparison(operator: str) -> Callable[[Value, Value], bool]:
    """`<`, `<=`, `>` or `>=`; with a null on either side the answer is false."""
    test = _ORDERED[operator]

    def compare(left: Value, right: Value) -> bool:
        if type(left) is int and type(right) is int:
            return test(left, right)
        if left is None or right is None:
            return False
        if type(left) is float or type(right) is float:
            a, b = as_number(left), as_number(right)
            if a is not None and b is not None:
                return test(a, b)
        return test(order(left, right), 0)

    return compare


_ORDERED: dict[str, Callable[[Number, Number], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


# ── Bits ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bits(operator: str, work: Callable[[int, int], int]) -> Callable[[Value, Value], Value]:
    """`|`, `&`, `^`: whole numbers, truth values, members of one enum."""

    def operate(left: Value, right: Value) -> Value:
        match left, right:
            case bool(), bool():
                return bool(work(left, right))
            case int() | Char(), int() | Char():
                a, b = _whole(left), _whole(right)
                return long_of(work(a, b)) if Long in (type(left), type(right)) else work(a, b)
            case EnumValue(), EnumValue() if left.enum is right.enum:
                return left.enum.of_number(work(left.number, right.number))
            case (None, bool() | None) | (bool(), None):
                return _unknown_truth(operator, left, right)
            case (None, _) | (_, None):
                return None
            case _:
                raise _does_not_work(operator, left, right)

    return operate


def _whole(value: int | Char) -> int:
    return ord(value.text) if isinstance(value, Char) else int(value)


def _unknown_truth(operator: str, left: Value, right: Value) -> Value:
    """C#'s three-valued logic: a null counts unless the other side decides alone."""
    decides = {"|": True, "&": False}.get(operator)
    return decides if decides is not None and decides in (left, right) else None


def shift_left(left: Value, right: Value) -> Value:
    """`left << right`; bits that leave the type are gone."""
    if not isinstance(left, int) or not isinstance(right, int):
        raise _does_not_work("<<", left, right)
    size = 64 if type(left) is Long else 32
    moved = (int(left) << (right & (size - 1))) & ((1 << size) - 1)
    signed = moved - (1 << size) if moved >> (size - 1) else moved
    return Long(signed) if size == 64 else signed


def invert(value: Value) -> Value:
    """`~value`."""
    if value is None:
        return None
    if isinstance(value, EnumValue):
        return value.enum.of_number(~value.number)
    number = as_number(value)
    if not isinstance(number, int):
        raise BadProgram(f"`~` does not work on {kind(value)}")
    return Long(~number) if type(value) is Long else ~number


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
    "|": _bits("|", int.__or__),
    "&": _bits("&", int.__and__),
    "^": _bits("^", int.__xor__),
    "<<": shift_left,
}
"""Every operator that takes two values and always needs both."""


def _wrapping(operator: str, work: Callable[[int, int], int]) -> Callable[[Value, Value], Value]:
    """The operator in `unchecked`: what leaves the type of whole numbers comes in at its other end."""
    plain = BINARY[operator]

    def operate(left: Value, right: Value) -> Value:
        if not isinstance(left, int) or not isinstance(right, int) or isinstance(left, bool) or isinstance(right, bool):
            return plain(left, right)
        is_long = Long in (type(left), type(right))
        half = 1 << (63 if is_long else 31)
        number = (work(int(left), int(right)) + half) % (2 * half) - half
        return Long(number) if is_long else number

    return operate


WRAPPED: dict[str, Callable[[Value, Value], Value]] = {
    "+": _wrapping("+", lambda a, b: a + b),
    "-": _wrapping("-", lambda a, b: a - b),
    "*": _wrapping("*", lambda a, b: a * b),
}
"""The operators that `unchecked` changes."""
