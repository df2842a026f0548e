"""What can be gone through, and what asks about each item: queries, the items of a value, the lambdas of a question.

A query is asked when its items are needed, not when it is written, and again each time, as in C#. Sorting is stable;
a null key comes first; text sorts by its code units.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key
from typing import TYPE_CHECKING

from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Char, Closure, TypeValue, Value

if TYPE_CHECKING:
    from osy_runtime.model import EntityInfo
    from osy_runtime.world import World

Function = Callable[..., Value]


class Query:
    """A question that gives items each time it is iterated."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Iterable[Value]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[Value]:
        return iter(self.make())


class SortedQuery(Query):
    """A query with an order, which `ThenBy` can refine; `keys` are functions with whether they go downward."""

    __slots__ = ("keys", "source")

    def __init__(self, source: Query, keys: tuple[tuple[Function, bool], ...]) -> None:
        super().__init__(lambda: _sorted(source, keys))
        self.source = source
        self.keys = keys


def _sorted(source: Iterable[Value], keys: tuple[tuple[Function, bool], ...]) -> Iterable[Value]:
    from osy_runtime.evaluate.operators import order

    items = list(source)
    by_order = cmp_to_key(order)
    for key, is_descending in reversed(keys):
        ranked = [(by_order(key(item)), item) for item in items]
        ranked.sort(key=lambda pair: pair[0], reverse=is_descending)
        items = [item for _, item in ranked]
    return items


def items_of(world: "World", value: Value) -> Iterable[Value]:
    """The items of a list, a query, an entity's rows, a dictionary, a text."""
    from osy_runtime.model import EntityInfo

    match value:
        case list():
            return _watched(value)
        case Query():
            return list(value)
        case dict():
            return [Anonymous({"Key": k, "Value": v}) for k, v in value.items()]
        case str():
            return [Char(c) for c in value]
        case TypeValue(info=EntityInfo() as info):
            return world.store.rows(info.full_name)
        case None:
            raise throw("NullReferenceException", "cannot go through the items of null")
        case _:
            raise BadProgram(f"{kind(value)} has no items to go through")


def _watched(items: list[Value]) -> Iterator[Value]:
    count = len(items)
    for item in items:
        yield item
        if len(items) != count:
            raise throw("InvalidOperationException", "the list was changed while its items were gone through")


def rows_query(world: "World", info: "EntityInfo") -> Query:
    """The entity's rows as a query."""
    return Query(lambda: world.store.rows(info.full_name))


def as_query(world: "World", value: Value) -> Query:
    """The value as a query."""
    return value if isinstance(value, Query) else Query(lambda: items_of(world, value))


def function_of(value: Value) -> Function:
    """What is called for each item: a lambda, or a function named as a value."""
    if isinstance(value, Closure):
        return value.call
    if callable(value):
        return value
    raise BadProgram(f"a query needs a lambda here, not {kind(value)}")


def test_of(value: Value) -> Callable[[Value], bool]:
    """The condition that a lambda is."""
    from osy_runtime.evaluate.expressions import truth

    function = function_of(value)
    return lambda item: truth(function(item))


def with_index(value: Value) -> Callable[[int, Value], Value]:
    """A lambda over an item, or over an item and its index."""
    function = function_of(value)
    if isinstance(value, Closure) and value.arity == 2:
        return lambda index, item: function(item, index)
    return lambda index, item: function(item)
