"""What a name stands for, and what `.member` and `[index]` read.

A bare name is, in this order: a variable, a member of the class or entity around it, a global, a principal, a type, a
policy, a function, a static of the workflow engine, a static of the library. Before a `.`, a name that is both a
member and an enum means the enum where the member asked for is one of its (C#'s rule for a field named like its
type).
"""

from collections.abc import Callable

from osy_grammar.language import tells_of
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import replace
from osy_runtime.builtins import find_static
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.unsupported import is_refused_name
from osy_runtime.evaluate.chains import Chain, linked
from osy_runtime.evaluate.compiler import Compiler, located, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, complete, holds_value, member_of
from osy_runtime.evaluate.items import is_item, item_code, of_item
from osy_runtime.evaluate.members import read_index, read_member, read_stored
from osy_runtime.evaluate.overloads import choose
from osy_runtime.evaluate.scope import Scope, Variable
from osy_runtime.evaluate.shapes import is_value_type
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.statics import side_around, side_around_code, side_code
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.type_arguments import filled
from osy_runtime.exceptions import throw
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FieldInfo, Shape, Site
from osy_runtime.program import TypeInfo
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.slips import guess, static_guess
from osy_runtime.values import FunctionGroup, Instance, Row, TypeValue, Value

ENGINE_STATICS = frozenset({"Workflow", "TestClock", "DurableClock", "Background", "Backoff", "Zone"})
"""The statics that the workflow engine of a world brings, besides one for each workflow."""


def name(compiler: Compiler, scope: Scope, node: e.Name) -> Code:
    """A bare name as a value."""
    text = node.text
    variable = scope.find(text)
    if variable is not None:
        compiler.variables[node] = variable
        return variable_code(variable)
    if scope.owner is not None and member_of(scope.owner, text):
        return own_member(scope, text)
    side = side_around(scope, text)
    if side is not None:
        holder = side_around_code(side)
        return lambda f: read_member(f.world, holder(f), text)
    if text in scope.type_parameters:
        shape = filled(compiler, scope, Shape(text))
        return lambda f: TypeValue(shape(f))
    return _global_name(compiler, scope, node, text)


def _global_name(compiler: Compiler, scope: Scope, node: Node, text: str) -> Code:
    program = compiler.program
    if program.globals.find(text, scope.site):
        return _global_value(compiler, scope, text)
    if text in program.principals:
        return principal_code(compiler, text)
    info = program.find_type(text, scope.site)
    if isinstance(info, ClassInfo) and info.static_side is not None:
        given = node.type_arguments if isinstance(node, e.Name) else ()
        return side_code(info.static_side, tuple(compiler.shape(each, scope.site) for each in given))
    if info is not None:
        value = TypeValue(Shape(info.name, info))
        return lambda f: value
    if text in program.policies:
        return _policy(compiler, text)
    if text in program.functions:
        return _function_value(compiler, scope, text)
    if text == "default":
        return lambda f: None
    from osy_runtime.security.policies import PLATFORM_POLICIES

    if text in PLATFORM_POLICIES:
        holds = PLATFORM_POLICIES[text]
        return lambda f: holds(f.world)
    if text in program.grants:
        return lambda f: f.world.guard.grant(text)
    if text in program.topics:
        return topic_code(text)
    if text in ENGINE_STATICS or text in program.workflow_names:
        return engine_static(text)
    if text == "user":
        return lambda f: f.world.user
    static = find_static(text)
    if static is not None:
        return lambda f: static
    if is_refused_name(text):
        return refuse(scope, node, f"`{text}`")
    return bad_name(scope, node, program.no_name(f"nothing here is called `{text}`", text))


def bad_name(scope: Scope, node: Node, sentence: str) -> Code:
    """Code that says what is wrong with a name, when it is reached."""
    place = scope.place(node)

    def run(_: Frame) -> Value:
        failure = BadProgram(sentence)
        failure.locate(place)
        raise failure

    return run


def variable_code(variable: Variable) -> Code:
    """Reads a variable."""
    index = variable.index
    if variable.in_cell:

        def read_cell(f: Frame) -> Value:
            cell = f.locals[index]
            assert isinstance(cell, list)
            return cell[0]

        return read_cell
    return lambda f: f.locals[index]


def this(compiler: Compiler, scope: Scope, node: e.This) -> Code:
    """`this`."""
    return lambda f: f.this


def own_member(scope: Scope, text: str) -> Code:
    """A member of the class or entity around, by its bare name."""

    def run(f: Frame) -> Value:
        this = f.this
        if type(this) is Instance and text in this.fields and this.cls.find_property(text) is None:
            return this.fields[text]
        return read_member(f.world, this, text)

    return run


def engine_static(text: str) -> Code:
    """A static of the world's workflow engine."""

    def run(f: Frame) -> Value:
        found = f.world.statics.get(text)
        if found is None:
            raise Unsupported(f"`{text}` is not supported by this runner yet")
        return found

    return run


def topic_code(text: str) -> Code:
    """A declared topic."""
    from osy_runtime.security.topics import TopicStatic

    return lambda f: TopicStatic(f.world, text)


def _global_value(compiler: Compiler, scope: Scope, text: str) -> Code:
    found = compiler.program.globals.find(text, scope.site)
    assert found is not None
    site, node = found
    return _evaluated_once(compiler, site, text, node.value, node.type)


def _evaluated_once(compiler: Compiler, site: Site, what: str, node: e.Expression, type_name: TypeName) -> Code:
    """The value of a declaration, evaluated when a world first asks for it."""
    inner = compiler.scope(site, what, None, node)
    code = located(inner, node, into(compiler, inner, node, compiler.shape(type_name, site)))
    key = f"{site.path}::{what}"

    def run(f: Frame) -> Value:
        values = f.world.globals
        if key not in values:
            values[key] = code(Frame(f.world, None, [None] * inner.size))
        return values[key]

    return run


def principal_code(compiler: Compiler, text: str) -> Code:
    """The row of a declared principal: its query, asked as the system each time it is used."""
    site, node = compiler.program.principals[text]
    inner = compiler.scope(site, text, None, node.query)
    code = located(inner, node.query, compiler.value(inner, node.query))

    def run(f: Frame) -> Value:
        with f.world.as_system():
            return code(Frame(f.world, None, [None] * inner.size))

    return run


def _policy(compiler: Compiler, text: str) -> Code:
    function = compiler.policy(text)
    return lambda f: call_function(compiler, function, f.world, None, [])


def _function_value(compiler: Compiler, scope: Scope, text: str) -> Code:
    functions = compiler.program.find_functions(text, scope.site)

    def run(f: Frame) -> Value:
        world = f.world

        def call(*arguments: Value) -> Value:
            if text in world.stubs:
                stub = world.stubs[text]
                return stub(*arguments[: getattr(stub, "arity", len(arguments))])
            chosen = choose(compiler, functions, arguments, {})
            return call_function(compiler, chosen, world, None, complete(chosen, arguments, {}))

        return FunctionGroup(text, functions, call)

    return run


# ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def member(compiler: Compiler, scope: Scope, node: e.Member) -> Code:
    """`target.name` and `target?.name`."""
    text = node.name.text
    if not text:
        return bad_name(scope, node, "a member's name is missing here")
    static = static_member(compiler, scope, node)
    if static is not None:
        return static
    if isinstance(node.target, e.Base):
        return _base_member(compiler, scope, text)
    target = compiler.value(scope, node.target)
    if text in ("Value", "HasValue"):
        shape = static_type(compiler, scope, node.target)
        if shape is not None and not is_value_type(replace(shape, is_nullable=False)):
            # A member that is called so, and no question to a nullable: of a null nothing can be read.
            target = _present(target, text) if not node.conditional else target
    is_cut = node.conditional or _is_who_asks(node.target)
    if is_cut or isinstance(target, Chain):
        return linked(target, lambda f, value: read_member(f.world, value, text), conditional=is_cut)
    if scope.lets_null and text != "HasValue":
        return _reading_null(target, text)
    if is_item(node.target):
        return of_item(target, text)
    return item_code(reading(target, text)) if is_item(node) else reading(target, text)


def _reading_null(target: Code, text: str) -> Code:
    """The member, null of null: what the database evaluates."""

    def run(f: Frame) -> Value:
        value = target(f)
        if value is None:
            return None
        if type(value) is Row and not (f.world.is_checked and value.entity.is_guarded) and text in value.values:
            return value.values[text]
        return read_member(f.world, value, text)

    return run


def _is_who_asks(node: e.Expression) -> bool:
    """Whether it is `Session.CurrentUser`: of nobody every member is null (R165)."""
    return (
        isinstance(node, e.Member)
        and node.name.text == "CurrentUser"
        and isinstance(node.target, e.Name)
        and node.target.text == "Session"
    )


def _present(target: Code, text: str) -> Code:
    link = target.link if isinstance(target, Chain) else target

    def run(f: Frame) -> Value:
        value = link(f)
        if value is None:
            raise throw("NullReferenceException", f"cannot read `{text}` of null")
        return value

    return Chain(run) if isinstance(target, Chain) else run


def _base_member(compiler: Compiler, scope: Scope, text: str) -> Code:
    """`base.name`: the property as the base computes it, else what is stored."""
    bases = scope.owner.lineage[1:] if isinstance(scope.owner, ClassInfo) else ()
    computed = next((base.properties[text] for base in bases if text in base.properties), None)
    if computed is None or computed.getter is None:
        return lambda f: read_stored(f.world, f.this, text)
    getter = computed.getter
    return lambda f: call_function(compiler, getter, f.world, f.this, [])


def reading(target: Code, text: str) -> Code:
    """Reads a member of what `target` gives: rows and instances at once, the rest by their kind."""

    def run(f: Frame) -> Value:
        value = target(f)
        if type(value) is Row:
            world = f.world
            if world.is_checked and value.entity.is_guarded:
                return read_member(world, value, text)
            if text in value.values:
                return value.values[text]
        elif type(value) is Instance and text in value.fields and value.cls.find_property(text) is None:
            return value.fields[text]
        return read_member(f.world, value, text)

    return run


def static_member(compiler: Compiler, scope: Scope, node: e.Member) -> Code | None:
    """The code of `Type.member` where the target names a type or a static; None where it is a value."""
    target = node.target
    text = dotted(target)
    if text is None or node.conditional:
        return None
    first, _, rest = text.partition(".")
    member_name = node.name.text
    if scope.peek(first) is not None:
        # A variable may be called like an enum as well.
        value = enum_member(compiler, scope, text, member_name)
        return None if value is None else (lambda f: value)
    if scope.owner is not None and holds_value(scope.owner, first):
        value = enum_member(compiler, scope, text, member_name)
        return None if value is None else (lambda f: value)
    info = compiler.program.find_type(text, scope.site)
    if info is not None and (not rest or compiler.program.globals.find(first, scope.site) is None):
        return _type_member(compiler, scope, node, info, member_name)
    if rest:
        return None
    if text in compiler.program.functions and find_static(text) is None:
        return None
    static = None if text in compiler.program.workflow_names or text in ENGINE_STATICS else find_static(text)
    return _library_member(scope, node, static, member_name) if static else None


def dotted(node: e.Expression) -> str | None:
    """`A.B.C` as a text, where the expression is nothing but names."""
    parts: list[str] = []
    while isinstance(node, e.Member) and not node.conditional and not node.type_arguments:
        parts.append(node.name.text)
        node = node.target
    if not isinstance(node, e.Name) or node.type_arguments:
        return None
    return ".".join([node.text, *reversed(parts)])


def last_name(node: e.Expression) -> str:
    """The name that a value goes by: of `order.Name` it is `Name`."""
    return node.text if isinstance(node, e.Name) else node.name.text if isinstance(node, e.Member) else ""


def enum_member(compiler: Compiler, scope: Scope, type_name: str, member_name: str) -> Value:
    """The enum's member, or None if the type is no enum or has no such member."""
    info = compiler.program.find_type(type_name, scope.site)
    return info.by_name.get(member_name) if isinstance(info, EnumInfo) else None


def _type_member(compiler: Compiler, scope: Scope, node: e.Member, info: TypeInfo, member_name: str) -> Code | None:
    match info:
        case EnumInfo():
            if member_name == "Members":
                return lambda f: list(info.members)
            value = info.by_name.get(member_name)
            if value is None:
                return bad_name(
                    scope, node.name, f"`{info.name}` has no member `{member_name}`{guess(member_name, info.by_name)}"
                )
            return lambda f: value
        case ClassInfo():
            if info.find_static_side(member_name) is not None:
                return None
            constant = info.find_constant(member_name)
            if constant is not None:
                return constant_code(compiler, info, constant)
            static = find_static(info.name)
            if static is not None:
                return _library_member(scope, node, static, member_name)
            is_global = compiler.program.globals.find(info.name, scope.site) is not None
            return None if is_global else refuse(scope, node, f"`{info.name}.{member_name}`")
        case EntityInfo():
            return None


def constant_code(compiler: Compiler, owner: ClassInfo, field: FieldInfo) -> Code:
    """A class's `const`, evaluated once for a world."""
    if field.default is None:
        return lambda f: None
    return _evaluated_once(compiler, field.site, f"{owner.name}.{field.name}", field.default, field.type)


def _library_member(scope: Scope, node: e.Member, static: Static, member_name: str) -> Code:
    read: Callable[[Frame], Value]
    if member_name in static.values:
        getter = static.values[member_name]
        return lambda f: getter(f.world)
    if static.dynamic is not None:
        dynamic = static.dynamic
        return lambda f: dynamic(f.world, member_name)
    if member_name in static.functions:
        function = static.functions[member_name]

        def read(f: Frame) -> Value:
            world = f.world
            return FunctionGroup(f"{static.name}.{member_name}", [], lambda *values: function(world, *values))

        return read
    near = ""
    if not tells_of(static.name, member_name):
        near = static_guess(static.name, member_name, [*static.functions, *static.values])
    if near:
        return bad_name(scope, node, f"`{static.name}.{member_name}` is nothing that this runner knows{near}")
    return refuse(scope, node, f"`{static.name}.{member_name}`")


def index(compiler: Compiler, scope: Scope, node: e.Index) -> Code:
    """`target[index]` and `target?[index]`."""
    target, key = compiler.value(scope, node.target), compiler.value(scope, node.index)
    is_cut = node.conditional or scope.lets_null
    return linked(target, lambda f, value: read_index(f.world, value, key(f)), conditional=is_cut)
