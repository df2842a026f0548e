"""Units of work: `runas` blocks, and whatever else is kept when it ends and undone when it throws.

A `goto` ends a block as `return` does: it is no failure, and what the block staged is committed before the run moves.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Frame, Step
from osy_runtime.evaluate.scope import Scope
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Flow, Goto
from osy_runtime.values import Instance, Row, Value
from osy_runtime.world import World

T = TypeVar("T")
SIGN_IN = "AuthBootstrap"


def run_as(compiler: Compiler, scope: Scope, node: s.RunAs) -> Step:
    """`runas (principal) { … }`: the block is one unit of work, committed when it ends, also by `return`."""
    if _is_sign_in(compiler, scope, node.principal):
        flow = compiler.step(scope, node.body)

        def run_sign_in(f: Frame) -> Flow | None:
            with f.world.as_sign_in():
                return in_unit(f.world, lambda: flow(f))

        return run_sign_in
    principal = compiler.value(scope, node.principal)
    body = compiler.step(scope, node.body)

    def run(f: Frame) -> Flow | None:
        world = f.world
        with as_value(world, principal(f)):
            return in_unit(world, lambda: body(f))

    return run


def _is_sign_in(compiler: Compiler, scope: Scope, node: e.Expression) -> bool:
    """Whether the expression names the sign-in flow's own principal, which no test declares."""
    return (
        isinstance(node, e.Name)
        and node.text == SIGN_IN
        and scope.find(SIGN_IN) is None
        and SIGN_IN not in compiler.program.principals
    )


def as_value(world: World, who: Value) -> AbstractContextManager[None]:
    """Act as what `runas` was given: a principal's row, or a visit."""
    if isinstance(who, Instance) and who.cls.name == "Visitor":
        visit = who.fields.get("Id")
        return world.as_visitor(visit if isinstance(visit, str) else "")
    if who is None:
        raise throw("NullReferenceException", "`runas` is given null; nobody of that description is there")
    if not isinstance(who, Row):
        raise BadProgram(f"`runas` takes a principal's row, not {kind(who)}")
    if world.program.has_principals and not world.program.is_principal(who.entity):
        raise BadProgram(f"`runas` takes a principal's row, and the entity `{who.entity.name}` is not `[Principal]`")
    return world.as_principal(who)


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
