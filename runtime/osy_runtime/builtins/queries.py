"""Questions that give queries, and the tables of all that lists, rows and queries can be asked."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from osy_runtime.builtins.answers import (
    all_,
    any_,
    average,
    contains,
    count,
    delete,
    element_at,
    first,
    first_or_default,
    last,
    last_or_default,
    max_,
    min_,
    single,
    single_or_default,
    sum_,
    to_dictionary,
    to_list,
    update,
)
from osy_runtime.builtins.sequences import Query, SortedQuery, as_query, function_of, items_of, test_of, with_index
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Guid, Row, Value

if TYPE_CHECKING:
    from osy_runtime.builtins.static import NativeFunction
    from osy_runtime.world import World


def where(world: "World", source: Value, condition: Value) -> Value:
    """Those for which the condition holds."""
    items, test = as_query(world, source), test_of(condition)
    return Query(lambda: (item for item in items if test(item)))


def select(world: "World", source: Value, of: Value) -> Value:
    """What the function gives for each."""
    items, function = as_query(world, source), with_index(of)
    return Query(lambda: (function(index, item) for index, item in enumerate(items)))


def select_many(world: "World", source: Value, of: Value) -> Value:
    """The items of all the lists that the function gives."""
    items, function = as_query(world, source), function_of(of)
    return Query(lambda: (inner for item in items for inner in items_of(world, function(item))))


def order_by(world: "World", source: Value, key: Value) -> Value:
    """From the smallest key to the greatest."""
    return SortedQuery(as_query(world, source), ((function_of(key), False),))


def order_by_descending(world: "World", source: Value, key: Value) -> Value:
    """From the greatest key to the smallest."""
    return SortedQuery(as_query(world, source), ((function_of(key), True),))


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


_HASHED: tuple[set[type], ...] = ({str}, {int}, {Guid}, {Row})
"""Kinds of items that are equal exactly where Python's own sets take them for one."""


def _distinct(items: Iterable[Value]) -> list[Value]:
    from osy_runtime.evaluate.operators import equals

    items = list(items)
    if {type(item) for item in items} in _HASHED:
        return list(dict.fromkeys(items))
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
