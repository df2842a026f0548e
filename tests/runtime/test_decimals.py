"""Decimals against a slow model: exact fractions, rounded once to 96 bits and 28 decimals, the middle to even."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_runtime import decimals
from osy_runtime.signals import OsyThrow

MOST = (1 << 96) - 1
NUMBERS = st.builds(
    lambda whole, places, negative: Decimal((int(negative), tuple(map(int, str(whole))), -places)),
    st.one_of(st.integers(0, 1000), st.integers(0, 10**15), st.integers(0, MOST)),
    st.integers(0, 28),
    st.booleans(),
)


def rounded(value: Fraction, places: int) -> tuple[int, int] | None:
    """The whole number and its decimals that the exact value is held as; None if it is too large."""
    for kept in range(min(places, 28), -1, -1):
        scaled = abs(value) * 10**kept
        whole, rest = divmod(scaled.numerator, scaled.denominator)
        if rest * 2 > scaled.denominator or (rest * 2 == scaled.denominator and whole % 2):
            whole += 1
        if whole <= MOST:
            return whole, kept
    return None


def quotient(a: Decimal, b: Decimal) -> tuple[int, int] | None:
    """What .NET makes of `a / b`: the natural decimals if it comes out even, else as many as it needs."""
    value = Fraction(a) / Fraction(b)
    natural = max(places(a) - places(b), 0)
    exact = abs(value) * 10**natural
    if exact.denominator == 1 and exact <= MOST:
        return int(exact), natural
    found = rounded(value, 28)
    if found is None:
        return None
    whole, kept = found
    while kept and whole % 10 == 0:
        whole, kept = whole // 10, kept - 1
    return whole, kept


def places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    return -exponent


def held(value: Decimal) -> tuple[int, int]:
    """A decimal as its whole number and its decimals."""
    return int("".join(map(str, value.as_tuple().digits))), places(value)


@settings(max_examples=400)
@given(NUMBERS, NUMBERS)
def test_operations_agree_with_exact_fractions(a: Decimal, b: Decimal) -> None:
    exact = {
        decimals.add: (Fraction(a) + Fraction(b), max(places(a), places(b))),
        decimals.subtract: (Fraction(a) - Fraction(b), max(places(a), places(b))),
        decimals.multiply: (Fraction(a) * Fraction(b), places(a) + places(b)),
    }
    for operate, (value, kept) in exact.items():
        expected = rounded(value, kept)
        if expected is None:
            with pytest.raises(OsyThrow, match="does not fit"):
                operate(a, b)
        else:
            assert held(operate(a, b)) == expected


@settings(max_examples=400)
@given(NUMBERS, NUMBERS.filter(bool))
def test_quotients_agree_with_exact_fractions(a: Decimal, b: Decimal) -> None:
    expected = quotient(a, b)
    if expected is None:
        with pytest.raises(OsyThrow, match="does not fit"):
            decimals.divide(a, b)
    else:
        assert held(decimals.divide(a, b)) == expected
