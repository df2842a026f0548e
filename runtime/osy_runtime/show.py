"""How values read: `to_text` is the language's `ToString()`, `show` is for messages, `kind` names what it is."""

from collections.abc import Callable
from decimal import Decimal

from osy_runtime.date_formats import date_time_text, day_text, time_span_text, time_text
from osy_runtime.decimals import text_of
from osy_runtime.faces import HostObject
from osy_runtime.number_formats import double_text
from osy_runtime.values import (
    Anonymous,
    Bytes,
    Char,
    Closure,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    FunctionGroup,
    Guid,
    HashSet,
    Instance,
    Long,
    Pair,
    Row,
    TimeOnly,
    TimeSpan,
    Tuple,
    TypeValue,
    Value,
)

_MOST_ITEMS = 20
_MOST_CHARACTERS = 400
_DEEPEST = 3


def to_text(value: Value) -> str:
    """The value's `ToString()`, as .NET writes it in the invariant culture; null is the empty text."""
    if type(value) is str:
        return value
    writer = _WRITERS.get(type(value))
    return writer(value) if writer else _other_text(value)


def _other_text(value: Value) -> str:
    match value:
        case Row():
            return value.entity.name
        case HostObject() if (text := value.text()) is not None:
            return text
        case Instance():
            return _instance_text(value)
        case Anonymous():
            from osy_runtime.builtins.json_text import serialize

            return serialize(value)
        case Pair():
            return f"[{to_text(value.key)}, {to_text(value.value)}]"
        case Tuple():
            return f"({', '.join(map(to_text, value.items))})"
        case _:
            return show(value)


def _instance_text(value: Instance) -> str:
    """An exception's name and message, else the class's name; a `ToString` of its own is called by `text_in`."""
    message = value.fields.get("Message")
    if isinstance(message, str) and "Message" not in {field.name for field in value.cls.all_fields}:
        return f"{value.cls.name}: {message}"
    if value.cls.is_record:
        members = ", ".join(f"{name} = {to_text(each)}" for name, each in value.fields.items())
        return f"{value.cls.name} {{ {members} }}" if members else f"{value.cls.name} {{ }}"
    return value.cls.name


_WRITERS: dict[type, Callable[..., str]] = {
    str: lambda v: v,
    int: str,
    Long: int.__repr__,
    bool: lambda v: "True" if v else "False",
    type(None): lambda _: "",
    Decimal: text_of,
    float: double_text,
    Char: lambda v: v.text,
    DateTime: lambda v: date_time_text(v.ticks, "MM/dd/yyyy HH:mm:ss"),
    DateTimeOffset: lambda v: date_time_text(v.utc_ticks + v.offset_ticks, "MM/dd/yyyy HH:mm:ss zzz", v.offset_ticks),
    DateOnly: lambda v: day_text(v.day_number, "MM/dd/yyyy"),
    TimeOnly: lambda v: time_text(v.ticks, "HH:mm"),
    TimeSpan: lambda v: time_span_text(v.ticks, "c"),
    Guid: lambda v: v.text,
    EnumValue: lambda v: v.name,
    TypeValue: lambda v: v.name,
    FunctionGroup: lambda v: v.name,
}


def show(value: Value, depth: int = 0) -> str:
    """The value as a message shows it: text in quotes, `null`, lists and objects with what they hold, cut if long."""
    match value:
        case None:
            return "null"
        case str():
            return _quoted(value)
        case Char():
            return f"'{value.text}'"
        case bool():
            return "true" if value else "false"
        case DateTime():
            return date_time_text(value.ticks, "yyyy-MM-ddTHH:mm:ss.FFFFFFF") + "Z"
        case EnumValue():
            return f"{value.enum.name}.{value.name}" if value.enum.name else value.name
        case Row():
            return f"{value.entity.name} {value.id.text[:8]}…"
        case Instance() if "Message" in value.fields:
            return f"{value.cls.name}({show(value.fields['Message'])})"
        case Instance():
            return f"{value.cls.name} {_members(value.fields, depth)}"
        case Anonymous():
            return f"new {_members(value.fields, depth)}"
        case list():
            return _items(value, depth)
        case HashSet():
            return _items(list(value), depth)
        case Pair():
            return f"[{show(value.key, depth + 1)}, {show(value.value, depth + 1)}]"
        case Tuple():
            shown = [show(item, depth + 1) for item in value.items]
            return f"({', '.join(shown)})"
        case dict():
            pairs = {to_text(k): v for k, v in value.items()}
            return _members(pairs, depth, separator=": ")
        case Closure():
            return "a lambda"
        case _ if type(value) in _WRITERS:
            return to_text(value)
        case _:
            return str(getattr(value, "type_name", type(value).__name__))


def _quoted(text: str) -> str:
    if len(text) > _MOST_CHARACTERS:
        text = text[:_MOST_CHARACTERS] + "…"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def _items(items: list[Value], depth: int) -> str:
    if depth >= _DEEPEST:
        return "[…]" if items else "[]"
    shown = [show(item, depth + 1) for item in items[:_MOST_ITEMS]]
    if len(items) > _MOST_ITEMS:
        shown.append(f"… {len(items) - _MOST_ITEMS} more")
    return "[" + ", ".join(shown) + "]"


def _members(members: dict[str, Value], depth: int, separator: str = " = ") -> str:
    if not members:
        return "{ }"
    if depth >= _DEEPEST:
        return "{ … }"
    shown = [f"{name}{separator}{show(value, depth + 1)}" for name, value in list(members.items())[:_MOST_ITEMS]]
    if len(members) > _MOST_ITEMS:
        shown.append("…")
    return "{ " + ", ".join(shown) + " }"


def kind(value: Value) -> str:
    """What the value is, for a sentence: `a text`, `null`, `a row of Order`."""
    match value:
        case None:
            return "null"
        case Row():
            return f"a row of {value.entity.name}"
        case Instance():
            return f"an instance of {value.cls.name}"
        case EnumValue():
            return f"a member of {value.enum.name}"
        case _:
            return _KINDS.get(type(value)) or f"a {getattr(value, 'type_name', type(value).__name__)}"


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    Long: "a whole number",
    bool: "a truth value",
    Decimal: "a decimal",
    float: "a double",
    Char: "a character",
    Anonymous: "an anonymous object",
    list: "a list",
    dict: "a dictionary",
    Bytes: "a list of bytes",
    HashSet: "a set",
    Pair: "a pair of a dictionary",
    Tuple: "a tuple",
    Closure: "a lambda",
    FunctionGroup: "a function",
    TypeValue: "a type",
}
