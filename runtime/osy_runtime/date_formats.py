"""Dates, times and durations as .NET writes them in the invariant culture."""

import re

from osy_runtime.calendar import DAYS, MONTHS, civil
from osy_runtime.exceptions import throw
from osy_runtime.values import (
    TICKS_PER_DAY,
    TICKS_PER_HOUR,
    TICKS_PER_MINUTE,
    TICKS_PER_SECOND,
)

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
    "U": "dddd, dd MMMM yyyy HH:mm:ss",
    "y": "yyyy MMMM",
    "Y": "yyyy MMMM",
    "r": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
    "R": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
}
_DATE_PARTS = re.compile(r"y+|M+|d+|H+|h+|m+|s+|f+|F+|t+|z+|K|g+|'[^']*'|\"[^\"]*\"|\\.|%|.", re.DOTALL)


_STANDARD_DAYS = {**{letter: _STANDARD_DATES[letter] for letter in "dDmMyY"}, "o": "yyyy-MM-dd", "O": "yyyy-MM-dd"}
_STANDARD_DAYS |= {"r": "ddd, dd MMM yyyy", "R": "ddd, dd MMM yyyy"}
_STANDARD_TIMES = {"t": "HH:mm", "T": "HH:mm:ss", "r": "HH:mm:ss", "R": "HH:mm:ss"}
_STANDARD_TIMES |= dict.fromkeys("oO", "HH:mm:ss.fffffff")
_OF_TIMES, _OF_DAYS = frozenset("HhmsfFt"), frozenset("yMdg")


def date_time_text(ticks: int, pattern: str, offset_ticks: int | None = None) -> str:
    """An instant's text by a standard letter or a custom pattern; `offset_ticks` None is UTC."""
    if len(pattern) == 1:
        if offset_ticks and pattern in "uUrR":
            ticks, offset_ticks = ticks - offset_ticks, 0
        pattern = _standard(pattern, _STANDARD_DATES)
    return _filled(_DateParts(ticks, offset_ticks), pattern)


def day_text(day_number: int, pattern: str) -> str:
    """A day's text; a pattern that asks for a time is none of a day."""
    if len(pattern) == 1:
        pattern = _standard(pattern, _STANDARD_DAYS)
    return _filled(_DateParts(day_number * TICKS_PER_DAY, None), pattern, refused=_OF_TIMES | {"z", "K"})


def time_text(ticks: int, pattern: str) -> str:
    """A time of day's text; a pattern that asks for a day is none of a time."""
    if len(pattern) == 1:
        pattern = _standard(pattern, _STANDARD_TIMES)
    return _filled(_DateParts(ticks, None), pattern, refused=_OF_DAYS | {"z", "K"})


def _standard(letter: str, known: dict[str, str]) -> str:
    if letter not in known:
        raise throw("FormatException", f"`{letter}` is no format of a date, or of a time")
    return known[letter]


def _filled(parts: "_DateParts", pattern: str, refused: frozenset[str] = frozenset()) -> str:
    out: list[str] = []
    for token in _DATE_PARTS.findall(pattern):
        if token[0] in refused:
            raise throw("FormatException", f"`{pattern}` asks for more than the value has")
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
    """A duration's text: `c` (and nothing) is `[-][d.]hh:mm:ss[.fffffff]`, `g` and `G` put `:` behind the days."""
    span = _SpanParts(abs(ticks))
    sign = "-" if ticks < 0 else ""
    match pattern:
        case "c" | "t" | "T" | "":
            text = f"{span.hours:02}:{span.minutes:02}:{span.seconds:02}"
            text = f"{span.days}.{text}" if span.days else text
            return sign + (f"{text}.{span.fraction}" if int(span.fraction) else text)
        case "g":
            text = f"{span.hours}:{span.minutes:02}:{span.seconds:02}"
            text = f"{span.days}:{text}" if span.days else text
            return sign + (f"{text}.{span.fraction.rstrip('0')}" if int(span.fraction) else text)
        case "G":
            return f"{sign}{span.days}:{span.hours:02}:{span.minutes:02}:{span.seconds:02}.{span.fraction}"
        case _ if len(pattern) == 1:
            raise throw("FormatException", f"`{pattern}` is no format of a duration")
        case _:
            return "".join(span.text(token) for token in _SPAN_PARTS.findall(pattern))


class _SpanParts:
    def __init__(self, size: int) -> None:
        self.days, time = divmod(size, TICKS_PER_DAY)
        self.hours = time // TICKS_PER_HOUR
        self.minutes = time // TICKS_PER_MINUTE % 60
        self.seconds = time // TICKS_PER_SECOND % 60
        self.fraction = f"{size % TICKS_PER_SECOND:07}"

    def text(self, token: str) -> str:
        """One token of a pattern, filled in."""
        numbers = {"d": self.days, "h": self.hours, "m": self.minutes, "s": self.seconds}
        match token[0]:
            case "d" | "h" | "m" | "s":
                return f"{numbers[token[0]]:0{len(token)}}"
            case "f":
                return self.fraction[: len(token)]
            case "F":
                return self.fraction[: len(token)].rstrip("0")
            case "'" | '"':
                return token[1:-1]
            case "\\":
                return token[1:]
            case _:
                return token.strip("%")
