"""Instants, days, times of day, durations."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED, PARSED, names
from osy_grammar.language.types.rows import constructors, enum_names, instance, static

_PAGE = "library-time"
_TO_STRING = ("string ToString(string format = default)", "As text, in a format of .NET.")

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
            ("double TotalDays", "The whole duration in days."),
            ("double TotalHours", "The whole duration in hours."),
            ("double TotalMinutes", "The whole duration in minutes."),
            ("double TotalSeconds", "The whole duration in seconds."),
            ("double TotalMilliseconds", "The whole duration in milliseconds."),
            ("int Days", "Its whole days."),
            ("int Hours", "Its hours beyond whole days."),
            ("int Minutes", "Its minutes beyond whole hours."),
            ("int Seconds", "Its seconds beyond whole minutes."),
            ("long Ticks", "The whole duration in ticks of 100 nanoseconds."),
            _TO_STRING,
        ),
    ),
    complete=True,
    also=(
        *names("""Add Divide Duration FromMicroseconds HoursPerDay MaxValue Microseconds Milliseconds
        MicrosecondsPerSecond MinValue MinutesPerHour Multiply NanosecondsPerTick Nanoseconds Negate
        SecondsPerMinute Subtract TicksPerDay TicksPerHour TicksPerMicrosecond TicksPerMillisecond
        TicksPerMinute TicksPerSecond TotalMicroseconds TotalNanoseconds"""),
        *PARSED,
        *COMPARED,
    ),
    constructors=constructors(
        _PAGE,
        ("TimeSpan(long ticks)", "So many ticks."),
        ("TimeSpan(int hours, int minutes, int seconds)", "So much time."),
        ("TimeSpan(int days, int hours, int minutes, int seconds)", "So much time."),
    ),
    bases=("object",),
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
            ("DateTime MaxValue", "The last instant there is."),
            ("DateTime UnixEpoch", "The beginning of 1970."),
            ("DateTime Parse(string text)", "The instant that a text names."),
            ("bool TryParse(string text, out DateTime instant)", "Whether the text names an instant, and which."),
        ),
        *instance(
            _PAGE,
            ("DateTime Date", "The beginning of its day."),
            ("int Year", "Its year."),
            ("int Month", "The month of its year."),
            ("int Day", "The day of its month."),
            ("int Hour", "The hour of its day."),
            ("int Minute", "The minute of its hour."),
            ("int Second", "The second of its minute."),
            ("long Ticks", "Ticks of 100 nanoseconds since the first instant."),
            ("DayOfWeek DayOfWeek", "The day of its week."),
            ("int DayOfYear", "The day of its year."),
            ("TimeSpan TimeOfDay", "How long its day has lasted."),
            ("DateTime AddYears(int years)", "So many years later."),
            ("DateTime AddMonths(int months)", "So many months later."),
            ("DateTime AddDays(double days)", "So many days later."),
            ("DateTime AddHours(double hours)", "So many hours later."),
            ("DateTime AddMinutes(double minutes)", "So many minutes later."),
            ("DateTime AddSeconds(double seconds)", "So many seconds later."),
            ("DateTime ToUniversalTime()", "The same instant in UTC."),
            is_exact=True,
        ),
        *instance(_PAGE, _TO_STRING),
    ),
    complete=True,
    also=(
        *names("""Add AddMicroseconds AddMilliseconds AddTicks DaysInMonth Deconstruct FromBinary FromFileTime
        FromFileTimeUtc FromOADate GetDateTimeFormats IsDaylightSavingTime IsLeapYear Kind Microsecond
        Millisecond Nanosecond Now SpecifyKind Subtract ToBinary ToFileTime ToFileTimeUtc ToLocalTime
        ToLongDateString ToLongTimeString ToOADate ToShortDateString ToShortTimeString Today"""),
        *PARSED,
        *COMPARED,
    ),
    constructors=constructors(
        _PAGE,
        ("DateTime(int year, int month, int day)", "The beginning of a day."),
        ("DateTime(int year, int month, int day, int hour, int minute, int second)", "An instant of a day."),
    ),
    bases=("object",),
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
            is_exact=True,
        ),
        *instance(
            _PAGE,
            ("int DayNumber", "Days since the first day there is."),
            ("int Year", "Its year."),
            ("int Month", "The month of its year."),
            ("int Day", "The day of its month."),
            ("DayOfWeek DayOfWeek", "The day of its week."),
            ("DateOnly AddDays(int days)", "So many days later."),
            ("DateOnly AddMonths(int months)", "So many months later."),
            ("DateOnly AddYears(int years)", "So many years later."),
        ),
        *instance(_PAGE, ("DateTime ToDateTime(TimeOnly time)", "That time of the day."), _TO_STRING),
    ),
    complete=True,
    also=(
        *names("DayOfYear Deconstruct MaxValue MinValue ToLongDateString ToShortDateString"),
        *PARSED,
        *COMPARED,
    ),
    constructors=constructors(_PAGE, ("DateOnly(int year, int month, int day)", "A day.")),
    bases=("object",),
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
            is_exact=True,
        ),
        *instance(_PAGE, ("int Hour", "Its hour."), ("int Minute", "The minute of its hour."), _TO_STRING),
    ),
    complete=True,
    also=(
        *names("""Add AddHours AddMinutes Deconstruct FromDateTime IsBetween MaxValue Microsecond Millisecond
        Nanosecond Second Ticks ToLongTimeString ToShortTimeString ToTimeSpan"""),
        *PARSED,
        *COMPARED,
    ),
    constructors=constructors(_PAGE, ("TimeOnly(int hour, int minute, int second = default)", "A time of day.")),
    bases=("object",),
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
            is_exact=True,
        ),
        *instance(
            _PAGE,
            ("long ToUnixTimeSeconds()", "Seconds since 1970 began."),
            ("DateTime UtcDateTime", "The instant in UTC."),
            ("DateTimeOffset AddTicks(long ticks)", "So many ticks later."),
            ("DateTimeOffset ToOffset(TimeSpan offset)", "The same instant with another offset."),
            is_exact=True,
        ),
        *instance(_PAGE, _TO_STRING),
    ),
    complete=True,
    also=(
        *names("""Add AddDays AddHours AddMicroseconds AddMilliseconds AddMinutes AddMonths AddSeconds AddYears
        Date DateTime Day DayOfWeek DayOfYear Deconstruct EqualsExact FromFileTime Hour LocalDateTime MaxValue
        Microsecond Millisecond MinValue Minute Month Nanosecond Now Offset Second Subtract Ticks TimeOfDay
        ToFileTime ToLocalTime ToUniversalTime ToUnixTimeMilliseconds TotalOffsetMinutes UtcTicks Year"""),
        *PARSED,
        *COMPARED,
    ),
    constructors=constructors(_PAGE, ("DateTimeOffset(DateTime instant, TimeSpan offset = default)", "An instant.")),
    bases=("object",),
)

DAY_OF_WEEK = BuiltinType(
    name="DayOfWeek",
    page=_PAGE,
    text="The days of a week, Sunday first.",
    members=enum_names(_PAGE, "DayOfWeek", "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
    is_enum=True,
    complete=True,
)

ZONE = BuiltinType(
    name="Zone",
    page=_PAGE,
    text="A time zone.",
    members=static(_PAGE, ("Zone Of(string name)", "The zone of that name, such as `Asia/Tokyo`.")),
)

TASK = BuiltinType(
    name="Task",
    page=_PAGE,
    text="Waiting.",
    members=static(_PAGE, ("void Delay(TimeSpan span)", "Lets so much time pass before it goes on.")),
)

TYPES = (
    TIME_SPAN,
    DATE_TIME,
    DATE_ONLY,
    TIME_ONLY,
    DATE_TIME_OFFSET,
    DAY_OF_WEEK,
    ZONE,
    TASK,
)
