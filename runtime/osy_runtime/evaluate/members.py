"""Members of values while the program runs: read, written, called, by the kind of the value.

Rows and instances know their own members; what the runtime itself implements answers for itself (`HostObject`); the
members of texts, lists, dates and the like are tables in `builtins/`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType

from osy_runtime.builtins import find_method, find_property, library_names
from osy_runtime.builtins.sequences import Query, rows_query
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.evaluate.functions import call_function, choose, complete
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.model import EntityInfo, EnumInfo
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.slips import guess, no_host_member
from osy_runtime.values import Anonymous, Char, Closure, Instance, Row, TypeValue, Value
from osy_runtime.world import World


def read_member(world: World, value: Value, name: str) -> Value:
    """`value.name`."""
    match value:
        case Row():
            try:
                return value.get(name)
            except MissingMember:
                return _missing(world, value, name)
        case Instance():
            return _read_instance(world, value, name)
        case None:
            return _read_null(name)
        case HostObject():
            try:
                return value.get_member(name)
            except MissingMember:
                return _missing(world, value, name)
        case Anonymous() if name in value.fields:
            return value.fields[name]
        case _:
            pass
    getter = find_property(type(value), name)
    if getter is not None:
        return getter(value)
    if name == "Value":
        return value
    if name == "HasValue":
        return True
    return _missing(world, value, name)


def _read_null(name: str) -> Value:
    if name == "HasValue":
        return False
    if name == "Value":
        raise throw("InvalidOperationException", "a nullable value is null; it has no `Value`")
    raise throw("NullReferenceException", f"cannot read `{name}` of null")


def _read_instance(world: World, value: Instance, name: str) -> Value:
    computed = value.cls.find_property(name)
    if computed is not None and computed.getter is not None:
        return call_function(world.compiler, computed.getter, world, value, [])
    if name in value.fields:
        return value.fields[name]
    constant = value.cls.find_constant(name)
    if constant is not None:
        return world.compiler.constant(world, value.cls, constant)
    methods = value.cls.find_methods(name)
    if methods:
        from osy_runtime.values import FunctionGroup

        return FunctionGroup(name, methods, lambda *arguments: call_member(world, value, name, arguments, {}))
    return _missing(world, value, name)


def _missing(world: World, value: Value, name: str) -> Value:
    match value:
        case Row():
            raise BadProgram(world.program.no_member(value.entity, kind(value), name))
        case Instance():
            raise BadProgram(world.program.no_member(value.cls, kind(value), name))
        case HostObject():
            raise BadProgram(no_host_member(value, name))
        case _:
            raise BadProgram(_unknown_member(value, "member", name))


def _unknown_member(value: Value, what: str, name: str) -> str:
    near = guess(name, library_names(type(value)))
    return f"{kind(value)} has no {what} `{name}` that this runner knows{near}"


def write_member(world: World, target: Value, name: str, value: Value) -> None:
    """`target.name = value`."""
    match target:
        case Row():
            _write_row(world, target, name, value)
        case Instance():
            _write_instance(world, target, name, value)
        case None:
            raise throw("NullReferenceException", f"cannot set `{name}` of null")
        case Anonymous() if name in target.fields:
            target.fields[name] = value
        case _:
            raise BadProgram(f"`{name}` of {kind(target)} cannot be set")


def _write_row(world: World, row: Row, name: str, value: Value) -> None:
    field = row.entity.fields.get(name)
    if field is None:
        raise BadProgram(world.program.no_member(row.entity, kind(row), name))
    if field.is_collection:
        raise Unsupported(
            f"replacing the child collection `{row.entity.name}.{name}` is not supported by this runner yet"
        )
    row.set(name, field.convert(value) if field.convert else value)


def _write_instance(world: World, target: Instance, name: str, value: Value) -> None:
    computed = target.cls.find_property(name)
    if computed is not None:
        if computed.setter is None:
            raise BadProgram(f"`{target.cls.name}.{name}` cannot be set")
        call_function(world.compiler, computed.setter, world, target, [value])
        return
    if name not in target.fields:
        raise BadProgram(world.program.no_member(target.cls, kind(target), name))
    convert = world.compiler.layout(target.cls).conversions.get(name)
    target.fields[name] = convert(value) if convert else value


# ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def call_member(
    world: World, target: Value, name: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Value:
    """`target.name(arguments)`."""
    match target:
        case Instance():
            return _call_instance(world, target, name, arguments, named)
        case HostObject():
            if named and not target.takes_names:
                raise _unknown_names(f"`{target.type_name}.{name}`", named)
            try:
                return target.call_member(name, arguments, named)
            except MissingMember:
                return _missing(world, target, name)
        case None:
            return _call_null(name, arguments)
        case Row():
            methods = target.entity.find_methods(name)
            if methods:
                function = choose(methods, arguments, named)
                return call_function(world.compiler, function, world, target, complete(function, arguments, named))
        case Closure() if name == "Invoke":
            return target.call(*arguments)
        case TypeValue(info=EntityInfo() as info):
            target = rows_query(world, info)
        case TypeValue(info=EnumInfo()):
            raise BadProgram(f"the enum `{target.name}` has no method `{name}`")
        case Anonymous() if isinstance(target.fields.get(name), Closure):
            closure = target.fields[name]
            assert isinstance(closure, Closure)
            return closure.call(*arguments)
        case _:
            pass
    return call_builtin(world, target, name, arguments, named)


def _call_null(name: str, arguments: Sequence[Value]) -> Value:
    if name == "GetValueOrDefault":
        if len(arguments) == 1:
            return arguments[0]
        raise Unsupported("`GetValueOrDefault()` of a null is not supported by this runner yet: give it the default")
    raise throw("NullReferenceException", f"cannot call `{name}` of null")


def _call_instance(
    world: World, target: Instance, name: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Value:
    methods = target.cls.find_methods(name)
    if methods:
        function = choose(methods, arguments, named)
        return call_function(world.compiler, function, world, target, complete(function, arguments, named))
    held = target.fields.get(name)
    if callable(held):
        return held(*arguments)
    return call_builtin(world, target, name, arguments, named)


def call_builtin(
    world: World, target: Value, name: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Value:
    """A method of a value that the library implements."""
    found = find_method(type(target), name)
    if found is None:
        if isinstance(target, TypeValue):
            raise Unsupported(f"`{target.name}.{name}` is not supported by this runner yet")
        if isinstance(target, Row | Instance):
            _missing(world, target, name)
        raise BadProgram(_unknown_member(target, "method", name))
    return call_native(world, found, f"`{name}` of {kind(target)}", (target, *arguments), named)


_OPEN_ENDED = 0x04
"""`inspect.CO_VARARGS`: the flag of code that takes `*arguments`; `inspect` itself is slow to import."""


@dataclass(frozen=True, slots=True)
class _Signature:
    """What a function of the library takes, the world left out."""

    names: tuple[str, ...]
    least: int
    is_open: bool


@cache
def _signature(function: NativeFunction) -> _Signature:
    assert isinstance(function, FunctionType)
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount]
    return _Signature(names, len(names) - len(function.__defaults__ or ()), bool(code.co_flags & _OPEN_ENDED))


def call_native(
    world: World, function: NativeFunction, what: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Value:
    """Call a Python function of the library with values of the program."""
    signature = _signature(function)
    if named:
        arguments = _with_named(signature, what, arguments, named)
    most = len(signature.names)
    if len(arguments) < signature.least or (len(arguments) > most and not signature.is_open):
        raise Unsupported(f"{what} with {_counted(arguments)} is not supported by this runner yet")
    try:
        return function(world, *arguments)
    except (TypeError, AttributeError) as problem:
        shown = ", ".join(kind(a) for a in arguments)
        raise BadProgram(f"{what} does not take these arguments ({shown}): {problem}") from problem


def _with_named(
    signature: _Signature, what: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Sequence[Value]:
    """The arguments in order; leaving out a parameter between two that are given is refused."""
    given = [*arguments]
    for name in signature.names[len(given) :]:
        if name not in named:
            break
        given.append(named[name])
    if len(given) != len(arguments) + len(named):
        raise _unknown_names(what, named)
    return given


def _unknown_names(what: str, named: Mapping[str, Value]) -> Unsupported:
    shown = ", ".join(f"`{name}:`" for name in named)
    return Unsupported(f"{what} with the named arguments {shown} is not supported by this runner yet")


def _counted(arguments: Sequence[Value]) -> str:
    return f"{len(arguments)} argument{'' if len(arguments) == 1 else 's'}"


# ── Indexers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_index(world: World, target: Value, key: Value) -> Value:
    """`target[key]`."""
    match target:
        case list():
            return target[_position(target, key)]
        case dict():
            if key not in target:
                raise throw("KeyNotFoundException", f"the dictionary has no key {to_text(key)}")
            return target[key]
        case str():
            return Char(target[_position(target, key)])
        case Query():
            items = list(target)
            return items[_position(items, key)]
        case None:
            raise throw("NullReferenceException", "cannot index null")
        case Anonymous() if isinstance(key, str):
            return target.fields.get(key)
        case _:
            raise BadProgram(f"{kind(target)} has no index")


def write_index(world: World, target: Value, key: Value, value: Value) -> None:
    """`target[key] = value`."""
    match target:
        case list():
            target[_position(target, key)] = value
        case dict():
            target[key] = value
        case None:
            raise throw("NullReferenceException", "cannot index null")
        case _:
            raise BadProgram(f"the items of {kind(target)} cannot be set")


def _position(items: Sequence[Value], key: Value) -> int:
    if not isinstance(key, int) or isinstance(key, bool):
        raise BadProgram(f"an index must be a whole number, not {kind(key)}")
    if not 0 <= key < len(items):
        raise throw("IndexOutOfRangeException", f"the index {key} is outside of {len(items)} items")
    return key
