"""`[Authorize(Policy)]` on a function: who acts must satisfy it, or the call throws `NotAuthorized`.

It is asked each time the function is called with security on, by whatever calls it; the system may call everything. A
function without it may be called by everybody: what it reads and writes is asked about all the same (R130).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Frame
from osy_runtime.exceptions import throw
from osy_runtime.model import FunctionInfo
from osy_runtime.security.conditions import condition
from osy_runtime.values import Closure

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.functions import Runner
    from osy_runtime.world import World

Question = Callable[["World"], bool]


def guarded(compiler: "Compiler", function: FunctionInfo, run: "Runner") -> "Runner":
    """The function's runner, which asks first where the function says who may call it."""
    questions = [
        _question(compiler, function, mark) for mark in function.attributes if mark.name.last.text == "Authorize"
    ]
    if not questions:
        return run

    def ask(world: "World", *rest: object, **named: object) -> object:
        if world.is_checked and not all(question(world) for question in questions):
            raise throw("NotAuthorized", f"{world.caller.described()} may not call `{function.name}`")
        return run(world, *rest, **named)  # type: ignore[arg-type]  # handed on as it came

    return ask


def _question(compiler: "Compiler", function: FunctionInfo, mark: d.Attribute) -> Question:
    node = mark.arguments[0].value if mark.arguments else None
    if node is None:
        return lambda world: world.caller.principal is not None
    scope = compiler.scope(function.site, function.name, None, node)
    if isinstance(node, e.Lambda):
        made = compiler.value(scope, node)

        def ask_lambda(world: "World") -> bool:
            with world.deciding():
                rule = made(Frame(world, None, [None] * scope.size))
                return isinstance(rule, Closure) and rule(world.user) is True

        return ask_lambda
    holds = condition(compiler, scope, node)

    def ask(world: "World") -> bool:
        with world.deciding():
            return holds(Frame(world, None, [None] * scope.size)) is True

    return ask
