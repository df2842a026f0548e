"""Members that every value has, and those of enum members, rows, instances, anonymous objects, types as values."""

from collections.abc import Callable

from osy_runtime.builtins.static import NativeFunction
from osy_runtime.evaluate.operators import equals, order
from osy_runtime.model import ClassInfo, EnumInfo
from osy_runtime.show import to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, EnumValue, Instance, Row, TypeValue, Value
from osy_runtime.world import World


def text_of(world: World, value: Value) -> Value:
    """`ToString()`."""
    return to_text(value)


def equals_method(world: World, value: Value, other: Value) -> Value:
    """`Equals(other)`."""
    return equals(value, other)


def compare_to(world: World, value: Value, other: Value) -> Value:
    """`CompareTo(other)`."""
    return order(value, other)


def delete(world: World, row: Row) -> Value:
    """`row.Delete()`."""
    world.store.delete(row)
    return None


def has_flag(world: World, value: EnumValue, flag: Value) -> Value:
    """`HasFlag(flag)`."""
    if not isinstance(flag, EnumValue) or flag.enum is not value.enum:
        raise BadProgram("`HasFlag` takes a member of the same enum")
    return value.number & flag.number == flag.number


def get_or_default(world: World, value: Value, otherwise: Value = None) -> Value:
    """`GetValueOrDefault()` of a nullable that has a value."""
    return value


COMMON: dict[str, NativeFunction] = {
    "ToString": text_of,
    "Equals": equals_method,
    "CompareTo": compare_to,
    "GetValueOrDefault": get_or_default,
}
METHODS: dict[type, dict[str, NativeFunction]] = {
    EnumValue: {"HasFlag": has_flag},
    Row: {"Delete": delete},
    Instance: {},
    Anonymous: {},
    TypeValue: {},
}


def _enum(read: Callable[[EnumValue], Value]) -> Callable[[Value], Value]:
    return lambda value: read(value) if isinstance(value, EnumValue) else None


def _full_name(value: Value) -> Value:
    info = value.info if isinstance(value, TypeValue) else None
    if isinstance(info, ClassInfo) and info.site is not None and info.site.namespace:
        return f"{info.site.namespace}.{info.name}"
    return str(getattr(info, "full_name", "") or getattr(info, "name", "") or to_text(value))


def _members(value: Value) -> Value:
    if isinstance(value, TypeValue) and isinstance(value.info, EnumInfo):
        return list(value.info.members)
    raise BadProgram("only an enum has `Members`")


PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    EnumValue: {"Name": _enum(lambda v: v.name), "Label": _enum(lambda v: v.label)},
    TypeValue: {
        "FullName": _full_name,
        "Name": lambda value: value.name.rpartition(".")[2] if isinstance(value, TypeValue) else None,
        "Members": _members,
    },
}
