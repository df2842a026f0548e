"""Format strings as .NET reads them, in the invariant culture: numbers, dates, durations."""

import re
from decimal import ROUND_HALF_UP, Decimal

from osy_runtime.exceptions import throw
from osy_runtime.values import (
    TICKS_PER_DAY,
    TICKS_PER_HOUR,
    TICKS_PER_MINUTE,
    TICKS_PER_SECOND,
)

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_DAYS_IN_400_YEARS = 146_097


def civil(day_number: int) -> tuple[int, int, int]:
    """Year, month and day of a day counted from 0001-01-01 (proleptic Gregorian)."""
    shifted = day_number + 306
    era, day_of_era = divmod(shifted, _DAYS_IN_400_YEARS)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_index = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_index + 2) // 5 + 1
    month = month_index + 3 if month_index < 10 else month_index - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def day_number(year: int, month: int, day: int) -> int:
    """The day's number counted from 0001-01-01; throws if there is no such day."""
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)):
        raise throw("ArgumentException", f"there is no day {year:04}-{month:02}-{day:02}")
    shifted_year = year - (month <= 2)
    era, year_of_era = divmod(shifted_year, 400)
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * _DAYS_IN_400_YEARS + day_of_era - 306


def days_in_month(year: int, month: int) -> int:
    """How many days the month has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


# ── Dates ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_STANDARD_DATES = {
    "d": "MM/dd/yyyy",
    "D": "dddd, dd MMMM yyyy",
    "f": "dddd, dd MMMM yyyy HH:mm",
    "F": "dddd, dd MMMM yyyy HH:mm:ss",
    "g": "MM/dd/yyyy HH:mm",
    "G": "MM/dd/yyyy HH:mm:ss",
    "m": "MMMM dd",
    "M": "MMMM dd",
    "o": "yyyy-MM-ddTHH:mm:ss.fffffffK",
    "O": "yyyy-MM-ddTHH:mm:ss.fffffffK",
    "s": "yyyy-MM-ddTHH:mm:ss",
    "t": "HH:mm",
    "T": "HH:mm:ss",
    "u": "yyyy-MM-dd HH:mm:ssZ",
    "y": "yyyy MMMM",
    "Y": "yyyy MMMM",
    "r": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
    "R": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
}
_DATE_PARTS = re.compile(r"y+|M+|d+|H+|h+|m+|s+|f+|F+|t+|z+|K|g+|'[^']*'|\"[^\"]*\"|\\.|%|.", re.DOTALL)


def date_time_text(ticks: int, pattern: str, offset_ticks: int | None = None) -> str:
    """An instant's text by a standard letter or a custom pattern; `offset_ticks` None is UTC."""
    if len(pattern) == 1:
        if pattern not in _STANDARD_DATES:
            raise throw("FormatException", f"`{pattern}` is no format of a date")
        pattern = _STANDARD_DATES[pattern]
    parts = _DateParts(ticks, offset_ticks)
    out: list[str] = []
    for token in _DATE_PARTS.findall(pattern):
        text = parts.text(token)
        if not text and token[0] == "F" and out and out[-1] == ".":
            out.pop()
        out.append(text)
    return "".join(out)


class _DateParts:
    def __init__(self, ticks: int, offset_ticks: int | None) -> None:
        self.days, self.time = divmod(ticks, TICKS_PER_DAY)
        self.year, self.month, self.day = civil(self.days)
        self.hour = self.time // TICKS_PER_HOUR
        self.minute = self.time // TICKS_PER_MINUTE % 60
        self.second = self.time // TICKS_PER_SECOND % 60
        self.offset_ticks = offset_ticks

    def text(self, token: str) -> str:
        """One token of a pattern, filled in."""
        length = len(token)
        match token[0]:
            case "y":
                return f"{self.year % 100:0{length}}" if length <= 2 else f"{self.year:0{length}}"
            case "M":
                return self._named(MONTHS[self.month - 1], self.month, length)
            case "d":
                return self._named(DAYS[(self.days + 1) % 7], self.day, length)
            case "H":
                return f"{self.hour:0{min(length, 2)}}"
            case "h":
                return f"{self.hour % 12 or 12:0{min(length, 2)}}"
            case "m":
                return f"{self.minute:0{min(length, 2)}}"
            case "s":
                return f"{self.second:0{min(length, 2)}}"
            case "f" | "F":
                digits = f"{self.time % TICKS_PER_SECOND:07}"[:length]
                return digits if token[0] == "f" else digits.rstrip("0")
            case "t":
                return ("AM" if self.hour < 12 else "PM")[: min(length, 2)]
            case "z" | "K":
                return self._offset(token)
            case "g":
                return "A.D."
            case "'" | '"':
                return token[1:-1] if length > 1 else token
            case "\\":
                return token[1:]
            case "%":
                return ""
            case _:
                return token

    def _named(self, name: str, number: int, length: int) -> str:
        return f"{number:0{length}}" if length <= 2 else name[:3] if length == 3 else name

    def _offset(self, token: str) -> str:
        if token == "K" and self.offset_ticks is None:
            return "Z"
        offset = self.offset_ticks or 0
        minutes = abs(offset) // TICKS_PER_MINUTE
        sign = "-" if offset < 0 else "+"
        if token == "z":
            return f"{sign}{minutes // 60}"
        return f"{sign}{minutes // 60:02}" if token == "zz" else f"{sign}{minutes // 60:02}:{minutes % 60:02}"


# ── Durations ────────────────────────────────────────────────────────────────────────────────────────────────────────

_SPAN_PARTS = re.compile(r"d+|h+|m+|s+|f+|F+|'[^']*'|\"[^\"]*\"|\\.|%|.", re.DOTALL)


def time_span_text(ticks: int, pattern: str) -> str:
    """A duration's text; `c` (also `t`, `T`, `g`, `G` and nothing) is `[-][d.]hh:mm:ss[.fffffff]`."""
    size = abs(ticks)
    days, time = divmod(size, TICKS_PER_DAY)
    hours, minutes, seconds = time // TICKS_PER_HOUR, time // TICKS_PER_MINUTE % 60, time // TICKS_PER_SECOND % 60
    fraction = f"{size % TICKS_PER_SECOND:07}"
    if pattern in ("c", "t", "T", ""):
        text = f"{hours:02}:{minutes:02}:{seconds:02}"
        text = f"{days}.{text}" if days else text
        text = f"{text}.{fraction}" if fraction != "0000000" else text
        return f"-{text}" if ticks < 0 else text
    if len(pattern) == 1:
        raise throw("FormatException", f"`{pattern}` is no format of a duration that is supported here")
    numbers = {"d": days, "h": hours, "m": minutes, "s": seconds}
    out = []
    for token in _SPAN_PARTS.findall(pattern):
        if token[0] in numbers:
            out.append(f"{numbers[token[0]]:0{len(token)}}")
        elif token[0] in "fF":
            digits = fraction[: len(token)]
            out.append(digits if token[0] == "f" else digits.rstrip("0"))
        else:
            out.append(token[1:-1] if token[0] in "'\"" else token[1:] if token[0] == "\\" else token.strip("%"))
    return "".join(out)


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def double_text(value: float) -> str:
    """A double as .NET writes it: the shortest text that reads back, `E+16` from there on."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "-0" if str(value).startswith("-") else "0"
    text = repr(value)
    if "e" not in text and abs(value) < 1e15:
        return text.removesuffix(".0")
    sign, digits, exponent = Decimal(text).as_tuple()
    assert isinstance(exponent, int)
    shown = "".join(map(str, digits)).rstrip("0") or "0"
    power = exponent + len(digits) - 1
    if -5 <= power < 15:
        return format(Decimal(text).normalize(), "f")
    mantissa = shown[0] + ("." + shown[1:] if len(shown) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}E{'+' if power >= 0 else '-'}{abs(power):02}"


def number_text(value: int | Decimal | float, pattern: str) -> str:
    """A number's text by a standard format (`N2`, `F1`, `D5`, `X`, `P0`, `G`, `C2`) or a custom one (`#,##0.00`)."""
    standard = re.fullmatch(r"([A-Za-z])(\d{0,2})", pattern)
    if not standard:
        return _custom_number(value, pattern)
    letter, digits = standard.group(1).upper(), standard.group(2)
    if letter in "DX" and not isinstance(value, int):
        raise throw("FormatException", f"`{pattern}` formats whole numbers only")
    match letter:
        case "D":
            return f"{'-' if value < 0 else ''}{abs(int(value)):0{digits or 1}}"
        case "X":
            number = int(value) if value >= 0 else int(value) & 0xFFFFFFFF
            return f"{number:0{digits or 1}{'X' if standard.group(1) == 'X' else 'x'}}"
        case "N":
            return _fixed(value, int(digits or 2), grouped=True)
        case "F":
            return _fixed(value, int(digits or 2), grouped=False)
        case "P":
            return _fixed(_exact(value) * 100, int(digits or 2), grouped=True) + " %"
        case "C":
            text = _fixed(abs(_exact(value)), int(digits or 2), grouped=True)
            return f"(¤{text})" if value < 0 else f"¤{text}"
        case "G" | "R" if not digits:
            return double_text(value) if isinstance(value, float) else format(value, "f") if value else str(value)
        case _:
            raise throw("FormatException", f"the number format `{pattern}` is not supported here")


def _exact(value: int | Decimal | float) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def _fixed(value: int | Decimal | float, digits: int, *, grouped: bool) -> str:
    rounded = _exact(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    text = format(rounded, ",f" if grouped else "f")
    return text[1:] if text.startswith("-") and not rounded else text


def _custom_number(value: int | Decimal | float, pattern: str) -> str:
    sections = pattern.split(";")
    number = _exact(value)
    if len(sections) > 1 and number < 0:
        number, pattern = -number, sections[1]
    elif len(sections) > 2 and number == 0:
        pattern = sections[2]
    else:
        pattern = sections[0]
    shape = re.search(r"[#0][#0,]*(?:\.([#0]*))?|\.([#0]+)", pattern)
    if shape is None:
        return pattern
    body, decimals = shape.group(0), shape.group(1) or shape.group(2) or ""
    prefix, suffix = pattern[: shape.start()], pattern[shape.end() :]
    if "%" in prefix + suffix:
        number *= 100
    rounded = number.quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    whole, _, fraction = format(abs(rounded), "f").partition(".")
    whole_pattern = body.partition(".")[0]
    least = whole_pattern.replace(",", "").lstrip("#").count("0")
    whole = whole.lstrip("0").rjust(least, "0")
    if "," in whole_pattern:
        whole = format(int(whole or "0"), ",") if whole.lstrip("0") else whole
    needed = len(decimals.rstrip("#"))
    fraction = fraction[:needed] + fraction[needed:].rstrip("0")
    sign = "-" if rounded < 0 else ""
    return f"{sign}{prefix.replace(chr(39), '')}{whole}{'.' if fraction else ''}{fraction}{suffix.replace(chr(39), '')}"
