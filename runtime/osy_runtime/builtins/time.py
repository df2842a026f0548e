"""`DateTime`, `DateTimeOffset`, `DateOnly`, `TimeOnly`, `TimeSpan`: their statics and members. All instants are UTC."""

import re
from collections.abc import Callable
from decimal import Decimal

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.builtins.texts import formatted
from osy_runtime.clock import LATEST
from osy_runtime.evaluate.operators import as_number, instant, time_span
from osy_runtime.exceptions import throw
from osy_runtime.formats import civil, day_number, days_in_month
from osy_runtime.model import EnumInfo
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import (
    TICKS_PER_DAY,
    TICKS_PER_HOUR,
    TICKS_PER_MILLISECOND,
    TICKS_PER_MINUTE,
    TICKS_PER_SECOND,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    TimeOnly,
    TimeSpan,
    Value,
)
from osy_runtime.world import World

UNIX_EPOCH = 719_162 * TICKS_PER_DAY
"""1970-01-01 in ticks."""

DAY_OF_WEEK = EnumInfo("DayOfWeek")
DAY_OF_WEEK.members.extend(
    EnumValue(DAY_OF_WEEK, name, number, name)
    for number, name in enumerate(("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"))
)


def span(amount: Value, unit: int) -> int:
    """So many units in ticks."""
    found = as_number(amount)
    if found is None:
        raise BadProgram(f"a number is needed here, not {kind(amount)}")
    return time_span((Decimal(repr(found)) if isinstance(found, float) else found) * unit).ticks


def _add(unit: int) -> NativeFunction:
    return lambda world, value, amount: _shifted(value, span(amount, unit))


def _shifted(value: DateTime | DateTimeOffset, ticks: int) -> Value:
    if isinstance(value, DateTimeOffset):
        return DateTimeOffset(instant(value.utc_ticks + ticks).ticks, value.offset_ticks)
    return instant(value.ticks + ticks)


def add_months(world: World, value: DateTime, months: int) -> Value:
    """So many months later; a day that the month does not have becomes its last."""
    days, time = divmod(value.ticks, TICKS_PER_DAY)
    year, month, day = civil(days)
    years, index = divmod(month - 1 + months, 12)
    year, month = year + years, index + 1
    return instant(day_number(year, month, min(day, days_in_month(year, month))) * TICKS_PER_DAY + time)


def parse_instant(value: Value) -> int | None:
    """The ticks of an ISO 8601 text (a date, a date with a time, an offset or `Z`), in UTC; None if it is none."""
    found = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found.group(i) or 0) for i in range(1, 7))
    if not (year >= 1 and 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    ticks = day_number(year, month, day) * TICKS_PER_DAY + hour * TICKS_PER_HOUR + minute * TICKS_PER_MINUTE
    ticks += second * TICKS_PER_SECOND + int((found.group(7) or "").ljust(7, "0")[:7])
    zone = found.group(8)
    if zone and zone != "Z":
        hours, minutes = int(zone[1:3]), int(zone[-2:])
        ticks += (1 if zone[0] == "-" else -1) * (hours * TICKS_PER_HOUR + minutes * TICKS_PER_MINUTE)
    return ticks


_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d)?")


def parse(world: World, value: Value) -> Value:
    """`DateTime.Parse(text)` of an ISO 8601 text."""
    ticks = parse_instant(value)
    if ticks is None:
        raise throw("FormatException", f'"{to_text(value)}" is no instant in ISO 8601')
    return instant(ticks)


def try_parse(world: World, value: Value, out: Value) -> Value:
    """`DateTime.TryParse(text, out instant)`."""
    from osy_runtime.values import OutReference

    ticks = parse_instant(value)
    if isinstance(out, OutReference):
        out.set(DateTime(ticks or 0))
    return ticks is not None


def to_string(world: World, value: Value, pattern: Value = None) -> Value:
    """`ToString()` and `ToString(format)`."""
    return formatted(value, pattern) if isinstance(pattern, str) else to_text(value)


def _part(read: Callable[[int], Value]) -> Callable[[Value], Value]:
    def get(value: Value) -> Value:
        if isinstance(value, DateTimeOffset):
            return read(value.utc_ticks + value.offset_ticks)
        if isinstance(value, DateOnly):
            return read(value.day_number * TICKS_PER_DAY)
        assert isinstance(value, DateTime | TimeOnly)
        return read(value.ticks)

    return get


_DATE_PARTS: dict[str, Callable[[Value], Value]] = {
    "Year": _part(lambda t: civil(t // TICKS_PER_DAY)[0]),
    "Month": _part(lambda t: civil(t // TICKS_PER_DAY)[1]),
    "Day": _part(lambda t: civil(t // TICKS_PER_DAY)[2]),
    "DayOfWeek": _part(lambda t: DAY_OF_WEEK.members[(t // TICKS_PER_DAY + 1) % 7]),
    "DayOfYear": _part(lambda t: t // TICKS_PER_DAY - day_number(civil(t // TICKS_PER_DAY)[0], 1, 1) + 1),
}
_TIME_PARTS: dict[str, Callable[[Value], Value]] = {
    "Hour": _part(lambda t: t // TICKS_PER_HOUR % 24),
    "Minute": _part(lambda t: t // TICKS_PER_MINUTE % 60),
    "Second": _part(lambda t: t // TICKS_PER_SECOND % 60),
    "Millisecond": _part(lambda t: t // TICKS_PER_MILLISECOND % 1000),
}
_ADDING: dict[str, NativeFunction] = {
    "Add": lambda world, value, other: _shifted(value, other.ticks),
    "AddDays": _add(TICKS_PER_DAY),
    "AddHours": _add(TICKS_PER_HOUR),
    "AddMilliseconds": _add(TICKS_PER_MILLISECOND),
    "AddMinutes": _add(TICKS_PER_MINUTE),
    "AddSeconds": _add(TICKS_PER_SECOND),
    "AddTicks": _add(1),
    "ToString": to_string,
}


def to_offset(world: World, value: DateTimeOffset, offset: TimeSpan) -> Value:
    """The same instant with another offset."""
    return DateTimeOffset(value.utc_ticks, offset.ticks)


def _span_part(divisor: int, modulus: int) -> Callable[[Value], Value]:
    def get(value: Value) -> Value:
        assert isinstance(value, TimeSpan)
        whole = abs(value.ticks) // divisor
        whole = whole % modulus if modulus else whole
        return whole if value.ticks >= 0 else -whole

    return get


def _total(unit: int) -> Callable[[Value], Value]:
    return lambda value: value.ticks / unit if isinstance(value, TimeSpan) else None


def _from(unit: int) -> NativeFunction:
    return lambda world, amount: TimeSpan(span(amount, unit))


STATICS = {
    "DateTime": Static(
        "DateTime",
        functions={
            "DaysInMonth": lambda world, year, month: days_in_month(year, month),
            "Parse": parse,
            "TryParse": try_parse,
        },
        values={
            "MaxValue": lambda world: DateTime(LATEST),
            "MinValue": lambda world: DateTime(0),
            "Today": lambda world: DateTime(world.clock.now // TICKS_PER_DAY * TICKS_PER_DAY),
            "UnixEpoch": lambda world: DateTime(UNIX_EPOCH),
            "UtcNow": lambda world: DateTime(world.clock.now),
        },
    ),
    "DateTimeOffset": Static(
        "DateTimeOffset",
        functions={
            "FromUnixTimeMilliseconds": lambda world, n: DateTimeOffset(UNIX_EPOCH + n * TICKS_PER_MILLISECOND),
            "FromUnixTimeSeconds": lambda world, n: DateTimeOffset(UNIX_EPOCH + n * TICKS_PER_SECOND),
        },
        values={
            "UnixEpoch": lambda world: DateTimeOffset(UNIX_EPOCH),
            "UtcNow": lambda world: DateTimeOffset(world.clock.now),
        },
    ),
    "DateOnly": Static(
        "DateOnly",
        functions={
            "FromDateTime": lambda world, value: DateOnly(value.ticks // TICKS_PER_DAY),
            "FromDayNumber": lambda world, number: DateOnly(number),
        },
    ),
    "TimeOnly": Static(
        "TimeOnly",
        functions={
            "FromDateTime": lambda world, value: TimeOnly(value.ticks % TICKS_PER_DAY),
            "FromTimeSpan": lambda world, value: TimeOnly(value.ticks % TICKS_PER_DAY),
        },
        values={"MinValue": lambda world: TimeOnly(0)},
    ),
    "TimeSpan": Static(
        "TimeSpan",
        functions={
            "FromDays": _from(TICKS_PER_DAY),
            "FromHours": _from(TICKS_PER_HOUR),
            "FromMilliseconds": _from(TICKS_PER_MILLISECOND),
            "FromMinutes": _from(TICKS_PER_MINUTE),
            "FromSeconds": _from(TICKS_PER_SECOND),
            "FromTicks": _from(1),
        },
        values={"Zero": lambda world: TimeSpan(0)},
    ),
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    DateTime: {
        **_ADDING,
        "AddMonths": add_months,
        "AddYears": lambda world, value, years: add_months(world, value, years * 12),
        "ToUniversalTime": lambda world, value: value,
    },
    DateTimeOffset: {
        **_ADDING,
        "ToOffset": to_offset,
        "ToUnixTimeMilliseconds": lambda world, value: (value.utc_ticks - UNIX_EPOCH) // TICKS_PER_MILLISECOND,
        "ToUnixTimeSeconds": lambda world, value: (value.utc_ticks - UNIX_EPOCH) // TICKS_PER_SECOND,
    },
    DateOnly: {
        "AddDays": lambda world, value, days: DateOnly(value.day_number + days),
        "ToDateTime": lambda world, value, time: DateTime(value.day_number * TICKS_PER_DAY + time.ticks),
        "ToString": to_string,
    },
    TimeOnly: {"ToString": to_string, "ToTimeSpan": lambda world, value: TimeSpan(value.ticks)},
    TimeSpan: {
        "Add": lambda world, value, other: TimeSpan(value.ticks + other.ticks),
        "Duration": lambda world, value: TimeSpan(abs(value.ticks)),
        "ToString": to_string,
    },
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    DateTime: {
        **_DATE_PARTS,
        **_TIME_PARTS,
        "Date": _part(lambda t: DateTime(t // TICKS_PER_DAY * TICKS_PER_DAY)),
        "Ticks": _part(lambda t: t),
        "TimeOfDay": _part(lambda t: TimeSpan(t % TICKS_PER_DAY)),
    },
    DateTimeOffset: {
        **_DATE_PARTS,
        **_TIME_PARTS,
        "DateTime": _part(DateTime),
        "UtcDateTime": lambda value: DateTime(value.utc_ticks) if isinstance(value, DateTimeOffset) else None,
    },
    DateOnly: {**_DATE_PARTS, "DayNumber": _part(lambda t: t // TICKS_PER_DAY)},
    TimeOnly: {**_TIME_PARTS, "Ticks": _part(lambda t: t)},
    TimeSpan: {
        "Days": _span_part(TICKS_PER_DAY, 0),
        "Hours": _span_part(TICKS_PER_HOUR, 24),
        "Milliseconds": _span_part(TICKS_PER_MILLISECOND, 1000),
        "Minutes": _span_part(TICKS_PER_MINUTE, 60),
        "Seconds": _span_part(TICKS_PER_SECOND, 60),
        "Ticks": _span_part(1, 0),
        "TotalDays": _total(TICKS_PER_DAY),
        "TotalHours": _total(TICKS_PER_HOUR),
        "TotalMilliseconds": _total(TICKS_PER_MILLISECOND),
        "TotalMinutes": _total(TICKS_PER_MINUTE),
        "TotalSeconds": _total(TICKS_PER_SECOND),
    },
}
