"""`ToString(format)`, `{value:format}`, `string.Format`-like templates: a value by a format string of .NET."""

from decimal import Decimal

from osy_runtime.date_formats import date_time_text, day_text, time_span_text, time_text
from osy_runtime.exceptions import throw
from osy_runtime.number_formats import number_text
from osy_runtime.show import to_text
from osy_runtime.values import DateOnly, DateTime, DateTimeOffset, EnumValue, Guid, TimeOnly, TimeSpan, Value


def formatted(value: Value, pattern: str) -> str:
    """The value's text by a format string."""
    match value:
        case bool() | None:
            return to_text(value)
        case int() | Decimal() | float():
            return number_text(value, pattern)
        case _ if not pattern:
            return to_text(value)
        case DateTime():
            return date_time_text(value.ticks, pattern)
        case DateTimeOffset():
            return date_time_text(value.utc_ticks + value.offset_ticks, pattern, value.offset_ticks)
        case DateOnly():
            return day_text(value.day_number, pattern)
        case TimeOnly():
            return time_text(value.ticks, pattern)
        case TimeSpan():
            return time_span_text(value.ticks, pattern)
        case Guid():
            return guid_text(value, pattern)
        case EnumValue():
            return _enum_text(value, pattern)
        case _:
            return to_text(value)


def guid_text(value: Guid, pattern: str) -> str:
    """A Guid by `D`, `N`, `B` or `P`."""
    match pattern.upper():
        case "D" | "":
            return value.text
        case "N":
            return value.text.replace("-", "")
        case "B":
            return "{" + value.text + "}"
        case "P":
            return f"({value.text})"
        case _:
            raise throw("FormatException", f"`{pattern}` is no format of a Guid that is known here")


def _enum_text(value: EnumValue, pattern: str) -> str:
    match pattern.upper():
        case "G" | "F":
            return value.name
        case "D":
            return str(value.number)
        case "X":
            return f"{value.number & 0xFFFFFFFF:08X}"
        case _:
            raise throw("FormatException", f"`{pattern}` is no format of an enum")
