"""JSON as values: names match without regard to case, what is unknown is ignored, what is missing keeps its default."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from osy_grammar.record import replace
from osy_runtime import decimals
from osy_runtime.builtins.json_writing import DEEPEST
from osy_runtime.evaluate.arithmetic import LEAST_INT, LEAST_LONG, MOST_INT, MOST_LONG
from osy_runtime.evaluate.member_types import bound_lineage
from osy_runtime.evaluate.shapes import is_value_type, item_of, substituted, written
from osy_runtime.evaluate.types import default_of
from osy_runtime.exceptions import throw
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FieldInfo, Shape
from osy_runtime.show import kind, to_text
from osy_runtime.signals import OsyThrow, Unsupported
from osy_runtime.utf16 import units
from osy_runtime.values import (
    TICKS_PER_DAY,
    Anonymous,
    Bytes,
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    HashSet,
    Long,
    TimeOnly,
    TimeSpan,
    TypeValue,
    Value,
)
from osy_runtime.world import World


def _no_constant(text: str) -> Value:
    raise ValueError(f"`{text}` is no value of JSON")


def _loaded(text: str) -> Value:
    import json

    document: Value = json.loads(text, parse_float=_number_in, parse_constant=_no_constant)
    return document


def _number_in(text: str) -> Decimal:
    """A number of a document with all of its digits: what wants it says what it takes."""
    try:
        return Decimal(text)
    except InvalidOperation as problem:
        raise ValueError(f"`{text}` is no number that can be held") from problem


def _fitting(value: Decimal) -> Decimal | None:
    """The number as a decimal of the language; None where it is too large for one."""
    try:
        return decimals.fitted(value)
    except OsyThrow:
        return None


def parse_json(text: str) -> Value:
    """The document as Python has it: objects as dictionaries, fractions as decimals."""
    try:
        return _loaded(text)
    except (ValueError, RecursionError) as problem:
        raise throw("ValidationException", f"this text is no JSON: {problem}") from problem


def parse_document(text: str) -> Value:
    """A text as a `Json` document; one that is no JSON is a document of that text."""
    try:
        return document_of(_loaded(text))
    except (ValueError, RecursionError, OsyThrow):
        return text


def document_of(value: Value, depth: int = 0) -> Value:
    """What Python has of a document, as the language has it."""
    if depth > DEEPEST:
        raise throw("ValidationException", f"this JSON is nested more than {DEEPEST} deep")
    match value:
        case dict():
            return Anonymous({units(str(k)): document_of(v, depth + 1) for k, v in value.items()})
        case list():
            return [document_of(item, depth + 1) for item in value]
        case str():
            return units(value)
        case int() if not isinstance(value, bool) and not LEAST_INT <= value <= MOST_INT:
            return Long(value) if LEAST_LONG <= value <= MOST_LONG else document_of(Decimal(value))
        case Decimal():
            found = _fitting(value)
            return found if found is not None and (found or not value) else float(value)
        case _:
            return value


class _Reader:
    def __init__(self, world: World) -> None:
        self.world = world
        self.depth = 0

    def read(self, value: Value, shape: Shape | None, at: str) -> Value:
        """The document's value as the type has it; `at` names the place for messages."""
        if shape is None:
            return document_of(value)
        if value is None:
            return default_of(shape) if is_value_type(shape) else None
        self.depth += 1
        if self.depth > DEEPEST:
            raise throw("ValidationException", f"this JSON is nested more than {DEEPEST} deep")
        found = self._read(value, shape, at)
        self.depth -= 1
        return found

    def _read(self, value: Value, shape: Shape, at: str) -> Value:
        if shape.name == "Array" and item_of(shape) == Shape("byte"):
            return _bytes(value, at)
        if shape.name in ("List", "Array", "HashSet"):
            items = self._list(value, shape, at)
            return HashSet(items) if shape.name == "HashSet" else items
        if shape.name == "Dictionary":
            return self._dictionary(value, shape, at)
        match shape.info:
            case ClassInfo():
                return self._instance(value, shape, shape.info, at)
            case EnumInfo():
                return _enum(value, shape.info, at)
            case EntityInfo():
                raise Unsupported(f"reading the entity `{shape.name}` from JSON is not supported by this runner yet")
            case None:
                return _scalar(value, shape.name, at)

    def _list(self, value: Value, shape: Shape, at: str) -> list[Value]:
        if not isinstance(value, list):
            raise _wrong(at, "a list", value)
        item = item_of(shape)
        return [self.read(part, item, f"{at}[{number}]") for number, part in enumerate(value)]

    def _dictionary(self, value: Value, shape: Shape, at: str) -> Value:
        if not isinstance(value, dict):
            raise _wrong(at, "an object", value)
        keys, values = shape.arguments if len(shape.arguments) == 2 else (None, None)
        made: dict[Value, Value] = {}
        for name, held in value.items():
            key = _key(units(str(name)), keys, at)
            made[key] = self.read(held, values, f"{at}.{name}")
        return made

    def _instance(self, value: Value, shape: Shape, info: ClassInfo, at: str) -> Value:
        from osy_runtime.evaluate.creation import construct
        from osy_runtime.evaluate.members import write_member

        if not isinstance(value, dict):
            raise _wrong(at, f"an object for `{info.name}`", value)
        if info.is_abstract:
            raise Unsupported(f"`{at}` of the JSON is to be `{info.name}`, and nothing can be made of an abstract type")
        given = {str(name).lower(): (name, held) for name, held in value.items()}
        made = construct(self.world, info, *self._arguments(info, given, at), shape.arguments)
        for owner, bindings in bound_lineage(self.world.compiler, info, shape.arguments):
            for field in owner.fields.values():
                name, held = given.get(_wire_name(field), (None, None))
                if name is not None and not field.is_read_only:
                    wanted = substituted(written(self.world.program, field.type, field.site), bindings)
                    made.fields[field.name] = self.read(held, wanted, f"{at}.{name}")
            for computed in owner.properties.values():
                name, held = given.get(computed.name.lower(), (None, None))
                if name is not None and computed.setter is not None:
                    wanted = substituted(written(self.world.program, computed.node.type, computed.site), bindings)
                    write_member(self.world, made, computed.name, self.read(held, wanted, f"{at}.{name}"))
        return made

    def _arguments(
        self, info: ClassInfo, given: dict[str, tuple[str, Value]], at: str
    ) -> tuple[list[Value], dict[str, Value]]:
        """What a class without a plain constructor is constructed with: the members called like its parameters."""
        if not info.constructors or any(c.takes(0) for c in info.constructors):
            return [], {}
        constructor = info.constructors[0]
        named: dict[str, Value] = {}
        for parameter in constructor.parameters:
            name, held = given.get(parameter.name.lower(), (None, None))
            wanted = written(self.world.program, parameter.type, constructor.site)
            if name is not None:
                named[parameter.name] = self.read(held, wanted, f"{at}.{name}")
            elif not parameter.has_default:
                named[parameter.name] = default_of(wanted)
        return [], named


def _wire_name(field: FieldInfo) -> str:
    return (field.external_name or field.name).lower()


def _key(name: str, shape: Shape | None, at: str) -> Value:
    if shape is None or shape.name in ("string", "object"):
        return name
    if isinstance(shape.info, EnumInfo):
        return _enum(name, shape.info, at)
    if shape.name in ("int", "long", "byte", "decimal", "double"):
        return _scalar(parse_json(name), shape.name, at)
    return _scalar(name, shape.name, at)


def _enum(value: Value, info: EnumInfo, at: str) -> Value:
    if type(value) is int:
        return info.of_number(value)
    if isinstance(value, str):
        found = next((m for m in info.members if m.name.lower() == value.lower()), None)
        if found is not None:
            return found
    raise _wrong(at, f"a member of `{info.name}`", value)


def _bytes(value: Value, at: str) -> Value:
    from base64 import b64decode
    from binascii import Error

    if isinstance(value, str):
        try:
            return Bytes(b64decode(value, validate=True))
        except (Error, ValueError):
            pass
    raise _wrong(at, "a text in base 64", value)


# ── Plain values ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _whole(least: int, most: int, make: Callable[[int], Value]) -> Callable[[Value], Value]:
    def read(value: Value) -> Value:
        return make(value) if type(value) is int and least <= value <= most else None

    return read


def _decimal(value: Value) -> Value:
    if type(value) is int:
        value = Decimal(value)
    return _fitting(value) if isinstance(value, Decimal) else None


def _double(value: Value) -> Value:
    return float(value) if type(value) is int or isinstance(value, Decimal) else None


def _of_text(read: Callable[[str], Value]) -> Callable[[Value], Value]:
    return lambda value: read(value) if isinstance(value, str) else None


def _instant(text: str) -> Value:
    from osy_runtime.builtins.time_parsing import parse_instant

    ticks = parse_instant(text)
    return None if ticks is None else DateTime(ticks)


def _instant_with_offset(text: str) -> Value:
    from osy_runtime.builtins.time_parsing import parse_moment

    found = parse_moment(text)
    return None if found is None else DateTimeOffset(found.utc, found.offset or 0)


def _day(text: str) -> Value:
    from osy_runtime.builtins.time_parsing import parse_instant

    ticks = parse_instant(text)
    return None if ticks is None else DateOnly(ticks // TICKS_PER_DAY)


def _time(text: str) -> Value:
    from osy_runtime.builtins.time_parsing import parse_time

    ticks = parse_time(text)
    return None if ticks is None else TimeOnly(ticks)


def _duration(text: str) -> Value:
    from osy_runtime.builtins.time_parsing import parse_span

    ticks = parse_span(text)
    return None if ticks is None else TimeSpan(ticks)


def _guid(text: str) -> Value:
    from osy_runtime.builtins.guids import parse_guid

    return parse_guid(text)


_SCALARS: dict[str, Callable[[Value], Value]] = {
    "string": _of_text(units),
    "bool": lambda value: value if isinstance(value, bool) else None,
    "int": _whole(LEAST_INT, MOST_INT, int),
    "long": _whole(LEAST_LONG, MOST_LONG, Long),
    "byte": _whole(0, 255, int),
    "decimal": _decimal,
    "double": _double,
    "char": _of_text(lambda text: Char(text) if len(text) == 1 else None),
    "Guid": _of_text(_guid),
    "DateTime": _of_text(_instant),
    "DateTimeOffset": _of_text(_instant_with_offset),
    "DateOnly": _of_text(_day),
    "TimeOnly": _of_text(_time),
    "TimeSpan": _of_text(_duration),
    "Json": document_of,
    "object": document_of,
}


def _scalar(value: Value, name: str, at: str) -> Value:
    read = _SCALARS.get(name)
    if read is None:
        raise Unsupported(f"reading a `{name}` from JSON is not supported by this runner yet")
    found = read(value)
    if found is None:
        raise _wrong(at, f"`{name}`", value)
    return found


def _wrong(at: str, wanted: str, value: Value) -> OsyThrow:
    match value:
        case list():
            shown = "a list"
        case dict():
            shown = "an object"
        case Decimal():
            shown = str(value)
        case _:
            shown = to_text(value)
    return throw("ValidationException", f"`{at}` of the JSON should be {wanted}, but is {shown}")


def read_value(world: World, value: Value, shape: Shape, at: str) -> Value:
    """A value of a parsed document as one of that type; `at` names the place for messages."""
    return _Reader(world).read(value, shape, at)


def deserialize(world: World, wanted: TypeValue, text: Value) -> Value:
    """`JsonSerializer.Deserialize<T>(text)`."""
    if isinstance(text, Anonymous):
        from osy_runtime.builtins.json_writing import serialize

        text = serialize(text)
    if not isinstance(text, str):
        raise throw("ArgumentException", f"JSON is read from a text, not from {kind(text)}")
    return _Reader(world).read(parse_json(text), replace(wanted.shape, is_type=False), "$")
