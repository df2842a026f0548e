"""Questions that give queries over several sequences, or that ask which items are alike."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from osy_runtime.builtins.queries import derived, itself, whole
from osy_runtime.builtins.sequences import Function, Grouping, as_query, function_of, identity
from osy_runtime.exceptions import throw
from osy_runtime.signals import BadProgram
from osy_runtime.values import TypeValue, Value

if TYPE_CHECKING:
    from osy_runtime.world import World


def _once(items: Iterable[Value], key: Function) -> Iterator[Value]:
    seen: set[object] = set()
    for item in items:
        at = identity(key(item))
        if at not in seen:
            seen.add(at)
            yield item


def distinct(world: "World", source: Value) -> Value:
    """Each once, the first of equals."""
    items = as_query(world, source)
    return derived(items, lambda: _once(items, itself))


def distinct_by(world: "World", source: Value, of: Value) -> Value:
    """One for each key, the first."""
    items, key = as_query(world, source), function_of(of)
    return derived(items, lambda: _once(items, key))


def union(world: "World", source: Value, others: Value) -> Value:
    """These and then the others, each once."""
    first, second = as_query(world, source), as_query(world, others)
    return derived(first, lambda: _once(chain(first, second), itself))


def _among(others: Iterable[Value]) -> set[object]:
    return {identity(item) for item in others}


def intersect(world: "World", source: Value, others: Value) -> Value:
    """Those that are among the others as well, each once."""
    first, second = as_query(world, source), as_query(world, others)

    def make() -> Iterable[Value]:
        known = _among(second)
        return _once((item for item in first if identity(item) in known), itself)

    return derived(first, make)


def except_(world: "World", source: Value, others: Value) -> Value:
    """Those that are not among the others, each once."""
    first, second = as_query(world, source), as_query(world, others)

    def make() -> Iterable[Value]:
        known = _among(second)
        return _once((item for item in first if identity(item) not in known), itself)

    return derived(first, make)


def concat(world: "World", source: Value, others: Value) -> Value:
    """These and then the others."""
    first, second = as_query(world, source), as_query(world, others)
    return derived(first, lambda: chain(first, second))


def append(world: "World", source: Value, item: Value) -> Value:
    """These and then the item."""
    items = as_query(world, source)
    return derived(items, lambda: chain(items, (item,)))


def prepend(world: "World", source: Value, item: Value) -> Value:
    """The item and then these."""
    items = as_query(world, source)
    return derived(items, lambda: chain((item,), items))


def zip_(world: "World", source: Value, others: Value, of: Value) -> Value:
    """What the function makes of the first two, the second two and so on."""
    first, second, function = as_query(world, source), as_query(world, others), function_of(of)
    return derived(first, lambda: (function(a, b) for a, b in zip(first, second, strict=False)))


def chunk(world: "World", source: Value, size: Value) -> Value:
    """Lists of so many."""
    items, most = as_query(world, source), whole(size)
    if most == 0:
        raise throw("ArgumentException", "`Chunk` of no items")
    return derived(items, lambda: _chunks(items, most))


def _chunks(items: Iterable[Value], most: int) -> Iterator[Value]:
    rest = iter(items)
    while part := list(islice(rest, most)):
        yield part


def default_if_empty(world: "World", source: Value, item: Value = None) -> Value:
    """These, or the one item where there are none."""
    items = as_query(world, source)
    return derived(items, lambda: list(items) or [item])


def group_by(world: "World", source: Value, key: Value, of: Value = None) -> Value:
    """Groups of one `Key`, in the order in which the keys come first."""
    items, of_key = as_query(world, source), function_of(key)
    function = function_of(of) if of is not None else itself

    def make() -> Iterable[Value]:
        groups: dict[object, Grouping] = {}
        for item in items:
            at = of_key(item)
            groups.setdefault(identity(at), Grouping(at)).append(function(item))
        return groups.values()

    return derived(items, make)


def of_type(world: "World", source: Value, wanted: Value) -> Value:
    """`OfType<T>()`: those that are of the type."""
    from osy_runtime.evaluate.types import test_of as type_test_of

    if not isinstance(wanted, TypeValue):
        raise BadProgram("`OfType` needs a type argument")
    items, check = as_query(world, source), type_test_of(world.program, wanted.shape)
    return derived(items, lambda: (item for item in items if check(item)))


def cast(world: "World", source: Value, wanted: Value) -> Value:
    """`Cast<T>()`: all of them, each cast."""
    from osy_runtime.evaluate.casts import cast as cast_to

    if not isinstance(wanted, TypeValue):
        raise BadProgram("`Cast` needs a type argument")
    items, convert = as_query(world, source), cast_to(world.program, wanted.shape)
    return derived(items, lambda: (convert(item) for item in items))
