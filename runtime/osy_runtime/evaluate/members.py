"""Members of values while the program runs: read, written, called, by the kind of the value.

Rows and instances know their own members; what the runtime itself implements answers for itself (`HostObject`); the
members of texts, lists, dates and the like are tables in `builtins/`.
"""

from collections.abc import Callable, Mapping, Sequence

from osy_runtime.builtins import find_method, find_property, library_names
from osy_runtime.builtins.sequences import Query, rows_query
from osy_runtime.builtins.unsupported import refused_member, refused_member_of
from osy_runtime.evaluate.functions import Types, call_function, complete
from osy_runtime.evaluate.native import call_native, unknown_names
from osy_runtime.evaluate.overloads import choose
from osy_runtime.exceptions import is_exception, throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.model import EntityInfo, EnumInfo, FunctionInfo, Shape
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, Failure, Unsupported
from osy_runtime.slips import guess, no_host_member
from osy_runtime.translations import translated
from osy_runtime.values import Anonymous, Char, Closure, EnumValue, Instance, Row, Tuple, TypeValue, Value
from osy_runtime.world import World


def read_member(world: World, value: Value, name: str) -> Value:
    """`value.name`."""
    match value:
        case Row():
            try:
                return world.guard.read(value, name) if world.is_checked else value.get(name)
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
        case Tuple() if (place := value.place(name)) >= 0:
            return value.items[place]
        case EnumValue() if name == "Label":
            return translated(world, value.label)
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
    return read_stored(world, value, name)


def read_stored(world: World, value: Value, name: str) -> Value:
    """A member of an instance that is no property with a body: a field, a constant, a method as a value."""
    if not isinstance(value, Instance):
        return read_member(world, value, name)
    if name in value.fields:
        return value.fields[name]
    constant = value.cls.find_constant(name)
    if constant is not None:
        return world.compiler.constant(world, value.cls, constant)
    methods = value.cls.find_methods(name)
    if methods:
        from osy_runtime.values import FunctionGroup

        return FunctionGroup(name, methods, lambda *arguments: call_member(world, value, name, arguments, {}))
    if name == "InnerException" and is_exception(value.cls):
        return None
    return _missing(world, value, name)


def _missing(world: World, value: Value, name: str) -> Value:
    match value:
        case Row():
            sentence = world.program.no_member(value.entity, kind(value), name)
            raise refused_member_of(value, name) or BadProgram(sentence)
        case Instance():
            raise BadProgram(world.program.no_member(value.cls, kind(value), name))
        case HostObject():
            raise refused_member(value.type_name, name) or BadProgram(no_host_member(value, name))
        case _:
            raise _unknown_member(value, "member", name)


def _unknown_member(value: Value, what: str, name: str) -> Failure:
    near = guess(name, library_names(type(value)))
    sentence = f"{kind(value)} has no {what} `{name}` that this runner knows{near}"
    return refused_member_of(value, name) or BadProgram(sentence)


def write_member(world: World, target: Value, name: str, value: Value) -> None:
    """`target.name = value`."""
    if type(target) is Row:
        field = target.entity.fields.get(name)
        if field is None or field.is_collection:
            raise _not_set(world, target, name)
        convert = field.convert
        target.keeper.change(target, name, value if convert is None else convert(value))
        return
    match target:
        case Instance():
            _write_instance(world, target, name, value)
        case None:
            raise throw("NullReferenceException", f"cannot set `{name}` of null")
        case Anonymous() if name in target.fields:
            target.fields[name] = value
        case Tuple() if target.place(name) >= 0:
            # Whoever else has this tuple keeps what it was: a tuple is its elements, and is put anew by its owner.
            raise Unsupported(f"setting `{name}` of a tuple is not supported by this runner yet")
        case _:
            raise BadProgram(f"`{name}` of {kind(target)} cannot be set")


def _not_set(world: World, row: Row, name: str) -> Failure:
    if name not in row.entity.fields:
        return BadProgram(world.program.no_member(row.entity, kind(row), name))
    return Unsupported(f"replacing the child collection `{row.entity.name}.{name}` is not supported by this runner yet")


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


Known = Sequence[Callable[[], Shape | None]]
"""What works out the types of the arguments, as they are written."""


def call_member(
    world: World,
    target: Value,
    name: str,
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    types: Types = None,
    known: Known = (),
) -> Value:
    """`target.name(arguments)`."""
    match target:
        case Instance():
            return _call_instance(world, target, name, arguments, named, types, known)
        case HostObject():
            if named and not target.takes_names:
                raise unknown_names(f"`{target.type_name}.{name}`", named)
            try:
                return target.call_member(name, arguments, named)
            except MissingMember:
                return _missing(world, target, name)
        case None:
            return _call_null(name, arguments)
        case Row():
            methods = target.entity.find_methods(name)
            if methods:
                function = _chosen(world, methods, arguments, named, known)
                completed = complete(function, arguments, named)
                return call_function(world.compiler, function, world, target, completed, types)
        case Closure() if name == "Invoke":
            return target.call(*arguments)
        case TypeValue():
            if isinstance(target.info, EnumInfo):
                raise BadProgram(f"the enum `{target.name}` has no method `{name}`")
            if isinstance(target.info, EntityInfo):
                target = rows_query(world, target.info)
        case Anonymous() if isinstance(target.fields.get(name), Closure):
            closure = target.fields[name]
            assert isinstance(closure, Closure)
            return closure.call(*arguments)
        case _:
            pass
    if world.store.costs.asked is not None and isinstance(target, Query) and target.is_rows:
        from osy_runtime.builtins.repeats import asked

        return asked(world, target, (name, *arguments), lambda: call_builtin(world, target, name, arguments, named))
    return call_builtin(world, target, name, arguments, named)


def text_in(world: World, value: Value) -> str:
    """The value's text where texts are put together: an instance's `ToString` is asked if its class has one."""
    if type(value) is str:
        return value
    if type(value) is Instance and value.cls.find_methods("ToString"):
        return to_text(_call_instance(world, value, "ToString", (), {}, None, ()))
    return to_text(value)


def _call_null(name: str, arguments: Sequence[Value]) -> Value:
    if name == "GetValueOrDefault":
        if len(arguments) == 1:
            return arguments[0]
        raise Unsupported("`GetValueOrDefault()` of a null whose type does not show is not supported by this runner")
    raise throw("NullReferenceException", f"cannot call `{name}` of null")


def _call_instance(
    world: World,
    target: Instance,
    name: str,
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    types: Types,
    known: Known,
) -> Value:
    methods = target.cls.find_methods(name)
    if methods:
        function = _chosen(world, methods, arguments, named, known)
        completed = complete(function, arguments, named)
        return call_function(world.compiler, function, world, target, completed, types)
    held = target.fields.get(name)
    if held is None and target.cls.find_property(name) is not None:
        held = read_member(world, target, name)
    if callable(held):
        return held(*arguments)
    return call_builtin(world, target, name, arguments, named)


def _chosen(
    world: World,
    methods: Sequence[FunctionInfo],
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    known: Known,
) -> FunctionInfo:
    if len(methods) == 1:
        return methods[0]
    return choose(world.compiler, methods, arguments, named, [ask() for ask in known])


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
        raise _unknown_member(target, "method", name)
    return call_native(world, found, f"`{name}` of {kind(target)}", (target, *arguments), named)


# ── Indexers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_index(world: World, target: Value, key: Value) -> Value:
    """`target[key]`."""
    match target:
        case list():
            return target[_position(target, key)]
        case dict():
            try:
                return target[key]
            except KeyError:
                raise throw("KeyNotFoundException", f"the dictionary has no key {to_text(key)}") from None
            except TypeError as problem:
                raise _no_key(key) from problem
        case str():
            return Char(target[_position(target, key)])
        case Query():
            items = list(target)
            return items[_position(items, key)]
        case HostObject():
            try:
                return target.get_item(key)
            except MissingMember:
                raise BadProgram(f"{kind(target)} has no index") from None
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
            if key is None:
                raise throw("ArgumentException", "a key of a dictionary cannot be null")
            try:
                target[key] = value
            except TypeError as problem:
                raise _no_key(key) from problem
        case None:
            raise throw("NullReferenceException", "cannot index null")
        case _:
            raise BadProgram(f"the items of {kind(target)} cannot be set")


def _no_key(key: Value) -> Unsupported:
    return Unsupported(f"{kind(key)} as a key of a dictionary is not supported by this runner yet")


def _position(items: Sequence[Value], key: Value) -> int:
    if not isinstance(key, int) or isinstance(key, bool):
        raise BadProgram(f"an index must be a whole number, not {kind(key)}")
    if not 0 <= key < len(items):
        raise throw("IndexOutOfRangeException", f"the index {key} is outside of {len(items)} items")
    return key
