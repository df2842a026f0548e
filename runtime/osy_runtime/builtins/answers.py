"""Questions that go through the items and give an answer: counts, single items, sums, lists; changes of many rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from osy_runtime.builtins.sequences import function_of, items_of, matching, test_of
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import HashSet, Long, Row, Value

if TYPE_CHECKING:
    from osy_runtime.world import World

Absent: Value = object()
"""What stands for an argument that was not given, where null is one."""


def _matching(world: "World", source: Value, condition: Value) -> Iterable[Value]:
    if condition is None:
        return items_of(world, source)
    return matching(world, source, test_of(condition))


def _unread(world: "World", answer: Callable[[], Value]) -> Value:
    """The answer to a question that the database answers by itself: no row is read for it."""
    before = world.store.costs.rows_read
    found = answer()
    world.store.costs.rows_read = before
    return found


def any_(world: "World", source: Value, condition: Value = None) -> Value:
    """Whether there is one."""
    return _unread(world, lambda: any(True for _ in _matching(world, source, condition)))


def all_(world: "World", source: Value, condition: Value) -> Value:
    """Whether it holds for each."""
    test = test_of(condition)
    return _unread(world, lambda: all(test(item) for item in items_of(world, source)))


def count(world: "World", source: Value, condition: Value = None) -> Value:
    """How many there are."""
    if condition is None and isinstance(source, list | dict | str):
        return len(source)
    return _unread(world, lambda: sum(1 for _ in _matching(world, source, condition)))


def long_count(world: "World", source: Value, condition: Value = None) -> Value:
    """How many there are, as a long number."""
    return _unread(world, lambda: Long(sum(1 for _ in _matching(world, source, condition))))


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


def element_or_default(world: "World", source: Value, index: Value) -> Value:
    """The item at a place, or null."""
    items = list(items_of(world, source))
    return items[index] if type(index) is int and 0 <= index < len(items) else None


def _best_by(world: "World", source: Value, of: Value, sign: int) -> Value:
    from osy_runtime.evaluate.operators import order

    function, found = function_of(of), None
    best: Value = None
    for item in items_of(world, source):
        key = function(item)
        if found is None or (key is not None and order(key, best) * sign > 0):
            found, best = item, key
    return found


def max_by(world: "World", source: Value, of: Value) -> Value:
    """The item of the greatest key; null of nothing."""
    return _best_by(world, source, of, 1)


def min_by(world: "World", source: Value, of: Value) -> Value:
    """The item of the smallest key; null of nothing."""
    return _best_by(world, source, of, -1)


def aggregate(world: "World", source: Value, seed: Value, step: Value = Absent, finish: Value = None) -> Value:
    """All items put together: `Aggregate(step)`, `Aggregate(seed, step)`, `Aggregate(seed, step, finish)`."""
    items = iter(items_of(world, source))
    if step is Absent:
        step = seed
        try:
            seed = next(items)
        except StopIteration:
            raise throw("InvalidOperationException", "`Aggregate` found no item: there is none") from None
    function = function_of(step)
    for item in items:
        seed = function(seed, item)
    return seed if finish is None else function_of(finish)(seed)


def sequence_equal(world: "World", source: Value, others: Value) -> Value:
    """Whether the items are the same in the same order."""
    from osy_runtime.evaluate.operators import equals

    first, second = list(items_of(world, source)), list(items_of(world, others))
    return len(first) == len(second) and all(equals(a, b) for a, b in zip(first, second, strict=True))


def to_hash_set(world: "World", source: Value) -> Value:
    """A set of them."""
    return HashSet(items_of(world, source))


def for_each(world: "World", source: Value, act: Value) -> Value:
    """`ForEach(action)` of a list."""
    function = function_of(act)
    for item in items_of(world, source):
        function(item)
    return None


def element_at(world: "World", source: Value, index: Value) -> Value:
    """The item at a place."""
    from osy_runtime.evaluate.members import read_index

    return read_index(world, list(items_of(world, source)), index)


def _mapped(world: "World", source: Value, of: Value) -> Iterable[Value]:
    items = items_of(world, source)
    if of is None:
        return items
    function = function_of(of)
    return (function(item) for item in items)


def sum_(world: "World", source: Value, of: Value = None) -> Value:
    """The sum of what the function gives; nulls do not count, of nothing it is 0."""
    from osy_runtime.evaluate.operators import add

    total: Value = None
    for number in _mapped(world, source, of):
        if number is not None:
            total = number if total is None else add(total, number)
    return total if total is not None else 0


def average(world: "World", source: Value, of: Value = None) -> Value:
    """The mean; null of nothing."""
    from osy_runtime.evaluate.operators import divide

    numbers = [n for n in _mapped(world, source, of) if n is not None]
    if not numbers:
        return None
    # As in C#, whole numbers are added up as long ones, and their mean is a double.
    total = sum_(world, [Long(n) if type(n) is int else n for n in numbers])
    return divide(float(total) if isinstance(total, int) else total, len(numbers))


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


PLAIN = (str, int, Row)
"""Kinds that Python compares as the language does, and much faster."""


def contains(world: "World", source: Value, item: Value) -> Value:
    """Whether it is among them."""
    from osy_runtime.evaluate.operators import equals

    if type(item) in PLAIN and isinstance(source, list):
        return item in source
    if isinstance(source, HashSet):
        return item in source.items
    return any(equals(item, other) for other in items_of(world, source))


def to_list(world: "World", source: Value) -> Value:
    """A list of them."""
    return list(items_of(world, source))


def to_dictionary(world: "World", source: Value, key: Value, value: Value = None) -> Value:
    """A dictionary with a key and a value for each; two of one key throw."""
    of_key = function_of(key)
    of_value = function_of(value) if value is not None else (lambda item: item)
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
    function = function_of(change)
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
