"""`new`: rows, instances, exceptions, lists, dictionaries, dates, anonymous objects; and collection expressions."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.types import TypeName
from osy_runtime.builtins.construct import CONSTRUCTORS
from osy_runtime.builtins.sequences import items_of
from osy_runtime.evaluate import names
from osy_runtime.evaluate.arguments import ArgumentCodes, function_targets
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, complete, member_of
from osy_runtime.evaluate.layout import blank_row
from osy_runtime.evaluate.member_types import declared_member, own_member
from osy_runtime.evaluate.members import write_index, write_member
from osy_runtime.evaluate.native import call_native
from osy_runtime.evaluate.overloads import choose
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import item_of
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.type_arguments import mentions, type_code
from osy_runtime.evaluate.types import Conversion
from osy_runtime.exceptions import is_exception
from osy_runtime.model import ClassInfo, EntityInfo, FunctionInfo, Shape
from osy_runtime.signals import BadProgram
from osy_runtime.values import Anonymous, Bytes, HashSet, Instance, Row, Value
from osy_runtime.world import World

Members: TypeAlias = list[tuple[str, Code]]


def collection(compiler: Compiler, scope: Scope, node: e.Collection) -> Code:
    """`[a, b]` where nothing says what it is a list of: numbers of several kinds meet in the widest."""
    shape = static_type(compiler, scope, node)
    if shape is not None:
        return into(compiler, scope, node, shape)
    items = [compiler.value(scope, item) for item in node.items]
    return lambda f: [item(f) for item in items]


def new(compiler: Compiler, scope: Scope, node: e.New) -> Code:
    """`new …`."""
    if node.type is None:
        if node.arguments is not None:
            return refuse(scope, node, "`new()` without a type")
        return _anonymous(compiler, scope, node)
    if mentions(scope, node.type):
        return _of_parameter(compiler, scope, node, node.type)
    return new_of(compiler, scope, node, compiler.shape(node.type, scope.site))


def new_of(compiler: Compiler, scope: Scope, node: e.New, shape: Shape) -> Code:
    """`new T(…) { … }`, or `new() { … }` where a `T` is wanted."""
    match shape.info:
        case EntityInfo():
            return _row(compiler, scope, node, shape.info)
        case ClassInfo():
            return _instance(compiler, scope, node, shape, shape.info)
        case _:
            return _library_object(compiler, scope, node, shape)


def _of_parameter(compiler: Compiler, scope: Scope, node: e.New, type_name: TypeName) -> Code:
    """`new T { … }` inside of what declares `T`: compiled for each type that `T` is."""
    shape = type_code(compiler, scope, type_name)
    made: dict[Shape, Code] = {}

    def run(f: Frame) -> Value:
        wanted = shape(f)
        if wanted not in made:
            made[wanted] = new_of(compiler, scope, node, wanted)
        while len(f.locals) < scope.size:
            # What was compiled just now may have variables of its own.
            f.locals.append(None)
        return made[wanted](f)

    return run


def _members(compiler: Compiler, scope: Scope, node: e.New, shape_of: Callable[[str], Shape | None]) -> Members:
    elements = node.initialiser.elements if node.initialiser else ()
    return [
        (m.name.text, into(compiler, scope, m.value, shape_of(m.name.text)))
        for m in elements
        if isinstance(m, e.InitialiserMember)
    ]


def _anonymous(compiler: Compiler, scope: Scope, node: e.New) -> Code:
    members: Members = []
    for element in node.initialiser.elements if node.initialiser else ():
        if isinstance(element, e.InitialiserPair):
            return refuse(scope, node, "a pair in an anonymous object")
        # `new { order.Name }` takes the name of what it is given.
        name = element.name.text if isinstance(element, e.InitialiserMember) else names.last_name(element.value)
        if not name:
            return names.bad_name(scope, node, "a member of an anonymous object needs a name")
        members.append((name, compiler.value(scope, element.value)))
    return lambda f: Anonymous({name: code(f) for name, code in members})


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _row(compiler: Compiler, scope: Scope, node: e.New, info: EntityInfo) -> Code:
    if info.is_abstract:
        return names.bad_name(scope, node, f"the entity `{info.name}` is abstract; no row can be made of it")
    plain: list[tuple[str, Code]] = []
    children: list[tuple[str, Code]] = []
    for name, code in _members(compiler, scope, node, lambda name: own_member(compiler, info, name)):
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


def _instance(compiler: Compiler, scope: Scope, node: e.New, shape: Shape, info: ClassInfo) -> Code:
    if info.is_abstract:
        return names.bad_name(scope, node, f"`{info.name}` is abstract; no instance can be made of it")
    if info.is_struct:
        return refuse(scope, node, "a `struct`, of which every variable has a copy of its own,")
    arguments = _arguments(compiler, scope, node, info)
    members = _members(compiler, scope, node, lambda name: declared_member(compiler, info, shape.arguments, name))
    others = [
        x for x in (node.initialiser.elements if node.initialiser else ()) if not isinstance(x, e.InitialiserMember)
    ]
    if others:
        return refuse(scope, node, f"an initialiser with items for `{info.name}`")
    for name, _ in members:
        if not member_of(info, name):
            return names.bad_name(scope, node, compiler.program.no_member(info, f"an instance of {info.name}", name))
    types = shape.arguments

    def run(f: Frame) -> Value:
        world = f.world
        instance = construct(world, info, arguments.values(f), arguments.named_values(f), types, arguments.types)
        for name, code in members:
            write_member(world, instance, name, code(f))
        return instance

    return run


def _arguments(compiler: Compiler, scope: Scope, node: e.New, info: ClassInfo) -> ArgumentCodes:
    if node.arguments is None:
        return ArgumentCodes(compiler, scope, e.Arguments(node.end, node.end, ()))
    call = e.Call(node.start, node.end, node, node.arguments)
    targets = function_targets(compiler, scope, call, info.constructors)
    return ArgumentCodes(compiler, scope, node.arguments, targets)


def construct(
    world: World,
    info: ClassInfo,
    arguments: Sequence[Value],
    named: dict[str, Value],
    types: tuple[Shape | None, ...] = (),
    known: Callable[[], Sequence[Shape | None]] = list,
) -> Instance:
    """A new instance: fields at their defaults, the bases' constructors, then the one that takes the arguments."""
    layout = world.compiler.layout(info)
    instance = Instance(info, dict(layout.blank), types)
    if types:
        layout.blank_of_types(world.compiler, instance)
    exceptional = is_exception(info)
    if exceptional:
        instance.fields["Message"] = ""
    layout.fill(world, instance, instance.fields)
    run_constructors(world, info, instance, arguments, named, known)
    return instance


def constructor_call(compiler: Compiler, scope: Scope, function: FunctionInfo, first: e.Call, body: Code) -> Code:
    """The body of a constructor behind the one that `: base(…)` or `: this(…)` runs before it."""
    owner = function.owner
    assert isinstance(owner, ClassInfo)
    is_own = isinstance(first.target, e.This)
    wanted = owner if is_own else _base_of(owner)
    targets = function_targets(compiler, scope, first, wanted.constructors if wanted is not None else ())
    arguments = ArgumentCodes(compiler, scope, first.arguments, targets)

    def run(f: Frame) -> Value:
        instance = f.this
        assert isinstance(instance, Instance)
        if wanted is not None:
            run_constructors(f.world, wanted, instance, arguments.values(f), arguments.named_values(f), arguments.types)
        return body(f)

    return run


def _base_of(info: ClassInfo) -> ClassInfo | None:
    return next((base for base in info.bases if not base.is_interface), None)


def run_constructors(
    world: World,
    info: ClassInfo,
    instance: Instance,
    arguments: Sequence[Value],
    named: dict[str, Value],
    known: Callable[[], Sequence[Shape | None]] = list,
    *,
    is_implied: bool = False,
) -> None:
    """The constructor of the class that takes the arguments, behind its base's unless it says itself what is before."""
    fitting = [c for c in info.constructors if c.takes(len(arguments), tuple(named))]
    chosen = None
    if fitting:
        chosen = choose(world.compiler, fitting, arguments, named, known() if len(fitting) > 1 else ())
    says = chosen is not None and isinstance(chosen.node, d.Constructor) and chosen.node.first is not None
    base = _base_of(info)
    if base is not None and not says:
        run_constructors(world, base, instance, [], {}, is_implied=True)
    exceptional = is_exception(info)
    if chosen is not None:
        call_function(world.compiler, chosen, world, instance, complete(chosen, arguments, named))
    elif exceptional and not info.constructors and len(arguments) <= 2 and not named:
        if arguments:
            instance.fields["Message"] = arguments[0]
        if len(arguments) == 2:
            instance.fields["InnerException"] = arguments[1]
    elif not is_implied and (arguments or named or info.constructors):
        count = len(arguments) + len(named)
        raise BadProgram(f"`new {info.name}` does not take {count} argument{'' if count == 1 else 's'}")


# ── The library's objects ────────────────────────────────────────────────────────────────────────────────────────────


def _items(compiler: Compiler, scope: Scope, node: e.New, item: Shape | None) -> list[Code]:
    elements = node.initialiser.elements if node.initialiser else ()
    return [into(compiler, scope, x.value, item) for x in elements if isinstance(x, e.InitialiserItem)]


def _first_argument(compiler: Compiler, scope: Scope, node: e.New) -> Code | None:
    items = node.arguments.items if node.arguments is not None else ()
    value = items[0].value if items else None
    return compiler.value(scope, value) if isinstance(value, e.Expression) else None


def _list(compiler: Compiler, scope: Scope, node: e.New, shape: Shape) -> Code:
    item = item_of(shape)
    items, copied = _items(compiler, scope, node, item), _first_argument(compiler, scope, node)
    make: Callable[[Iterable[Value]], Value] = list
    if item == Shape("byte") and shape.name == "Array":
        make = Bytes
    elif shape.name == "HashSet":
        make = HashSet

    def run(f: Frame) -> Value:
        start = copied(f) if copied else None
        found = () if start is None or isinstance(start, int) else items_of(f.world, start)
        return make([*found, *(item(f) for item in items)])

    return run


def _dictionary(compiler: Compiler, scope: Scope, node: e.New, shape: Shape) -> Code:
    key_shape, value_shape = shape.arguments if len(shape.arguments) == 2 else (None, None)
    elements = node.initialiser.elements if node.initialiser else ()
    pairs: list[tuple[Code, Code]] = []
    for x in elements:
        found = _pair(x)
        if found is None:
            return refuse(scope, node, "this initialiser of a dictionary")
        pairs.append((into(compiler, scope, found[0], key_shape), into(compiler, scope, found[1], value_shape)))
    copied = _first_argument(compiler, scope, node)

    def run(f: Frame) -> Value:
        start = copied(f) if copied else None
        made: dict[Value, Value] = dict(start) if isinstance(start, dict) else {}
        for key, value in pairs:
            write_index(f.world, made, key(f), value(f))
        return made

    return run


def _pair(node: object) -> tuple[e.Expression, e.Expression] | None:
    """Key and value of `{ key, value }`, or of C#'s `[key] = value`."""
    match node:
        case e.InitialiserPair():
            return node.key, node.value
        case e.InitialiserItem(value=e.Assignment(target=e.Collection(items=(key,)), operator="=", value=value)):
            return key, value
        case _:
            return None


def _unknown_type(compiler: Compiler, scope: Scope, node: e.New, name: str) -> Code:
    from osy_grammar.language import platform_type

    if platform_type(name) is not None:
        return refuse(scope, node, f"`new {name}`")
    return names.bad_name(scope, node, compiler.program.no_name(f"nothing here declares a type `{name}`", name))


_MAKERS: dict[str, Callable[[Compiler, Scope, e.New, Shape], Code]] = {
    "List": _list,
    "Array": _list,
    "HashSet": _list,
    "Dictionary": _dictionary,
}


def _library_object(compiler: Compiler, scope: Scope, node: e.New, shape: Shape) -> Code:
    make = _MAKERS.get(shape.name)
    if make is not None:
        return make(compiler, scope, node, shape)
    constructor = CONSTRUCTORS.get(shape.name)
    if constructor is None:
        return _unknown_type(compiler, scope, node, node.type.name.text if node.type is not None else shape.name)
    arguments = ArgumentCodes(compiler, scope, node.arguments or e.Arguments(node.end, node.end, ()))
    what = f"`new {shape.name}`"
    return lambda f: call_native(f.world, constructor, what, arguments.values(f), arguments.named_values(f))
