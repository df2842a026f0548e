"""Instants and durations."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance, static

_PAGE = "library-time"

TIME_SPAN = BuiltinType(
    name="TimeSpan",
    page=_PAGE,
    text="A duration.",
    members=(
        *static(
            _PAGE,
            ("TimeSpan FromDays(double days)", "So many days."),
            ("TimeSpan FromHours(double hours)", "So many hours."),
            ("TimeSpan FromMinutes(double minutes)", "So many minutes."),
            ("TimeSpan FromSeconds(double seconds)", "So many seconds."),
            ("TimeSpan FromMilliseconds(double milliseconds)", "So many milliseconds."),
            ("TimeSpan FromTicks(long ticks)", "So many ticks of 100 nanoseconds."),
            ("TimeSpan Zero", "No time at all."),
        ),
        *instance(
            _PAGE,
            ("double TotalSeconds", "The whole duration in seconds."),
            ("double TotalMinutes", "The whole duration in minutes."),
        ),
    ),
)

DATE_TIME = BuiltinType(
    name="DateTime",
    page=_PAGE,
    text="An instant.",
    members=(
        *static(
            _PAGE,
            ("DateTime UtcNow", "Now; in a test, what its clock says."),
            ("DateTime MinValue", "The first instant there is."),
            ("DateTime UnixEpoch", "The beginning of 1970."),
            ("DateTime Parse(string text)", "The instant that a text names."),
        ),
        *instance(
            _PAGE,
            ("DateTime Date", "The beginning of its day."),
            ("int Day", "The day of its month."),
            ("DateTime AddYears(int years)", "So many years later."),
            ("DateTime AddMonths(int months)", "So many months later."),
            ("DateTime AddDays(double days)", "So many days later."),
            ("DateTime AddHours(double hours)", "So many hours later."),
            ("DateTime AddMinutes(double minutes)", "So many minutes later."),
            ("DateTime AddSeconds(double seconds)", "So many seconds later."),
            ("DateTime ToUniversalTime()", "The same instant in UTC."),
            ("string ToString(string format = default)", "As text."),
        ),
    ),
)

DATE_ONLY = BuiltinType(
    name="DateOnly",
    page=_PAGE,
    text="A day.",
    members=(
        *static(
            _PAGE,
            ("DateOnly FromDateTime(DateTime instant)", "The day of an instant."),
            ("DateOnly FromDayNumber(int number)", "The day with that number."),
        ),
        *instance(
            _PAGE,
            ("int DayNumber", "Days since the first day there is."),
            ("DateOnly AddDays(int days)", "So many days later."),
            ("DateTime ToDateTime(TimeOnly time)", "That time of the day."),
            ("string ToString(string format = default)", "As text."),
        ),
    ),
)

TIME_ONLY = BuiltinType(
    name="TimeOnly",
    page=_PAGE,
    text="A time of day.",
    members=(
        *static(
            _PAGE,
            ("TimeOnly MinValue", "The beginning of the day."),
            ("TimeOnly FromTimeSpan(TimeSpan span)", "So long after the day's beginning."),
        ),
        *instance(_PAGE, ("string ToString(string format = default)", "As text.")),
    ),
)

DATE_TIME_OFFSET = BuiltinType(
    name="DateTimeOffset",
    page=_PAGE,
    text="An instant with an offset.",
    members=(
        *static(
            _PAGE,
            ("DateTimeOffset UtcNow", "Now."),
            ("DateTimeOffset UnixEpoch", "The beginning of 1970."),
            ("DateTimeOffset FromUnixTimeSeconds(long seconds)", "So many seconds after 1970 began."),
            ("DateTimeOffset FromUnixTimeMilliseconds(long milliseconds)", "So many milliseconds after 1970 began."),
        ),
        *instance(
            _PAGE,
            ("long ToUnixTimeSeconds()", "Seconds since 1970 began."),
            ("DateTime UtcDateTime", "The instant in UTC."),
            ("DateTimeOffset AddTicks(long ticks)", "So many ticks later."),
            ("DateTimeOffset ToOffset(TimeSpan offset)", "The same instant with another offset."),
            ("string ToString(string format = default)", "As text."),
        ),
    ),
)

TYPES = (TIME_SPAN, DATE_TIME, DATE_ONLY, TIME_ONLY, DATE_TIME_OFFSET)
