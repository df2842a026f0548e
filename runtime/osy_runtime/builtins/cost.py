"""`Cost`: what the test has cost since a mark. What counts is in `osy_runtime.costs`."""

from collections.abc import Callable

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.costs import Costs
from osy_runtime.exceptions import throw
from osy_runtime.values import Value
from osy_runtime.world import World

_PREFIX = "cost-"


def mark(world: World) -> Value:
    """`Cost.Mark()`: a text that stands for what has been counted so far."""
    costs = world.store.costs
    if costs.asked is None:
        costs.asked = {}
    counts = (costs.statements, costs.round_trips, costs.rows_read, costs.requests)
    return _PREFIX + "-".join(map(str, counts))


def _since(which: int, count: Callable[[Costs], int]) -> NativeFunction:
    def since(world: World, given: Value) -> Value:
        parts = given.removeprefix(_PREFIX).split("-") if isinstance(given, str) else []
        if len(parts) != 4 or not all(part.isdigit() for part in parts):
            raise throw("ArgumentException", "what a test has cost is asked since a mark, which `Cost.Mark()` gives")
        return count(world.store.costs) - int(parts[which])

    return since


STATICS = {
    "Cost": Static(
        "Cost",
        functions={
            "Mark": mark,
            "StatementsSince": _since(0, lambda costs: costs.statements),
            "RoundTripsSince": _since(1, lambda costs: costs.round_trips),
            "RowsReadSince": _since(2, lambda costs: costs.rows_read),
            "RequestsSince": _since(3, lambda costs: costs.requests),
            # A page calls the server by requests; without a page each call of the app's interface is one.
            "ServerCallsSince": _since(3, lambda costs: costs.requests),
        },
    )
}
