"""Lambdas: code of their own over cells shared with the function around them."""

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import body_code, enter_call
from osy_runtime.evaluate.scope import Scope
from osy_runtime.signals import BadProgram, Failure
from osy_runtime.values import Closure, Value
from osy_runtime.world import World

_NAME = "a lambda"


def lambda_value(compiler: Compiler, scope: Scope, node: e.Lambda) -> Code:
    """`x => e`, `(a, b) => { … }`."""
    inner = Scope(
        scope.site,
        scope.function,
        scope.owner,
        parent=scope,
        shared=scope.shared,
        type_parameters=scope.type_parameters,
    )
    parameters = [inner.declare(p.name.text) for p in node.parameters]
    code = body_code(compiler, inner, node.body)
    in_cells = [v.index for v in parameters if v.in_cell]
    count = len(parameters)
    captures = inner.captures

    def build(world: World, this: Value, cells: list[list[Value]]) -> Closure:
        placed = [(own, cell) for (own, _), cell in zip(captures, cells, strict=True)]
        rest = inner.size - count

        def call(*arguments: Value) -> Value:
            if len(arguments) != count:
                raise BadProgram(f"a lambda of {count} parameters is called with {len(arguments)} arguments")
            variables: list[Value] = [*arguments, *[None] * rest]
            for index in in_cells:
                variables[index] = [variables[index]]
            for index, cell in placed:
                variables[index] = cell
            depth = world.depth
            enter_call(world, _NAME)
            try:
                return code(Frame(world, this, variables))
            except Failure as failure:
                failure.leave_call()
                raise
            finally:
                world.depth = depth

        return Closure(call, count, lambda: build(world, this, [list(cell) for cell in cells]))

    def make(f: Frame) -> Value:
        return build(f.world, f.this, [_cell(f, outer) for _, outer in captures])

    return make


def _cell(f: Frame, index: int) -> list[Value]:
    cell = f.locals[index]
    if isinstance(cell, list):
        return cell
    # The variable is declared further on, or on a way not taken: the lambda sees it empty.
    fresh: list[Value] = [None]
    f.locals[index] = fresh
    return fresh
