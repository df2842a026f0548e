"""The conditions of rules, with SQL's three truth values: a comparison with what is null is unknown (R127).

Only what a condition is put together of by `&&`, `||`, `!`, comparisons and `?:` is looked at here; the rest is
ordinary code. `x == null` and `x != null`, written so, ask for null and are always known. What reads a member of null
is null. An `allow` applies where its conditions are true, a `deny` unless one of them is false.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import BINARY
from osy_runtime.exceptions import EXCEPTIONS
from osy_runtime.security.nobody import NOBODY_AT_ALL
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, OsyThrow
from osy_runtime.values import Guid, Row, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.scope import Scope

Truth: TypeAlias = bool | None
"""None is unknown."""

Condition: TypeAlias = Callable[[Frame], Truth]

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_OF_NULL = (EXCEPTIONS["NullReferenceException"], EXCEPTIONS["InvalidOperationException"])


def condition(compiler: "Compiler", scope: "Scope", node: e.Expression) -> Condition:
    """The expression as a condition of a rule."""
    match node:
        case e.Parenthesised():
            return condition(compiler, scope, node.inner)
        case e.Binary(operator="&&" | "||" as operator):
            parts = [condition(compiler, scope, part) for part in _chain(node, operator)]
            return _joined(parts, settles=operator == "||")
        case e.Unary(operator="!"):
            return _not(condition(compiler, scope, node.operand))
        case e.Binary(operator=operator) if operator in COMPARISONS:
            return _comparison(compiler, scope, node)
        case e.Conditional():
            asked = condition(compiler, scope, node.condition)
            then, otherwise = condition(compiler, scope, node.then), condition(compiler, scope, node.otherwise)
            return lambda f: None if (known := asked(f)) is None else then(f) if known else otherwise(f)
        case _:
            return _truth(_reading(compiler, scope, node))


def _chain(node: e.Expression, operator: str) -> list[e.Expression]:
    """The parts of `a && b && c`: chains lean left and may be long."""
    parts: list[e.Expression] = []
    while isinstance(node, e.Binary) and node.operator == operator:
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def _joined(parts: list[Condition], *, settles: bool) -> Condition:
    """True of one part settles `||`, false of one part `&&`; else one that is unknown leaves the whole unknown."""

    def run(f: Frame) -> Truth:
        result: Truth = not settles
        for part in parts:
            known = part(f)
            if known is settles:
                return settles
            if known is None:
                result = None
        return result

    return run


def _not(inner: Condition) -> Condition:
    return lambda f: None if (known := inner(f)) is None else not known


def _reading(compiler: "Compiler", scope: "Scope", node: e.Expression) -> Code:
    """The value, null where something of it is read of null."""
    code = compiler.value(scope, node)

    def run(f: Frame) -> Value:
        try:
            return code(f)
        except OsyThrow as thrown:
            if thrown.value.cls in _OF_NULL:
                return None
            raise

    return run


def _truth(code: Code) -> Condition:
    def run(f: Frame) -> Truth:
        value = code(f)
        if value is None or isinstance(value, bool):
            return value
        raise BadProgram(f"a condition of a rule is true or false, not {kind(value)}")

    return run


def _is_null(node: e.Expression) -> bool:
    while isinstance(node, e.Parenthesised):
        node = node.inner
    return isinstance(node, e.Literal) and node.kind == "null"


def _comparison(compiler: "Compiler", scope: "Scope", node: e.Binary) -> Condition:
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if _is_null(side) and node.operator in ("==", "!="):
            return _null_question(_reading(compiler, scope, other), wants_null=node.operator == "==")
    left, right = _reading(compiler, scope, node.left), _reading(compiler, scope, node.right)
    operate = BINARY[node.operator]

    def run(f: Frame) -> Truth:
        first, second = left(f), right(f)
        if first is None or second is None or first is NOBODY_AT_ALL or second is NOBODY_AT_ALL:
            return None
        return operate(*_comparable(first, second)) is True

    return run


def _comparable(first: Value, second: Value) -> tuple[Value, Value]:
    """Both as they are, or as ids where one is a row and the other an id."""
    if isinstance(first, Row) and isinstance(second, Guid):
        return first.id, second
    if isinstance(first, Guid) and isinstance(second, Row):
        return first, second.id
    return first, second


def _null_question(code: Code, *, wants_null: bool) -> Condition:
    def run(f: Frame) -> Truth:
        value = code(f)
        return (value is None or value is NOBODY_AT_ALL) is wants_null

    return run
