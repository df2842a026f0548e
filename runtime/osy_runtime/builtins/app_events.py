"""App events: `Raise`, the functions marked `[On]` that hear them, and `Events`, which keeps and tells them (R158).

An event is an object of a class marked `[Event("words")]`. What is kept of one is JSON: its kind and its members, a row
as its entity and its id, so that reading it back can ask whether who reads may read the rows in it.
"""

from collections.abc import Iterator

from osy_grammar.nodes.types import TypeName
from osy_runtime.builtins.json_reading import parse_json, read_value
from osy_runtime.builtins.json_writing import Writer
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.evaluate.shapes import written
from osy_runtime.link import attribute, first_argument, literal_text
from osy_runtime.model import ClassInfo, EntityInfo, FieldInfo, FunctionInfo, Site
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, OsyThrow
from osy_runtime.translations import translated
from osy_runtime.values import Anonymous, Guid, Instance, Row, Value
from osy_runtime.world import World

MARK = "Event"
"""The attribute that makes a class the class of an event."""


def raise_event(world: World, app_event: Value = None) -> Value:
    """`Raise(new Something { … })`: every function that hears it runs now, as the system."""
    event = _event(app_event, "Raise")
    from osy_runtime.evaluate.functions import call_function

    with world.as_system():
        for listener in _listeners(world, event.cls):
            call_function(world.compiler, listener, world, None, [event])
    return None


def _listeners(world: World, cls: ClassInfo) -> list[FunctionInfo]:
    """The functions that hear events of the class, in the order in which they are declared."""
    program = world.program
    marked = [f for found in program.functions.values() for f in found if attribute(f.attributes, "On")]
    heard = []
    for function in marked:
        taken = function.parameters[0].type if len(function.parameters) == 1 else None
        info = program.find_type(taken.name.text, function.site) if taken is not None else None
        if isinstance(info, ClassInfo) and cls.is_a(info):
            heard.append(function)
    return sorted(heard, key=lambda f: (f.site.path, f.site.item.start))


def _event(value: Value, asked: str) -> Instance:
    if not isinstance(value, Instance):
        raise BadProgram(f"`{asked}` takes an app event, not {kind(value)}")
    return value


# ── What an event says of itself ─────────────────────────────────────────────────────────────────────────────────────


def about(world: World, app_event: Value) -> Value:
    """`Events.About(e)`: the row in its first member that holds one."""
    event = _event(app_event, "Events.About")
    for field in event.cls.all_fields:
        if _is_record(world, field.type, field.site):
            return event.fields.get(field.name)
    return None


def _is_record(world: World, type_name: TypeName, site: Site) -> bool:
    if type_name.arguments or "[]" in type_name.tails:
        return False
    info = world.program.find_type(type_name.name.text, site)
    return isinstance(info, EntityInfo) or (info is None and type_name.name.last.text == "Entity")


def label_of(world: World, cls: ClassInfo) -> str:
    """What people read for the kind of event."""
    said = literal_text(first_argument(attribute(cls.attributes, MARK))) or cls.name
    return translated(world, said)


def type_of(cls: ClassInfo) -> str:
    """The kind of event as it is kept: its class with its namespace."""
    namespace = cls.site.namespace if cls.site is not None else ""
    return f"{namespace}.{cls.name}" if namespace else cls.name


def catalog(world: World) -> Value:
    """`Events.Catalog()`: every kind of event, in the order of its name."""
    from osy_runtime.evaluate.creation import construct

    info = world.program.find_platform_type("EventInfo")
    assert isinstance(info, ClassInfo)
    made: list[Value] = []
    for cls in sorted(_kinds(world), key=type_of):
        said = construct(world, info, [], {})
        said.fields.update(Type=type_of(cls), Label=label_of(world, cls))
        made.append(said)
    return made


def _kinds(world: World) -> Iterator[ClassInfo]:
    for entries in world.program.types.values():
        for _, info in entries:
            if isinstance(info, ClassInfo) and attribute(info.attributes, MARK) is not None:
                yield info


# ── Kept ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write(world: World, app_event: Value) -> Value:
    """`Events.Write(e)`: all of it, as a text."""
    event = _event(app_event, "Events.Write")
    members: Value = Anonymous({name: _kept(value) for name, value in event.fields.items()})
    return Writer().text(Anonymous({"Type": type_of(event.cls), "Members": members}))


def _kept(value: Value) -> Value:
    if isinstance(value, Row):
        return Anonymous({"Entity": value.entity.full_name, "Id": value.id})
    return [_kept(item) for item in value] if type(value) is list else value


class _Unreadable(Exception):  # noqa: N818 -- it is an answer
    """A row of the event is gone, or not for who reads."""


def read(world: World, kept: Value) -> Value:
    """`Events.Read(text)`: the event; null if it cannot be read back, or names a row that who asks may not read."""
    from osy_runtime.evaluate.creation import construct

    try:
        found = parse_json(text(kept))
    except OsyThrow:
        return None
    members = found.get("Members") if isinstance(found, dict) else None
    cls = next((c for c in _kinds(world) if isinstance(found, dict) and type_of(c) == found.get("Type")), None)
    if cls is None or not isinstance(members, dict):
        return None
    event = construct(world, cls, [], {})
    try:
        for field in cls.all_fields:
            if field.name in members:
                event.fields[field.name] = _restored(world, members[field.name], field)
    except (_Unreadable, OsyThrow):
        return None
    return event


def _restored(world: World, value: Value, field: FieldInfo) -> Value:
    if isinstance(value, dict) and {*value} == {"Entity", "Id"}:
        return _row(world, str(value["Entity"]), str(value["Id"]))
    if isinstance(value, list) and any(isinstance(v, dict) and {*v} == {"Entity", "Id"} for v in value):
        return [_restored(world, item, field) for item in value]
    return read_value(world, value, written(world.program, field.type, field.site), field.name)


def _row(world: World, entity: str, row_id: str) -> Row:
    info = world.program.find_entity(entity)
    wanted = Guid(row_id)
    found = next((row for row in world.rows(info) if row.id == wanted), None) if info is not None else None
    if found is None:
        raise _Unreadable
    return found


STATICS = {
    "Events": Static(
        "Events",
        functions={
            "About": about,
            "Catalog": catalog,
            "Label": lambda world, app_event: label_of(world, _event(app_event, "Events.Label").cls),
            "Read": read,
            "Type": lambda world, app_event: type_of(_event(app_event, "Events.Type").cls),
            "Write": write,
        },
    )
}
