"""Calendars of service hours: made up, and written as statements of the language."""

import random
from collections.abc import Iterator

from oracle.memory import Data

ZONES = ("UTC", "Europe/Stockholm", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
BEGINNINGS = (0, 67, 87, 95, 277, 298)
"""Days after 2030-01-01 on which a story may begin: New Year, and just before clocks change in one of the zones."""
DAY = 1440


def made_up(chance: random.Random, begins: int) -> Data:
    """A calendar, with exceptions in the fortnight after the story begins."""
    windows = []
    for day in chance.sample(range(7), chance.randint(2, 7)):
        start = chance.randrange(0, DAY, 30)
        windows.append([day, start, (start + chance.choice((30, 90, 240, 600))) % DAY])
        if chance.random() < 0.3:
            start = chance.randrange(0, DAY, 15)
            windows.append([day, start, (start + chance.choice((45, 300))) % DAY])
    exceptions, first = [], begins // DAY
    for _ in range(chance.choice((0, 0, 1, 2))):
        first += chance.randint(0, 4)
        last = first + chance.choice((0, 0, 1, 3))
        exceptions.append([first, last, *_of_exception(chance)])
        first = last + 1
    return {"zone": chance.choice(ZONES), "windows": windows, "exceptions": exceptions}


def _of_exception(chance: random.Random) -> tuple[bool, int | None, int | None]:
    """Whether it is closed; else the hours that it has instead, or none: open all day."""
    match chance.choice(("closed", "closed", "all day", "morning", "later")):
        case "closed":
            return True, None, None
        case "all day":
            return False, None, None
        case when:
            start = 0 if when == "morning" else 600
            return False, start, start + chance.choice((60, 500))


def calendars(made: list[Data]) -> Iterator[str]:
    """The statements that make the calendars, called `C0`, `C1` and so on."""
    for at, calendar in enumerate(made):
        name = f"c{at}"
        yield f'var {name} = new ServiceHours {{ Name = "C{at}", Zone = Zone.Of("{calendar["zone"]}") }};'
        for day, start, end in calendar["windows"]:
            yield f"new ServiceWindow {{ ServiceHours = {name}, Day = DayOfWeek.{DAYS[day]}, {_times(start, end)} }};"
        for first, last, is_closed, start, end in calendar["exceptions"]:
            days = f"From = {_date(first)}, To = {_date(last)}, IsClosed = {str(is_closed).lower()}"
            times = "" if start is None else ", " + _times(start, end)
            yield f"new ServiceException {{ ServiceHours = {name}, {days}{times} }};"


def _times(start: int, end: int) -> str:
    return f"Start = TimeSpan.FromMinutes({start}), End = TimeSpan.FromMinutes({end})"


def _date(day: int) -> str:
    return f"new DateTime(2030, 1, 1) + TimeSpan.FromDays({day})"
