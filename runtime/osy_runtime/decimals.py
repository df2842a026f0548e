"""Exact decimals as .NET has them: a whole number of 96 bits, of which 0 to 28 digits stand behind the point.

Python's decimals hold the values, a context of 28 digits does the arithmetic where nothing is lost: it raises where it
would have to round. Then the exact result is worked out with whole numbers and rounded once, to the nearest and in the
middle to the even one, as .NET does; it can have a 29th digit.
"""

from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, Rounded

from osy_runtime.exceptions import throw
from osy_runtime.signals import OsyThrow

MOST = (1 << 96) - 1
MOST_DECIMALS = 28
MAX_VALUE = Decimal(MOST)

# The smallest exponent of a context is `Emin - prec + 1`: here -28.
_FAST = Context(prec=28, Emin=-1, Emax=96, traps=[Rounded, Overflow, DivisionByZero, InvalidOperation])
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
    try:
        # Adding nothing takes a positive exponent away, which no decimal of .NET has.
        return _FAST.add(_FAST.divide(a, b), 0)
    except DivisionByZero:
        raise throw("DivideByZeroException", "attempted to divide by zero") from None
    except _LOST:
        if not b:
            raise throw("DivideByZeroException", "attempted to divide by zero") from None
        return _divided(a, b)


def remainder(a: Decimal, b: Decimal) -> Decimal:
    """`a % b`; the sign is the dividend's."""
    if not b:
        raise throw("DivideByZeroException", "attempted to divide by zero")
    if abs(a) < abs(b):
        return a
    return fitted(_WIDE.remainder(a, b))


def fitted(value: Decimal) -> Decimal:
    """An exact value rounded to what a decimal can hold; throws where it is too large."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise overflow()
    whole = int("".join(map(str, digits)) or "0")
    if exponent > 0:
        whole, exponent = whole * 10**exponent, 0
    return _made(sign, *_rounded(whole, -exponent))


def _divided(a: Decimal, b: Decimal) -> Decimal:
    """A quotient that has more digits than there is room for, or a divisor or dividend of 29 digits."""
    # 64 digits are enough to see on which side of the middle a quotient of such numbers lies.
    quotient = _LONG.divide(a, b)
    decimals = MOST_DECIMALS - max(quotient.adjusted(), 0)
    if decimals < 0:
        raise overflow()
    rounded = _LONG.quantize(quotient, _UNITS[decimals])
    if abs(rounded) > _LIMITS[decimals]:
        if decimals == 0:
            raise overflow()
        rounded = _LONG.quantize(quotient, _UNITS[decimals - 1])
    # What comes out even keeps the decimals that dividend and divisor have; what does not has no zeros at its end.
    return _LONG.add(quotient if rounded == quotient else _LONG.normalize(rounded), 0)


def _rounded(whole: int, decimals: int) -> tuple[int, int]:
    """So many tenths, hundredths … of a number, or as many of its decimals as fit."""
    surplus = max(decimals - MOST_DECIMALS, len(str(whole)) - len(str(MOST)), 0)
    while True:
        divisor = 10**surplus
        kept, rest = divmod(whole, divisor)
        if rest * 2 > divisor or (rest * 2 == divisor and kept % 2):
            kept += 1
        if kept <= MOST:
            break
        surplus += 1
    if surplus > decimals:
        raise overflow()
    return kept, decimals - surplus


def _made(sign: int, whole: int, decimals: int) -> Decimal:
    return Decimal((sign, tuple(map(int, str(whole))), -decimals))


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
