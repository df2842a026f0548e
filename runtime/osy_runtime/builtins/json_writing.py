"""Values as JSON, as System.Text.Json writes them.

Members in declaration order under their `[ExternalName]` or their own name, enums as numbers, no spaces unless it is
indented, texts escaped as the default encoder does: everything but plain ASCII, and what markup could mistake.
"""

from collections.abc import Iterator
from decimal import Decimal

from osy_runtime.builtins.sequences import Query
from osy_runtime.date_formats import date_time_text, time_text
from osy_runtime.decimals import text_of
from osy_runtime.exceptions import throw
from osy_runtime.number_formats import double_text
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, LimitPassed
from osy_runtime.values import (
    TICKS_PER_DAY,
    TICKS_PER_SECOND,
    Anonymous,
    Bytes,
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    Guid,
    HashSet,
    Instance,
    Pair,
    Row,
    TimeOnly,
    TimeSpan,
    Value,
)

DEEPEST = 64
"""How deep objects and lists may be inside each other."""

MOST_PARTS = 1_000_000
"""How many values are written into one text: objects that hold each other twice over have no end of them."""

_ESCAPES = {'"': "\\u0022", "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_AVOIDED = frozenset("<>&'+`")


def quoted(text: str) -> str:
    """A text between quotes, escaped."""
    if text.isalnum() and text.isascii():
        return f'"{text}"'
    out = []
    for c in text:
        if " " <= c <= "~" and c not in _AVOIDED and c not in _ESCAPES:
            out.append(c)
        elif c in _ESCAPES:
            out.append(_ESCAPES[c])
        elif "\ud800" <= c <= "\udfff" and not _is_paired(text, len(out), c):
            out.append("\\uFFFD")
        else:
            out.append(f"\\u{ord(c):04X}")
    return '"' + "".join(out) + '"'


def _is_paired(text: str, at: int, mark: str) -> bool:
    """Whether the half of a pair at that place has its other half beside it."""
    if mark <= "\udbff":
        return "\udc00" <= text[at + 1 : at + 2] <= "\udfff"
    return at > 0 and "\ud800" <= text[at - 1] <= "\udbff"


class Writer:
    """Writes one value; `options` are a `JsonSerializerOptions` of the program."""

    def __init__(self, options: Value = None) -> None:
        fields = options.fields if isinstance(options, Instance) else {}
        ignore = fields.get("DefaultIgnoreCondition")
        self.ignored = ignore.name if isinstance(ignore, EnumValue) else "Never"
        self.names_enums = fields.get("EnumsAsNames") is True
        self.is_indented = fields.get("WriteIndented") is True
        self.parts = 0

    def text(self, value: Value, depth: int = 0) -> str:
        """The value as JSON."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise LimitPassed(f"a value of more than {MOST_PARTS} parts is not written as JSON")
        if depth > DEEPEST:
            raise throw("InvalidOperationException", f"a value nested more than {DEEPEST} deep is not written as JSON")
        match value:
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int() | Decimal() | float():
                return _number(value)
            case str():
                return quoted(value)
            case Char():
                return quoted(value.text)
            case Guid() | TimeSpan() | TimeOnly() | DateTime() | DateTimeOffset() | DateOnly():
                # Nothing in them needs an escape, and the `+` of an offset gets none.
                return f'"{_plain(value)}"'
            case EnumValue():
                return quoted(value.name) if self.names_enums else str(value.number)
            case Bytes():
                from base64 import b64encode

                return quoted(b64encode(bytes(value)).decode("ascii"))  # type: ignore[arg-type]  # whole numbers
            case list() | Query() | HashSet():
                return self._braced("[", [self.text(item, depth + 1) for item in value], "]", depth)
            case dict():
                return self._object([(to_text(k), v) for k, v in value.items()], depth)
            case Pair():
                return self._object([("Key", value.key), ("Value", value.value)], depth)
            case Anonymous():
                return self._object(self._kept(iter(value.fields.items())), depth)
            case Instance():
                return self._object(self._kept(_members(value)), depth)
            case Row():
                return self._object(self._kept(_columns(value)), depth)
            case _:
                raise BadProgram(f"{kind(value)} cannot be written as JSON")

    def _kept(self, members: Iterator[tuple[str, Value]]) -> list[tuple[str, Value]]:
        match self.ignored:
            case "WhenWritingNull":
                return [(name, value) for name, value in members if value is not None]
            case "WhenWritingDefault":
                return [(name, value) for name, value in members if not _is_default(value)]
            case _:
                return list(members)

    def _object(self, members: list[tuple[str, Value]], depth: int) -> str:
        between = ": " if self.is_indented else ":"
        parts = [f"{quoted(name)}{between}{self.text(value, depth + 1)}" for name, value in members]
        return self._braced("{", parts, "}", depth)

    def _braced(self, start: str, parts: list[str], end: str, depth: int) -> str:
        if not self.is_indented or not parts:
            return start + ",".join(parts) + end
        inner, outer = "\n" + "  " * (depth + 1), "\n" + "  " * depth
        return start + inner + f",{inner}".join(parts) + outer + end


def _number(value: float | Decimal) -> str:
    if isinstance(value, Decimal):
        return text_of(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if value != value or value in (float("inf"), float("-inf")):
        raise throw("ArgumentException", f"{double_text(value)} cannot be written as JSON")
    return double_text(value)


def _plain(value: Value) -> str:
    match value:
        case DateTime():
            return date_time_text(value.ticks, "yyyy-MM-ddTHH:mm:ss.FFFFFFF") + "Z"
        case DateTimeOffset():
            shown = date_time_text(value.utc_ticks + value.offset_ticks, "yyyy-MM-ddTHH:mm:ss.FFFFFFF")
            return shown + date_time_text(0, "zzz", value.offset_ticks)
        case DateOnly():
            return date_time_text(value.day_number * TICKS_PER_DAY, "yyyy-MM-dd")
        case TimeOnly():
            return time_text(value.ticks, "HH:mm:ss.fffffff" if value.ticks % TICKS_PER_SECOND else "HH:mm:ss")
        case _:
            return to_text(value)


def _is_default(value: Value) -> bool:
    match value:
        case None | False:
            return True
        case int() | Decimal() | float():
            return value == 0 and value is not True
        case EnumValue():
            return value.number == 0
        case _:
            return False


def _members(value: Instance) -> Iterator[tuple[str, Value]]:
    names = {field.name: field.external_name or field.name for field in value.cls.all_fields}
    for name, held in value.fields.items():
        yield names.get(name, name), held


def _columns(row: Row) -> Iterator[tuple[str, Value]]:
    yield "Id", row.id
    for name, held in row.values.items():
        yield name, held.id if isinstance(held, Row) else held


def serialize(value: Value, options: Value = None) -> str:
    """The value as JSON; `options` are a `JsonSerializerOptions`."""
    return Writer(options).text(value)
