"""From rows of `ServiceHours`, `ServiceWindow`, `ServiceException` to the hours that they say."""

from collections.abc import Iterable, Iterator

from osy_runtime.builtins.test_clock import Zone
from osy_runtime.exceptions import throw
from osy_runtime.faces import MissingMember, Value
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import TICKS_PER_DAY, DateOnly, DateTime, EnumValue, Row, TimeSpan
from osy_runtime.workflow.hours import Hours, SpecialDays, Window, is_zone


def hours_of(value: Value, workflow: str) -> Hours | None:
    """What the calendar says; None if it has no windows: then it is open round the clock (R22)."""
    if not isinstance(value, Row):
        raise BadProgram(f"`ServiceHours` of workflow `{workflow}` must be a row of `ServiceHours`, not {kind(value)}")
    try:
        weekly = tuple(_windows(_rows(value, "Windows")))
        if not weekly:
            return None
        return Hours(_zone(value), weekly, tuple(_special(_rows(value, "Exceptions"))))
    except MissingMember as missing:
        raise BadProgram(
            f"`ServiceHours` of workflow `{workflow}`: {value.entity_name} has no member `{missing.name}`"
        ) from None


def _rows(row: Row, name: str) -> Iterator[Row]:
    found = row.get(name)
    if isinstance(found, list):
        yield from (child for child in found if isinstance(child, Row))


def _zone(row: Row) -> str:
    zone = row.get("Zone")
    name = zone.name if isinstance(zone, Zone) else zone
    if name is None or name == "":
        return "UTC"
    if not isinstance(name, str) or not is_zone(name):
        raise throw("ArgumentException", f"the calendar `{row.get('Name')}` has no time zone that is known: {name!r}")
    return name


def _windows(rows: Iterable[Row]) -> Iterator[tuple[int, Window]]:
    for row in rows:
        day = row.get("Day")
        if isinstance(day, EnumValue):
            yield day.number, (_time(row, "Start") or 0, _time(row, "End") or 0)


def _special(rows: Iterable[Row]) -> Iterator[SpecialDays]:
    for row in rows:
        first, last = _day(row, "From"), _day(row, "To")
        if first is None and last is None:
            continue
        start, end = _time(row, "Start"), _time(row, "End")
        window = None if start is None and end is None else (start or 0, TICKS_PER_DAY if end is None else end)
        yield SpecialDays(
            first if first is not None else (last or 0),
            last if last is not None else (first or 0),
            row.get("IsClosed") is True,
            window,
        )


def _time(row: Row, name: str) -> int | None:
    value = row.get(name)
    if value is None:
        return None
    if not isinstance(value, TimeSpan) or not 0 <= value.ticks <= TICKS_PER_DAY:
        raise throw("ArgumentException", f"`{name}` of {row.entity_name} must be a time of day, got {kind(value)}")
    return value.ticks


def _day(row: Row, name: str) -> int | None:
    match row.get(name):
        case None:
            return None
        case DateOnly(day):
            return day
        case DateTime(ticks):
            return ticks // TICKS_PER_DAY
        case other:
            raise throw("ArgumentException", f"`{name}` of {row.entity_name} must be a day, got {kind(other)}")
