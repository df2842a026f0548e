"""Lambdas: code of their own over cells shared with the function around them."""

from collections.abc import Callable

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import Types, enter_call, function_code
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.types import conversion_to
from osy_runtime.model import Shape
from osy_runtime.signals import BadProgram, Failure
from osy_runtime.values import Closure, Value
from osy_runtime.world import World

_NAME = "a lambda"

Target = Shape | Callable[[], Shape | None] | None
"""The type of the place that a lambda is written for, or what works it out when somebody asks."""


def lambda_value(compiler: Compiler, scope: Scope, node: e.Lambda, target: Target = None) -> Code:
    """`x => e`, `(a, b) => { … }`."""
    inner = _scope_within(compiler, scope)
    shapes = [_parameter(compiler, scope, p, position, target) for position, p in enumerate(node.parameters)]
    conversions = [conversion_to(shape) if isinstance(shape, Shape) else None for shape in shapes]
    parameters = [
        inner.declare(p.name.text, convert, shape)
        for p, convert, shape in zip(node.parameters, conversions, shapes, strict=True)
    ]
    code = _body_code(compiler, inner, node, target)
    converted = [(v.index, convert) for v, convert in zip(parameters, conversions, strict=True) if convert is not None]
    in_cells = [v.index for v in parameters if v.in_cell]
    count = len(parameters)
    captures = inner.captures
    origin = id(node)

    def build(world: World, this: Value, types: Types, cells: list[list[Value]]) -> Closure:
        placed = [(own, cell) for (own, _), cell in zip(captures, cells, strict=True)]
        rest = inner.size - count

        def call(*arguments: Value) -> Value:
            if len(arguments) != count:
                raise BadProgram(f"a lambda of {count} parameters is called with {len(arguments)} arguments")
            variables: list[Value] = [*arguments, *[None] * rest]
            for index, convert in converted:
                variables[index] = convert(variables[index])
            for index in in_cells:
                variables[index] = [variables[index]]
            for index, cell in placed:
                variables[index] = cell
            depth = world.depth
            enter_call(world, _NAME)
            try:
                return code(Frame(world, this, variables, types))
            except Failure as failure:
                failure.leave_call()
                raise
            finally:
                world.depth = depth

        return Closure(
            call, count, lambda: build(world, this, types, [list(cell) for cell in cells]), (this, *cells), origin
        )

    def make(f: Frame) -> Value:
        return build(f.world, f.this, f.types, [_cell(f, outer) for _, outer in captures])

    return make


def _scope_within(compiler: Compiler, scope: Scope) -> Scope:
    inner = Scope(
        scope.site,
        scope.function,
        scope.owner,
        parent=scope,
        shared=scope.shared,
        type_parameters=scope.type_parameters,
    )
    inner.lets_null = inner.lets_null or compiler.asks_rows
    return inner


def _body_code(compiler: Compiler, inner: Scope, node: e.Lambda, target: Target) -> Code:
    """The body, with a result of the type that the place asks for; it asks rows itself only where it says so."""
    is_func = isinstance(target, Shape) and target.name == "Func" and bool(target.arguments)
    result = target.arguments[-1] if is_func and isinstance(target, Shape) else None
    asks_rows, compiler.asks_rows = compiler.asks_rows, False
    try:
        return function_code(compiler, inner, node.body, result)
    finally:
        compiler.asks_rows = asks_rows


def _parameter(
    compiler: Compiler, scope: Scope, node: e.LambdaParameter, position: int, target: Target
) -> Shape | Callable[[], Shape | None] | None:
    """The type of a parameter: as it is written, else as the place says."""
    if node.type is not None:
        return compiler.shape(node.type, scope.site)
    if isinstance(target, Shape) or target is None:
        return _taken(target, position)
    ask = target
    return lambda: _taken(ask(), position)


def _taken(target: Shape | None, position: int) -> Shape | None:
    if target is None or target.name not in ("Func", "Action"):
        return None
    taken = target.arguments[:-1] if target.name == "Func" else target.arguments
    return taken[position] if position < len(taken) else None


def _cell(f: Frame, index: int) -> list[Value]:
    cell = f.locals[index]
    if isinstance(cell, list):
        return cell
    # The variable is declared further on, or on a way not taken: the lambda sees it empty.
    fresh: list[Value] = [None]
    f.locals[index] = fresh
    return fresh
