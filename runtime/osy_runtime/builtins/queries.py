"""Questions that give queries: some of the items, what a function makes of them, the items in another order."""

from collections.abc import Callable, Iterable
from itertools import dropwhile, islice, takewhile
from typing import TYPE_CHECKING

from osy_runtime.builtins.sequences import (
    Query,
    SortedQuery,
    as_query,
    function_of,
    items_of,
    test_of,
    with_index,
)
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Closure, Value

if TYPE_CHECKING:
    from osy_runtime.world import World


def derived(items: Query, make: Callable[[], Iterable[Value]]) -> Query:
    """A query over what `items` asks."""
    return Query(make, is_rows=items.is_rows)


def where(world: "World", source: Value, condition: Value) -> Value:
    """Those for which the condition holds."""
    items = as_query(world, source)
    if isinstance(condition, Closure) and condition.arity == 2:
        test = with_index(condition)
        return derived(items, lambda: (item for index, item in enumerate(items) if test(index, item) is True))
    check = test_of(condition)
    return derived(items, lambda: (item for item in items if check(item)))


def select(world: "World", source: Value, of: Value) -> Value:
    """What the function gives for each."""
    items, function = as_query(world, source), with_index(of)
    return derived(items, lambda: (function(index, item) for index, item in enumerate(items)))


def select_many(world: "World", source: Value, of: Value, result: Value = None) -> Value:
    """The items of all the lists that the function gives; with a second one, what that makes of item and inner item."""
    items, function = as_query(world, source), function_of(of)
    make = function_of(result) if result is not None else (lambda item, inner: inner)
    return derived(items, lambda: (make(item, inner) for item in items for inner in items_of(world, function(item))))


def order_by(world: "World", source: Value, key: Value) -> Value:
    """From the smallest key to the greatest."""
    return SortedQuery(as_query(world, source), ((function_of(key), False),))


def order_by_descending(world: "World", source: Value, key: Value) -> Value:
    """From the greatest key to the smallest."""
    return SortedQuery(as_query(world, source), ((function_of(key), True),))


def itself(item: Value) -> Value:
    """The item."""
    return item


def order(world: "World", source: Value) -> Value:
    """From the smallest to the greatest."""
    return SortedQuery(as_query(world, source), ((itself, False),))


def order_descending(world: "World", source: Value) -> Value:
    """From the greatest to the smallest."""
    return SortedQuery(as_query(world, source), ((itself, True),))


def _then(source: Value, key: Value, *, is_descending: bool) -> Value:
    if not isinstance(source, SortedQuery):
        raise BadProgram("`ThenBy` follows `OrderBy` or `OrderByDescending`")
    return SortedQuery(source.source, (*source.keys, (function_of(key), is_descending)))


def then_by(world: "World", source: Value, key: Value) -> Value:
    """In a second order where the first leaves it open."""
    return _then(source, key, is_descending=False)


def then_by_descending(world: "World", source: Value, key: Value) -> Value:
    """In a second order, downward."""
    return _then(source, key, is_descending=True)


def whole(value: Value) -> int:
    """The value as a number of items."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadProgram(f"a number of items must be a whole number, not {kind(value)}")
    return max(value, 0)


def take(world: "World", source: Value, count: Value) -> Value:
    """No more than so many."""
    items, most = as_query(world, source), whole(count)
    return derived(items, lambda: islice(items, most))


def skip(world: "World", source: Value, count: Value) -> Value:
    """All but the first so many."""
    items, least = as_query(world, source), whole(count)
    return derived(items, lambda: islice(items, least, None))


def take_while(world: "World", source: Value, condition: Value) -> Value:
    """Those before the first for which it does not hold."""
    items, check = as_query(world, source), test_of(condition)
    return derived(items, lambda: takewhile(check, items))


def skip_while(world: "World", source: Value, condition: Value) -> Value:
    """Those from the first on for which it does not hold."""
    items, check = as_query(world, source), test_of(condition)
    return derived(items, lambda: dropwhile(check, items))


def take_last(world: "World", source: Value, count: Value) -> Value:
    """No more than so many, the last ones."""
    items, most = as_query(world, source), whole(count)
    return derived(items, lambda: list(items)[-most:] if most else [])


def skip_last(world: "World", source: Value, count: Value) -> Value:
    """All but the last so many."""
    items, least = as_query(world, source), whole(count)
    return derived(items, lambda: list(items)[:-least] if least else list(items))


def reverse(world: "World", source: Value) -> Value:
    """The last first."""
    items = as_query(world, source)
    return derived(items, lambda: list(items)[::-1])


def as_is(world: "World", source: Value) -> Value:
    """`AsEnumerable()`: the same items."""
    return as_query(world, source)


def include(world: "World", source: Value, reference: Value) -> Value:
    """The same items: a reference needs no reading here."""
    return as_query(world, source)
