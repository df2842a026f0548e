"""`[Authorize(Policy)]` on a function: who acts must satisfy it, or the call throws `NotAuthorized`.

It is asked each time the function is called with security on, by whatever calls it; the system may call everything. A
function without it may be called by everybody: what it reads and writes is asked about all the same (R130).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.record import replace
from osy_runtime.evaluate.frame import Frame
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, first_argument, literal_text
from osy_runtime.model import FunctionInfo
from osy_runtime.security.conditions import condition
from osy_runtime.security.grants import Link
from osy_runtime.values import Closure, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.functions import Runner, Types
    from osy_runtime.world import World

Question = Callable[["World"], bool]


def guarded(compiler: "Compiler", function: FunctionInfo, run: "Runner") -> "Runner":
    """The function's runner, which asks first where the function says who may call it."""
    questions = [
        _question(compiler, function, mark) for mark in function.attributes if mark.name.last.text == "Authorize"
    ]
    run = _serving(function, _linked(compiler, function, run))
    if not questions:
        return run

    def ask(world: "World", this: Value, arguments: Sequence[Value], types: "Types" = None) -> Value:
        if world.is_checked and not all(question(world) for question in questions):
            raise throw("NotAuthorized", f"{world.caller.described()} may not call `{function.name}`")
        return run(world, this, arguments, types)

    return ask


def _serving(function: FunctionInfo, run: "Runner") -> "Runner":
    """The runner of a function that reads for a purpose: it finds the rows that are kept for it (R163)."""
    purpose = literal_text(first_argument(attribute(function.attributes, "PurposeRead")))
    if purpose is None:
        return run

    def serve(world: "World", this: Value, arguments: Sequence[Value], types: "Types" = None) -> Value:
        restrictions = world.store.restrictions
        before = restrictions.purposes
        restrictions.purposes = (*before, purpose)
        try:
            return run(world, this, arguments, types)
        finally:
            restrictions.purposes = before

    return serve


def _linked(compiler: "Compiler", function: FunctionInfo, run: "Runner") -> "Runner":
    """The runner of a function that takes links: who calls it comes by them."""
    grants = compiler.program.grants
    if not grants or not any(parameter.type.name.last.text in grants for parameter in function.parameters):
        return run

    def come(world: "World", this: Value, arguments: Sequence[Value], types: "Types" = None) -> Value:
        links = tuple(argument for argument in arguments if isinstance(argument, Link))
        with world.acting(replace(world.caller, links=(*world.caller.links, *links))):
            return run(world, this, arguments, types)

    return come


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
