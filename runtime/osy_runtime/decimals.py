"""Exact decimals as .NET has them: a whole number of 96 bits, of which 0 to 28 digits stand behind the point.

Python's decimals hold the values, a context of 28 digits does the arithmetic where nothing is lost: it raises where it
would have to round. Then the exact result is worked out and rounded once, to the nearest and in the middle to the even
one, as .NET does; it can have a 29th digit.
"""

from decimal import Context, Decimal, InvalidOperation, Overflow, Rounded

from osy_runtime.exceptions import throw
from osy_runtime.signals import OsyThrow

MOST = (1 << 96) - 1
MOST_DECIMALS = 28
MAX_VALUE = Decimal(MOST)
MIN_VALUE = Decimal(-MOST)

# The smallest exponent of a context is `Emin - prec + 1`: here -28.
_FAST = Context(prec=28, Emin=-1, Emax=96, traps=[Rounded, Overflow, InvalidOperation])
_WIDE = Context(prec=200, Emin=-10_000, Emax=10_000, traps=[Overflow, InvalidOperation])
_LONG = Context(prec=64, Emin=-10_000, Emax=10_000, traps=[Overflow, InvalidOperation])
_UNITS = [Decimal(1).scaleb(-decimals) for decimals in range(MOST_DECIMALS + 1)]
_LIMITS = [MAX_VALUE.scaleb(-decimals, _LONG) for decimals in range(MOST_DECIMALS + 1)]
_LOST = (Rounded, Overflow, InvalidOperation)


def add(a: Decimal, b: Decimal) -> Decimal:
    """`a + b`; as many decimals as the one that has more."""
    try:
        return _FAST.add(a, b)
    except _LOST:
        return fitted(_WIDE.add(a, b))


def subtract(a: Decimal, b: Decimal) -> Decimal:
    """`a - b`."""
    try:
        return _FAST.subtract(a, b)
    except _LOST:
        return fitted(_WIDE.subtract(a, b))


def multiply(a: Decimal, b: Decimal) -> Decimal:
    """`a * b`; as many decimals as both have together."""
    try:
        return _FAST.multiply(a, b)
    except _LOST:
        return fitted(_WIDE.multiply(a, b))


def divide(a: Decimal, b: Decimal) -> Decimal:
    """`a / b`; no more decimals than the quotient needs."""
    if not b:
        raise throw("DivideByZeroException", "attempted to divide by zero")
    # 64 digits are enough to see on which side of the middle a quotient of such numbers lies.
    quotient = _LONG.divide(a, b)
    rounded = _cut(quotient, MOST_DECIMALS)
    # What comes out even keeps the decimals that dividend and divisor have; what does not has no zeros at its end.
    # Adding nothing takes a positive exponent away, which no decimal of .NET has.
    return _LONG.add(quotient if rounded == quotient else _LONG.normalize(rounded), 0)


def remainder(a: Decimal, b: Decimal) -> Decimal:
    """`a % b`; the sign is the dividend's."""
    if not b:
        raise throw("DivideByZeroException", "attempted to divide by zero")
    if a.copy_abs() < b.copy_abs():
        return a
    return fitted(_WIDE.remainder(a, b))


def negated(a: Decimal) -> Decimal:
    """`-a`; a zero has no sign."""
    return a.copy_negate() if a else a


def fitted(value: Decimal) -> Decimal:
    """An exact value rounded to what a decimal can hold; throws where it is too large."""
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        raise overflow()
    return _cut(value, max(-exponent, 0))


def _cut(value: Decimal, decimals: int) -> Decimal:
    """A value with so many decimals, or as many of them as there is room for."""
    decimals = min(decimals, MOST_DECIMALS - max(value.adjusted(), 0))
    if decimals < 0:
        raise overflow()
    rounded = _WIDE.quantize(value, _UNITS[decimals])
    if rounded.copy_abs() > _LIMITS[decimals]:
        if decimals == 0:
            raise overflow()
        rounded = _WIDE.quantize(value, _UNITS[decimals - 1])
    return rounded


def from_int(value: int) -> Decimal:
    """A whole number as a decimal; throws where it is too large."""
    if -MOST <= value <= MOST:
        return Decimal(value)
    raise overflow()


def from_float(value: float) -> Decimal:
    """A double as a decimal: its first 15 digits, as .NET converts it."""
    if value != value or abs(value) > 7.9228162514264338e28:
        raise overflow()
    if value == 0 or abs(value) < 1e-28:
        return Decimal(0)
    return fitted(Decimal(f"{value:.15g}").normalize(_WIDE))


def from_text(text: str) -> Decimal:
    """The decimal of a number in digits, with a fraction and an exponent perhaps."""
    return fitted(Decimal(text))


def overflow() -> OsyThrow:
    """What is thrown when a value is too large for a decimal."""
    return throw("OverflowException", "the result does not fit into a decimal")


def text_of(value: Decimal) -> str:
    """The decimal's text: all of its decimals, and no sign of a zero."""
    text = format(value, "f")
    return text[1:] if text[0] == "-" and not value else text
