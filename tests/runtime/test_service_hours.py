"""Calendars against a model that asks every minute what the clocks of the zone show (R22, R49)."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_runtime.clock import LATEST
from osy_runtime.values import TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE
from osy_runtime.workflow.hours import Calendar, Hours, SpecialDays, calendar_of, is_zone

ZONES = ("UTC", "Europe/Stockholm", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu")
MINUTES = 8 * 24 * 60
SPRING, AUTUMN, WINTER = date(2030, 3, 28).toordinal() - 1, date(2030, 10, 24).toordinal() - 1, 741_077
HAVANA, AUSTRALIA = date(2030, 3, 7).toordinal() - 1, date(2030, 4, 4).toordinal() - 1


@cache
def shown(zone: str, first_day: int) -> list[datetime]:
    """What the zone's clocks show at each minute from two days before the day on."""
    start = datetime(1, 1, 1, tzinfo=UTC) + timedelta(days=first_day - 2)
    clocks = ZoneInfo(zone)
    return [
        (start + timedelta(minutes=m)).astimezone(clocks).replace(tzinfo=None, fold=0) for m in range(MINUTES + 5760)
    ]


def open_minutes(hours: Hours, first_day: int) -> list[bool]:
    """Whether each minute is inside a window."""
    clocks = shown(hours.zone, first_day)
    is_open = [False] * len(clocks)
    for day in range(first_day - 4, first_day + 14):
        midnight = datetime(1, 1, 1) + timedelta(days=day)
        special = next((s for s in hours.special if s.first <= day <= s.last), None)
        windows = [w for weekday, w in hours.weekly if weekday == (day + 1) % 7]
        if special is not None:
            windows = [] if special.is_closed else [special.window or (0, TICKS_PER_DAY)]
        tomorrow_is_closed = any(s.is_closed and s.first <= day + 1 <= s.last for s in hours.special)
        for start, end in windows:
            until = end if end > start else end + TICKS_PER_DAY
            until = min(until, TICKS_PER_DAY) if tomorrow_is_closed else until
            opens = next((m for m, t in enumerate(clocks) if t >= midnight + span(start)), len(clocks))
            closes = next((m for m in range(len(clocks) - 1, -1, -1) if clocks[m] < midnight + span(until)), -1)
            for minute in range(opens, closes + 1):
                is_open[minute] = True
    return is_open


def span(ticks: int) -> timedelta:
    return timedelta(minutes=ticks // TICKS_PER_MINUTE)


TIMES = st.integers(0, 47).map(lambda halves: halves * 30 * TICKS_PER_MINUTE)
WINDOWS = st.tuples(TIMES, TIMES)


@st.composite
def calendars(draw: st.DrawFn) -> tuple[Hours, int]:
    first_day = draw(st.sampled_from((SPRING, AUTUMN, WINTER, HAVANA, AUSTRALIA)))
    weekly = draw(st.lists(st.tuples(st.integers(0, 6), WINDOWS), min_size=1, max_size=6))
    special = draw(
        st.lists(
            st.builds(
                lambda at, length, closed, window: SpecialDays(first_day + at, first_day + at + length, closed, window),
                st.integers(0, 7),
                st.integers(0, 2),
                st.booleans(),
                st.none() | WINDOWS,
            ),
            max_size=2,
        )
    )
    return Hours(draw(st.sampled_from(ZONES)), tuple(weekly), tuple(special)), first_day


@settings(max_examples=30, deadline=None, derandomize=True)
@given(made=calendars(), start=st.integers(0, MINUTES // 2), length=st.integers(0, MINUTES // 2))
def test_r49_a_calendar_counts_the_minutes_that_are_open(made: tuple[Hours, int], start: int, length: int) -> None:
    hours, first_day = made
    origin = (first_day - 2) * TICKS_PER_DAY
    begin, end = origin + (start + 2880) * TICKS_PER_MINUTE, origin + (start + 2880 + length) * TICKS_PER_MINUTE
    counted = sum(open_minutes(hours, first_day)[start + 2880 : start + 2880 + length])
    assert Calendar(hours, first_day - 3).accrued(begin, end) == counted * TICKS_PER_MINUTE


@settings(max_examples=150, deadline=None, derandomize=True)
@given(made=calendars(), start=st.integers(0, MINUTES), budget=st.integers(1, 200))
def test_r49_what_is_due_is_the_first_instant_at_which_the_budget_is_used_up(
    made: tuple[Hours, int], start: int, budget: int
) -> None:
    hours, first_day = made
    calendar = Calendar(hours, first_day - 3)
    begin, ticks = first_day * TICKS_PER_DAY + start * TICKS_PER_MINUTE, budget * TICKS_PER_HOUR // 4
    due = calendar.due(begin, ticks)
    if due == LATEST:
        return
    assert calendar.accrued(begin, due) == ticks
    assert calendar.accrued(begin, due - 1) == ticks - 1


@pytest.mark.parametrize("zone", ZONES)
def test_shared_calendars_say_the_same_as_one_made_for_the_instant(zone: str) -> None:
    hours = Hours(zone, ((1, (9 * TICKS_PER_HOUR, 17 * TICKS_PER_HOUR)), (5, (22 * TICKS_PER_HOUR, 0))))
    for day in range(WINTER, WINTER + 800, 37):
        start = day * TICKS_PER_DAY + 5 * TICKS_PER_HOUR
        assert calendar_of(hours, start).due(start, 10 * TICKS_PER_HOUR) == Calendar(hours, day - 8).due(
            start, 10 * TICKS_PER_HOUR
        )


def test_r140_a_budget_beyond_four_hundred_years_waits_at_the_end_of_the_calendar() -> None:
    hours = Hours("UTC", ((1, (0, TICKS_PER_MINUTE)),))
    start = WINTER * TICKS_PER_DAY
    assert Calendar(hours, WINTER - 1).due(start, 365 * TICKS_PER_DAY) == LATEST
    assert Calendar(hours, WINTER - 1).due(start, LATEST) == LATEST


def test_zones_are_known_by_name() -> None:
    assert is_zone("Asia/Tokyo")
    assert not is_zone("../etc/passwd")
    assert not is_zone("Europe/Atlantis")
    assert not is_zone("")
