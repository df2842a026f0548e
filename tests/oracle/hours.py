"""Service hours the slow way: minute by minute, asking the zone what its clocks show (R22, R49).

A calendar is a value: its zone, its windows `(weekday, start, end)` with Sunday as 0 and times in minutes, and its
exceptions `(first day, last day, is closed, start, end)`. Days and minutes are counted from 2030-01-01, in UTC.
"""

from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import count
from zoneinfo import ZoneInfo

from oracle.memory import Calendar, Data

DAY = 1440
MINUTE = timedelta(minutes=1)
QUARTER = 15
"""Clocks are changed at a quarter of an hour, if at all."""
BEGINNING = datetime(2030, 1, 1, tzinfo=UTC)
WEEKDAY_OF_BEGINNING = 2


def calendar_of(hours: Data | None) -> Calendar | None:
    """What the calendar says now; None where it has no windows, and all time counts."""
    if hours is None or not hours["windows"]:
        return None
    return hours["zone"], tuple(map(tuple, hours["windows"])), tuple(map(tuple, hours["exceptions"]))


def due(calendar: Calendar | None, start: int, span: int) -> int:
    """The first minute before which `span` minutes have been open since `start`."""
    if calendar is None or span <= 0:
        return start + max(0, span)
    first = start // DAY
    for day in count(first):
        minutes = open_minutes(calendar, day)
        at = start - day * DAY if day == first else 0
        if span > minutes.count(1, at):
            span -= minutes.count(1, at)
            continue
        while span > 0:
            span -= minutes[at]
            at += 1
        return day * DAY + at
    raise AssertionError(calendar)


def open_for(calendar: Calendar | None, start: int, end: int) -> int:
    """How many minutes are open between two instants."""
    if calendar is None:
        return end - start
    passed = 0
    for day in range(start // DAY, end // DAY + 1):
        first, last = max(0, start - day * DAY), min(DAY, end - day * DAY)
        passed += open_minutes(calendar, day).count(1, first, max(first, last))
    return passed


@lru_cache(maxsize=4096)
def open_minutes(calendar: Calendar, day: int) -> bytes:
    """For each minute of a day of UTC whether it is open; a window may reach into it from days nearby."""
    zone, windows, exceptions = calendar
    minutes = bytearray(DAY)
    for local_day in range(day - 2, day + 3):
        for start, end in _windows_of(windows, exceptions, local_day):
            first, last = _begins(zone, local_day, start), _ends(zone, local_day, end)
            for minute in range(max(first, day * DAY), min(last, (day + 1) * DAY)):
                minutes[minute - day * DAY] = 1
    return bytes(minutes)


def _windows_of(windows: Calendar, exceptions: Calendar, day: int) -> list[tuple[int, int]]:
    """What is open on a local day; an end beyond the day is on the next one."""
    special = next((e for e in exceptions if e[0] <= day <= e[1]), None)
    if special is None:
        times = [(start, end) for weekday, start, end in windows if weekday == (day + WEEKDAY_OF_BEGINNING) % 7]
    elif special[2]:
        times = []
    else:
        times = [(0, DAY)] if special[3] is None else [(special[3], special[4])]
    over_midnight = [(start, end if end > start else end + DAY) for start, end in times]
    is_next_closed = any(e[0] <= day + 1 <= e[1] and e[2] for e in exceptions)
    return [(start, min(end, DAY) if is_next_closed else end) for start, end in over_midnight]


@lru_cache(maxsize=65536)
def _begins(zone: str, day: int, time: int) -> int:
    """The first minute at which the zone's clocks show that time of the day or a later one."""
    target = day * DAY + time
    return next(m for m in range((day - 1) * DAY, (day + 4) * DAY) if _shown(zone, m // DAY)[m % DAY] >= target)


@lru_cache(maxsize=65536)
def _ends(zone: str, day: int, time: int) -> int:
    """The last minute at which the zone's clocks show that time, for clocks that go back show it twice (R49).

    Where they jump over it: the first minute at which they show a later one.
    """
    target = day * DAY + time
    return next(
        m + (shown < target)
        for m in range((day + 4) * DAY, (day - 2) * DAY, -1)
        if (shown := _shown(zone, m // DAY)[m % DAY]) <= target
    )


@cache
def _shown(zone: str, day: int) -> list[int]:
    """What the zone's clocks show at each minute of a day of UTC, as a local minute."""
    shown: list[int] = []
    for quarter in range(day * DAY, (day + 1) * DAY, QUARTER):
        moment = (BEGINNING + timedelta(minutes=quarter)).astimezone(ZoneInfo(zone))
        offset = moment.utcoffset() or timedelta()
        shown.extend(range(quarter + offset // MINUTE, quarter + offset // MINUTE + QUARTER))
    return shown
