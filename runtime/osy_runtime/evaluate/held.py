"""Statements that hold something while they run: `using`, `lock`, `checked`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.failures import ask_filters
from osy_runtime.evaluate.frame import Code, Frame, Step
from osy_runtime.evaluate.members import call_member
from osy_runtime.evaluate.scope import Scope
from osy_runtime.exceptions import throw
from osy_runtime.signals import Flow, LimitPassed
from osy_runtime.values import Instance, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler


def using(compiler: "Compiler", scope: Scope, node: s.UsingStatement) -> Step:
    """`using (var x = value) body`: what it holds is disposed of when the body ends, however it does."""
    from osy_runtime.evaluate.statements import body_of

    scope.open_block()
    resources = [_resource(compiler, scope, resource) for resource in node.resources]
    body = body_of(compiler, scope, node.body) if node.body is not None else _nothing
    scope.close_block()
    return _holding(resources, body)


def using_rest(compiler: "Compiler", scope: Scope, node: s.UsingStatement, rest: Sequence[s.Statement]) -> Step:
    """`using var x = value;` with the statements behind it, to the end of their block."""
    from osy_runtime.evaluate.statements import sequence_of

    resources = [_resource(compiler, scope, resource) for resource in node.resources]
    return _holding(resources, sequence_of(compiler, scope, rest))


def _nothing(f: Frame) -> Flow | None:
    return None


def _resource(compiler: "Compiler", scope: Scope, node: s.Local | e.Expression) -> Code:
    if isinstance(node, e.Expression):
        return compiler.value(scope, node)
    declare = compiler.step(scope, node)
    name = e.Name(node.name.start, node.name.end, node.name.text, ())
    read = compiler.value(scope, name)

    def run(f: Frame) -> Value:
        declare(f)
        return read(f)

    return run


def _holding(resources: Sequence[Code], body: Step) -> Step:
    if len(resources) > 1:
        body = _holding(resources[1:], body)
    first = resources[0]

    def run(f: Frame) -> Flow | None:
        held = first(f)
        try:
            flow = body(f)
        except LimitPassed:
            raise
        except BaseException as failure:
            # To dispose is C#'s `finally` (R190).
            ask_filters(f, failure)
            _dispose(f, held)
            raise
        _dispose(f, held)
        return flow

    return run


def _dispose(f: Frame, held: Value) -> None:
    # What the platform brings has nothing to give back here.
    if isinstance(held, Instance) and held.cls.find_methods("Dispose"):
        call_member(f.world, held, "Dispose", [], {})


def lock(compiler: "Compiler", scope: Scope, node: s.Lock) -> Step:
    """`lock (value) body`: a test has one thread, so that nothing is waited for."""
    from osy_runtime.evaluate.statements import body_of

    value = compiler.value(scope, node.value)
    body = body_of(compiler, scope, node.body)

    def run(f: Frame) -> Flow | None:
        if value(f) is None:
            raise throw("ArgumentException", "null cannot be locked")
        return body(f)

    return run


def checked_block(compiler: "Compiler", scope: Scope, node: s.CheckedBlock) -> Step:
    """`checked { … }` changes nothing here (R68); in `unchecked { … }` whole numbers wrap."""
    outer = compiler.wraps
    compiler.wraps = not node.is_checked
    try:
        return compiler.step(scope, node.body)
    finally:
        compiler.wraps = outer
