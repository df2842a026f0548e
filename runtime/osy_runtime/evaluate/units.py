"""Units of work: `runas` blocks, and whatever else is kept when it ends and undone when it throws."""

from collections.abc import Callable
from typing import TypeVar

from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Frame, Step
from osy_runtime.evaluate.scope import Scope
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Flow
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
    mark = world.store.mark()
    try:
        result = work()
        world.store.commit()
    except BaseException:
        world.store.rollback_unit(mark)
        raise
    return result
