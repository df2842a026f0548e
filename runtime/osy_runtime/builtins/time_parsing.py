"""Texts as instants, days, times and durations: ISO 8601, the forms of the invariant culture, and exact formats.

An instant without an offset is UTC here, whatever the machine's zone.
"""

import re
from dataclasses import dataclass

from osy_runtime.calendar import DAYS, MONTHS, day_number, days_in_month
from osy_runtime.exceptions import throw
from osy_runtime.values import (
    TICKS_PER_DAY,
    TICKS_PER_HOUR,
    TICKS_PER_MINUTE,
    TICKS_PER_SECOND,
    Value,
)

_SECONDS = r"(?::(?P<second>\d{2})(?:\.(?P<fraction>\d{1,9}))?)?"
_TIME = rf"(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}}){_SECONDS}(?:\s*(?P<half>[AaPp][Mm]))?"
_ZONE = r"(?:\s*(?P<zone>Z|GMT|UTC|[+-]\d{2}:?\d{2}|[+-]\d{2}))?"
_NAMES = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_WEEKDAY = rf"(?:(?:{'|'.join(f'{name}|{name[:3]}' for name in DAYS)}),?\s+)?"
_DATES = (
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})",
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})",
    rf"{_WEEKDAY}(?P<day>\d{{1,2}})[ -](?P<name>{_NAMES})[ -](?P<year>\d{{4}})",
    rf"{_WEEKDAY}(?P<name>{_NAMES}) (?P<day>\d{{1,2}}),? (?P<year>\d{{4}})",
)
_FORMS = tuple(re.compile(rf"{date}(?:(?:T|,?\s+){_TIME})?{_ZONE}", re.IGNORECASE | re.ASCII) for date in _DATES)
_TIME_ALONE = re.compile(_TIME, re.ASCII)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a text says: ticks as written, and the offset from UTC if it names one."""

    ticks: int
    offset: int | None

    @property
    def utc(self) -> int:
        """The instant, in UTC."""
        return self.ticks - (self.offset or 0)


def parse_moment(value: Value) -> Moment | None:
    """The moment that a text names; None if it names none."""
    if not isinstance(value, str) or len(value) > 100:
        return None
    written = value.strip()
    for form in _FORMS:
        found = form.fullmatch(written)
        if found is not None:
            return _moment(found.groupdict())
    return None


def parse_instant(value: Value) -> int | None:
    """The ticks of an instant in UTC; None if the text names none."""
    found = parse_moment(value)
    return found.utc if found is not None and 0 <= found.utc < 3_652_059 * TICKS_PER_DAY else None


def parse_time(value: Value) -> int | None:
    """The ticks since midnight of a time of day; None if the text is none."""
    found = _TIME_ALONE.fullmatch(value.strip()) if isinstance(value, str) else None
    return _time(found.groupdict()) if found is not None else None


def _moment(parts: dict[str, str | None]) -> Moment | None:
    name = parts.get("name")
    month = _month(name) if name else int(parts["month"] or 0)
    year, day = int(parts["year"] or 0), int(parts["day"] or 0)
    time = _time(parts) if parts.get("hour") else 0
    if not (year >= 1 and 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)) or time is None:
        return None
    return Moment(day_number(year, month, day) * TICKS_PER_DAY + time, _offset(parts.get("zone")))


def _month(name: str) -> int:
    return next(at for at, month in enumerate(MONTHS, 1) if month[:3].lower() == name[:3].lower())


def _time(parts: dict[str, str | None]) -> int | None:
    hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
    half = (parts.get("half") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    fraction = int((parts.get("fraction") or "").ljust(7, "0")[:7])
    return hour * TICKS_PER_HOUR + minute * TICKS_PER_MINUTE + second * TICKS_PER_SECOND + fraction


def _offset(zone: str | None) -> int | None:
    if zone is None:
        return None
    if zone.upper() in ("Z", "GMT", "UTC"):
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    size = int(digits[:2]) * TICKS_PER_HOUR + int(digits[2:]) * TICKS_PER_MINUTE
    return -size if zone[0] == "-" else size


# ── Exact formats ────────────────────────────────────────────────────────────────────────────────────────────────────

_TOKENS = re.compile(r"y+|M+|d+|H+|h+|m+|s+|f+|F+|t+|z+|K|'[^']*'|\"[^\"]*\"|\\.|%|.", re.DOTALL)
_PATTERNS: dict[str, str] = {
    "yyyy": r"(?P<year>\d{4})",
    "yy": r"(?P<short>\d{2})",
    "MMMM": rf"(?P<name>{'|'.join(MONTHS)})",
    "MMM": rf"(?P<name>{'|'.join(name[:3] for name in MONTHS)})",
    "MM": r"(?P<month>\d{2})",
    "M": r"(?P<month>\d{1,2})",
    "dddd": f"(?:{'|'.join(DAYS)})",
    "ddd": f"(?:{'|'.join(name[:3] for name in DAYS)})",
    "dd": r"(?P<day>\d{2})",
    "d": r"(?P<day>\d{1,2})",
    "HH": r"(?P<hour>\d{2})",
    "H": r"(?P<hour>\d{1,2})",
    "hh": r"(?P<hour>\d{2})",
    "h": r"(?P<hour>\d{1,2})",
    "mm": r"(?P<minute>\d{2})",
    "m": r"(?P<minute>\d{1,2})",
    "ss": r"(?P<second>\d{2})",
    "s": r"(?P<second>\d{1,2})",
    "tt": "(?P<half>[AaPp][Mm])",
    "zzz": r"(?P<zone>[+-]\d{2}:\d{2})",
    "zz": r"(?P<zone>[+-]\d{2})",
    "K": r"(?P<zone>Z|[+-]\d{2}:\d{2})?",
    "%": "",
}


def parse_exact(value: Value, pattern: str) -> Moment | None:
    """The moment that a text names in exactly this format; None if it does not."""
    if not isinstance(value, str):
        return None
    shape = "".join(_pattern(token) for token in _TOKENS.findall(pattern))
    try:
        found = re.fullmatch(shape, value, re.ASCII)
    except re.error:
        raise throw("FormatException", f"`{pattern}` is no format of a date that can be read here") from None
    if found is None:
        return None
    parts = found.groupdict()
    if parts.get("short"):
        short = int(parts["short"])
        parts["year"] = str(short + (2000 if short < 50 else 1900))
    parts.setdefault("year", "1")
    parts.setdefault("month", "1")
    parts.setdefault("day", "1")
    return _moment(parts)


def _pattern(token: str) -> str:
    if token in _PATTERNS:
        return _PATTERNS[token]
    match token[0]:
        case "f":
            return rf"(?P<fraction>\d{{{len(token)}}})"
        case "F":
            return rf"(?P<fraction>\d{{0,{len(token)}}})"
        case "'" | '"':
            return re.escape(token[1:-1])
        case "\\":
            return re.escape(token[1:])
        case _:
            return re.escape(token)


# ── Durations ────────────────────────────────────────────────────────────────────────────────────────────────────────

_SPAN = re.compile(
    r"(?P<sign>-)?(?:(?P<days>\d{1,8})(?:[.:](?=\d{1,2}:)|$))?"
    r"(?:(?P<hours>\d{1,2}):(?P<minutes>\d{1,2})(?::(?P<seconds>\d{1,2})(?:\.(?P<fraction>\d{1,7}))?)?)?",
    re.ASCII,
)


def parse_span(value: Value) -> int | None:
    """The ticks of a duration, `[-][d.]hh:mm[:ss[.fffffff]]` or whole days; None if the text is none."""
    written = value.strip() if isinstance(value, str) else ""
    found = _SPAN.fullmatch(written) if written else None
    if found is None or written == "-":
        return None
    parts = found.groupdict()
    hours, minutes, seconds = (int(parts[name] or 0) for name in ("hours", "minutes", "seconds"))
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    ticks = int(parts["days"] or 0) * TICKS_PER_DAY + hours * TICKS_PER_HOUR + minutes * TICKS_PER_MINUTE
    ticks += seconds * TICKS_PER_SECOND + int((parts["fraction"] or "").ljust(7, "0"))
    return -ticks if parts["sign"] else ticks
