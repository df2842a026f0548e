"""`DateOnly`, `TimeOnly` and `TimeSpan`: their statics and members."""

from collections.abc import Callable

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.builtins.texts import whole
from osy_runtime.builtins.time import DATE_PARTS, TIME_PARTS, months_later, part, to_string, units_in_ticks
from osy_runtime.builtins.time_parsing import parse_exact, parse_instant, parse_span, parse_time
from osy_runtime.clock import LATEST
from osy_runtime.evaluate.operators import divide, multiply, order, time_span
from osy_runtime.exceptions import throw
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
    Long,
    OutReference,
    TimeOnly,
    TimeSpan,
    Value,
)
from osy_runtime.world import World

LAST_DAY = LATEST // TICKS_PER_DAY


def day(number: int) -> DateOnly:
    """The day of that number; throws outside of the years 1 to 9999."""
    if not 0 <= number <= LAST_DAY:
        raise throw("ArgumentException", "this day is outside of the years 1 to 9999")
    return DateOnly(number)


def _reading(read: Callable[[Value], int | None], make: Callable[[int], Value], what: str) -> NativeFunction:
    def parse(world: World, value: Value, *style: Value) -> Value:
        found = read(value)
        if found is None:
            raise throw("FormatException", f'"{to_text(value)}" names no {what}')
        return make(found)

    return parse


def _trying(read: Callable[[Value], int | None], make: Callable[[int], Value]) -> NativeFunction:
    def try_parse(world: World, value: Value, out: OutReference) -> Value:
        found = read(value)
        out.set(make(found or 0))
        return found is not None

    return try_parse


def _day_of(value: Value) -> int | None:
    ticks = parse_instant(value)
    return None if ticks is None else ticks // TICKS_PER_DAY


def parse_day_exactly(world: World, value: Value, pattern: Value, *style: Value) -> Value:
    """`DateOnly.ParseExact(text, format)`."""
    found = parse_exact(value, to_text(pattern))
    if found is None:
        raise throw("FormatException", f'"{to_text(value)}" names no day in this format')
    return DateOnly(found.ticks // TICKS_PER_DAY)


def _months(factor: int) -> NativeFunction:
    return lambda world, value, count: DateOnly(
        months_later(value.day_number * TICKS_PER_DAY, whole(count) * factor) // TICKS_PER_DAY
    )


def to_date_time(world: World, value: DateOnly, time: Value, *kinds: Value) -> Value:
    """`day.ToDateTime(time)`."""
    if not isinstance(time, TimeOnly):
        raise BadProgram(f"a TimeOnly is needed here, not {kind(time)}")
    return DateTime(value.day_number * TICKS_PER_DAY + time.ticks)


def _later(unit: int) -> NativeFunction:
    return lambda world, value, amount: TimeOnly((value.ticks + units_in_ticks(amount, unit)) % TICKS_PER_DAY)


def is_between(world: World, value: TimeOnly, start: TimeOnly, end: TimeOnly) -> Value:
    """`time.IsBetween(start, end)`, over midnight if the end is before the start."""
    if start.ticks <= end.ticks:
        return start.ticks <= value.ticks < end.ticks
    return value.ticks >= start.ticks or value.ticks < end.ticks


# ── TimeSpan ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _span_part(divisor: int, modulus: int) -> Callable[[Value], Value]:
    def get(value: Value) -> Value:
        assert isinstance(value, TimeSpan)
        size = abs(value.ticks) // divisor
        size = size % modulus if modulus else size
        return size if value.ticks >= 0 else -size

    return get


def _total(unit: int) -> Callable[[Value], Value]:
    return lambda value: value.ticks / unit if isinstance(value, TimeSpan) else None


def _from(unit: int) -> NativeFunction:
    return lambda world, amount: TimeSpan(units_in_ticks(amount, unit))


def _other(value: Value) -> int:
    if not isinstance(value, TimeSpan):
        raise BadProgram(f"a TimeSpan is needed here, not {kind(value)}")
    return value.ticks


_PER: dict[str, int] = {
    "TicksPerDay": TICKS_PER_DAY,
    "TicksPerHour": TICKS_PER_HOUR,
    "TicksPerMillisecond": TICKS_PER_MILLISECOND,
    "TicksPerMinute": TICKS_PER_MINUTE,
    "TicksPerSecond": TICKS_PER_SECOND,
}


def _constant(value: Value) -> Callable[[World], Value]:
    return lambda world: value


STATICS = {
    "DateOnly": Static(
        "DateOnly",
        functions={
            "FromDateTime": lambda world, value: DateOnly(value.ticks // TICKS_PER_DAY),
            "FromDayNumber": lambda world, number: day(whole(number)),
            "Parse": _reading(_day_of, DateOnly, "day"),
            "ParseExact": parse_day_exactly,
            "TryParse": _trying(_day_of, DateOnly),
        },
        values={"MaxValue": _constant(DateOnly(LAST_DAY)), "MinValue": _constant(DateOnly(0))},
    ),
    "TimeOnly": Static(
        "TimeOnly",
        functions={
            "FromDateTime": lambda world, value: TimeOnly(value.ticks % TICKS_PER_DAY),
            "FromTimeSpan": lambda world, value: TimeOnly(value.ticks % TICKS_PER_DAY),
            "Parse": _reading(parse_time, TimeOnly, "time of day"),
            "TryParse": _trying(parse_time, TimeOnly),
        },
        values={"MaxValue": _constant(TimeOnly(TICKS_PER_DAY - 1)), "MinValue": _constant(TimeOnly(0))},
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
            "Parse": _reading(parse_span, TimeSpan, "duration"),
            "TryParse": _trying(parse_span, TimeSpan),
        },
        values={
            **{name: _constant(Long(ticks)) for name, ticks in _PER.items()},
            "MaxValue": _constant(TimeSpan((1 << 63) - 1)),
            "MinValue": _constant(TimeSpan(-(1 << 63))),
            "Zero": _constant(TimeSpan(0)),
        },
    ),
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    DateOnly: {
        "AddDays": lambda world, value, days: day(value.day_number + whole(days)),
        "AddMonths": _months(1),
        "AddYears": _months(12),
        "CompareTo": lambda world, value, other: order(value, other),
        "ToDateTime": to_date_time,
        "ToString": to_string,
    },
    TimeOnly: {
        "Add": lambda world, value, span: TimeOnly((value.ticks + _other(span)) % TICKS_PER_DAY),
        "AddHours": _later(TICKS_PER_HOUR),
        "AddMinutes": _later(TICKS_PER_MINUTE),
        "CompareTo": lambda world, value, other: order(value, other),
        "IsBetween": is_between,
        "ToString": to_string,
        "ToTimeSpan": lambda world, value: TimeSpan(value.ticks),
    },
    TimeSpan: {
        "Add": lambda world, value, other: time_span(value.ticks + _other(other)),
        "CompareTo": lambda world, value, other: order(value, other),
        "Divide": lambda world, value, other: divide(value, other),
        "Duration": lambda world, value: time_span(abs(value.ticks)),
        "Multiply": lambda world, value, other: multiply(value, other),
        "Negate": lambda world, value: time_span(-value.ticks),
        "Subtract": lambda world, value, other: time_span(value.ticks - _other(other)),
        "ToString": to_string,
    },
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    DateOnly: {**DATE_PARTS, "DayNumber": part(lambda t: t // TICKS_PER_DAY)},
    TimeOnly: {**TIME_PARTS, "Ticks": part(Long)},
    TimeSpan: {
        "Days": _span_part(TICKS_PER_DAY, 0),
        "Hours": _span_part(TICKS_PER_HOUR, 24),
        "Milliseconds": _span_part(TICKS_PER_MILLISECOND, 1000),
        "Minutes": _span_part(TICKS_PER_MINUTE, 60),
        "Seconds": _span_part(TICKS_PER_SECOND, 60),
        "Ticks": lambda value: Long(value.ticks) if isinstance(value, TimeSpan) else None,
        "TotalDays": _total(TICKS_PER_DAY),
        "TotalHours": _total(TICKS_PER_HOUR),
        "TotalMilliseconds": _total(TICKS_PER_MILLISECOND),
        "TotalMinutes": _total(TICKS_PER_MINUTE),
        "TotalSeconds": _total(TICKS_PER_SECOND),
    },
}
