"""Calling functions of the program: the overload, the arguments completed, the body in a frame of its own."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_grammar.nodes.base import Node
from osy_grammar.walk import children
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.scope import Scope, Variable, names_in_lambdas
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.exceptions import is_exception
from osy_runtime.model import ClassInfo, EntityInfo, FunctionInfo, Shape
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Failure, LimitPassed, Unsupported
from osy_runtime.values import OutReference, Value
from osy_runtime.world import MAX_DEPTH, World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler


class Absent(Enum):
    """The argument that was not given."""

    ARGUMENT = "absent"


Types = Mapping[str, Shape | None] | None

ROW_MEMBERS = frozenset({"Id", "CreatedAt", "CreatedBy", "ModifiedAt"})
"""What every row has besides the fields of its entity."""

Runner = Callable[[World, Value, Sequence[Value], Types], Value]


def call_function(
    compiler: "Compiler",
    function: FunctionInfo,
    world: World,
    this: Value,
    arguments: Sequence[Value],
    types: Types = None,
) -> Value:
    """Call a function with its arguments in the parameters' order; what is left out at the end takes its default."""
    run = function.run
    if run is None:
        run = function.run = compile_function(compiler, function)
    return run(world, this, arguments, types)


def complete(function: FunctionInfo, arguments: Sequence[Value], named: Mapping[str, Value]) -> Sequence[Value]:
    """The arguments in the parameters' order, `Absent.ARGUMENT` where a default is to be taken."""
    parameters = function.parameters
    if not named and len(arguments) == len(parameters) and not (parameters and parameters[-1].is_params):
        return arguments
    if not function.takes(len(arguments), tuple(named)):
        raise BadProgram(_no_fit(function, len(arguments), named))
    if parameters and parameters[-1].is_params and len(arguments) >= len(parameters) - 1:
        arguments = _packed(arguments, len(parameters) - 1)
    given: list[Value] = [*arguments]
    for parameter in parameters[len(given) :]:
        absent: Value = [] if parameter.is_params else Absent.ARGUMENT
        given.append(named.get(parameter.name, absent))
    return given


def _packed(arguments: Sequence[Value], at: int) -> Sequence[Value]:
    rest = list(arguments[at:])
    if len(rest) == 1 and (rest[0] is None or isinstance(rest[0], list)):
        return arguments
    return [*arguments[:at], rest]


def _no_fit(function: FunctionInfo, count: int, named: Mapping[str, Value]) -> str:
    shown = f"{count} argument{'' if count == 1 else 's'}"
    if named:
        shown += " and " + ", ".join(f"`{name}:`" for name in named)
    return f"`{function.name}` does not take {shown}"


def member_of(owner: ClassInfo | EntityInfo, name: str) -> bool:
    """Whether the class or entity has a member of that name."""
    if isinstance(owner, EntityInfo):
        return name in owner.fields or bool(owner.find_methods(name)) or name in ROW_MEMBERS
    return holds_value(owner, name) or any(name in info.methods for info in owner.lineage)


def holds_value(owner: ClassInfo | EntityInfo, name: str) -> bool:
    """Whether the class or entity has a field, a property or a constant of that name."""
    if isinstance(owner, EntityInfo):
        return name in owner.fields or name in ROW_MEMBERS
    if name in ("Message", "InnerException") and is_exception(owner):
        return True
    return any(name in info.fields or name in info.properties or name in info.constants for info in owner.lineage)


# ── Compiling ────────────────────────────────────────────────────────────────────────────────────────────────────────


def compile_function(compiler: "Compiler", function: FunctionInfo) -> Runner:
    """What runs the function."""
    from osy_runtime.security.functions import guarded
    from osy_runtime.security.policies import policy_code

    node = function.node
    body = _body(node)
    if body is None:
        return _bodiless(function)
    first = node.first if isinstance(node, d.Constructor) else None
    declared = list(node.parameters.items) if isinstance(node, d.Function | d.Constructor) else []
    defaults = [p.default for p in declared]
    scope = Scope(
        function.site,
        _title(function),
        function.owner,
        shared=names_in_lambdas(body, *defaults),
        type_parameters=frozenset(function.type_parameters) | own_parameters(function.owner),
    )
    shapes = [compiler.shape(p.type, function.site) for p in function.parameters]
    conversions = [conversion_to(shape) for shape in shapes]
    variables = [
        scope.declare(p.name, convert, shape)
        for p, convert, shape in zip(function.parameters, conversions, shapes, strict=True)
    ]
    default_codes = [
        None if value is None else into(compiler, scope, value, shape)
        for value, shape in zip(defaults, shapes, strict=False)
    ]
    default_codes.extend([None] * (len(variables) - len(default_codes)))
    result = compiler.shape(node.type, function.site) if isinstance(node, d.Function | d.Property) else None
    if isinstance(node, d.Policy) and isinstance(body, e.Expression):
        code = policy_code(compiler, scope, body)
    else:
        code = function_code(compiler, scope, body, result)
    if first is not None:
        from osy_runtime.evaluate.creation import constructor_call

        code = constructor_call(compiler, scope, function, first, code)
    passings = [p.passing in ("ref", "out") for p in function.parameters]
    is_plain = (
        not any(passings) and not any(v.in_cell for v in variables) and not any(conversions) and not any(default_codes)
    )
    if is_plain:
        return guarded(compiler, function, _plain_runner(scope, len(variables), code, function))
    runner = _full_runner(scope, variables, default_codes, conversions, code)
    if any(passings):
        runner = _place_runner(scope, variables, passings, default_codes, conversions, code)
    return guarded(compiler, function, runner)


def own_parameters(owner: ClassInfo | EntityInfo | None) -> frozenset[str]:
    """The type parameters of the class around."""
    return frozenset(owner.type_parameters) if isinstance(owner, ClassInfo) else frozenset()


def _body(node: d.Function | d.Constructor | d.Accessor | d.Property | d.Policy) -> s.Block | e.Expression | None:
    match node:
        case d.Property():
            return node.getter
        case d.Policy():
            return node.condition
        case _:
            return node.body


def function_code(compiler: "Compiler", scope: Scope, body: s.Block | e.Expression, result: Shape | None) -> Code:
    """The body as code that gives a value of the type; one that yields gives its items, asked for one by one."""
    if isinstance(body, s.Block) and result is not None and result.name in _STREAMS and yields(body):
        from osy_runtime.evaluate.generators import stream_code

        return stream_code(compiler, scope, body, result)
    return body_code(compiler, scope, body, result)


_STREAMS = ("stream", "IEnumerable")
"""The types of what a function gives that yields."""

YIELD_BREAK = "`yield break`"
"""How the tree calls C#'s other statement of functions that yield."""


def yields(body: s.Statement) -> bool:
    """Whether the statement says `yield` outside of the lambdas in it."""
    waiting: list[Node] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, s.YieldReturn) or (isinstance(node, s.ForeignStatement) and node.form == YIELD_BREAK):
            return True
        if not isinstance(node, e.Expression):
            waiting.extend(children(node))
    return False


def body_code(compiler: "Compiler", scope: Scope, body: s.Block | e.Expression, result: Shape | None) -> Code:
    """The body of a function or a lambda as code that gives its result, of that type where it is known."""
    from osy_runtime.evaluate.compiler import located
    from osy_runtime.evaluate.literals import mark_spoken

    scope.returns = result
    only = body.statements[0] if isinstance(body, s.Block) and len(body.statements) == 1 else None
    if isinstance(only, s.Return) and only.value is not None:
        scope.open_block()
        mark_spoken(compiler, only.value)
        code = compiler.counted(scope, only, into(compiler, scope, only.value, result))
        scope.close_block()
        return located(scope, only, code)
    if isinstance(body, s.Block):
        step = compiler.step(scope, body)

        def run(f: Frame) -> Value:
            step(f)
            return f.result

        return run
    mark_spoken(compiler, body)
    return compiler.counted(scope, body, located(scope, body, into(compiler, scope, body, result)))


def _bodiless(function: FunctionInfo) -> Runner:
    def run(world: World, this: Value, arguments: Sequence[Value], types: Types = None) -> Value:
        if isinstance(function.node, d.Policy):
            told = f"the policy `{function.name}` has no condition in view: the app that uses its package defines it"
            raise Unsupported(told)
        raise Unsupported(f"`{function.name}` has no body that this runner could run")

    return run


def _title(function: FunctionInfo) -> str:
    return f"{function.owner.name}.{function.name}" if function.owner else function.name


def enter_call(world: World, name: str) -> None:
    """Count a call: how deep it is, how much time is left. The caller takes one off `depth` when it ends."""
    if world.depth >= MAX_DEPTH:
        raise LimitPassed(
            f"calls are more than {MAX_DEPTH} deep, the innermost is `{name}`: does it call itself for ever?"
        )
    world.depth += 1
    world.fuel -= 1
    if world.fuel < 0:
        world.refuel()


def _plain_runner(scope: Scope, count: int, code: Code, function: FunctionInfo) -> Runner:
    name = scope.function
    blank = [None] * (scope.size - count)

    def run(world: World, this: Value, arguments: Sequence[Value], types: Types = None) -> Value:
        if len(arguments) != count:
            raise BadProgram(_no_fit(function, len(arguments), {}))
        depth = world.depth
        # As `enter_call` does, which would be one more call for each of the program's.
        world.fuel -= 1
        if depth >= MAX_DEPTH or world.fuel < 0:
            world.fuel += 1
            enter_call(world, name)
        else:
            world.depth = depth + 1
        try:
            return code(Frame(world, this, [*arguments, *blank], types))
        except Failure as failure:
            failure.leave_call()
            raise
        finally:
            world.depth = depth

    return run


def _place_runner(
    scope: Scope,
    variables: Sequence[Variable],
    passings: Sequence[bool],
    defaults: Sequence[Code | None],
    conversions: Sequence[Callable[[Value], Value] | None],
    code: Code,
) -> Runner:
    """A function with `ref` or `out` parameters: they take what the places hold, which get it back at the end."""
    places = [(i, variable) for i, (variable, is_place) in enumerate(zip(variables, passings, strict=True)) if is_place]

    def run(world: World, this: Value, arguments: Sequence[Value], types: Types = None) -> Value:
        given = list(arguments)
        for i, variable in places:
            held = given[i] if i < len(given) else None
            if isinstance(held, OutReference):
                shape = variable.shape
                empty = default_of(shape) if isinstance(shape, Shape) else None
                given[i] = empty if held.value is None else held.value
        frames: list[Frame] = []

        def kept(f: Frame) -> Value:
            frames.append(f)
            return code(f)

        try:
            return _full_runner(scope, variables, defaults, conversions, kept)(world, this, given, types)
        finally:
            for i, variable in places if frames else ():
                held = arguments[i] if i < len(arguments) else None
                if isinstance(held, OutReference):
                    value = frames[0].locals[variable.index]
                    held.set(value[0] if variable.in_cell and isinstance(value, list) else value)

    return run


def _full_runner(
    scope: Scope,
    variables: Sequence[Variable],
    defaults: Sequence[Code | None],
    conversions: Sequence[Callable[[Value], Value] | None],
    code: Code,
) -> Runner:
    name = scope.function
    parts = list(zip(variables, defaults, conversions, strict=True))

    def run(world: World, this: Value, arguments: Sequence[Value], types: Types = None) -> Value:
        frame = Frame(world, this, [None] * scope.size, types)
        depth = world.depth
        enter_call(world, name)
        try:
            for position, (variable, default, convert) in enumerate(parts):
                value = arguments[position] if position < len(arguments) else Absent.ARGUMENT
                if value is Absent.ARGUMENT:
                    if default is None:
                        raise BadProgram(f"`{name}` is not given all of its arguments")
                    value = default(frame)
                value = convert(value) if convert else value
                frame.locals[variable.index] = [value] if variable.in_cell else value
            return code(frame)
        except Failure as failure:
            failure.leave_call()
            raise
        finally:
            world.depth = depth

    return run


def callable_value(value: Value) -> Callable[..., Value]:
    """The value as something to call: a lambda, a function named as a value."""
    if callable(value):
        return value
    raise BadProgram(f"{kind(value)} cannot be called")
