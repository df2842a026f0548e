"""`string` and `char`: their statics and members. Everything is ordinal, as C#'s `==` is, and in code units."""

from collections.abc import Callable

from osy_runtime.builtins.sequences import items_of
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Char, EnumValue, Value
from osy_runtime.world import World

BLANKS = " \t\n\r\v\f\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""White space as .NET counts it."""

LONGEST = 1_000_000
"""How many characters a text may have that is made longer on purpose."""


def text(value: Value) -> str:
    """The value as the text that a member takes: a text or a character."""
    if isinstance(value, str):
        return value
    if isinstance(value, Char):
        return value.text
    if value is None:
        raise throw("ArgumentException", "a text is needed here, not null")
    raise BadProgram(f"a text is needed here, not {kind(value)}")


def whole(value: Value) -> int:
    """The value as a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadProgram(f"a whole number is needed here, not {kind(value)}")


def _within(value: str, at: Value, what: str) -> int:
    """A place in the text, its end included."""
    place = whole(at)
    if 0 <= place <= len(value):
        return place
    raise throw("ArgumentException", f"`{what}`: {place} is outside of a text of {len(value)} characters")


def ignores_case(comparison: Value) -> bool:
    """Whether a `StringComparison` ignores case."""
    return isinstance(comparison, EnumValue) and comparison.name.endswith("IgnoreCase")


def folded(value: str, comparison: Value) -> str:
    """The text as the comparison sees it."""
    return upper(value) if ignores_case(comparison) else value


# ── Case ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def upper(value: str) -> str:
    """The text in capitals, each character for itself: one that has no single capital stays."""
    return value.upper() if value.isascii() else "".join(_one(c, c.upper()) for c in value)


def lower(value: str) -> str:
    """The text in small letters, each character for itself."""
    return value.lower() if value.isascii() else "".join(_one(c, c.lower()) for c in value)


def _one(mark: str, changed: str) -> str:
    return changed if len(changed) == 1 and changed <= "\uffff" else mark


# ── Parts and places ─────────────────────────────────────────────────────────────────────────────────────────────────


def substring(world: World, value: str, start: Value, length: Value = None) -> Value:
    """`Substring(start)` and `Substring(start, length)`; outside of the text it throws."""
    first = whole(start)
    count = len(value) - first if length is None else whole(length)
    if first < 0 or count < 0 or first + count > len(value):
        raise throw(
            "ArgumentException", f"`Substring({first}, {count})` is outside of a text of {len(value)} characters"
        )
    return value[first : first + count]


def index_of(world: World, value: str, part: Value, start: Value = 0, more: Value = None) -> Value:
    """`IndexOf(part)`, `(part, start)`, `(part, start, count)`; a comparison may come last."""
    comparison = next((v for v in (start, more) if isinstance(v, EnumValue)), None)
    first = 0 if isinstance(start, EnumValue) else _within(value, start, "IndexOf")
    last = len(value) if more is None or isinstance(more, EnumValue) else first + whole(more)
    return folded(value, comparison).find(folded(text(part), comparison), first, last)


def last_index_of(world: World, value: str, part: Value, start: Value = None) -> Value:
    """`LastIndexOf(part)` and `LastIndexOf(part, start)`, which searches from there to the front."""
    if start is None or isinstance(start, EnumValue):
        return folded(value, start).rfind(folded(text(part), start))
    return value.rfind(text(part), 0, min(whole(start) + 1, len(value)))


def index_of_any(world: World, value: str, marks: list[Value]) -> Value:
    """`IndexOfAny(marks)`."""
    wanted = {text(mark) for mark in marks}
    return next((at for at, mark in enumerate(value) if mark in wanted), -1)


def replace(world: World, value: str, old: Value, by: Value, comparison: Value = None) -> Value:
    """`Replace(old, by)`."""
    if text(old) == "":
        raise throw("ArgumentException", "`Replace` of an empty text")
    new = "" if by is None else text(by)
    if ignores_case(comparison):
        import re

        return re.sub(re.escape(text(old)), lambda _: new, value, flags=re.IGNORECASE)
    return value.replace(text(old), new)


def split(world: World, value: str, *given: Value) -> Value:
    """`Split(separator)`, several of them, a list of them; how many parts at most; options. Nothing given: blanks."""
    options = {part for g in given if isinstance(g, EnumValue) for part in g.name.split(", ")}
    most = next((whole(g) for g in given if isinstance(g, int)), None)
    marks: list[str] = []
    for mark in given:
        if isinstance(mark, list):
            marks.extend(text(m) for m in mark)
        elif isinstance(mark, str | Char):
            marks.append(text(mark))
    parts = _parts(value, [m for m in marks if m] if marks else list(BLANKS), most)
    if "TrimEntries" in options:
        parts = [part.strip(BLANKS) for part in parts]
    return [part for part in parts if part or "RemoveEmptyEntries" not in options]


def _parts(value: str, marks: list[str], most: int | None) -> list[str]:
    limit = -1 if most is None else most - 1
    if most == 0:
        return []
    if limit == 0 or not marks:
        return [value]
    if len(marks) == 1:
        return value.split(marks[0], limit)
    import re

    return re.split("|".join(map(re.escape, marks)), value, maxsplit=max(limit, 0))


def _trimmed(cut: Callable[[str, str], str]) -> NativeFunction:
    def trim(world: World, value: str, *marks: Value) -> Value:
        listed = marks[0] if len(marks) == 1 and isinstance(marks[0], list) else marks
        return cut(value, "".join(text(m) for m in listed) or BLANKS)

    return trim


def pad_left(world: World, value: str, width: Value, mark: Value = " ") -> Value:
    """`PadLeft(width)` and `PadLeft(width, mark)`."""
    return value.rjust(_width(width), text(mark))


def pad_right(world: World, value: str, width: Value, mark: Value = " ") -> Value:
    """`PadRight(width)` and `PadRight(width, mark)`."""
    return value.ljust(_width(width), text(mark))


def _width(value: Value) -> int:
    width = whole(value)
    if width < 0:
        raise throw("ArgumentException", "a text has no negative width")
    if width > LONGEST:
        raise BadProgram(f"a text of {width} characters is longer than this runner makes")
    return width


def insert(world: World, value: str, at: Value, part: Value) -> Value:
    """`Insert(at, part)`."""
    place = _within(value, at, "Insert")
    return value[:place] + text(part) + value[place:]


def remove(world: World, value: str, start: Value, count: Value = None) -> Value:
    """`Remove(start)` and `Remove(start, count)`."""
    first = _within(value, start, "Remove")
    if count is None:
        return value[:first]
    return value[:first] + value[_within(value, first + whole(count), "Remove") :]


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def equals(world: World, value: str, other: Value, comparison: Value = None) -> Value:
    """`Equals(other)`, with a comparison perhaps."""
    return isinstance(other, str) and folded(value, comparison) == folded(other, comparison)


def compare(world: World, one: Value, other: Value, comparison: Value = None) -> Value:
    """`string.Compare(one, other)`: below, at or above 0; null comes first."""
    if one is None or other is None:
        return (one is not None) - (other is not None)
    is_folded = comparison is True or ignores_case(comparison)
    a, b = (upper(text(v)) if is_folded else text(v) for v in (one, other))
    return (a > b) - (a < b)


def _test(test: Callable[[str, str], bool]) -> NativeFunction:
    return lambda world, value, part, comparison=None: test(folded(value, comparison), folded(text(part), comparison))


def join(world: World, separator: Value, *items: Value) -> Value:
    """`string.Join(separator, items)`."""
    from osy_runtime.evaluate.members import text_in

    is_list = len(items) == 1 and not isinstance(items[0], str | Char | int) and items[0] is not None
    parts = items_of(world, items[0]) if is_list else items
    return ("" if separator is None else text(separator)).join([text_in(world, part) for part in parts])


def concat(world: World, *items: Value) -> Value:
    """`string.Concat(items)`."""
    return join(world, "", *items)


def format_text(world: World, template: Value, *values: Value) -> Value:
    """`string.Format(template, values)`: `{0}`, `{1,8}`, `{2:N2}`, `{{` and `}}`."""
    import re

    from osy_runtime.builtins.formatting import formatted
    from osy_runtime.evaluate.members import text_in

    def fill(found: "re.Match[str]") -> str:
        if found.group(0) in ("{{", "}}"):
            return found.group(0)[0]
        index = int(found.group(1)) if found.group(1) else len(values)
        if index >= len(values):
            raise throw("FormatException", f"`{found.group(0)}` of a template stands for nothing")
        value, pattern = values[index], found.group(3)
        shown = formatted(value, pattern) if pattern else text_in(world, value)
        width = int(found.group(2) or 0)
        if abs(width) > LONGEST:
            raise BadProgram(f"a text of {abs(width)} characters is longer than this runner makes")
        return shown.rjust(width) if width >= 0 else shown.ljust(-width)

    return re.sub(r"\{\{|\}\}|\{\s*(\d{1,5})\s*(?:,\s*(-?\d{1,9})\s*)?(?::([^{}]*))?\}|[{}]", fill, text(template))


def is_empty(world: World, value: Value) -> Value:
    """Whether there is no text; true for null."""
    return value is None or value == ""


def is_blank(world: World, value: Value) -> Value:
    """Whether there is nothing but white space; true for null."""
    return value is None or text(value).strip(BLANKS) == ""


STRING: dict[str, NativeFunction] = {
    "CompareTo": compare,
    "Contains": _test(lambda value, part: part in value),
    "EndsWith": _test(str.endswith),
    "Equals": equals,
    "IndexOf": index_of,
    "IndexOfAny": index_of_any,
    "Insert": insert,
    "LastIndexOf": last_index_of,
    "PadLeft": pad_left,
    "PadRight": pad_right,
    "Remove": remove,
    "Replace": replace,
    "ReplaceLineEndings": lambda world, value, by="\n": text(by).join(value.replace("\r\n", "\n").split("\n")),
    "Split": split,
    "StartsWith": _test(str.startswith),
    "Substring": substring,
    "ToCharArray": lambda world, value: [Char(c) for c in value],
    "ToLower": lambda world, value: lower(value),
    "ToLowerInvariant": lambda world, value: lower(value),
    "ToString": lambda world, value: value,
    "ToUpper": lambda world, value: upper(value),
    "ToUpperInvariant": lambda world, value: upper(value),
    "Trim": _trimmed(str.strip),
    "TrimEnd": _trimmed(str.rstrip),
    "TrimStart": _trimmed(str.lstrip),
}


def _with_questions() -> dict[str, NativeFunction]:
    from osy_runtime.builtins.questions import QUESTIONS

    return {**QUESTIONS, **STRING}


STATICS = {
    "string": Static(
        "string",
        functions={
            "Compare": compare,
            "CompareOrdinal": compare,
            "Concat": concat,
            "Equals": lambda world, one, other, comparison=None: compare(world, one, other, comparison) == 0,
            "Format": format_text,
            "IsNullOrEmpty": is_empty,
            "IsNullOrWhiteSpace": is_blank,
            "Join": join,
        },
        values={"Empty": lambda world: ""},
    ),
}
METHODS: dict[type, dict[str, NativeFunction]] = {str: _with_questions()}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    str: {"Length": lambda value: len(value) if isinstance(value, str) else None},
}
