"""`new`: rows, instances, exceptions, lists, dictionaries, dates, anonymous objects; and collection expressions."""

from collections.abc import Callable, Sequence

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.types import TypeName
from osy_runtime.builtins.construct import CONSTRUCTORS
from osy_runtime.evaluate import names
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, complete
from osy_runtime.evaluate.layout import blank_row
from osy_runtime.evaluate.members import call_native, write_member
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.types import Conversion
from osy_runtime.exceptions import is_exception
from osy_runtime.model import ClassInfo, EntityInfo
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Instance, Row, Value
from osy_runtime.world import World


def collection(compiler: Compiler, scope: Scope, node: e.Collection) -> Code:
    """`[a, b]`."""
    items = [compiler.value(scope, item) for item in node.items]
    return lambda f: [item(f) for item in items]


def new(compiler: Compiler, scope: Scope, node: e.New) -> Code:
    """`new …`."""
    if node.type is None:
        if node.arguments is not None:
            return refuse(scope, node, "`new()` without a type")
        return _anonymous(compiler, scope, node)
    if node.type.tails[-1:] == ("[]",):
        return _list(compiler, scope, node, node.type)
    name = node.type.name.text
    info = compiler.program.find_type(name, scope.site)
    match info:
        case EntityInfo():
            return _row(compiler, scope, node, info)
        case ClassInfo():
            return _instance(compiler, scope, node, info)
        case _:
            return _library_object(compiler, scope, node, node.type)


def _arguments(compiler: Compiler, scope: Scope, node: e.New) -> tuple[list[Code], dict[str, Code]]:
    from osy_runtime.evaluate.calls import ArgumentCodes

    if node.arguments is None:
        return [], {}
    codes = ArgumentCodes(compiler, scope, node.arguments)
    return codes.positional, codes.named


def _members(compiler: Compiler, scope: Scope, node: e.New) -> list[tuple[str, Code]]:
    elements = node.initialiser.elements if node.initialiser else ()
    return [(m.name.text, compiler.value(scope, m.value)) for m in elements if isinstance(m, e.InitialiserMember)]


def _anonymous(compiler: Compiler, scope: Scope, node: e.New) -> Code:
    members = _members(compiler, scope, node)
    return lambda f: Anonymous({name: code(f) for name, code in members})


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _row(compiler: Compiler, scope: Scope, node: e.New, info: EntityInfo) -> Code:
    if info.is_abstract:
        return names.bad_name(scope, node, f"the entity `{info.name}` is abstract; no row can be made of it")
    plain: list[tuple[str, Code]] = []
    children: list[tuple[str, Code]] = []
    for name, code in _members(compiler, scope, node):
        field = info.fields.get(name)
        if field is None:
            return names.bad_name(scope, node, compiler.program.no_member(info, f"`{info.name}`", name))
        (children if field.is_collection else plain).append((name, code))

    def run(f: Frame) -> Value:
        world = f.world
        conversions = world.compiler.layout(info).conversions
        values = {name: _converted(conversions.get(name), code(f)) for name, code in plain}
        row = blank_row(world, info, values)
        for name, code in children:
            _adopt(world, row, name, code(f))
        return row

    return run


def _converted(convert: Conversion | None, value: Value) -> Value:
    return convert(value) if convert else value


def _adopt(world: World, row: Row, name: str, children: Value) -> None:
    field = row.entity.fields[name]
    if not isinstance(children, list):
        raise BadProgram(f"`{row.entity.name}.{name}` is given no list")
    for child in children:
        write_member(world, child, field.foreign_key, row)


# ── Instances ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _instance(compiler: Compiler, scope: Scope, node: e.New, info: ClassInfo) -> Code:
    if info.is_abstract:
        return names.bad_name(scope, node, f"`{info.name}` is abstract; no instance can be made of it")
    positional, named = _arguments(compiler, scope, node)
    members = _members(compiler, scope, node)
    others = [
        x for x in (node.initialiser.elements if node.initialiser else ()) if not isinstance(x, e.InitialiserMember)
    ]
    if others:
        return refuse(scope, node, f"an initialiser with items for `{info.name}`")

    def run(f: Frame) -> Value:
        world = f.world
        arguments = [code(f) for code in positional]
        instance = construct(world, info, arguments, {name: code(f) for name, code in named.items()})
        for name, code in members:
            write_member(world, instance, name, code(f))
        return instance

    return run


def construct(world: World, info: ClassInfo, arguments: Sequence[Value], named: dict[str, Value]) -> Instance:
    """A new instance: fields at their defaults, then the constructor that takes the arguments."""
    layout = world.compiler.layout(info)
    instance = Instance(info, dict(layout.blank))
    exceptional = is_exception(info)
    if exceptional:
        instance.fields["Message"] = ""
    layout.fill(world, instance, instance.fields)
    owner = next((c for c in info.lineage if c.constructors), None)
    constructors = owner.constructors if owner is not None and (owner is info or not arguments) else info.constructors
    chosen = next((c for c in constructors if c.takes(len(arguments), tuple(named))), None)
    if chosen is not None:
        call_function(world.compiler, chosen, world, instance, complete(chosen, arguments, named))
    elif exceptional and not info.constructors and len(arguments) <= 2 and not named:
        if arguments:
            instance.fields["Message"] = arguments[0]
    elif arguments or named or info.constructors:
        count = len(arguments) + len(named)
        raise BadProgram(f"`new {info.name}` does not take {count} argument{'' if count == 1 else 's'}")
    return instance


# ── The library's objects ────────────────────────────────────────────────────────────────────────────────────────────


def _list(compiler: Compiler, scope: Scope, node: e.New, type_name: TypeName) -> Code:
    elements = node.initialiser.elements if node.initialiser else ()
    items = [compiler.value(scope, x.value) for x in elements if isinstance(x, e.InitialiserItem)]
    convert = compiler.conversion(type_name, scope.site)
    positional, _ = _arguments(compiler, scope, node)
    copied = positional[0] if positional else None

    def run(f: Frame) -> Value:
        from osy_runtime.builtins.sequences import items_of

        start = copied(f) if copied else None
        made: list[Value] = [] if start is None or isinstance(start, int) else list(items_of(f.world, start))
        made.extend(item(f) for item in items)
        return convert(made) if convert else made

    return run


def _dictionary(compiler: Compiler, scope: Scope, node: e.New, type_name: TypeName) -> Code:
    elements = node.initialiser.elements if node.initialiser else ()
    pairs = [
        (compiler.value(scope, x.key), compiler.value(scope, x.value))
        for x in elements
        if isinstance(x, e.InitialiserPair)
    ]
    convert = compiler.conversion(type_name.arguments[1], scope.site) if len(type_name.arguments) == 2 else None
    return lambda f: {key(f): _converted(convert, value(f)) for key, value in pairs}


def _unknown_type(compiler: Compiler, scope: Scope, node: e.New, name: str) -> Code:
    from osy_grammar.language import type_named

    if type_named(name) is not None:
        return refuse(scope, node, f"`new {name}`")
    return names.bad_name(scope, node, compiler.program.no_name(f"nothing here declares a type `{name}`", name))


def _library_object(compiler: Compiler, scope: Scope, node: e.New, type_name: TypeName) -> Code:
    name = type_name.name.text
    makers: dict[str, Callable[[Compiler, Scope, e.New, TypeName], Code]] = {
        "List": _list,
        "Dictionary": _dictionary,
    }
    if name in makers:
        return makers[name](compiler, scope, node, type_name)
    constructor = CONSTRUCTORS.get(name)
    if constructor is None:
        return _unknown_type(compiler, scope, node, name)
    positional, named = _arguments(compiler, scope, node)

    def run(f: Frame) -> Value:
        values = [code(f) for code in positional]
        given = {key: code(f) for key, code in named.items()}
        return call_native(f.world, constructor, f"`new {name}`", values, given)

    return run
