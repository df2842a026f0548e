"""`Records`: what a row of any entity is called, where it is shown, who may read it (R159)."""

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import ui
from osy_runtime.builtins.sequences import items_of
from osy_runtime.builtins.static import Static
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.members import read_member, text_in
from osy_runtime.link import attribute, bare_name, first_argument, literal_text
from osy_runtime.model import EntityInfo
from osy_runtime.program import declarations
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Row, Value
from osy_runtime.world import World

NAMING = ("Title", "Name", "DisplayName", "Subject", "Reference", "Code", "Number", "Label", "Email")
"""The fields that name a row whose entity has no `[Title]`, the first that says something."""


def _row(value: Value, asked: str) -> Row:
    if not isinstance(value, Row):
        raise BadProgram(f"`{asked}` takes a row, not {kind(value)}")
    return value


def title(world: World, row: Value) -> Value:
    """`Records.Title(row)`: what its entity's `[Title(…)]` gives, read as who asks."""
    found = _row(row, "Records.Title")
    for info in found.entity.lineage:
        node = first_argument(attribute(info.attributes, "Title"))
        if node is not None:
            return text_in(world, _title(world, found, info, node))
    for name in NAMING:
        value = read_member(world, found, name) if name in found.entity.fields else None
        if value is not None and value != "":
            return text_in(world, value)
    return found.entity.name


def _title(world: World, row: Row, info: EntityInfo, node: e.Expression) -> Value:
    text = literal_text(node)
    if text is not None:
        return text
    scope = world.compiler.scope(info.site, info.name, info, node)
    return world.compiler.value(scope, node)(Frame(world, row, [None] * scope.size))


def link(world: World, row: Value) -> Value:
    """`Records.Link(row)`: the path of the page that `[Opens]` its entity, its holes filled; empty for no page."""
    found = _row(row, "Records.Link")
    pages = [node for _, node in declarations(world.program.files) if isinstance(node, ui.Component)]
    for info in found.entity.lineage:
        for page in pages:
            opens = first_argument(attribute(page.attributes, "Opens"))
            path = _path(page)
            if opens is not None and path is not None and bare_name(opens) == info.name:
                return _filled(world, path, found)
    return ""


def _path(page: ui.Component) -> str | None:
    marks = (attribute(page.attributes, name) for name in ("Page", "Route"))
    return next((text for mark in marks if (text := literal_text(first_argument(mark))) is not None), None)


def _filled(world: World, path: str, row: Row) -> str:
    """The path with each `{hole}` filled by the member of that name; the one that none has is the row's id."""
    parts = path.split("{")
    filled = [parts[0]]
    for part in parts[1:]:
        hole, _, rest = part.partition("}")
        name = next((n for n in row.entity.fields if n.lower() == hole.lower()), "Id")
        filled += [text_in(world, read_member(world, row, name)), rest]
    return "".join(filled)


def may_read(world: World, who: Value, row: Value) -> Value:
    """`Records.MayRead(principal, row)`: whether that person may read the row as it is."""
    if not isinstance(row, Row) or row.is_deleted:
        return False
    with world.as_principal(_person(who)):
        return world.guard.may_read(row)


def readable(world: World, who: Value, rows: Value) -> Value:
    """`Records.Readable(principal, rows)`: those of the rows that the person may read."""
    return [row for row in items_of(world, rows) if may_read(world, who, row) is True]


def _person(who: Value) -> Row | None:
    if who is not None and not isinstance(who, Row):
        raise BadProgram(f"a principal is a row, not {kind(who)}")
    return who


STATICS = {
    "Records": Static("Records", functions={"Link": link, "MayRead": may_read, "Readable": readable, "Title": title})
}
