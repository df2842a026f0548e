"""Numbers as .NET writes them in the invariant culture: plain, by a standard format, by a custom one.

Within a format a number is its sign, its digits without zeros at the end, and its scale: how many of the digits stand
before the point. Exact numbers are rounded away from zero in the middle, doubles by what they really are, to the even
digit.
"""

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal

from osy_grammar.record import record
from osy_runtime.decimals import text_of
from osy_runtime.exceptions import throw
from osy_runtime.values import Long

Number = int | Decimal | float

_EXACT = Context(prec=1200)
_STANDARD = re.compile(r"([A-Za-z])(\d{0,3})")


@record(frozen=False)
class Digits:
    """A number taken apart; zero has no digits."""

    negative: bool
    digits: str
    scale: int
    is_double: bool

    def round(self, position: int, *, is_rounded: bool = False) -> None:
        """Keep so many digits; what goes does not count where the number `is_rounded` already."""
        kept = max(position, 0)
        digits, rest = self.digits[:kept], self.digits[kept:]
        if position >= 0 and not is_rounded and rest[:1] >= "5":
            digits = str(int(digits or "0") + 1).rjust(kept, "0")
            if len(digits) > kept:
                self.scale += 1
        self.digits = digits.rstrip("0")
        if not self.digits:
            self.negative, self.scale = self.negative and self.is_double, 0


def _taken_apart(value: Number, *, places: int | None = None, significant: int | None = None) -> Digits:
    """The number's digits; a double is rounded by its exact value to so many places, or significant digits."""
    is_double = isinstance(value, float)
    exact = Decimal(value)
    if is_double and exact:
        if significant is not None:
            exact = Context(prec=significant, rounding=ROUND_HALF_EVEN).plus(exact)
        elif places is not None:
            exact = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, _EXACT)
    sign, parts, exponent = exact.as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, parts)).lstrip("0")
    if not text:
        return Digits(bool(sign), "", 0, is_double)
    return Digits(bool(sign), text.rstrip("0"), len(text) + exponent, is_double)


# ── Plain ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def double_text(value: float) -> str:
    """A double as .NET writes it: the shortest text that reads back, with an exponent from `E+15` on."""
    special = _special(value)
    if special:
        return special
    if value == 0:
        return "-0" if str(value)[0] == "-" else "0"
    number = _taken_apart(Decimal(repr(value)))
    return _general(number, 15)


def _special(value: Number) -> str:
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return ""


def number_text(value: Number, pattern: str) -> str:
    """A number's text by a standard format (`N2`, `F1`, `D5`, `X`, `P0`, `G`, `C2`) or a custom one (`#,##0.00`)."""
    if not pattern:
        return double_text(value) if isinstance(value, float) else text_of(Decimal(value))
    special = _special(value)
    if special:
        return special
    standard = _STANDARD.fullmatch(pattern)
    if standard is None:
        return _custom(value, pattern)
    precision = int(standard.group(2)) if standard.group(2) else None
    return _standard(value, standard.group(1), precision, pattern)


# ── Standard formats ─────────────────────────────────────────────────────────────────────────────────────────────────


def _standard(value: Number, letter: str, precision: int | None, pattern: str) -> str:
    places = 2 if precision is None else precision
    match letter.upper():
        case "D" | "X" | "B":
            return _whole(value, letter, precision or 1, pattern)
        case "F":
            return _signed(_fixed(value, places), "{}")
        case "N":
            return _signed(_fixed(value, places), "{}", grouped=True)
        case "P":
            return _signed(_fixed(value, places, shift=2), "{} %", grouped=True)
        case "C":
            number = _fixed(value, places)
            text = _point(number, places, grouped=True)
            return f"(¤{text})" if number.negative and number.digits else f"¤{text}"
        case "E":
            return _scientific(value, 6 if precision is None else precision, letter)
        case "G":
            return _general_format(value, letter, precision)
        case "R" if isinstance(value, float):
            return double_text(value)
        case _:
            raise throw("FormatException", f"`{pattern}` is no format of {_named(value)} that is known here")


def _named(value: Number) -> str:
    return "a whole number" if isinstance(value, int) else "a number with a fraction"


def _whole(value: Number, letter: str, least: int, pattern: str) -> str:
    if not isinstance(value, int):
        raise throw("FormatException", f"`{pattern}` formats whole numbers only")
    if letter in "Dd":
        return f"{'-' if value < 0 else ''}{abs(value):0{least}}"
    bits = 64 if type(value) is Long else 32
    shown = value if value >= 0 else value + (1 << bits)
    form = letter if letter in "xX" else "b"
    return f"{shown:0{least}{form}}"


@record(frozen=False)
class _Fixed:
    negative: bool
    digits: str
    scale: int
    places: int


def _fixed(value: Number, places: int, shift: int = 0) -> _Fixed:
    """The number with so many places behind the point, multiplied by ten so often."""
    if isinstance(value, float) and shift:
        value = Decimal(f"{value:.15g}")
    number = _taken_apart(value, places=places)
    if number.digits:
        number.scale += shift
    number.round(number.scale + places, is_rounded=number.is_double)
    return _Fixed(number.negative, number.digits, number.scale, places)


def _signed(number: _Fixed, form: str, *, grouped: bool = False) -> str:
    text = form.format(_point(number, number.places, grouped=grouped))
    return f"-{text}" if number.negative else text


def _point(number: _Fixed, places: int, *, grouped: bool) -> str:
    digits, scale = number.digits, number.scale
    whole = digits[:scale].ljust(scale, "0") if scale > 0 else "0"
    behind = ("0" * -scale if scale < 0 else "") + digits[max(scale, 0) :]
    if grouped:
        whole = f"{int(whole):,}"
    return f"{whole}.{behind[:places].ljust(places, '0')}" if places else whole


def _scientific(value: Number, precision: int, letter: str) -> str:
    number = _taken_apart(value, significant=precision + 1)
    number.round(precision + 1, is_rounded=number.is_double)
    digits = (number.digits or "0").ljust(precision + 1, "0")
    power = number.scale - 1 if number.digits else 0
    mantissa = digits[0] + (f".{digits[1:]}" if precision else "")
    return f"{'-' if number.negative else ''}{mantissa}{letter}{'-' if power < 0 else '+'}{abs(power):03}"


def _general_format(value: Number, letter: str, precision: int | None) -> str:
    if not precision:
        if isinstance(value, float):
            return double_text(value)
        return text_of(Decimal(value))
    number = _taken_apart(value, significant=precision)
    number.round(precision, is_rounded=number.is_double)
    text = _general(number, precision)
    return text.replace("E", letter.replace("g", "e").replace("G", "E"))


def _general(number: Digits, precision: int) -> str:
    sign = "-" if number.negative else ""
    if not number.digits:
        return f"{sign}0"
    power = number.scale - 1
    if number.scale > precision or power < -4:
        digits = number.digits
        mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
        return f"{sign}{mantissa}E{'-' if power < 0 else '+'}{abs(power):02}"
    places = max(len(number.digits) - number.scale, 0)
    return sign + _point(_Fixed(number.negative, number.digits, number.scale, places), places, grouped=False)


# ── Custom formats ───────────────────────────────────────────────────────────────────────────────────────────────────


def _custom(value: Number, pattern: str) -> str:
    from osy_runtime.custom_numbers import custom_text

    number = _taken_apart(value, significant=15 if isinstance(value, float) else None)
    return custom_text(number, pattern)
