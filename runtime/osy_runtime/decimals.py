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
    return _made(sign, *_rounded(whole, 1, -exponent))


def _divided(a: Decimal, b: Decimal) -> Decimal:
    """A quotient that has more digits than there is room for, or a divisor or dividend of 29 digits."""
    natural = _decimals(b) - _decimals(a)
    above, below = _whole(a), _whole(b)
    above *= 10 ** (MOST_DECIMALS + natural)
    whole, decimals = _rounded(above, below, MOST_DECIMALS)
    while decimals > 0 and whole % 10 == 0:
        whole, decimals = whole // 10, decimals - 1
    return _made(int(a.is_signed() != b.is_signed()), whole, decimals)


def _rounded(above: int, below: int, decimals: int) -> tuple[int, int]:
    """The fraction with so many decimals, or as many of them as fit, as a whole number with its decimals."""
    surplus = max(decimals - MOST_DECIMALS, 0)
    size = len(str(above // below)) - len(str(MOST))
    surplus = max(surplus, size, 0)
    while True:
        divisor = below * 10**surplus
        whole, rest = divmod(above, divisor)
        if rest * 2 > divisor or (rest * 2 == divisor and whole % 2):
            whole += 1
        if whole <= MOST:
            break
        surplus += 1
    if surplus > decimals:
        raise overflow()
    return whole, decimals - surplus


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _whole(value: Decimal) -> int:
    return int(_WIDE.scaleb(abs(value), _decimals(value)))


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
