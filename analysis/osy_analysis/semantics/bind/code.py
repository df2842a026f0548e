"""What all code has: attributes, parameters, a body that is to give something."""

from collections.abc import Sequence

from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import unbound
from osy_analysis.semantics.bind.meanings import type_parameters_of
from osy_analysis.semantics.declare import parameters_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, FunctionType, Type, Void
from osy_grammar.nodes.declarations import Attribute, ClientOperation, Function, Parameters
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.types import Constraint

AUTHORIZE = "Authorize"
_KINDS = frozenset(("entity", "class", "struct", "notnull", "unmanaged", "default", "object"))
"""Words that stand for a bound and name no type."""


def attributes(binder: Binder, written: Sequence[Attribute], row: Type = UNKNOWN) -> None:
    """Bind the arguments of attributes, for what they refer to: nothing in them is told to be wrong.

    `row` is what a lambda takes in them, where it does not take who asks.
    """
    if not written:
        return
    tells = binder.tells_names, binder.tells_members
    problems = len(binder.problems)
    binder.tells_names = binder.tells_members = False
    for attribute in written:
        taken = principal(binder) if attribute.name.last.text == AUTHORIZE else row
        for argument in attribute.arguments:
            binder.look(argument.value)
            binder.expression(argument.value, FunctionType((taken,), UNKNOWN))
    del binder.problems[problems:]
    binder.tells_names, binder.tells_members = tells


def principal(binder: Binder) -> Type:
    """Who asks."""
    return binder.meanings.principal(binder.path, binder.used)


# ── Code ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def function(binder: Binder, node: Function | ClientOperation, definition: Definition | None) -> None:
    """A function, a method, an operation."""
    outer = binder.parameters
    if definition is not None and definition.type_parameters:
        binder.parameters = type_parameters_of(definition)
    attributes(binder, node.attributes)
    result = binder.type(node.type)
    mark = binder.mark()
    parameters(binder, node.parameters, definition)
    if isinstance(node, Function):
        constraint(binder, node.constraint)
        body(binder, node.body, result)
    binder.leave(mark)
    binder.parameters = outer


def constraint(binder: Binder, node: Constraint | None) -> None:
    """`where T : bound`, whose bound may be the word `entity`."""
    for each in (node, *node.more) if node is not None else ():
        if each.bound.name.text not in _KINDS:
            binder.type(each.bound)


def parameters(binder: Binder, node: Parameters | None, definition: Definition | None) -> None:
    """Bring parameters into view, as definitions where the function has one."""
    if node is None:
        return
    known = parameters_of(definition) if definition is not None else ()
    for place, each in enumerate(node.items):
        attributes(binder, each.attributes)
        type_ = binder.type(each.type)
        if each.default is not None:
            binder.expression(each.default, type_)
            binder.expect(each.default, type_, "`{}`", each.name.text, other=each)
        target = known[place] if place < len(known) else each
        binder.declare(each.name.text, target, unbound(type_))


def body(binder: Binder, node: Block | Expression | None, result: Type | None) -> None:
    """The body of code that is to give `result`."""
    if node is None:
        return
    outer = binder.result
    binder.result = None if isinstance(result, Void) else result
    if isinstance(node, Expression):
        binder.look(node)
        binder.expression(node, binder.result)
        if binder.result is not None:
            binder.expect(node, binder.result, "the result")
    else:
        binder.statement(node)
    binder.result = outer
