"""Lists, arrays and dictionaries: their own members; the questions come from `queries.py`."""

from collections.abc import Callable

from osy_runtime.builtins.queries import QUESTIONS, ROW_QUESTIONS
from osy_runtime.builtins.sequences import items_of
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.evaluate.operators import equals
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.store import ChildRows
from osy_runtime.values import OutReference, Row, Value
from osy_runtime.world import World

List = list[Value]
Dictionary = dict[Value, Value]


def add(world: World, items: List, item: Value) -> Value:
    """`Add(item)`."""
    items.append(item)
    return None


def add_range(world: World, items: List, others: Value) -> Value:
    """`AddRange(items)`."""
    items.extend(list(items_of(world, others)))
    return None


def insert(world: World, items: List, index: Value, item: Value) -> Value:
    """`Insert(index, item)`."""
    items.insert(_place(items, index, last=len(items)), item)
    return None


def remove(world: World, items: List, item: Value) -> Value:
    """`Remove(item)`: whether it was there."""
    at = _find(items, item)
    if at < 0:
        return False
    del items[at]
    return True


def remove_at(world: World, items: List, index: Value) -> Value:
    """`RemoveAt(index)`."""
    del items[_place(items, index, last=len(items) - 1)]
    return None


def remove_all(world: World, items: List, condition: Callable[[Value], Value]) -> Value:
    """`RemoveAll(condition)`: how many."""
    kept = [item for item in items if condition(item) is not True]
    gone = len(items) - len(kept)
    items[:] = kept
    return gone


def clear(world: World, items: List) -> Value:
    """`Clear()`."""
    items.clear()
    return None


def index_of(world: World, items: List, item: Value) -> Value:
    """`IndexOf(item)`; -1 if it is nowhere."""
    return _find(items, item)


def _find(items: List, item: Value) -> int:
    return next((at for at, other in enumerate(items) if equals(item, other)), -1)


def _place(items: List, index: Value, *, last: int) -> int:
    if type(index) is not int:
        raise BadProgram(f"an index must be a whole number, not {kind(index)}")
    if not 0 <= index <= last:
        raise throw("IndexOutOfRangeException", f"the index {index} is outside of {len(items)} items")
    return index


# ── Child collections ────────────────────────────────────────────────────────────────────────────────────────────────


def add_child(world: World, children: ChildRows, child: Value) -> Value:
    """`parent.Children.Add(child)`: the child refers to the parent from now on."""
    if not isinstance(child, Row):
        raise BadProgram(f"a child collection takes rows, not {kind(child)}")
    child.set(children.field.foreign_key, children.owner)
    children.append(child)
    return None


def _no_child_change(world: World, children: ChildRows, *arguments: Value) -> Value:
    raise Unsupported("changing a child collection by anything but `Add` is not supported by this runner yet")


# ── Dictionaries ─────────────────────────────────────────────────────────────────────────────────────────────────────


def add_pair(world: World, pairs: Dictionary, key: Value, value: Value) -> Value:
    """`Add(key, value)`; the key must be new."""
    if key in pairs:
        raise throw("ArgumentException", f"the dictionary has a key {to_text(key)} already")
    pairs[key] = value
    return None


def contains_key(world: World, pairs: Dictionary, key: Value) -> Value:
    """`ContainsKey(key)`."""
    return key in pairs


def contains_value(world: World, pairs: Dictionary, value: Value) -> Value:
    """`ContainsValue(value)`."""
    return any(equals(value, other) for other in pairs.values())


def value_or_default(world: World, pairs: Dictionary, key: Value, otherwise: Value = None) -> Value:
    """`GetValueOrDefault(key, otherwise)`."""
    return pairs.get(key, otherwise)


def try_get(world: World, pairs: Dictionary, key: Value, out: OutReference) -> Value:
    """`TryGetValue(key, out value)`."""
    out.set(pairs.get(key))
    return key in pairs


def remove_key(world: World, pairs: Dictionary, key: Value) -> Value:
    """`Remove(key)`: whether it was there."""
    if key not in pairs:
        return False
    del pairs[key]
    return True


def clear_pairs(world: World, pairs: Dictionary) -> Value:
    """`Clear()`."""
    pairs.clear()
    return None


_LIST: dict[str, NativeFunction] = {
    **QUESTIONS,
    "Add": add,
    "AddRange": add_range,
    "Clear": clear,
    "IndexOf": index_of,
    "Insert": insert,
    "Remove": remove,
    "RemoveAll": remove_all,
    "RemoveAt": remove_at,
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    list: _LIST,
    ChildRows: {
        **ROW_QUESTIONS,
        "Add": add_child,
        **dict.fromkeys(("AddRange", "Clear", "Insert", "Remove", "RemoveAll", "RemoveAt"), _no_child_change),
    },
    dict: {
        **QUESTIONS,
        "Add": add_pair,
        "Clear": clear_pairs,
        "ContainsKey": contains_key,
        "ContainsValue": contains_value,
        "GetValueOrDefault": value_or_default,
        "Remove": remove_key,
        "TryGetValue": try_get,
    },
}


def _count(value: Value) -> Value:
    return len(value) if isinstance(value, list | dict) else None


PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    list: {"Count": _count, "Length": _count},
    ChildRows: {"Count": _count, "Length": _count},
    dict: {
        "Count": _count,
        "Keys": lambda value: list(value) if isinstance(value, dict) else None,
        "Values": lambda value: list(value.values()) if isinstance(value, dict) else None,
    },
}
