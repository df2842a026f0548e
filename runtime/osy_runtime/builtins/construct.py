"""What `new` makes of the library's own types."""

from osy_runtime.builtins.static import NativeFunction
from osy_runtime.exceptions import throw
from osy_runtime.formats import day_number
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
    Guid,
    TimeOnly,
    TimeSpan,
    Value,
)
from osy_runtime.world import World


def whole(value: Value) -> int:
    """The value as a whole number."""
    if type(value) is not int:
        raise BadProgram("a date or a duration is made of whole numbers")
    return value


def time_ticks(hour: Value, minute: Value, second: Value, millisecond: Value = 0) -> int:
    """Ticks since midnight; throws if there is no such time."""
    h, m, s, ms = whole(hour), whole(minute), whole(second), whole(millisecond)
    if not (0 <= h <= 23 and 0 <= m <= 59 and 0 <= s <= 59 and 0 <= ms <= 999):
        raise throw("ArgumentException", f"there is no time {h:02}:{m:02}:{s:02}")
    return h * TICKS_PER_HOUR + m * TICKS_PER_MINUTE + s * TICKS_PER_SECOND + ms * TICKS_PER_MILLISECOND


def date_time(
    world: World,
    year: Value,
    month: Value = None,
    day: Value = None,
    hour: Value = 0,
    minute: Value = 0,
    second: Value = 0,
    millisecond: Value = 0,
) -> Value:
    """`new DateTime(ticks)`, `(y, m, d)`, `(y, m, d, h, mi, s)`, `(…, ms)`; a kind at the end is ignored: UTC."""
    if month is None:
        return DateTime(whole(year))
    days = day_number(whole(year), whole(month), whole(day))
    milliseconds = millisecond if type(millisecond) is int else 0
    return DateTime(days * TICKS_PER_DAY + time_ticks(hour, minute, second, milliseconds))


def date_only(world: World, year: Value, month: Value, day: Value) -> Value:
    """`new DateOnly(y, m, d)`."""
    return DateOnly(day_number(whole(year), whole(month), whole(day)))


def time_only(world: World, hour: Value, minute: Value = 0, second: Value = 0) -> Value:
    """`new TimeOnly(h, m)` and `(h, m, s)`."""
    return TimeOnly(time_ticks(hour, minute, second))


def time_span(world: World, first: Value, second: Value = None, third: Value = None, fourth: Value = None) -> Value:
    """`new TimeSpan(ticks)`, `(h, m, s)`, `(d, h, m, s)`."""
    if second is None:
        return TimeSpan(whole(first))
    days, hours, minutes, seconds = (0, first, second, third) if fourth is None else (first, second, third, fourth)
    return TimeSpan(
        whole(days) * TICKS_PER_DAY
        + whole(hours) * TICKS_PER_HOUR
        + whole(minutes) * TICKS_PER_MINUTE
        + whole(seconds) * TICKS_PER_SECOND
    )


def date_time_offset(world: World, instant: Value, offset: Value = None) -> Value:
    """`new DateTimeOffset(instant)` and `(instant, offset)`."""
    if not isinstance(instant, DateTime):
        raise BadProgram("`new DateTimeOffset` takes a DateTime")
    shift = offset.ticks if isinstance(offset, TimeSpan) else 0
    return DateTimeOffset(instant.ticks - shift, shift)


def guid(world: World, text: Value = None) -> Value:
    """`new Guid(text)`."""
    from osy_runtime.builtins.guids import parse_guid

    if text is None:
        return Guid("00000000-0000-0000-0000-000000000000")
    found = parse_guid(text)
    if found is None:
        raise throw("FormatException", "this text is no Guid")
    return found


CONSTRUCTORS: dict[str, NativeFunction] = {
    "DateOnly": date_only,
    "DateTime": date_time,
    "DateTimeOffset": date_time_offset,
    "Guid": guid,
    "TimeOnly": time_only,
    "TimeSpan": time_span,
}
