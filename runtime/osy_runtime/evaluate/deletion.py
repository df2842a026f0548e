"""What becomes of the rows that refer to a deleted one (R129).

`[OnDelete(Remove)]` takes them out too, `SetNull` empties the reference, and with `Restrict` the deletion is refused as
long as they are there; other words for these three are understood as well (R162). Without a rule, a reference that may
be null becomes null; one that may not must be gone when the unit is flushed, or the deletion is refused.
"""

from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, bare_name, first_argument
from osy_runtime.model import EntityInfo, FieldInfo
from osy_runtime.signals import Unsupported
from osy_runtime.values import Row
from osy_runtime.world import World

REMOVE = frozenset({"Remove", "Cascade", "Delete"})
EMPTY = frozenset({"SetNull", "Null", "Clear", "Unset"})
REFUSE = frozenset({"Restrict", "Refuse", "Deny", "NoAction", "Block"})
"""The words for what may be done."""


def delete_referring(world: World, row: Row) -> None:
    """Remove what is to go with the row, empty what may be empty; rows that these take with them included."""
    waiting = [row]
    while waiting:
        gone = waiting.pop()
        for owner, field in world.program.references_to(gone.entity):
            for other in world.store.tables.match(owner, (field.name,), (gone,)):
                rule = _rule(owner, field)
                if rule in REMOVE:
                    world.store.remove(other)
                    waiting.append(other)
                elif rule in EMPTY or (not rule and _may_be_empty(field)):
                    world.store.change_as_platform(other, field.name, None)


def check_deleted(world: World, row: Row) -> None:
    """Refuse if something still refers to the deleted row that cannot do without it."""
    for owner, field in world.program.references_to(row.entity):
        other = next(iter(world.store.tables.match(owner, (field.name,), (row,))), None)
        if other is not None:
            raise throw(
                "ConflictException",
                f"{row.entity.name} {row.id.text} cannot be deleted: `{field.name}` of {other.entity.name} "
                f"{other.id.text} refers to it",
            )


def _rule(owner: EntityInfo, field: FieldInfo) -> str:
    """What the field says; empty if it says nothing."""
    mark = attribute(field.attributes, "OnDelete")
    if mark is None:
        return ""
    rule = bare_name(first_argument(mark))
    if rule not in REMOVE | EMPTY | REFUSE:
        raise Unsupported(f"`[OnDelete({rule})]` of `{owner.name}.{field.name}` is not supported by this runner yet")
    return rule


def _may_be_empty(field: FieldInfo) -> bool:
    return field.type.is_nullable and not field.required
