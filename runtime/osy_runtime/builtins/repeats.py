"""A question that was asked before in the unit of work costs nothing, as long as nothing was written since (R137).

Two questions are the same if they ask the same rows by the same calls with the same arguments; two lambdas are, if they
stand at one place of the program and captured the same values. This is looked at only in a test that asks what it cost.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from osy_runtime.builtins.sequences import Query, Stream, identity, items_of, rows_query
from osy_runtime.model import EntityInfo
from osy_runtime.values import Closure, TypeValue, Value

if TYPE_CHECKING:
    from osy_runtime.world import World

MOST_ASKED = 10_000
"""How many questions are remembered."""


def asked(world: "World", source: Query, call: Sequence[Value], ask: Callable[[], Value]) -> Value:
    """What the question gives; it counts if it is asked for the first time."""
    key = (source.key, tuple(map(_key, call))) if source.key is not None else None
    costs, store = world.store.costs, world.store
    before = (costs.statements, costs.round_trips, costs.rows_read)
    when = (world.caller, store.settled, store.tables.version)
    found = ask()
    if isinstance(found, Query):
        found.key = key
    elif key is not None and costs.asked is not None and costs.statements != before[0]:
        if costs.asked.get(key) == when:
            costs.statements, costs.round_trips, costs.rows_read = before
        elif when[2] == store.tables.version:
            if len(costs.asked) >= MOST_ASKED:
                costs.asked.clear()
            costs.asked[key] = when
    return found


def gone_through(world: "World", value: Value) -> Iterable[Value]:
    """The items as `foreach` takes them."""
    if isinstance(value, TypeValue) and isinstance(value.info, EntityInfo):
        value = rows_query(world, value.info)
    if isinstance(value, Query) and value.is_rows:
        query = value
        found = asked(world, query, ("foreach",), lambda: [*items_of(world, query)])
        return found if isinstance(found, list) else ()
    return value if type(value) is Stream else items_of(world, value)


def _key(value: Value) -> Hashable:
    if isinstance(value, Closure):
        this, *cells = value.held or (None,)
        held = tuple(_key(cell[0]) for cell in cells if isinstance(cell, list))
        return ("lambda", value.origin or id(value), id(this), held)
    if isinstance(value, list):
        return ("list", tuple(map(_key, value)) if len(value) <= 100 else id(value))
    found = identity(value)
    return found if isinstance(found, Hashable) else id(value)
