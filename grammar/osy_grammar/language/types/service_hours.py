"""The calendars by which clocks accrue."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance

_PAGE = "workflow-service-hours"

SERVICE_HOURS = BuiltinType(
    name="ServiceHours",
    page=_PAGE,
    text="A calendar: the hours in which work is done.",
    members=instance(
        _PAGE,
        ("string Name", "What it is called."),
        ("object Zone", "The time zone of its hours."),
        ("ServiceWindow[] Windows", "Its hours by weekday; with none it is open always."),
        ("ServiceException[] Exceptions", "Days that are not as usual."),
    ),
    bases=("Row",),
    is_entity=True,
)

SERVICE_WINDOW = BuiltinType(
    name="ServiceWindow",
    page=_PAGE,
    text="Hours of a weekday.",
    members=instance(
        _PAGE,
        ("ServiceHours ServiceHours", "The calendar that it belongs to."),
        ("DayOfWeek Day", "The weekday."),
        ("TimeSpan Start", "When it opens, as time of day."),
        ("TimeSpan End", "When it closes; not after `Start` means on the next day."),
    ),
    bases=("Row",),
    is_entity=True,
)

SERVICE_EXCEPTION = BuiltinType(
    name="ServiceException",
    page=_PAGE,
    text="Days that are not as usual.",
    members=instance(
        _PAGE,
        ("ServiceHours ServiceHours", "The calendar that it belongs to."),
        ("object From", "The first day."),
        ("object To", "The last day."),
        ("bool IsClosed", "Whether there are no hours at all."),
        ("TimeSpan? Start", "Here: when it opens instead."),
        ("TimeSpan? End", "Here: when it closes instead."),
        ("string Reason", "Why."),
    ),
    bases=("Row",),
    is_entity=True,
)

TYPES = (SERVICE_HOURS, SERVICE_WINDOW, SERVICE_EXCEPTION)
