"""Tuples: literals, what takes them apart, `with`; and arguments that are places (`ref`, `out`)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import patterns as p
from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.functions import call_function
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.exceptions import throw
from osy_runtime.model import Shape
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Flow
from osy_runtime.values import Anonymous, Instance, OutReference, Pair, Tuple, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

DISCARD = "_"


def tuple_literal(compiler: "Compiler", scope: Scope, node: e.TupleLiteral, shape: Shape | None = None) -> Code:
    """`(a, Name: b)`; where the place's type is known, its elements take theirs."""
    names = element_names(node)
    wanted: Sequence[Shape | None] = ()
    if shape is not None and shape.name == TUPLE and len(shape.arguments) == len(node.items):
        wanted, names = shape.arguments, shape.names
    codes = [into(compiler, scope, item.value, wanted[i] if wanted else None) for i, item in enumerate(node.items)]
    return lambda f: Tuple(tuple([code(f) for code in codes]), names)


TUPLE = "ValueTuple"
"""What the type of a tuple is called."""


def element_names(node: e.TupleLiteral) -> tuple[str | None, ...]:
    """The names of a tuple's elements: those written, else those of the values, as far as each is given once."""
    names = [item.name.text if item.name is not None else _own_name(item.value) for item in node.items]
    return tuple(name if name and names.count(name) == 1 else None for name in names)


def _own_name(value: e.Expression) -> str:
    if isinstance(value, e.Name) and not value.type_arguments:
        return value.text
    return value.name.text if isinstance(value, e.Member) else ""


def tuple_shape(compiler: "Compiler", scope: Scope, node: e.TupleLiteral) -> Shape | None:
    """The type of a tuple as it is written."""
    parts = tuple(static_type(compiler, scope, item.value) for item in node.items)
    return Shape(TUPLE, None, parts, names=element_names(node))


# ── Taking apart ─────────────────────────────────────────────────────────────────────────────────────────────────────


def parts_of(world: World, value: Value, count: int) -> Sequence[Value]:
    """The parts of a value that is taken apart: a tuple, a pair of a dictionary, a record, what has a `Deconstruct`."""
    found = try_parts(world, value, count)
    if found is None:
        if value is None:
            raise throw("NullReferenceException", "null cannot be taken apart")
        raise BadProgram(f"{kind(value)} cannot be taken apart into {count}")
    return found


def try_parts(world: World, value: Value, count: int) -> Sequence[Value] | None:
    """The parts, or None where the value has not so many."""
    if isinstance(value, Tuple):
        return value.items if len(value.items) == count else None
    if isinstance(value, Pair):
        return (value.key, value.value) if count == 2 else None
    if not isinstance(value, Instance):
        return None
    for method in value.cls.find_methods("Deconstruct"):
        if len(method.parameters) == count:
            given: list[Value] = [None] * count
            out = [OutReference(_into_place(given, i)) for i in range(count)]
            call_function(world.compiler, method, world, value, out)
            return given
    positions = value.cls.positions
    return [value.fields[name] for name in positions] if len(positions) == count else None


def _into_place(given: list[Value], i: int) -> Callable[[Value], None]:
    def put(value: Value) -> None:
        given[i] = value

    return put


def targets_setter(compiler: "Compiler", scope: Scope, node: p.Targets | e.TupleLiteral, shape: Shape | None) -> Setter:
    """What gives the parts of a value to what stands between the parentheses, which may declare names."""
    items = [item.value for item in node.items] if isinstance(node, e.TupleLiteral) else node.items
    known = shape.arguments if shape is not None and len(shape.arguments) == len(items) else (None,) * len(items)
    setters = [_target(compiler, scope, item, part) for item, part in zip(items, known, strict=True)]
    count = len(setters)

    def put(f: Frame, value: Value) -> None:
        for setter, part in zip(setters, parts_of(f.world, value, count), strict=True):
            setter(f, part)

    return put


def ready_targets(
    compiler: "Compiler", scope: Scope, node: p.Targets | e.TupleLiteral, shape: Shape | None
) -> Callable[[Frame], Setter]:
    """As `targets_setter`, but the holders and keys of the places are evaluated first, from left to right, as in C#."""
    items = [item.value for item in node.items] if isinstance(node, e.TupleLiteral) else node.items
    known = shape.arguments if shape is not None and len(shape.arguments) == len(items) else (None,) * len(items)
    ready = [_ready_target(compiler, scope, item, part) for item, part in zip(items, known, strict=True)]
    count = len(ready)

    def prepare(f: Frame) -> Setter:
        setters = [each(f) for each in ready]

        def put(inner: Frame, value: Value) -> None:
            for setter, part in zip(setters, parts_of(inner.world, value, count), strict=True):
                setter(inner, part)

        return put

    return prepare


def _ready_target(
    compiler: "Compiler", scope: Scope, item: e.Expression | p.Designation | p.Targets, shape: Shape | None
) -> Callable[[Frame], Setter]:
    from osy_runtime.evaluate.members import write_index, write_member

    if isinstance(item, p.Targets | e.TupleLiteral):
        return ready_targets(compiler, scope, item, shape)
    if isinstance(item, e.Member | e.Index) and not item.conditional:
        holder = compiler.value(scope, item.target)
        key = compiler.value(scope, item.index) if isinstance(item, e.Index) else None
        name = item.name.text if isinstance(item, e.Member) else ""
        convert = conversion_to(static_type(compiler, scope, item)) or _as_it_is

        def prepare(f: Frame) -> Setter:
            held = holder(f)
            if key is None:
                return lambda g, value: write_member(g.world, held, name, convert(value))
            at = key(f)
            return lambda g, value: write_index(g.world, held, at, convert(value))

        return prepare
    setter = _target(compiler, scope, item, shape)
    return lambda f: setter


def _as_it_is(value: Value) -> Value:
    return value


def _target(
    compiler: "Compiler", scope: Scope, item: e.Expression | p.Designation | p.Targets, shape: Shape | None
) -> Setter:
    if isinstance(item, p.Targets | e.TupleLiteral):
        return targets_setter(compiler, scope, item, shape)
    if isinstance(item, p.Designation):
        return designation_setter(compiler, scope, item, shape)
    if isinstance(item, e.Name) and item.text == DISCARD and scope.peek(DISCARD) is None:
        return lambda f, value: None
    place = compiler.place(scope, item)
    convert = conversion_to(static_type(compiler, scope, item))
    return place if convert is None else lambda f, value: place(f, convert(value))


def designation_setter(compiler: "Compiler", scope: Scope, node: p.Designation, shape: Shape | None) -> Setter:
    """What puts a value into a name that is declared here."""
    if node.name.text == DISCARD:
        return lambda f, value: None
    if node.type is None:
        return variable_setter(scope.declare(node.name.text, None, shape))
    written = compiler.shape(node.type, scope.site)
    convert = conversion_to(written)
    put = variable_setter(scope.declare(node.name.text, convert, written))
    return put if convert is None else lambda f, value: put(f, convert(value))


def deconstruction(compiler: "Compiler", scope: Scope, node: s.Deconstruction) -> Step:
    """`var (a, b) = value;`."""
    value = compiler.value(scope, node.value)
    ready = ready_targets(compiler, scope, node.targets, static_type(compiler, scope, node.value))

    def run(f: Frame) -> Flow | None:
        put = ready(f)
        put(f, value(f))
        return None

    return run


# ── `with` ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def with_value(compiler: "Compiler", scope: Scope, node: e.With) -> Code:
    """`record with { Name = value }`: a copy with other members."""
    from osy_runtime.evaluate.members import write_member

    target = compiler.value(scope, node.target)
    members = [
        (element.name.text, compiler.value(scope, element.value))
        for element in node.initialiser.elements
        if isinstance(element, e.InitialiserMember)
    ]

    def run(f: Frame) -> Value:
        given = target(f)
        match given:
            case Instance():
                made: Value = Instance(given.cls, dict(given.fields), given.types)
            case Anonymous():
                made = Anonymous(dict(given.fields))
            case None:
                raise throw("NullReferenceException", "null cannot be copied by `with`")
            case _:
                raise BadProgram(f"{kind(given)} cannot be copied by `with`")
        for name, code in members:
            write_member(f.world, made, name, code(f))
        return made

    return run


# ── Places as arguments ──────────────────────────────────────────────────────────────────────────────────────────────


def passed(compiler: "Compiler", scope: Scope, node: e.Passed) -> Code:
    """`ref x`, `out x`, `in x`: the place, which the callee reads when it begins and writes when it ends."""
    if isinstance(node.target, e.Name) and node.target.text == DISCARD and scope.peek(DISCARD) is None:
        return lambda f: OutReference(lambda value: None)
    read = compiler.value(scope, node.target)
    if node.mode == "in":
        return read
    place = compiler.place(scope, node.target)
    shape = static_type(compiler, scope, node.target)
    convert = conversion_to(shape)
    empty = default_of(shape) if shape is not None else None
    is_out = node.mode == "out"

    def refer(f: Frame) -> Value:
        def put(value: Value) -> None:
            given = empty if value is None and is_out else value
            place(f, convert(given) if convert else given)

        return OutReference(put, None if is_out else read(f))

    return refer
