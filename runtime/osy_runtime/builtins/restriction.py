"""`Restriction`: rows that are kept and not in use, each for a category and until a time (R163)."""

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.restrictions import Restricted
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import DateTime, Row, Value
from osy_runtime.world import World


def _row(value: Value) -> Row:
    if not isinstance(value, Row):
        raise BadProgram(f"`Restriction` is about rows, not {kind(value)}")
    return value


def _until(value: Value) -> int | None:
    if value is not None and not isinstance(value, DateTime):
        raise BadProgram(f"a row is kept until a DateTime or null, not {kind(value)}")
    return value.ticks if value is not None else None


def restrict(world: World, row: Value, category: Value, until: Value = None) -> Value:
    """`Restriction.Restrict(row, category, until)`."""
    world.store.restrictions.put(_row(row), Restricted(text(category), _until(until)))
    return None


def set_until(world: World, row: Value, until: Value) -> Value:
    """`Restriction.SetUntil(row, until)`: false if the row is in use."""
    held = world.store.restrictions.rows.get(_row(row))
    if held is None:
        return False
    world.store.restrictions.put(_row(row), Restricted(held.category, _until(until)))
    return True


def lift(world: World, row: Value) -> Value:
    """`Restriction.Lift(row)`: false if the row was in use."""
    if _row(row) not in world.store.restrictions.rows:
        return False
    world.store.restrictions.put(_row(row), None)
    return True


def count(world: World, category: Value) -> Value:
    """`Restriction.Count(category)`."""
    return len(world.store.restrictions.of(text(category)))


def purge(world: World, category: Value, now: Value) -> Value:
    """`Restriction.Purge(category, now)`: removes the rows whose time is over and tells how many."""
    instant = _until(now) or 0
    kept = world.store.restrictions.rows
    over = [row for row in world.store.restrictions.of(text(category)) if _is_over(kept[row], instant)]
    for row in over:
        world.store.remove(row)
        world.store.keeper.delete_referring(row)
    return len(over)


def _is_over(held: Restricted, instant: int) -> bool:
    return held.until is not None and held.until < instant


STATICS = {
    "Restriction": Static(
        "Restriction",
        functions={"Count": count, "Lift": lift, "Purge": purge, "Restrict": restrict, "SetUntil": set_until},
    )
}
