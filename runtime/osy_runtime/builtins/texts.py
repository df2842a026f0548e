"""`string`, `char`, `Text`, `Encoding`: their statics and members. Everything is ordinal, as C#'s `==` is."""

from collections.abc import Callable
from decimal import Decimal

from osy_runtime.builtins.sequences import items_of
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.exceptions import throw
from osy_runtime.formats import date_time_text, number_text, time_span_text
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import (
    TICKS_PER_DAY,
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    TimeOnly,
    TimeSpan,
    Value,
)
from osy_runtime.world import World

_BLANKS = " \t\n\r\v\f\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""White space as .NET counts it."""


def text(value: Value) -> str:
    """The value as the text that a member takes: a text or a character."""
    if isinstance(value, str):
        return value
    if isinstance(value, Char):
        return value.text
    if value is None:
        raise throw("ArgumentException", "a text is needed here, not null")
    raise BadProgram(f"a text is needed here, not {kind(value)}")


def formatted(value: Value, pattern: str) -> str:
    """The value's text by a format string."""
    match value:
        case None:
            return ""
        case bool():
            return to_text(value)
        case int() | Decimal() | float():
            return number_text(value, pattern)
        case DateTime():
            return date_time_text(value.ticks, pattern)
        case DateTimeOffset():
            return date_time_text(value.utc_ticks + value.offset_ticks, pattern, value.offset_ticks)
        case DateOnly():
            return date_time_text(value.day_number * TICKS_PER_DAY, pattern)
        case TimeOnly():
            return date_time_text(value.ticks, pattern)
        case TimeSpan():
            return time_span_text(value.ticks, pattern)
        case _:
            return to_text(value)


# ── string ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def substring(world: World, value: str, start: Value, length: Value = None) -> Value:
    """`Substring(start)` and `Substring(start, length)`; outside of the text it throws."""
    count = len(value) - start if length is None and isinstance(start, int) else length
    if not isinstance(start, int) or not isinstance(count, int):
        raise BadProgram("`Substring` takes whole numbers")
    if start < 0 or count < 0 or start + count > len(value):
        raise throw(
            "ArgumentException", f"`Substring({start}, {count})` is outside of a text of {len(value)} characters"
        )
    return value[start : start + count]


def index_of(world: World, value: str, part: Value, start: int = 0) -> Value:
    """`IndexOf(part)` and `IndexOf(part, start)`."""
    return value.find(text(part), start)


def replace(world: World, value: str, old: Value, by: Value) -> Value:
    """`Replace(old, by)`."""
    if text(old) == "":
        raise throw("ArgumentException", "`Replace` of an empty text")
    return value.replace(text(old), "" if by is None else text(by))


def split(world: World, value: str, *separators: Value) -> Value:
    """`Split(separator)`; nothing given splits at white space."""
    marks = [text(s) for s in separators if isinstance(s, str | Char) and text(s)]
    if not marks:
        marks = list(_BLANKS)
    for mark in marks[1:]:
        value = value.replace(mark, marks[0])
    return list(value.split(marks[0]))


def _trimmed(cut: Callable[[str, str], str]) -> NativeFunction:
    def trim(world: World, value: str, *marks: Value) -> Value:
        return cut(value, "".join(text(m) for m in marks) or _BLANKS)

    return trim


def pad_left(world: World, value: str, width: int, mark: Value = " ") -> Value:
    """`PadLeft(width)` and `PadLeft(width, mark)`."""
    return value.rjust(_width(width), text(mark))


def pad_right(world: World, value: str, width: int, mark: Value = " ") -> Value:
    """`PadRight(width)` and `PadRight(width, mark)`."""
    return value.ljust(_width(width), text(mark))


def _width(width: int) -> int:
    if width > 1_000_000:
        raise BadProgram(f"a text of {width} characters is longer than this runner makes")
    return width


def insert(world: World, value: str, at: int, part: Value) -> Value:
    """`Insert(at, part)`."""
    return value[:at] + text(part) + value[at:]


def remove(world: World, value: str, start: int, count: int | None = None) -> Value:
    """`Remove(start)` and `Remove(start, count)`."""
    return value[:start] + ("" if count is None else value[start + count :])


STRING: dict[str, NativeFunction] = {
    "Contains": lambda world, value, part: text(part) in value,
    "EndsWith": lambda world, value, part: value.endswith(text(part)),
    "IndexOf": index_of,
    "Insert": insert,
    "LastIndexOf": lambda world, value, part: value.rfind(text(part)),
    "PadLeft": pad_left,
    "PadRight": pad_right,
    "Remove": remove,
    "Replace": replace,
    "Split": split,
    "StartsWith": lambda world, value, part: value.startswith(text(part)),
    "Substring": substring,
    "ToCharArray": lambda world, value: [Char(c) for c in value],
    "ToLower": lambda world, value: value.lower(),
    "ToLowerInvariant": lambda world, value: value.lower(),
    "ToString": lambda world, value: value,
    "ToUpper": lambda world, value: value.upper(),
    "ToUpperInvariant": lambda world, value: value.upper(),
    "Trim": _trimmed(str.strip),
    "TrimEnd": _trimmed(str.rstrip),
    "TrimStart": _trimmed(str.lstrip),
}


def _with_questions() -> dict[str, NativeFunction]:
    from osy_runtime.builtins.queries import QUESTIONS

    return {**QUESTIONS, **STRING}


def join(world: World, separator: Value, *items: Value) -> Value:
    """`string.Join(separator, items)`."""
    parts = items_of(world, items[0]) if len(items) == 1 and not isinstance(items[0], str) else items
    return text(separator).join(to_text(part) for part in parts)


def is_empty(world: World, value: Value) -> Value:
    """Whether there is no text; true for null."""
    return value is None or value == ""


def is_blank(world: World, value: Value) -> Value:
    """Whether there is nothing but white space; true for null."""
    return value is None or text(value).strip(_BLANKS) == ""


def to_bytes(world: World, value: Value) -> Value:
    """The text's bytes in UTF-8."""
    return list(text(value).encode("utf-8", "replace"))


def from_bytes(world: World, items: list[int]) -> Value:
    """The text of bytes in UTF-8."""
    return bytes(items).decode("utf-8", "replace")


def _char_test(test: Callable[[str], bool]) -> NativeFunction:
    return lambda world, mark: test(text(mark))


STATICS = {
    "string": Static(
        "string",
        functions={
            "Concat": lambda world, *items: "".join(to_text(i) for i in items),
            "IsNullOrEmpty": is_empty,
            "IsNullOrWhiteSpace": is_blank,
            "Join": join,
        },
        values={"Empty": lambda world: ""},
    ),
    "char": Static(
        "char",
        functions={
            "IsDigit": _char_test(str.isdecimal),
            "IsLetter": _char_test(str.isalpha),
            "IsLetterOrDigit": _char_test(lambda c: c.isalpha() or c.isdecimal()),
            "IsLower": _char_test(str.islower),
            "IsUpper": _char_test(str.isupper),
            "IsWhiteSpace": _char_test(lambda c: c in _BLANKS),
            "ToLower": lambda world, mark: Char(text(mark).lower()),
            "ToUpper": lambda world, mark: Char(text(mark).upper()),
        },
    ),
    "Text": Static("Text", functions={"FromBytes": from_bytes, "IsEmpty": is_empty, "ToBytes": to_bytes}),
    "Encoding": Static("Encoding.UTF8", functions={"GetBytes": to_bytes, "GetString": from_bytes}),
}
METHODS: dict[type, dict[str, NativeFunction]] = {str: _with_questions(), Char: {}}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    str: {"Length": lambda value: len(value) if isinstance(value, str) else None},
}
