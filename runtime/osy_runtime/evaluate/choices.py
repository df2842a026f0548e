"""Choices between values: conditions, `c ? a : b`, `a ?? b`; numbers of two kinds meet in the wider one."""

from osy_grammar.nodes import expressions as e
from osy_grammar.record import replace
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import NUMBERS, wider
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import converted, into
from osy_runtime.evaluate.types import conversion_to
from osy_runtime.exceptions import throw
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Value


def truth(value: Value) -> bool:
    """The value as a condition."""
    if value is True or value is False:
        return value
    if value is None:
        raise throw("NullReferenceException", "a condition is null; it must be true or false")
    raise BadProgram(f"a condition must be true or false, not {kind(value)}")


def settled(code: Code) -> Code:
    """A part of a condition that the database evaluates: what is not known does not hold."""
    return lambda f: False if (value := code(f)) is None else value


def both(left: Code, right: Code) -> Code:
    """`a && b`."""

    def run(f: Frame) -> Value:
        first = left(f)
        if first is False or (first is not True and not truth(first)):
            return False
        second = right(f)
        return second if second is True or second is False else truth(second)

    return run


def either(left: Code, right: Code) -> Code:
    """`a || b`."""

    def run(f: Frame) -> Value:
        first = left(f)
        if first is True or (first is not False and truth(first)):
            return True
        second = right(f)
        return second if second is True or second is False else truth(second)

    return run


def conditional(compiler: Compiler, scope: Scope, node: e.Conditional) -> Code:
    """`c ? a : b`."""
    condition = compiler.value(scope, node.condition)
    if scope.lets_null:
        condition = settled(condition)
    parts = (node.then, node.otherwise)
    then, otherwise = (compiler.value(scope, part) for part in parts)
    shape = static_type(compiler, scope, node)
    if shape is not None and shape.name in NUMBERS:
        then, otherwise = (
            converted(compiler, scope, part, code, shape) for part, code in zip(parts, (then, otherwise), strict=True)
        )
    return chosen(condition, then, otherwise)


def chosen(condition: Code, then: Code, otherwise: Code) -> Code:
    """One of two, by a condition."""

    def run(f: Frame) -> Value:
        holds = condition(f)
        if holds is True:
            return then(f)
        return otherwise(f) if holds is False or not truth(holds) else then(f)

    return run


def coalesce(compiler: Compiler, scope: Scope, node: e.Binary, left: Code) -> Code:
    """`a ?? b`."""
    wanted = static_type(compiler, scope, node.left)
    right = into(compiler, scope, node.right, replace(wanted, is_nullable=False) if wanted is not None else None)
    own = static_type(compiler, scope, node.right)
    if wanted is not None and own is not None and own.name in NUMBERS:
        # `someInt ?? 1m` is a decimal on both sides.
        widen = conversion_to(wider(wanted, own))
        if widen is not None and own.name != wanted.name:
            return lambda f: right(f) if (value := left(f)) is None else widen(value)

    def run(f: Frame) -> Value:
        value = left(f)
        return value if value is not None else right(f)

    return run
