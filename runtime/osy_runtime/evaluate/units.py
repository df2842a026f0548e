"""Units of work: `runas` blocks, and whatever else is kept when it ends and undone when it throws.

A `goto` ends a block as `return` does: it is no failure, and what the block staged is committed before the run moves.
"""

from collections.abc import Callable
from typing import TypeVar

from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Frame, Step
from osy_runtime.evaluate.scope import Scope
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Flow, Goto
from osy_runtime.values import Instance, Row
from osy_runtime.world import World

T = TypeVar("T")


def run_as(compiler: Compiler, scope: Scope, node: s.RunAs) -> Step:
    """`runas (principal) { … }`: the block is one unit of work, committed when it ends, also by `return`."""
    principal = compiler.value(scope, node.principal)
    body = compiler.step(scope, node.body)

    def run(f: Frame) -> Flow | None:
        world = f.world
        who = principal(f)
        if isinstance(who, Instance) and who.cls.name == "Visitor":
            before = world.visitor
            world.visitor = who
            try:
                return in_unit(world, lambda: body(f))
            finally:
                world.visitor = before
        if who is None:
            raise throw("NullReferenceException", "`runas` is given null; nobody of that description is there")
        if not isinstance(who, Row):
            raise BadProgram(f"`runas` takes a principal's row, not {kind(who)}")
        with world.as_principal(who):
            return in_unit(world, lambda: body(f))

    return run


def in_unit(world: World, work: Callable[[], T]) -> T:
    """Do the work and commit; if it throws, undo what it staged."""
    store = world.store
    mark = store.mark()
    left: Goto | None = None
    try:
        try:
            result = work()
        except Goto as goto:
            left = goto
        store.commit()
    except BaseException:
        store.rollback_unit(mark)
        raise
    if left is not None:
        raise left
    return result
