"""What `new` makes of the library's own types."""

from osy_runtime.builtins.static import NativeFunction
from osy_runtime.builtins.texts import LONGEST, text
from osy_runtime.calendar import day_number
from osy_runtime.evaluate.operators import instant as instant_of
from osy_runtime.evaluate.operators import time_span as span_of
from osy_runtime.exceptions import throw
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
    Guid,
    TimeOnly,
    TimeSpan,
    Value,
)
from osy_runtime.world import World


def whole(value: Value) -> int:
    """The value as a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadProgram("a date or a duration is made of whole numbers")
    return int(value)


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
        return instant_of(whole(year))
    if isinstance(year, DateOnly) and isinstance(month, TimeOnly):
        return DateTime(year.day_number * TICKS_PER_DAY + month.ticks)
    if isinstance(month, EnumValue):
        return instant_of(whole(year))
    days = day_number(whole(year), whole(month), whole(day))
    hour, minute, second = (0 if isinstance(v, EnumValue) else v for v in (hour, minute, second))
    milliseconds = millisecond if isinstance(millisecond, int) else 0
    return DateTime(days * TICKS_PER_DAY + time_ticks(hour, minute, second, milliseconds))


def date_only(world: World, year: Value, month: Value, day: Value) -> Value:
    """`new DateOnly(y, m, d)`."""
    return DateOnly(day_number(whole(year), whole(month), whole(day)))


def time_only(world: World, hour: Value, minute: Value = 0, second: Value = 0, millisecond: Value = 0) -> Value:
    """`new TimeOnly(h, m)`, `(h, m, s)` and `(h, m, s, ms)`."""
    return TimeOnly(time_ticks(hour, minute, second, millisecond))


def time_span(
    world: World,
    first: Value,
    second: Value = None,
    third: Value = None,
    fourth: Value = None,
    millisecond: Value = 0,
) -> Value:
    """`new TimeSpan(ticks)`, `(h, m, s)`, `(d, h, m, s)`, `(d, h, m, s, ms)`."""
    if second is None:
        return span_of(whole(first))
    days, hours, minutes, seconds = (0, first, second, third) if fourth is None else (first, second, third, fourth)
    return span_of(
        whole(days) * TICKS_PER_DAY
        + whole(hours) * TICKS_PER_HOUR
        + whole(minutes) * TICKS_PER_MINUTE
        + whole(seconds) * TICKS_PER_SECOND
        + whole(millisecond) * TICKS_PER_MILLISECOND
    )


def date_time_offset(world: World, start: Value, offset: Value = None) -> Value:
    """`new DateTimeOffset(instant)` and `(instant, offset)`."""
    if not isinstance(start, DateTime):
        raise BadProgram("`new DateTimeOffset` takes a DateTime")
    shift = offset.ticks if isinstance(offset, TimeSpan) else 0
    return DateTimeOffset(instant_of(start.ticks - shift).ticks, shift)


def guid(world: World, written: Value = None) -> Value:
    """`new Guid(text)`."""
    from osy_runtime.builtins.guids import parse_guid

    if written is None:
        return Guid("00000000-0000-0000-0000-000000000000")
    found = parse_guid(written)
    if found is None:
        raise throw("FormatException", "this text is no Guid")
    return found


def text_of_marks(world: World, mark: Value, count: Value = None) -> Value:
    """`new string(mark, count)` and `new string(marks)`."""
    if count is None and isinstance(mark, list):
        return "".join(text(m) for m in mark)
    size = whole(count)
    if not 0 <= size <= LONGEST:
        raise BadProgram(f"a text of {size} characters is not made by this runner")
    return text(mark) * size


def pattern(world: World, written: Value, options: Value = None) -> Value:
    """`new Regex(pattern)` and `new Regex(pattern, options)`."""
    from osy_runtime.builtins.patterns import make

    return make(world, written, options)


CONSTRUCTORS: dict[str, NativeFunction] = {
    "DateOnly": date_only,
    "DateTime": date_time,
    "DateTimeOffset": date_time_offset,
    "Guid": guid,
    "Regex": pattern,
    "TimeOnly": time_only,
    "TimeSpan": time_span,
    "string": text_of_marks,
}
