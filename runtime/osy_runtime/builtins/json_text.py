"""JSON: values to text and back, as the platform writes it.

Members in declaration order under their `[ExternalName]` or their own name, enums as numbers, no spaces, texts
escaped as System.Text.Json does. Reading matches names without regard to case, ignores what it does not know, keeps
defaults.
"""

from collections.abc import Iterator
from decimal import Decimal

from osy_grammar.nodes.types import TypeName
from osy_runtime.builtins.sequences import Query
from osy_runtime.builtins.static import Static
from osy_runtime.evaluate.types import conversion, default_of
from osy_runtime.exceptions import throw
from osy_runtime.formats import date_time_text, double_text
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FieldInfo, Site
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, LimitPassed, OsyThrow, Unsupported
from osy_runtime.values import (
    Anonymous,
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    Guid,
    Instance,
    Row,
    TimeOnly,
    TimeSpan,
    TypeValue,
    Value,
)
from osy_runtime.world import World

_DEEPEST = 64
_ESCAPES = {'"': "\\u0022", "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_AVOIDED = "<>&'+`\x7f"


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


MOST_PARTS = 1_000_000
"""How many values are written into one text: objects that hold each other twice over have no end of them."""


class _Writer:
    def __init__(self, *, skips_null: bool, names_enums: bool) -> None:
        self.skips_null = skips_null
        self.names_enums = names_enums
        self.parts = 0

    def text(self, value: Value, depth: int = 0) -> str:
        """The value as JSON."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise LimitPassed(f"a value of more than {MOST_PARTS} parts is not written as JSON")
        if depth > _DEEPEST:
            raise throw("InvalidOperationException", f"a value nested more than {_DEEPEST} deep is not written as JSON")
        match value:
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int():
                return str(value)
            case Decimal():
                return format(value, "f")
            case float():
                return double_text(value)
            case str() | Char() | Guid() | TimeSpan() | TimeOnly():
                return quoted(to_text(value))
            case DateTime():
                return quoted(_without_zeros(date_time_text(value.ticks, "yyyy-MM-ddTHH:mm:ss.FFFFFFF")) + "Z")
            case DateTimeOffset():
                shown = date_time_text(value.utc_ticks + value.offset_ticks, "yyyy-MM-ddTHH:mm:ss.FFFFFFF")
                return quoted(shown + date_time_text(0, "zzz", value.offset_ticks))
            case DateOnly():
                return quoted(date_time_text(value.day_number * 864_000_000_000, "yyyy-MM-dd"))
            case EnumValue():
                return quoted(value.name) if self.names_enums else str(value.number)
            case list() | Query():
                return "[" + ",".join([self.text(item, depth + 1) for item in value]) + "]"
            case dict():
                return self._object(((to_text(k), v) for k, v in value.items()), depth, skips_null=False)
            case Anonymous():
                return self._object(iter(value.fields.items()), depth, skips_null=self.skips_null)
            case Instance():
                return self._object(_members(value), depth, skips_null=self.skips_null)
            case Row():
                return self._object(_columns(value), depth, skips_null=self.skips_null)
            case _:
                raise BadProgram(f"{kind(value)} cannot be written as JSON")

    def _object(self, members: Iterator[tuple[str, Value]], depth: int, *, skips_null: bool) -> str:
        parts = [
            f"{quoted(name)}:{self.text(value, depth + 1)}"
            for name, value in members
            if not (skips_null and value is None)
        ]
        return "{" + ",".join(parts) + "}"


def _without_zeros(text: str) -> str:
    return text.removesuffix(".")


def _members(value: Instance) -> Iterator[tuple[str, Value]]:
    names = {field.name: field.external_name or field.name for field in value.cls.all_fields}
    for name, held in value.fields.items():
        yield names.get(name, name), held


def _columns(row: Row) -> Iterator[tuple[str, Value]]:
    yield "Id", row.id
    for name, held in row.values.items():
        yield name, held.id if isinstance(held, Row) else held


def quoted(text: str) -> str:
    """A text between quotes, escaped as System.Text.Json's default encoder does."""
    out = []
    for c in text:
        if c in _ESCAPES:
            out.append(_ESCAPES[c])
        elif c < " " or c in _AVOIDED or "\x7f" <= c <= "\uffff":
            out.append(f"\\u{ord(c):04X}")
        elif c > "\uffff":
            rest = ord(c) - 0x10000
            out.append(f"\\u{0xD800 + (rest >> 10):04X}\\u{0xDC00 + (rest & 0x3FF):04X}")
        else:
            out.append(c)
    return '"' + "".join(out) + '"'


def serialize(value: Value, options: Value = None) -> str:
    """The value as JSON; `options` are a `JsonSerializerOptions`."""
    fields = options.fields if isinstance(options, Instance) else {}
    ignore = fields.get("DefaultIgnoreCondition")
    skips_null = isinstance(ignore, EnumValue) and ignore.name == "WhenWritingNull"
    if fields.get("WriteIndented") is True:
        raise Unsupported("indented JSON is not supported by this runner yet")
    return _Writer(skips_null=skips_null, names_enums=fields.get("EnumsAsNames") is True).text(value)


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse_json(text: str) -> Value:
    """The document as Python has it: objects as dictionaries, fractions as decimals."""
    import json

    try:
        document: Value = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as problem:
        raise throw("ValidationException", f"this text is no JSON: {problem}") from problem
    return document


def parse_document(text: str) -> Value:
    """A text as a `Json` document; one that is no JSON is a document of that text."""
    import json

    try:
        return _document(json.loads(text, parse_float=Decimal))
    except (ValueError, RecursionError):
        return text


def _document(value: Value) -> Value:
    if isinstance(value, dict):
        return Anonymous({str(k): _document(v) for k, v in value.items()})
    return [_document(item) for item in value] if isinstance(value, list) else value


class _Reader:
    def __init__(self, world: World) -> None:
        self.world = world

    def read(self, value: Value, type_name: TypeName, site: Site, at: str) -> Value:
        """The document's value as the type has it; `at` names the place for messages."""
        if value is None:
            return None if self._takes_null(type_name) else default_of(self.world.program, type_name, site)
        if type_name.tails[-1:] == ("[]",) or type_name.name.text == "List":
            return self._list(value, type_name, site, at)
        name = type_name.name.text
        if name == "Dictionary":
            return self._dictionary(value, type_name, site, at)
        info = self.world.program.find_type(name, site)
        match info:
            case ClassInfo():
                return self._instance(value, info, at)
            case EnumInfo():
                return self._enum(value, info, at)
            case EntityInfo():
                raise Unsupported(f"reading the entity `{info.name}` from JSON is not supported by this runner yet")
            case None:
                return self._plain(value, name, at)

    def _takes_null(self, type_name: TypeName) -> bool:
        return bool(type_name.tails) or type_name.name.text in ("string", "List", "Dictionary", "Json", "object")

    def _list(self, value: Value, type_name: TypeName, site: Site, at: str) -> Value:
        if not isinstance(value, list):
            raise _wrong(at, "a list", value)
        tails = type_name.tails
        if tails[-1:] == ("[]",):
            inner = TypeName(type_name.start, type_name.end, type_name.name, type_name.arguments, tails[:-1])
        elif type_name.arguments:
            inner = type_name.arguments[0]
        else:
            raise BadProgram("`List` needs the type of its items here")
        return [self.read(item, inner, site, f"{at}[{number}]") for number, item in enumerate(value)]

    def _dictionary(self, value: Value, type_name: TypeName, site: Site, at: str) -> Value:
        if not isinstance(value, dict) or len(type_name.arguments) != 2:
            raise _wrong(at, "an object", value)
        return {key: self.read(item, type_name.arguments[1], site, f"{at}.{key}") for key, item in value.items()}

    def _instance(self, value: Value, info: ClassInfo, at: str) -> Value:
        from osy_runtime.evaluate.creation import construct

        if not isinstance(value, dict):
            raise _wrong(at, f"an object for `{info.name}`", value)
        made = construct(self.world, info, [], {})
        fields = {_wire_name(field): field for field in info.all_fields}
        for key, item in value.items():
            field = fields.get(str(key).lower())
            if field is not None:
                made.fields[field.name] = self.read(item, field.type, field.site, f"{at}.{key}")
        return made

    def _enum(self, value: Value, info: EnumInfo, at: str) -> Value:
        for member in info.members:
            is_it = member.number == value if type(value) is int else str(value).lower() == member.name.lower()
            if is_it:
                return member
        raise _wrong(at, f"a member of `{info.name}`", value)

    def _plain(self, value: Value, name: str, at: str) -> Value:
        from osy_runtime.builtins.guids import parse_guid
        from osy_runtime.builtins.time import parse_instant

        match name, value:
            case "string", str():
                return value
            case "bool", bool():
                return value
            case (("int" | "long" | "byte"), int()) if not isinstance(value, bool):
                return value
            case "decimal", int() | Decimal() if not isinstance(value, bool):
                return Decimal(value)
            case "double", int() | Decimal() if not isinstance(value, bool):
                return float(value)
            case "Guid", str() if (guid := parse_guid(value)) is not None:
                return guid
            case "DateTime", str() if (ticks := parse_instant(value)) is not None:
                return DateTime(ticks)
            case "DateTimeOffset", str() if (ticks := parse_instant(value)) is not None:
                return DateTimeOffset(ticks)
            case "DateOnly", str() if (ticks := parse_instant(value)) is not None:
                return DateOnly(ticks // 864_000_000_000)
            case (("Json" | "object"), _):
                return _document(value)
            case "char", str() if len(value) == 1:
                return Char(value)
            case _:
                raise _wrong(at, f"`{name}`", value)


def _wire_name(field: FieldInfo) -> str:
    return (field.external_name or field.name).lower()


def _wrong(at: str, wanted: str, value: Value) -> OsyThrow:
    shown = "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else to_text(value)
    return throw("ValidationException", f"`{at}` of the JSON should be {wanted}, but is {shown}")


def deserialize(world: World, wanted: TypeValue, text: Value) -> Value:
    """`JsonSerializer.Deserialize<T>(text)`."""
    if not isinstance(text, str):
        raise throw("ArgumentException", f"JSON is read from a text, not from {kind(text)}")
    if wanted.written is None or wanted.site is None:
        raise BadProgram(f"`{wanted.name}` cannot be read from JSON")
    value = _Reader(world).read(parse_json(text), wanted.written, wanted.site, "$")
    convert = conversion(world.program, wanted.written, wanted.site)
    return convert(value) if convert else value


STATICS = {
    "JsonSerializer": Static(
        "JsonSerializer",
        functions={"Serialize": lambda world, value, options=None: serialize(value, options)},
        generic={"Deserialize": lambda world, types, text: deserialize(world, types[0], text)},
    )
}
