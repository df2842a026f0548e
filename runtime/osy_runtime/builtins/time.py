"""`DateTime` and `DateTimeOffset`: their statics and members. All instants are UTC."""

from collections.abc import Callable
from decimal import Decimal

from osy_runtime.builtins.formatting import formatted
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.builtins.texts import whole
from osy_runtime.builtins.time_parsing import parse_exact, parse_instant, parse_moment
from osy_runtime.calendar import civil, day_number, days_in_month
from osy_runtime.clock import LATEST
from osy_runtime.evaluate.arithmetic import as_number
from osy_runtime.evaluate.operators import instant, order, subtract, time_span
from osy_runtime.exceptions import throw
from osy_runtime.model import EnumInfo
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, OsyThrow
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
    Long,
    OutReference,
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

Instant = DateTime | DateTimeOffset


def units_in_ticks(amount: Value, unit: int) -> int:
    """So many units in ticks; a fraction of a tick is left out, as .NET leaves it."""
    found = as_number(amount)
    if found is None:
        raise BadProgram(f"a number is needed here, not {kind(amount)}")
    if isinstance(found, Decimal):
        return time_span(int(found * unit)).ticks
    if isinstance(found, int):
        return time_span(found * unit).ticks
    if found != found or abs(found) > 1e19 / unit:
        raise throw("OverflowException", "the duration is longer than a TimeSpan can be")
    full = int(found)
    return time_span(full * unit + int((found - full) * unit)).ticks


# ── Moving ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _add(unit: int) -> NativeFunction:
    return lambda world, value, amount: _shifted(value, units_in_ticks(amount, unit))


def _shifted(value: Instant, ticks: int) -> Value:
    if isinstance(value, DateTimeOffset):
        return DateTimeOffset(instant(value.utc_ticks + ticks).ticks, value.offset_ticks)
    return instant(value.ticks + ticks)


def _local(value: Instant) -> int:
    return value.utc_ticks + value.offset_ticks if isinstance(value, DateTimeOffset) else value.ticks


def months_later(ticks: int, months: int) -> int:
    """The same time so many months later; a day that the month does not have becomes its last."""
    days, time = divmod(ticks, TICKS_PER_DAY)
    year, month, day = civil(days)
    years, index = divmod(month - 1 + months, 12)
    year, month = year + years, index + 1
    if not 1 <= year <= 9999:
        raise throw("ArgumentException", "this instant is outside of the years 1 to 9999")
    return day_number(year, month, min(day, days_in_month(year, month))) * TICKS_PER_DAY + time


def _months(factor: int) -> NativeFunction:
    def add(world: World, value: Instant, count: Value) -> Value:
        local = _local(value)
        return _shifted(value, months_later(local, whole(count) * factor) - local)

    return add


def add_span(world: World, value: Instant, other: Value) -> Value:
    """`Add(span)`."""
    if not isinstance(other, TimeSpan):
        raise BadProgram(f"a TimeSpan is needed here, not {kind(other)}")
    return _shifted(value, other.ticks)


def to_string(world: World, value: Value, pattern: Value = None, culture: Value = None) -> Value:
    """`ToString()` and `ToString(format)`."""
    return formatted(value, pattern) if isinstance(pattern, str) else to_text(value)


def _written(pattern: str) -> NativeFunction:
    return lambda world, value: formatted(value, pattern)


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse(world: World, value: Value, *style: Value) -> Value:
    """`DateTime.Parse(text)`."""
    ticks = parse_instant(value)
    if ticks is None:
        raise _no_instant(value)
    return instant(ticks)


def _no_instant(value: Value) -> OsyThrow:
    if value is None:
        return throw("ArgumentException", "a text is needed here, not null")
    return throw("FormatException", f'"{to_text(value)}" names no instant')


def try_parse(world: World, value: Value, *rest: Value) -> Value:
    """`DateTime.TryParse(text, out instant)`."""
    ticks = parse_instant(value)
    _give(rest, DateTime(ticks or 0))
    return ticks is not None


def _give(rest: tuple[Value, ...], value: Value) -> None:
    """The `out` argument comes last, behind a culture and a style perhaps."""
    if not rest or not isinstance(rest[-1], OutReference):
        raise BadProgram("the last argument must be an `out` one")
    rest[-1].set(value)


def parse_exactly(world: World, value: Value, pattern: Value, *style: Value) -> Value:
    """`DateTime.ParseExact(text, format)`."""
    found = parse_exact(value, to_text(pattern))
    if found is None:
        raise _no_instant(value)
    return instant(found.utc)


def try_parse_exactly(world: World, value: Value, pattern: Value, *rest: Value) -> Value:
    """`DateTime.TryParseExact(text, format, …, out instant)`."""
    found = parse_exact(value, to_text(pattern))
    _give(rest, DateTime(found.utc if found is not None else 0))
    return found is not None


def parse_with_offset(world: World, value: Value, *style: Value) -> Value:
    """`DateTimeOffset.Parse(text)`."""
    found = parse_moment(value)
    if found is None:
        raise _no_instant(value)
    return DateTimeOffset(instant(found.utc).ticks, found.offset or 0)


def try_parse_with_offset(world: World, value: Value, *rest: Value) -> Value:
    """`DateTimeOffset.TryParse(text, out instant)`."""
    found = parse_moment(value)
    _give(rest, DateTimeOffset(found.utc, found.offset or 0) if found is not None else DateTimeOffset(0))
    return found is not None


# ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def part(read: Callable[[int], Value]) -> Callable[[Value], Value]:
    """A property read off the ticks of the local time."""

    def get(value: Value) -> Value:
        if isinstance(value, DateOnly):
            return read(value.day_number * TICKS_PER_DAY)
        if isinstance(value, TimeOnly):
            return read(value.ticks)
        assert isinstance(value, DateTime | DateTimeOffset)
        return read(_local(value))

    return get


DATE_PARTS: dict[str, Callable[[Value], Value]] = {
    "Year": part(lambda t: civil(t // TICKS_PER_DAY)[0]),
    "Month": part(lambda t: civil(t // TICKS_PER_DAY)[1]),
    "Day": part(lambda t: civil(t // TICKS_PER_DAY)[2]),
    "DayOfWeek": part(lambda t: DAY_OF_WEEK.members[(t // TICKS_PER_DAY + 1) % 7]),
    "DayOfYear": part(lambda t: t // TICKS_PER_DAY - day_number(civil(t // TICKS_PER_DAY)[0], 1, 1) + 1),
}
TIME_PARTS: dict[str, Callable[[Value], Value]] = {
    "Hour": part(lambda t: t // TICKS_PER_HOUR % 24),
    "Minute": part(lambda t: t // TICKS_PER_MINUTE % 60),
    "Second": part(lambda t: t // TICKS_PER_SECOND % 60),
    "Millisecond": part(lambda t: t // TICKS_PER_MILLISECOND % 1000),
    "Microsecond": part(lambda t: t // 10 % 1000),
}
_ADDING: dict[str, NativeFunction] = {
    "Add": add_span,
    "AddDays": _add(TICKS_PER_DAY),
    "AddHours": _add(TICKS_PER_HOUR),
    "AddMilliseconds": _add(TICKS_PER_MILLISECOND),
    "AddMinutes": _add(TICKS_PER_MINUTE),
    "AddMonths": _months(1),
    "AddSeconds": _add(TICKS_PER_SECOND),
    "AddTicks": _add(1),
    "AddYears": _months(12),
    "CompareTo": lambda world, value, other: order(value, other),
    "Subtract": lambda world, value, other: subtract(value, other),
    "ToString": to_string,
}


def to_offset(world: World, value: DateTimeOffset, offset: Value) -> Value:
    """The same instant with another offset."""
    if not isinstance(offset, TimeSpan):
        raise BadProgram(f"an offset is a TimeSpan, not {kind(offset)}")
    return DateTimeOffset(value.utc_ticks, offset.ticks)


def _since_epoch(unit: int) -> NativeFunction:
    return lambda world, value: Long((value.utc_ticks - UNIX_EPOCH) // unit)


def _from_epoch(unit: int) -> NativeFunction:
    return lambda world, count: DateTimeOffset(instant(UNIX_EPOCH + whole(count) * unit).ticks)


def is_leap_year(world: World, year: Value) -> Value:
    """`DateTime.IsLeapYear(year)`."""
    return days_in_month(whole(year), 2) == 29


def number_of_days(world: World, year: Value, month: Value) -> Value:
    """`DateTime.DaysInMonth(year, month)`."""
    if not 1 <= whole(month) <= 12:
        raise throw("ArgumentException", f"there is no month {whole(month)}")
    return days_in_month(whole(year), whole(month))


STATICS = {
    "DateTime": Static(
        "DateTime",
        functions={
            "Compare": lambda world, one, other: order(one, other),
            "DaysInMonth": number_of_days,
            "IsLeapYear": is_leap_year,
            "Parse": parse,
            "ParseExact": parse_exactly,
            "TryParse": try_parse,
            "TryParseExact": try_parse_exactly,
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
            "FromUnixTimeMilliseconds": _from_epoch(TICKS_PER_MILLISECOND),
            "FromUnixTimeSeconds": _from_epoch(TICKS_PER_SECOND),
            "Parse": parse_with_offset,
            "TryParse": try_parse_with_offset,
        },
        values={
            "MaxValue": lambda world: DateTimeOffset(LATEST),
            "MinValue": lambda world: DateTimeOffset(0),
            "UnixEpoch": lambda world: DateTimeOffset(UNIX_EPOCH),
            "UtcNow": lambda world: DateTimeOffset(world.clock.now),
        },
    ),
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    DateTime: {
        **_ADDING,
        "ToLocalTime": lambda world, value: value,
        "ToLongDateString": _written("D"),
        "ToLongTimeString": _written("T"),
        "ToShortDateString": _written("d"),
        "ToShortTimeString": _written("t"),
        "ToUniversalTime": lambda world, value: value,
    },
    DateTimeOffset: {
        **_ADDING,
        "ToLocalTime": lambda world, value: DateTimeOffset(value.utc_ticks),
        "ToOffset": to_offset,
        "ToUniversalTime": lambda world, value: DateTimeOffset(value.utc_ticks),
        "ToUnixTimeMilliseconds": _since_epoch(TICKS_PER_MILLISECOND),
        "ToUnixTimeSeconds": _since_epoch(TICKS_PER_SECOND),
    },
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    DateTime: {
        **DATE_PARTS,
        **TIME_PARTS,
        "Date": part(lambda t: DateTime(t // TICKS_PER_DAY * TICKS_PER_DAY)),
        "Ticks": part(Long),
        "TimeOfDay": part(lambda t: TimeSpan(t % TICKS_PER_DAY)),
    },
    DateTimeOffset: {
        **DATE_PARTS,
        **TIME_PARTS,
        "Date": part(lambda t: DateTime(t // TICKS_PER_DAY * TICKS_PER_DAY)),
        "DateTime": part(DateTime),
        "LocalDateTime": lambda value: DateTime(value.utc_ticks) if isinstance(value, DateTimeOffset) else None,
        "Offset": lambda value: TimeSpan(value.offset_ticks) if isinstance(value, DateTimeOffset) else None,
        "Ticks": part(Long),
        "TimeOfDay": part(lambda t: TimeSpan(t % TICKS_PER_DAY)),
        "UtcDateTime": lambda value: DateTime(value.utc_ticks) if isinstance(value, DateTimeOffset) else None,
        "UtcTicks": lambda value: Long(value.utc_ticks) if isinstance(value, DateTimeOffset) else None,
    },
}
