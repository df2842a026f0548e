"""What can be gone through, and what asks about each item: queries, the items of a value, the lambdas of a question.

A query is asked when its items are needed, not when it is written, and again each time, as in C#; its items come one
by one, but a query over rows reads them all first. Sorting is stable; a null key comes first; text sorts by its code
units.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Protocol, cast

from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Char, Closure, HashSet, Pair, TypeValue, Value

if TYPE_CHECKING:
    from osy_runtime.costs import Costs
    from osy_runtime.model import EntityInfo
    from osy_runtime.world import World

Function = Callable[..., Value]


class SortKey(Protocol):
    """What Python can sort by."""

    def __lt__(self, other: "SortKey", /) -> bool: ...


class Query:
    """A question that gives items each time it is iterated; `is_rows` if it asks an entity.

    Two questions of one `key` that is not None ask the same (R137).
    """

    __slots__ = ("is_rows", "key", "make")

    def __init__(self, make: Callable[[], Iterable[Value]], *, is_rows: bool = False) -> None:
        self.make = make
        self.is_rows = is_rows
        self.key: Hashable = None

    def __iter__(self) -> Iterator[Value]:
        return iter(self.make())


class Stream(Query):
    """What a function that yields gives: its body runs as far as items are asked for."""

    __slots__ = ()


class SortedQuery(Query):
    """A query with an order, which `ThenBy` can refine; `keys` are functions with whether they go downward."""

    __slots__ = ("keys", "source")

    def __init__(self, source: Query, keys: tuple[tuple[Function, bool], ...]) -> None:
        super().__init__(lambda: _sorted(source, keys), is_rows=source.is_rows)
        self.source = source
        self.keys = keys


def _sorted(source: Iterable[Value], keys: tuple[tuple[Function, bool], ...]) -> Iterable[Value]:
    items = list(source)
    for key, is_descending in reversed(keys):
        ranked = list(zip(sort_keys([key(item) for item in items]), items, strict=True))
        ranked.sort(key=_first, reverse=is_descending)
        items = [item for _, item in ranked]
    return items


def _first(pair: tuple[SortKey, Value]) -> SortKey:
    return pair[0]


_SORTED_BY_PYTHON: tuple[set[type], ...] = ({str}, {int})
"""Kinds of keys that Python itself puts in the language's order."""


def sort_keys(values: list[Value]) -> list[SortKey]:
    """The values as keys of a sort."""
    from osy_runtime.evaluate.operators import order

    if {type(value) for value in values} in _SORTED_BY_PYTHON:
        return [cast(SortKey, value) for value in values]
    by_order = cmp_to_key(order)
    return [cast(SortKey, by_order(value)) for value in values]


class Grouping(list[Value]):
    """The items of one key, as `GroupBy` gives them."""

    __slots__ = ("key",)

    def __init__(self, key: Value) -> None:
        super().__init__()
        self.key = key


def identity(value: Value) -> object:
    """What two values have in common that C#'s `Equals` takes for one, fit to be a key of Python's."""
    match value:
        case bool():
            return bool, value
        case list() | dict():
            return list, id(value)
        case Anonymous():
            return Anonymous, tuple((name, identity(held)) for name, held in value.fields.items())
        case _:
            return value


def items_of(world: "World", value: Value) -> Iterable[Value]:
    """The items of a list, a query, an entity's rows, a dictionary, a text."""
    from osy_runtime.model import EntityInfo

    match value:
        case list():
            return _watched(value)
        case Query():
            return _read(world, list(value)) if value.is_rows else value
        case dict():
            return _watched_pairs(value)
        case str():
            return [Char(c) for c in value]
        case HashSet():
            return list(value.items)
        case TypeValue() if isinstance(value.info, EntityInfo):
            return _read(world, world.rows(value.info))
        case HostObject():
            try:
                return value.items()
            except MissingMember:
                raise BadProgram(f"{kind(value)} has no items to go through") from None
        case None:
            raise throw("NullReferenceException", "cannot go through the items of null")
        case _:
            raise BadProgram(f"{kind(value)} has no items to go through")


def matching(world: "World", value: Value, test: Function) -> Iterable[Value]:
    """Those of the items that a test holds for; of an entity's rows only these are read."""
    costs = world.store.costs
    before = costs.rows_read
    items = items_of(world, value)
    if costs.rows_read == before:
        return (item for item in items if test(item))
    costs.rows_read = before
    return _counted(costs, items, test)


def _counted(costs: "Costs", items: Iterable[Value], test: Function) -> Iterator[Value]:
    for item in items:
        if test(item):
            costs.rows_read += 1
            yield item


def _read(world: "World", rows: Sequence[Value]) -> Sequence[Value]:
    world.store.costs.rows_read += len(rows)
    return rows


def iterated(world: "World", value: Value) -> Iterable[Value]:
    """The items as `foreach` takes them."""
    if world.store.costs.asked is not None:
        from osy_runtime.builtins.repeats import gone_through

        return gone_through(world, value)
    return value if type(value) is Stream else items_of(world, value)


def _watched(items: list[Value]) -> Iterator[Value]:
    count = len(items)
    for item in items:
        yield item
        if len(items) != count:
            raise throw("InvalidOperationException", "the list was changed while its items were gone through")


def _watched_pairs(pairs: dict[Value, Value]) -> Iterator[Value]:
    count = len(pairs)
    for key, value in [*pairs.items()]:
        yield Pair(key, value)
        if len(pairs) != count:
            raise throw("InvalidOperationException", "the dictionary was changed while its pairs were gone through")


def rows_query(world: "World", info: "EntityInfo") -> Query:
    """The entity's rows as a query."""
    query = Query(lambda: world.rows(info), is_rows=True)
    query.key = info.full_name
    return query


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
    """The condition that a lambda is; where it read of null it does not hold (R166)."""
    from osy_runtime.evaluate.choices import truth

    function = function_of(value)

    def test(item: Value) -> bool:
        holds = function(item)
        return holds is True or (holds is not False and holds is not None and truth(holds))

    return test


def with_index(value: Value) -> Callable[[int, Value], Value]:
    """A lambda over an item, or over an item and its index."""
    function = function_of(value)
    if isinstance(value, Closure) and value.arity == 2:
        return lambda index, item: function(item, index)
    return lambda index, item: function(item)
