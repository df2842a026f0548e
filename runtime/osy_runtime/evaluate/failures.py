"""`throw` and `try`: the program's exceptions. A `goto`, a failed assertion and a passed limit go through uncaught."""

from collections.abc import Callable
from typing import Generic, TypeVar

from osy_grammar.nodes import statements as s
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.names import variable_code
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.types import type_test
from osy_runtime.exceptions import thrown
from osy_runtime.signals import BadProgram, Flow, LimitPassed, OsyThrow
from osy_runtime.values import Value

_CAUGHT = "throw;"
"""The hidden variable of a `catch`, which a bare `throw;` throws again; no name can be spelled so."""


def throw_statement(compiler: Compiler, scope: Scope, node: s.Throw) -> Step:
    """`throw value;` and `throw;`."""
    if node.value is None:
        return _throw_again(scope)
    value = compiler.value(scope, node.value)

    def run(f: Frame) -> Flow | None:
        raise thrown(value(f))

    return run


def _throw_again(scope: Scope) -> Step:
    variable = scope.find(_CAUGHT)
    read = variable_code(variable) if variable else None

    def run(f: Frame) -> Flow | None:
        caught = read(f) if read else None
        if not isinstance(caught, OsyThrow):
            raise BadProgram("`throw;` stands outside of a `catch`")
        raise caught

    return run


Body = TypeVar("Body")


class Clause(Generic[Body]):
    """A `catch`; `body` is its block, compiled."""

    __slots__ = ("bind", "body", "filter", "keep", "test")

    def __init__(
        self, test: Callable[[Value], bool] | None, keep: Setter, bind: Setter | None, check: Code | None, body: Body
    ) -> None:
        self.test = test
        self.keep = keep
        self.bind = bind
        self.filter = check
        self.body = body

    def takes(self, f: Frame, failure: OsyThrow) -> bool:
        """Whether the clause catches it; its variables are bound then."""
        if self.test is not None and not self.test(failure.value):
            return False
        self.keep(f, failure)
        if self.bind is not None:
            self.bind(f, failure.value)
        return self.filter is None or self._holds(f, self.filter)

    def _holds(self, f: Frame, check: Code) -> bool:
        try:
            return truth(check(f))
        except OsyThrow:
            # As in C#, a filter that throws does not hold.
            return False


def try_statement(compiler: Compiler, scope: Scope, node: s.Try) -> Step:
    """`try { … } catch (T name) { … } finally { … }`; the first clause that takes the exception runs."""
    body = compiler.step(scope, node.body)
    clauses = catch_clauses(compiler, scope, node, lambda block: compiler.step(scope, block))
    guarded = _guarded(body, clauses) if clauses else body
    if node.final is None:
        return guarded
    final = compiler.step(scope, node.final)

    def run(f: Frame) -> Flow | None:
        try:
            flow = guarded(f)
        except LimitPassed:
            raise
        except BaseException as failure:
            ask_filters(f, failure)
            final(f)
            raise
        return final(f) or flow

    return run


def _guarded(body: Step, clauses: list[Clause[Step]]) -> Step:
    def run(f: Frame) -> Flow | None:
        handlers = f.world.handlers
        depth = len(handlers)
        handler = (f, clauses)
        handlers.append(handler)
        try:
            return body(f)
        except OsyThrow as failure:
            del handlers[depth:]
            taken = _taken(handler, failure)
            if taken is None:
                raise
            return taken.body(f)
        finally:
            del handlers[depth:]

    return run


Handler = tuple[Frame, list[Clause[Step]]]
"""The `catch`es of a `try` that runs, and its frame."""


def _taken(handler: Handler, failure: OsyThrow) -> Clause[Step] | None:
    """The clause that catches the exception; asked once, though a `finally` on its way here may have asked before."""
    if failure.taker is not None:
        found, clause = failure.taker
        if found is handler:
            failure.taker = None
            return clause  # type: ignore[return-value]  # a handler's own clause
        if any(found is other for other in handler[0].world.handlers):
            return None
    f, clauses = handler
    return next((clause for clause in clauses if clause.takes(f, failure)), None)


def ask_filters(f: Frame, failure: BaseException) -> None:
    """Find out who catches it, before anything that must be done on the way there."""
    if isinstance(failure, OsyThrow) and f.world.handlers:
        _find_taker(f.world.handlers, failure)


def _find_taker(handlers: list[Handler], failure: OsyThrow) -> None:
    """As in C#, it is known who catches an exception, filters asked, before any `finally` on the way there runs."""
    if failure.taker is not None and any(failure.taker[0] is handler for handler in handlers):
        return
    for handler in reversed(handlers):
        f, clauses = handler
        for clause in clauses:
            if clause.takes(f, failure):
                failure.taker = (handler, clause)
                return
    failure.taker = None


def catch_clauses(
    compiler: Compiler, scope: Scope, node: s.Try, compiled: Callable[[s.Block], Body]
) -> list[Clause[Body]]:
    """The `catch`es of a `try`, in the order written; `compiled` compiles their blocks."""
    return [_clause(compiler, scope, clause, compiled) for clause in node.catches]


def _clause(compiler: Compiler, scope: Scope, node: s.Catch, compiled: Callable[[s.Block], Body]) -> Clause[Body]:
    scope.open_block()
    test = None
    if node.type is not None:
        try:
            test = type_test(compiler.program, node.type, scope.site)
        except BadProgram as problem:
            test = _complaint(problem.message)
    keep = variable_setter(scope.declare(_CAUGHT))
    shape = compiler.shape(node.type, scope.site) if node.type is not None else None
    bind = variable_setter(scope.declare(node.name.text, shape=shape)) if node.name else None
    check = compiler.value(scope, node.filter) if node.filter else None
    body = compiled(node.body)
    scope.close_block()
    return Clause(test, keep, bind, check, body)


def _complaint(sentence: str) -> Callable[[Value], bool]:
    def complain(_: Value) -> bool:
        raise BadProgram(sentence)

    return complain
