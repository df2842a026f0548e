"""Expressions: literals, operators, tests, conditionals; the table of all of them."""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.literals import decode, decode_parts
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_runtime.evaluate import assignments, calls, creation, lambdas, names
from osy_runtime.evaluate.chains import closed
from osy_runtime.evaluate.compiler import Compiler, ExpressionHandler, for_expression, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import BINARY, equals, negate
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.types import cast, type_test
from osy_runtime.exceptions import throw, thrown
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import Char, TypeValue, Value


def literal(compiler: Compiler, scope: Scope, node: e.Literal) -> Code:
    """A literal: its value, decoded once."""
    value: Value = decode(node)
    if isinstance(value, Decimal) and node.text[-1] not in "mM":
        # Without a suffix a fraction is a double, as in C#.
        value = float(value)
    if node.kind == "char" and isinstance(value, str):
        value = Char(value)
    return lambda f: value


def interpolation(compiler: Compiler, scope: Scope, node: e.Interpolation) -> Code:
    """`$"…"`: the parts' texts put together."""
    parts: list[Code] = []
    for part in decode_parts(node):
        if isinstance(part, str):
            parts.append(_constant(part))
        else:
            parts.append(_hole(compiler, scope, part))
    return lambda f: "".join([to_text(part(f)) for part in parts])


def _constant(value: Value) -> Code:
    return lambda f: value


def _hole(compiler: Compiler, scope: Scope, hole: e.Hole) -> Code:
    code, pattern = compiler.value(scope, hole.expression), hole.format
    if pattern:
        from osy_runtime.builtins.texts import formatted

        code = _written(code, lambda value: formatted(value, pattern))
    if hole.alignment is not None:
        return _aligned(code, compiler.value(scope, hole.alignment))
    return code


def _written(code: Code, write: Callable[[Value], str]) -> Code:
    return lambda f: write(code(f))


def _aligned(code: Code, width: Code) -> Code:
    """At least that wide: to the right, or to the left if the width is negative."""

    def run(f: Frame) -> Value:
        text, size = to_text(code(f)), width(f)
        if not isinstance(size, int) or abs(size) > 100_000:
            raise BadProgram("the width of a hole in a text must be a small whole number")
        return text.rjust(size) if size >= 0 else text.ljust(-size)

    return run


def parenthesised(compiler: Compiler, scope: Scope, node: e.Parenthesised) -> Code:
    """`(e)`."""
    return closed(compiler.value(scope, node.inner))


def non_null(compiler: Compiler, scope: Scope, node: e.NonNull) -> Code:
    """`e!`: a promise to the type checker; nothing happens at run time."""
    return compiler.value(scope, node.target)


def unary(compiler: Compiler, scope: Scope, node: e.Unary) -> Code:
    """`!x`, `-x`, `+x`."""
    operand = compiler.value(scope, node.operand)
    match node.operator:
        case "!":
            return lambda f: not truth(operand(f))
        case "-":
            return lambda f: negate(operand(f))
        case "+":
            return operand
        case _:
            return refuse(scope, node, f"`{node.operator}x`")


def binary(compiler: Compiler, scope: Scope, node: e.Binary) -> Code:
    """A chain of binary operators; it leans left and may be very long, so it is not walked by recursion."""
    chain: list[e.Binary] = []
    inner: e.Expression = node
    while isinstance(inner, e.Binary):
        chain.append(inner)
        inner = inner.left
    code = compiler.value(scope, inner)
    for link in reversed(chain):
        code = _operation(compiler, scope, link, code)
    return code


def _operation(compiler: Compiler, scope: Scope, node: e.Binary, left: Code) -> Code:
    right = compiler.value(scope, node.right)
    match node.operator:
        case "&&":
            return lambda f: truth(left(f)) and truth(right(f))
        case "||":
            return lambda f: truth(left(f)) or truth(right(f))
        case "??":
            return _coalesce(left, right)
        case "==" if _is_null(node.right):
            return lambda f: left(f) is None
        case "!=" if _is_null(node.right):
            return lambda f: left(f) is not None
    operate = BINARY.get(node.operator)
    if operate is None:
        return refuse(scope, node, f"the operator `{node.operator}`")
    return lambda f: operate(left(f), right(f))


def _is_null(node: e.Expression) -> bool:
    return isinstance(node, e.Literal) and node.kind == "null"


def _coalesce(left: Code, right: Code) -> Code:
    def run(f: Frame) -> Value:
        value = left(f)
        return value if value is not None else right(f)

    return run


def truth(value: Value) -> bool:
    """The value as a condition."""
    if value is True or value is False:
        return value
    if value is None:
        raise throw("NullReferenceException", "a condition is null; it must be true or false")
    raise BadProgram(f"a condition must be true or false, not {kind(value)}")


def conditional(compiler: Compiler, scope: Scope, node: e.Conditional) -> Code:
    """`c ? a : b`."""
    condition = compiler.value(scope, node.condition)
    then, otherwise = compiler.value(scope, node.then), compiler.value(scope, node.otherwise)
    return lambda f: then(f) if truth(condition(f)) else otherwise(f)


def is_test(compiler: Compiler, scope: Scope, node: e.Is) -> Code:
    """`x is T`, `x is T name`, `x is not T`, `x is null`."""
    operand = compiler.value(scope, node.operand)
    wanted = not node.negated
    if node.literal is not None:
        constant = compiler.value(scope, node.literal)
        return lambda f: equals(operand(f), constant(f)) is wanted
    if node.type is None:
        return refuse(scope, node, "this pattern")
    constant_code = _enum_constant(compiler, scope, node)
    if constant_code is not None:
        return lambda f: equals(operand(f), constant_code(f)) is wanted
    try:
        test = type_test(compiler.program, node.type, scope.site)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)
    if node.name is None:
        return lambda f: test(operand(f)) is wanted
    bind = assignments.variable_setter(scope.declare(node.name.text))

    def run(f: Frame) -> Value:
        value = operand(f)
        holds = test(value)
        bind(f, value if holds else None)
        return holds is wanted

    return run


def _enum_constant(compiler: Compiler, scope: Scope, node: e.Is) -> Code | None:
    assert node.type is not None
    parts = node.type.name.parts
    if len(parts) < 2 or node.name is not None:
        return None
    value = names.enum_member(compiler, scope, ".".join(p.text for p in parts[:-1]), parts[-1].text)
    return None if value is None else _constant(value)


def as_type(compiler: Compiler, scope: Scope, node: e.As) -> Code:
    """`x as T`: null where it is none."""
    operand = compiler.value(scope, node.operand)
    try:
        test = type_test(compiler.program, node.type, scope.site)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)

    def run(f: Frame) -> Value:
        value = operand(f)
        return value if test(value) else None

    return run


def cast_to(compiler: Compiler, scope: Scope, node: e.Cast) -> Code:
    """`(T)x`."""
    operand = compiler.value(scope, node.operand)
    try:
        convert = cast(compiler.program, node.type, scope.site)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)
    return lambda f: convert(operand(f))


def type_of(compiler: Compiler, scope: Scope, node: e.TypeOf) -> Code:
    """`typeof(T)`."""
    value = TypeValue(node.type.name.text, compiler.program.find_type(node.type.name.text, scope.site))
    return lambda f: value


def foreign(compiler: Compiler, scope: Scope, node: e.Foreign) -> Code:
    """A form of C#'s: `throw` as a value runs, the others are refused by name."""
    if not node.form.startswith("`throw`"):
        return refuse(scope, node, node.form)
    value = compiler.value(scope, node.parts[0])

    def run(f: Frame) -> Value:
        raise thrown(value(f))

    return run


TABLE: dict[type[Node], ExpressionHandler] = dict(
    (
        for_expression(e.Literal, literal),
        for_expression(e.Interpolation, interpolation),
        for_expression(e.Name, names.name),
        for_expression(e.This, names.this),
        for_expression(e.Parenthesised, parenthesised),
        for_expression(e.NonNull, non_null),
        for_expression(e.Member, names.member),
        for_expression(e.Index, names.index),
        for_expression(e.Call, calls.call),
        for_expression(e.Unary, unary),
        for_expression(e.Binary, binary),
        for_expression(e.Step, assignments.step),
        for_expression(e.Is, is_test),
        for_expression(e.As, as_type),
        for_expression(e.Cast, cast_to),
        for_expression(e.Conditional, conditional),
        for_expression(e.Assignment, assignments.assignment),
        for_expression(e.Lambda, lambdas.lambda_value),
        for_expression(e.New, creation.new),
        for_expression(e.Collection, creation.collection),
        for_expression(e.TypeOf, type_of),
        for_expression(e.Foreign, foreign),
    )
)
