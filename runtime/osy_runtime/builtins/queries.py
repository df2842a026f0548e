"""Queries: what can be asked of lists, of an entity's rows, and of other queries.

A query is asked when its items are needed, not when it is written, and again each time, as in C#. Sorting is stable;
a null key comes first; text sorts by its code units.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING

from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Char, Closure, Row, TypeValue, Value

if TYPE_CHECKING:
    from osy_runtime.builtins.static import NativeFunction
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


def _function(value: Value) -> Function:
    if isinstance(value, Closure):
        return value.call
    if callable(value):
        return value
    raise BadProgram(f"a query needs a lambda here, not {kind(value)}")


def _test(value: Value) -> Callable[[Value], bool]:
    from osy_runtime.evaluate.expressions import truth

    function = _function(value)
    return lambda item: truth(function(item))


def _with_index(value: Value) -> Callable[[int, Value], Value]:
    function = _function(value)
    if isinstance(value, Closure) and value.arity == 2:
        return lambda index, item: function(item, index)
    return lambda index, item: function(item)


# ── Questions that give queries ──────────────────────────────────────────────────────────────────────────────────────


def where(world: "World", source: Value, condition: Value) -> Value:
    """Those for which the condition holds."""
    items, test = as_query(world, source), _test(condition)
    return Query(lambda: (item for item in items if test(item)))


def select(world: "World", source: Value, of: Value) -> Value:
    """What the function gives for each."""
    items, function = as_query(world, source), _with_index(of)
    return Query(lambda: (function(index, item) for index, item in enumerate(items)))


def select_many(world: "World", source: Value, of: Value) -> Value:
    """The items of all the lists that the function gives."""
    items, function = as_query(world, source), _function(of)
    return Query(lambda: (inner for item in items for inner in items_of(world, function(item))))


def order_by(world: "World", source: Value, key: Value) -> Value:
    """From the smallest key to the greatest."""
    return SortedQuery(as_query(world, source), ((_function(key), False),))


def order_by_descending(world: "World", source: Value, key: Value) -> Value:
    """From the greatest key to the smallest."""
    return SortedQuery(as_query(world, source), ((_function(key), True),))


def _then(source: Value, key: Value, *, is_descending: bool) -> Value:
    if not isinstance(source, SortedQuery):
        raise BadProgram("`ThenBy` follows `OrderBy` or `OrderByDescending`")
    return SortedQuery(source.source, (*source.keys, (_function(key), is_descending)))


def then_by(world: "World", source: Value, key: Value) -> Value:
    """In a second order where the first leaves it open."""
    return _then(source, key, is_descending=False)


def then_by_descending(world: "World", source: Value, key: Value) -> Value:
    """In a second order, downward."""
    return _then(source, key, is_descending=True)


def _whole(value: Value) -> int:
    if type(value) is not int:
        raise BadProgram(f"a number of items must be a whole number, not {kind(value)}")
    return max(value, 0)


def take(world: "World", source: Value, count: Value) -> Value:
    """No more than so many."""
    items, most = as_query(world, source), _whole(count)
    return Query(lambda: list(items)[:most])


def skip(world: "World", source: Value, count: Value) -> Value:
    """All but the first so many."""
    items, least = as_query(world, source), _whole(count)
    return Query(lambda: list(items)[least:])


def reverse(world: "World", source: Value) -> Value:
    """The last first."""
    items = as_query(world, source)
    return Query(lambda: list(items)[::-1])


def distinct(world: "World", source: Value) -> Value:
    """Each once, the first of equals."""
    items = as_query(world, source)
    return Query(lambda: _distinct(items))


def _distinct(items: Iterable[Value]) -> list[Value]:
    from osy_runtime.evaluate.operators import equals

    found: list[Value] = []
    for item in items:
        if not any(equals(item, other) for other in found):
            found.append(item)
    return found


def concat(world: "World", source: Value, others: Value) -> Value:
    """These and then the others."""
    first, second = as_query(world, source), as_query(world, others)
    return Query(lambda: [*first, *second])


def include(world: "World", source: Value, reference: Value) -> Value:
    """The same items: a reference needs no reading here."""
    return as_query(world, source)


# ── Questions that give an answer ────────────────────────────────────────────────────────────────────────────────────


def _matching(world: "World", source: Value, condition: Value) -> Iterable[Value]:
    items = items_of(world, source)
    if condition is None:
        return items
    test = _test(condition)
    return (item for item in items if test(item))


def any_(world: "World", source: Value, condition: Value = None) -> Value:
    """Whether there is one."""
    return any(True for _ in _matching(world, source, condition))


def all_(world: "World", source: Value, condition: Value) -> Value:
    """Whether it holds for each."""
    test = _test(condition)
    return all(test(item) for item in items_of(world, source))


def count(world: "World", source: Value, condition: Value = None) -> Value:
    """How many there are."""
    return sum(1 for _ in _matching(world, source, condition))


def first_or_default(world: "World", source: Value, condition: Value = None) -> Value:
    """The first, or null."""
    return next(iter(_matching(world, source, condition)), None)


def first(world: "World", source: Value, condition: Value = None) -> Value:
    """The first; throws if there is none."""
    for item in _matching(world, source, condition):
        return item
    raise throw("InvalidOperationException", f"`First` found {_nothing(source, condition)}")


def last_or_default(world: "World", source: Value, condition: Value = None) -> Value:
    """The last, or null."""
    found = list(_matching(world, source, condition))
    return found[-1] if found else None


def last(world: "World", source: Value, condition: Value = None) -> Value:
    """The last; throws if there is none."""
    found = list(_matching(world, source, condition))
    if not found:
        raise throw("InvalidOperationException", f"`Last` found {_nothing(source, condition)}")
    return found[-1]


def single_or_default(world: "World", source: Value, condition: Value = None) -> Value:
    """The only one, or null; throws if there are more."""
    found = list(_matching(world, source, condition))
    if len(found) > 1:
        raise throw("InvalidOperationException", f"`Single` found {len(found)} items{_asked(condition)}, not one")
    return found[0] if found else None


def single(world: "World", source: Value, condition: Value = None) -> Value:
    """The only one; throws if there is not exactly one."""
    found = list(_matching(world, source, condition))
    if not found:
        raise throw("InvalidOperationException", f"`Single` found {_nothing(source, condition)}")
    if len(found) > 1:
        raise throw("InvalidOperationException", f"`Single` found {len(found)} items{_asked(condition)}, not one")
    return found[0]


def _nothing(source: Value, condition: Value) -> str:
    return f"no item{_asked(condition)}" if condition is not None else "no item: there is none"


def _asked(condition: Value) -> str:
    return " that the condition holds for" if condition is not None else ""


def element_at(world: "World", source: Value, index: Value) -> Value:
    """The item at a place."""
    from osy_runtime.evaluate.members import read_index

    return read_index(world, list(items_of(world, source)), index)


def _mapped(world: "World", source: Value, of: Value) -> Iterable[Value]:
    items = items_of(world, source)
    if of is None:
        return items
    function = _function(of)
    return (function(item) for item in items)


def sum_(world: "World", source: Value, of: Value = None) -> Value:
    """The sum of what the function gives; nulls do not count, of nothing it is 0."""
    from osy_runtime.evaluate.operators import add

    total: Value = None
    for number in _mapped(world, source, of):
        if number is not None:
            total = number if total is None else add(total, number)
    return 0 if total is None else total


def average(world: "World", source: Value, of: Value = None) -> Value:
    """The mean; null of nothing."""
    from osy_runtime.evaluate.operators import divide

    numbers = [n for n in _mapped(world, source, of) if n is not None]
    if not numbers:
        return None
    total = sum_(world, numbers)
    return divide(float(total) if type(total) is int else total, len(numbers))


def _best(world: "World", source: Value, of: Value, sign: int) -> Value:
    from osy_runtime.evaluate.operators import order

    best: Value = None
    for candidate in _mapped(world, source, of):
        if candidate is not None and (best is None or order(candidate, best) * sign > 0):
            best = candidate
    return best


def max_(world: "World", source: Value, of: Value = None) -> Value:
    """The greatest of what the function gives; null of nothing."""
    return _best(world, source, of, 1)


def min_(world: "World", source: Value, of: Value = None) -> Value:
    """The smallest of what the function gives; null of nothing."""
    return _best(world, source, of, -1)


def contains(world: "World", source: Value, item: Value) -> Value:
    """Whether it is among them."""
    from osy_runtime.evaluate.operators import equals

    return any(equals(item, other) for other in items_of(world, source))


def to_list(world: "World", source: Value) -> Value:
    """A list of them."""
    return list(items_of(world, source))


def to_dictionary(world: "World", source: Value, key: Value, value: Value = None) -> Value:
    """A dictionary with a key and a value for each; two of one key throw."""
    of_key = _function(key)
    of_value = _function(value) if value is not None else (lambda item: item)
    made: dict[Value, Value] = {}
    for item in items_of(world, source):
        at = of_key(item)
        if at in made:
            raise throw("ArgumentException", "two items have the same key")
        made[at] = of_value(item)
    return made


def update(world: "World", source: Value, change: Value) -> Value:
    """Change all of the rows and tell how many."""
    rows = _rows(world, source, "Update")
    function = _function(change)
    for row in rows:
        function(row)
    return len(rows)


def delete(world: "World", source: Value) -> Value:
    """Take all of the rows out and tell how many."""
    rows = _rows(world, source, "Delete")
    for row in rows:
        world.store.delete(row)
    return len(rows)


def _rows(world: "World", source: Value, what: str) -> Sequence[Row]:
    found: list[Row] = []
    for item in items_of(world, source):
        if not isinstance(item, Row):
            raise BadProgram(f"`{what}` is for the rows of an entity, not for {kind(item)}")
        found.append(item)
    return found


QUESTIONS: "dict[str, NativeFunction]" = {
    "All": all_,
    "Any": any_,
    "Average": average,
    "Concat": concat,
    "Contains": contains,
    "Count": count,
    "Distinct": distinct,
    "ElementAt": element_at,
    "First": first,
    "FirstOrDefault": first_or_default,
    "Include": include,
    "Last": last,
    "LastOrDefault": last_or_default,
    "Max": max_,
    "Min": min_,
    "OrderBy": order_by,
    "OrderByDescending": order_by_descending,
    "Reverse": reverse,
    "Select": select,
    "SelectMany": select_many,
    "Single": single,
    "SingleOrDefault": single_or_default,
    "Skip": skip,
    "Sum": sum_,
    "Take": take,
    "ThenBy": then_by,
    "ThenByDescending": then_by_descending,
    "ToArray": to_list,
    "ToDictionary": to_dictionary,
    "ToList": to_list,
    "Where": where,
}
"""What lists, dictionaries and queries answer."""

ROW_QUESTIONS: "dict[str, NativeFunction]" = {**QUESTIONS, "Update": update, "Delete": delete}
"""What an entity's rows answer besides."""

METHODS: "dict[type, dict[str, NativeFunction]]" = {Query: ROW_QUESTIONS, SortedQuery: ROW_QUESTIONS}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    Query: {"Count": lambda q: sum(1 for _ in q) if isinstance(q, Query) else 0},
}
