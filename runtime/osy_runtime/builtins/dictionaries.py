"""Dictionaries, their pairs, and sets: their own members; the questions come from `questions.py`."""

from collections.abc import Callable

from osy_runtime.builtins.questions import QUESTIONS
from osy_runtime.builtins.sequences import items_of, test_of
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.evaluate.operators import equals
from osy_runtime.exceptions import throw
from osy_runtime.show import to_text
from osy_runtime.values import HashSet, OutReference, Pair, Tuple, Value
from osy_runtime.world import World

Dictionary = dict[Value, Value]


def _key(key: Value) -> Value:
    if key is None:
        raise throw("ArgumentException", "a key of a dictionary cannot be null")
    return key


def add_pair(world: World, pairs: Dictionary, key: Value, value: Value) -> Value:
    """`Add(key, value)`; the key must be new."""
    if _key(key) in pairs:
        raise throw("ArgumentException", f"the dictionary has a key {to_text(key)} already")
    pairs[key] = value
    return None


def try_add(world: World, pairs: Dictionary, key: Value, value: Value) -> Value:
    """`TryAdd(key, value)`: whether the key was new."""
    if _key(key) in pairs:
        return False
    pairs[key] = value
    return True


def contains_key(world: World, pairs: Dictionary, key: Value) -> Value:
    """`ContainsKey(key)`."""
    return _key(key) in pairs


def contains_value(world: World, pairs: Dictionary, value: Value) -> Value:
    """`ContainsValue(value)`."""
    return any(equals(value, other) for other in pairs.values())


def value_or_default(world: World, pairs: Dictionary, key: Value, otherwise: Value = None) -> Value:
    """`GetValueOrDefault(key)` and `GetValueOrDefault(key, otherwise)`."""
    return pairs.get(_key(key), otherwise)


def try_get(world: World, pairs: Dictionary, key: Value, out: OutReference) -> Value:
    """`TryGetValue(key, out value)`."""
    out.set(pairs.get(_key(key)))
    return key in pairs


def remove_key(world: World, pairs: Dictionary, key: Value, out: OutReference | None = None) -> Value:
    """`Remove(key)` and `Remove(key, out value)`: whether it was there."""
    if out is not None:
        out.set(pairs.get(_key(key)))
    if _key(key) not in pairs:
        return False
    del pairs[key]
    return True


def clear_pairs(world: World, pairs: Dictionary) -> Value:
    """`Clear()`."""
    pairs.clear()
    return None


# ── Sets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_item(world: World, items: HashSet, item: Value) -> Value:
    """`Add(item)`: whether it was new."""
    if item in items.items:
        return False
    items.items[item] = None
    return True


def remove_item(world: World, items: HashSet, item: Value) -> Value:
    """`Remove(item)`: whether it was there."""
    if item not in items.items:
        return False
    del items.items[item]
    return True


def clear_items(world: World, items: HashSet) -> Value:
    """`Clear()`."""
    items.items.clear()
    return None


def union_with(world: World, items: HashSet, others: Value) -> Value:
    """`UnionWith(items)`."""
    items.items.update(dict.fromkeys(items_of(world, others)))
    return None


def except_with(world: World, items: HashSet, others: Value) -> Value:
    """`ExceptWith(items)`."""
    for item in list(items_of(world, others)):
        items.items.pop(item, None)
    return None


def intersect_with(world: World, items: HashSet, others: Value) -> Value:
    """`IntersectWith(items)`."""
    kept = set(items_of(world, others))
    items.items = {item: None for item in items.items if item in kept}
    return None


def remove_where(world: World, items: HashSet, condition: Value) -> Value:
    """`RemoveWhere(condition)`: how many."""
    check, before = test_of(condition), len(items)
    items.items = {item: None for item in items.items if not check(item)}
    return before - len(items)


def _compared(compare: Callable[[set[Value], set[Value]], bool]) -> NativeFunction:
    return lambda world, items, others: compare(set(items.items), set(items_of(world, others)))


METHODS: dict[type, dict[str, NativeFunction]] = {
    dict: {
        **QUESTIONS,
        "Add": add_pair,
        "Clear": clear_pairs,
        "ContainsKey": contains_key,
        "ContainsValue": contains_value,
        "GetValueOrDefault": value_or_default,
        "Remove": remove_key,
        "TryAdd": try_add,
        "TryGetValue": try_get,
    },
    HashSet: {
        **QUESTIONS,
        "Add": add_item,
        "Clear": clear_items,
        "ExceptWith": except_with,
        "IntersectWith": intersect_with,
        "IsProperSubsetOf": _compared(set.__lt__),
        "IsProperSupersetOf": _compared(set.__gt__),
        "IsSubsetOf": _compared(set.__le__),
        "IsSupersetOf": _compared(set.__ge__),
        "Overlaps": _compared(lambda one, other: not one.isdisjoint(other)),
        "Remove": remove_item,
        "RemoveWhere": remove_where,
        "SetEquals": _compared(set.__eq__),
        "UnionWith": union_with,
    },
    Pair: {},
    Tuple: {},
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    dict: {
        "Count": lambda value: len(value) if isinstance(value, dict) else None,
        "Keys": lambda value: list(value) if isinstance(value, dict) else None,
        "Values": lambda value: list(value.values()) if isinstance(value, dict) else None,
    },
    HashSet: {"Count": lambda value: len(value) if isinstance(value, HashSet) else None},
    Pair: {
        "Key": lambda value: value.key if isinstance(value, Pair) else None,
        "Value": lambda value: value.value if isinstance(value, Pair) else None,
    },
}
