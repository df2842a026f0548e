"""Arithmetic over numbers, by their kinds: `int`, `long`, `decimal`, `double`; a `char` counts as an `int`.

Two kinds meet in the wider one, as in C#: `int` and `int` give an `int` that must fit into 32 bits, with a `long` the
result must fit into 64 (R68). Whole numbers divide toward zero, and the remainder has the sign of the dividend.
"""

from collections.abc import Callable
from decimal import Decimal
from math import fmod
from typing import NoReturn

from osy_runtime import decimals
from osy_runtime.exceptions import throw
from osy_runtime.signals import OsyThrow
from osy_runtime.values import Char, Long, Value

Number = int | Decimal | float
Operation = Callable[[Value, Value], Value]

LEAST_INT, MOST_INT = -(1 << 31), (1 << 31) - 1
LEAST_LONG, MOST_LONG = -(1 << 63), (1 << 63) - 1
OPERATORS = ("+", "-", "*", "/", "%")


def as_number(value: Value) -> Number | None:
    """The value as a number, a character by its code; None if it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal | float):
        return value
    return ord(value.text) if isinstance(value, Char) else None


def int_of(value: int) -> int:
    """The value, which must fit into an `int`."""
    if LEAST_INT <= value <= MOST_INT:
        return value
    raise _overflow(value, "int")


def long_of(value: int) -> Long:
    """The value as a `long`."""
    if LEAST_LONG <= value <= MOST_LONG:
        return Long(value)
    raise _overflow(value, "long")


def _overflow(value: int, name: str) -> OsyThrow:
    return throw("OverflowException", f"{value} does not fit into `{name}` (it is not wrapped here)")


def divided_by_zero() -> NoReturn:
    """Throw the exception of a division by zero."""
    raise throw("DivideByZeroException", "attempted to divide by zero")


# ── Whole numbers ────────────────────────────────────────────────────────────────────────────────────────────────────


def quotient(a: int, b: int) -> int:
    """`a / b`, toward zero."""
    if b == 0:
        divided_by_zero()
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def rest(a: int, b: int) -> int:
    """`a % b`."""
    return a - b * quotient(a, b)


_WHOLE: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": quotient,
    "%": rest,
}


def _fitting(operator: str, fit: Callable[[int], int]) -> Callable[[int, int], int]:
    operate = _WHOLE[operator]
    return lambda a, b: fit(operate(a, b))


# ── Doubles ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _float_quotient(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0 or a != a:
        return float("nan")
    is_negative = (a < 0) != (str(b)[0] == "-")
    return float("-inf") if is_negative else float("inf")


def _float_rest(a: float, b: float) -> float:
    return float("nan") if b == 0 or a in (float("inf"), float("-inf")) else fmod(a, b)


_FLOATS: dict[str, Callable[[float, float], float]] = {
    "+": float.__add__,
    "-": float.__sub__,
    "*": float.__mul__,
    "/": _float_quotient,
    "%": _float_rest,
}
_DECIMALS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": decimals.add,
    "-": decimals.subtract,
    "*": decimals.multiply,
    "/": decimals.divide,
    "%": decimals.remainder,
}

# ── Pairs of kinds ───────────────────────────────────────────────────────────────────────────────────────────────────

_RANKS: dict[type, int] = {Char: 0, int: 1, Long: 2, Decimal: 3, float: 4}
Into = Callable[[Value], Value]


def _code(value: Value) -> Value:
    return ord(value.text) if isinstance(value, Char) else value


def _to_decimal(value: Value) -> Value:
    return Decimal(_code(value))  # type: ignore[arg-type]  # the table below gives it whole numbers only


def _to_float(value: Value) -> Value:
    return float(_code(value))  # type: ignore[arg-type]  # likewise, and decimals


def _plain(operator: str, rank: int) -> Callable[..., Value]:
    if rank == 4:
        return _FLOATS[operator]
    if rank == 3:
        return _DECIMALS[operator]
    return _fitting(operator, long_of if rank == 2 else int_of)


def _into(kind: type, rank: int) -> Into | None:
    if rank == 4:
        return None if kind is float else _to_float
    if rank == 3:
        return None if kind is Decimal else _to_decimal
    return _code if kind is Char else None


def _operation(operator: str, left: type, right: type) -> Operation:
    rank = max(_RANKS[left], _RANKS[right], 1)
    plain, first, second = _plain(operator, rank), _into(left, rank), _into(right, rank)
    if first is not None and second is not None:
        return lambda a, b: plain(first(a), second(b))
    if first is not None:
        return lambda a, b: plain(first(a), b)
    if second is not None:
        return lambda a, b: plain(a, second(b))
    return plain


NUMERIC: dict[str, dict[tuple[type, type], Operation]] = {
    operator: {(left, right): _operation(operator, left, right) for left in _RANKS for right in _RANKS}
    for operator in OPERATORS
}
"""What an operator does to two numbers, by their kinds."""
