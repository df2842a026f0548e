"""Lists and arrays: their own members; the questions come from `questions.py`."""

from collections.abc import Callable
from functools import cmp_to_key

from osy_runtime.builtins.answers import PLAIN, for_each
from osy_runtime.builtins.questions import QUESTIONS, ROW_QUESTIONS
from osy_runtime.builtins.sequences import function_of, items_of, sort_keys, test_of
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.builtins.texts import whole
from osy_runtime.evaluate.operators import equals
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.store import ChildRows
from osy_runtime.values import Bytes, Row, Value
from osy_runtime.world import World

List = list[Value]


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


def remove_all(world: World, items: List, condition: Value) -> Value:
    """`RemoveAll(condition)`: how many."""
    check = test_of(condition)
    kept = [item for item in items_of(world, items) if not check(item)]
    gone = len(items) - len(kept)
    items[:] = kept
    return gone


def clear(world: World, items: List) -> Value:
    """`Clear()`."""
    items.clear()
    return None


def index_of(world: World, items: List, item: Value, start: Value = 0) -> Value:
    """`IndexOf(item)` and `IndexOf(item, start)`; -1 if it is nowhere."""
    return _find(items, item, _place(items, start, last=len(items)))


def last_index_of(world: World, items: List, item: Value) -> Value:
    """`LastIndexOf(item)`; -1 if it is nowhere."""
    return next((at for at in range(len(items) - 1, -1, -1) if equals(items[at], item)), -1)


def _find(items: List, item: Value, start: int = 0) -> int:
    if type(item) in PLAIN:
        try:
            return items.index(item, start)
        except ValueError:
            return -1
    return next((at for at in range(start, len(items)) if equals(item, items[at])), -1)


def _place(items: List, index: Value, *, last: int) -> int:
    if not isinstance(index, int) or isinstance(index, bool):
        raise BadProgram(f"an index must be a whole number, not {kind(index)}")
    if not 0 <= index <= last:
        raise throw("IndexOutOfRangeException", f"the index {index} is outside of {len(items)} items")
    return index


def insert_range(world: World, items: List, index: Value, others: Value) -> Value:
    """`InsertRange(index, items)`."""
    at = _place(items, index, last=len(items))
    items[at:at] = list(items_of(world, others))
    return None


def get_range(world: World, items: List, start: Value, count: Value) -> Value:
    """`GetRange(start, count)`."""
    first, size = _span(items, start, count)
    return items[first : first + size]


def remove_range(world: World, items: List, start: Value, count: Value) -> Value:
    """`RemoveRange(start, count)`."""
    first, size = _span(items, start, count)
    del items[first : first + size]
    return None


def _span(items: List, start: Value, count: Value) -> tuple[int, int]:
    first = _place(items, start, last=len(items))
    return first, _place(items, count, last=len(items) - first)


def sort(world: World, items: List, by: Value = None) -> Value:
    """`Sort()`, and `Sort((a, b) => …)` by a comparison."""
    if by is None:
        ranked = sorted(zip(sort_keys(items), items, strict=True), key=lambda pair: pair[0])
        items[:] = [item for _, item in ranked]
        return None
    compare = function_of(by)
    items.sort(key=cmp_to_key(lambda a, b: whole(compare(a, b))))
    return None


def reverse_list(world: World, items: List) -> Value:
    """`Reverse()` of a list: in place, as a list of C# does."""
    items.reverse()
    return None


def find(world: World, items: List, condition: Value) -> Value:
    """`Find(condition)`: the first, or null."""
    check = test_of(condition)
    return next((item for item in items_of(world, items) if check(item)), None)


def find_all(world: World, items: List, condition: Value) -> Value:
    """`FindAll(condition)`: a list of them."""
    check = test_of(condition)
    return [item for item in items_of(world, items) if check(item)]


def find_index(world: World, items: List, condition: Value) -> Value:
    """`FindIndex(condition)`; -1 if it holds nowhere."""
    check = test_of(condition)
    return next((at for at, item in enumerate(items_of(world, items)) if check(item)), -1)


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


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_LIST: dict[str, NativeFunction] = {
    **QUESTIONS,
    "Add": add,
    "AddRange": add_range,
    "AsReadOnly": lambda world, items: items,
    "Clear": clear,
    "Exists": QUESTIONS["Any"],
    "Find": find,
    "FindAll": find_all,
    "FindIndex": find_index,
    "ForEach": for_each,
    "GetRange": get_range,
    "IndexOf": index_of,
    "Insert": insert,
    "InsertRange": insert_range,
    "LastIndexOf": last_index_of,
    "Remove": remove,
    "RemoveAll": remove_all,
    "RemoveAt": remove_at,
    "RemoveRange": remove_range,
    "Sort": sort,
    "TrueForAll": QUESTIONS["All"],
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    list: _LIST,
    Bytes: _LIST,
    ChildRows: {
        **ROW_QUESTIONS,
        "Add": add_child,
        **dict.fromkeys(("AddRange", "Clear", "Insert", "Remove", "RemoveAll", "RemoveAt"), _no_child_change),
    },
}


def _count(value: Value) -> Value:
    return len(value) if isinstance(value, list) else None


_SIZES: dict[str, Callable[[Value], Value]] = {"Count": _count, "Length": _count}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {list: _SIZES, Bytes: _SIZES, ChildRows: _SIZES}
