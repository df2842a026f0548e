"""Service hours: the instants that a calendar's windows cover, and budgets counted along them (R22, R49).

A calendar is a value made of a `ServiceHours` row as it is when a clock is armed. Its windows are laid out day by day
in the calendar's zone, as far as somebody asks, and kept as instants with the time covered before each: a budget is
found by search. `Elapsed` is asked of the same windows that the due instant came from.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from osy_runtime.clock import LATEST
from osy_runtime.values import TICKS_PER_DAY

FAR_DAYS = 146_097
"""How many days ahead windows are laid out: 400 years, after which the calendar and its weekdays come round again."""

_EPOCH = datetime(1, 1, 1)
_LAST_DAY = LATEST // TICKS_PER_DAY
_MONDAY_FIRST = (1, 2, 3, 4, 5, 6, 0)
"""The .NET number of the weekday of a day number modulo seven: 0001-01-01 was a Monday."""

Window = tuple[int, int]
"""Two times of day in ticks; an end that is not after the start is on the next day."""


@dataclass(frozen=True, slots=True)
class SpecialDays:
    """Days from `first` to `last` (day numbers, both ends included) that are closed or have other hours."""

    first: int
    last: int
    is_closed: bool
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Hours:
    """What a calendar says; `weekly` holds (weekday, window), Sunday is 0."""

    zone: str
    weekly: tuple[tuple[int, Window], ...]
    special: tuple[SpecialDays, ...] = ()


class Calendar:
    """The windows of some hours as instants, from a first day on."""

    def __init__(self, hours: Hours, first_day: int) -> None:
        self._zone = ZoneInfo(hours.zone)
        self._hours = hours
        self._by_weekday: dict[int, list[Window]] = {}
        for weekday, window in hours.weekly:
            self._by_weekday.setdefault(weekday, []).append(window)
        self._first_day = first_day
        self._next_day = first_day
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._before: list[int] = []
        self._covered = 0

    def due(self, start: int, budget: int) -> int:
        """The first instant at which `budget` ticks of the windows have passed since `start`."""
        if budget <= 0:
            return start
        if budget > LATEST - start:
            return LATEST
        self._lay_out_until(start)
        wanted = self._covered_before(start) + budget
        while self._covered < wanted:
            if not self._lay_out_more():
                return LATEST
        window = bisect_left(self._before, wanted) - 1
        return min(self._starts[window] + wanted - self._before[window], LATEST)

    def accrued(self, start: int, end: int) -> int:
        """How many ticks of the windows lie between the two instants."""
        if end <= start:
            return 0
        self._lay_out_until(end)
        return self._covered_before(end) - self._covered_before(start)

    def _covered_before(self, instant: int) -> int:
        window = bisect_right(self._starts, instant) - 1
        if window < 0:
            return 0
        return self._before[window] + min(instant, self._ends[window]) - self._starts[window]

    def _lay_out_until(self, instant: int) -> None:
        # A local day begins up to a day before or after the day of UTC, and a window may run over midnight.
        last = instant // TICKS_PER_DAY + 2
        while self._next_day <= last and self._lay_out_more():
            pass

    def _lay_out_more(self) -> bool:
        day = self._next_day
        if day - self._first_day > FAR_DAYS or day > _LAST_DAY - 2:
            return False
        self._next_day += 1
        for start, end in sorted(self._windows_of(day)):
            self._cover(start, end)
        return True

    def _cover(self, start: int, end: int) -> None:
        """Take a window in; where it meets the one before they are one, so that nothing is counted twice."""
        if self._ends and start <= self._ends[-1]:
            if end > self._ends[-1]:
                self._covered += end - self._ends[-1]
                self._ends[-1] = end
            return
        if end <= start:
            return
        self._starts.append(start)
        self._ends.append(end)
        self._before.append(self._covered)
        self._covered += end - start

    def _windows_of(self, day: int) -> list[Window]:
        """The windows that begin on that local day, as instants."""
        special = self._special(day)
        if special is None:
            windows: Sequence[Window] = self._by_weekday.get(_MONDAY_FIRST[day % 7], ())
        elif special.is_closed:
            windows = ()
        else:
            windows = (special.window,) if special.window is not None else ((0, TICKS_PER_DAY),)
        found = []
        for start, end in windows:
            until = end if end > start else end + TICKS_PER_DAY
            if until > TICKS_PER_DAY and self._is_closed(day + 1):
                until = TICKS_PER_DAY
            found.append((self._instant(day, start, is_end=False), self._instant(day, until, is_end=True)))
        return found

    def _special(self, day: int) -> SpecialDays | None:
        return next((s for s in self._hours.special if s.first <= day <= s.last), None)

    def _is_closed(self, day: int) -> bool:
        special = self._special(day)
        return special is not None and special.is_closed

    def _instant(self, day: int, time: int, *, is_end: bool) -> int:
        """The instant of a local time; in a gap the first one after it, of a repeated hour the first or the last."""
        more, time = divmod(time, TICKS_PER_DAY)
        seconds, fraction = divmod(time, 10_000_000)
        local = _EPOCH + timedelta(days=day + more, seconds=seconds)
        early, late = (self._utc(local, fold) for fold in (0, 1))
        if early > late:
            # The wall clock skips this time: both readings lie beside the gap, which ends where the offset changes.
            return self._end_of_gap(late, early)
        return (late if is_end else early) + fraction

    def _utc(self, local: datetime, fold: int) -> int:
        offset = local.replace(tzinfo=self._zone, fold=fold).utcoffset() or timedelta()
        return _ticks(local - offset)

    def _end_of_gap(self, low: int, high: int) -> int:
        """The instant of the change of offset between two instants."""
        before = self._offset_at(low)
        while high - low > 10_000_000:
            middle = (low + high) // 2 // 10_000_000 * 10_000_000
            if self._offset_at(middle) == before:
                low = middle
            else:
                high = middle
        return high

    def _offset_at(self, instant: int) -> timedelta:
        moment = (_EPOCH + timedelta(seconds=instant // 10_000_000)).replace(tzinfo=UTC)
        return moment.astimezone(self._zone).utcoffset() or timedelta()


def _ticks(moment: datetime) -> int:
    span = moment - _EPOCH
    return (span.days * 86_400 + span.seconds) * 10_000_000


@lru_cache(maxsize=256)
def _calendar(hours: Hours, first_day: int) -> Calendar:
    return Calendar(hours, first_day)


def calendar_of(hours: Hours, instant: int) -> Calendar:
    """The calendar of these hours around an instant; calendars are shared by clocks that begin in one year or so."""
    day = instant // TICKS_PER_DAY
    return _calendar(hours, max(1, day - day % 366 - 2))


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
