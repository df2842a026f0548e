"""`Crud<T>`: rows that an interface of the app gives and takes by themselves (R169).

`GET …/tickets` gives the rows that who calls may read, `GET …/tickets/{id}` one of them, `POST …/tickets` makes one of
the members of a JSON body. The rows' own rules say what may be read and made; `Operations` can only narrow that.
"""

import re
from dataclasses import dataclass

from osy_runtime.builtins.json_reading import parse_json, read_value
from osy_runtime.builtins.json_writing import serialize
from osy_runtime.evaluate.creation import construct
from osy_runtime.evaluate.layout import blank_row
from osy_runtime.evaluate.shapes import written
from osy_runtime.model import ClassInfo, EntityInfo, FieldInfo
from osy_runtime.signals import OsyThrow
from osy_runtime.values import Anonymous, EnumValue, Instance, Row, Value
from osy_runtime.world import World


class Refused(Exception):  # noqa: N818 -- it is an answer
    """A call of an interface is answered before any function runs."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class Exposed:
    """The rows that a path is about, and the one of them that it names."""

    entity: EntityInfo
    operations: frozenset[str] | None
    """What they let anybody do; None if nothing was said about it."""
    row_id: str


def exposed_at(api: Instance, path: str) -> Exposed | None:
    """What the interface exposes at the path; None if it is something else's."""
    name, _, row_id = path.partition("/")
    exposed = api.fields["Expose"]
    for crud in exposed if isinstance(exposed, list) else ():
        info = crud.types[0].info if isinstance(crud, Instance) and crud.types and crud.types[0] else None
        if isinstance(info, EntityInfo) and name.lower() in _path_names(info.name):
            wanted = crud.fields.get("Operations")
            given = [o.name for o in wanted if isinstance(o, EnumValue)] if isinstance(wanted, list) else None
            return Exposed(info, None if given is None else frozenset(given), row_id)
    return None


def _path_names(name: str) -> frozenset[str]:
    """How an entity may be called in a path: its name or its plural, in small letters, words joined or hyphenated."""
    hyphenated = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    names = {name.lower(), hyphenated}
    return frozenset(names | {_plural(each) for each in names})


def _plural(name: str) -> str:
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


def answer(world: World, exposed: Exposed, verb: str, body: str) -> tuple[int, str]:
    """Status and text of the answer; who calls acts."""
    match verb, bool(exposed.row_id):
        case "Get", False:
            _ask(exposed, "Read")
            rows = [_members(world, row) for row in world.rows(exposed.entity)]
            return 200, f'{{"result":{serialize(rows, _options(world))}}}'
        case "Get", True:
            _ask(exposed, "Read")
            return 200, serialize(_members(world, _row(world, exposed.entity, exposed.row_id)), _options(world))
        case "Post", False:
            _ask(exposed, "Create")
            made = blank_row(world, exposed.entity, _values(world, exposed.entity, body))
            world.store.flush()
            return 201, serialize(_members(world, made), _options(world))
        case _:
            raise Refused(405, f"`{verb}` is nothing that is done to {exposed.entity.name} here")


def _ask(exposed: Exposed, operation: str) -> None:
    if exposed.operations is not None and operation not in exposed.operations:
        raise Refused(405, f"this interface does not let anybody {operation.lower()} {exposed.entity.name}")


def _row(world: World, entity: EntityInfo, row_id: str) -> Row:
    found = _find(world, entity, row_id)
    if found is None:
        raise Refused(404, f"there is no {entity.name} {row_id}")
    return found


def _referred(world: World, entity: EntityInfo, field: FieldInfo, value: Value) -> Row:
    """The row that a member of a body refers to; that it is not there is a fault of the body, not of the path."""
    found = _find(world, entity, str(value))
    if found is None:
        raise Refused(400, f"`{field.name}` is no {entity.name} that is there: {value}")
    return found


def _find(world: World, entity: EntityInfo, row_id: str) -> Row | None:
    return next((row for row in world.rows(entity) if row.id.text == row_id.lower()), None)


def _members(world: World, row: Row) -> Value:
    """What who calls may read of the row; a reference is an id."""
    values: dict[str, Value] = {"Id": row.id}
    for name, field in row.entity.fields.items():
        if not field.is_collection and world.guard.reads(row, name):
            value = row.get(name)
            values[name] = value.id if isinstance(value, Row) else value
    return Anonymous(values)


def _values(world: World, entity: EntityInfo, body: str) -> dict[str, Value]:
    try:
        found = parse_json(body)
    except OsyThrow as thrown:
        raise Refused(400, f"the body is no JSON: {thrown.message}") from None
    if not isinstance(found, dict):
        raise Refused(400, f"the body is no object, which {entity.name} is made of")
    fields = {field.name.lower(): field for field in entity.fields.values() if not field.is_collection}
    unknown = [f"`{name}`" for name in found if str(name).lower() not in fields]
    if unknown:
        raise Refused(400, f"{entity.name} is not made of {', '.join(unknown)}")
    given = {fields[str(name).lower()]: value for name, value in found.items()}
    return {field.name: _value(world, field, value) for field, value in given.items()}


def _value(world: World, field: FieldInfo, value: Value) -> Value:
    shape = written(world.program, field.type, field.site)
    if isinstance(shape.info, EntityInfo):
        return None if value is None else _referred(world, shape.info, field, value)
    try:
        return read_value(world, value, shape, field.name)
    except OsyThrow as thrown:
        raise Refused(400, thrown.message) from None


def _options(world: World) -> Value:
    """Enums travel by their names."""
    info = world.program.find_platform_type("JsonSerializerOptions")
    assert isinstance(info, ClassInfo), "the platform declares it"
    options = construct(world, info, [], {})
    options.fields["EnumsAsNames"] = True
    return options
