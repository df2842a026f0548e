"""Expressions: operators, tests, casts; the table of all of them."""

from collections.abc import Callable

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.patterns import IsPattern, SwitchExpression
from osy_grammar.nodes.types import TypeName
from osy_runtime.evaluate import assignments, calls, choices, creation, lambdas, literals, names, patterns, tuples
from osy_runtime.evaluate.casts import cast
from osy_runtime.evaluate.chains import closed
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.compiler import Compiler, ExpressionHandler, for_expression, refuse
from osy_runtime.evaluate.constants import with_constant
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.members import text_in
from osy_runtime.evaluate.operators import BINARY, WRAPPED, add, equals, invert, negate
from osy_runtime.evaluate.pairs import of_pair
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.static_types import STRING, is_null_literal, static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.type_arguments import mentions, type_code
from osy_runtime.evaluate.types import test_of, type_test
from osy_runtime.exceptions import thrown
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, TypeValue, Value


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
        case "!" if scope.lets_null:
            return lambda f: None if (value := operand(f)) is None else not truth(value)
        case "!":
            return lambda f: not truth(operand(f))
        case "-" if isinstance(node.operand, e.Literal):
            value = literals.negative(node.operand)
            return lambda f: value
        case "-":
            return lambda f: negate(operand(f))
        case "+":
            return lambda f: add(0, operand(f))
        case "~":
            return lambda f: invert(operand(f))
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
    if node.operator == "??":
        return choices.coalesce(compiler, scope, node, left)
    right = compiler.value(scope, node.right)
    if scope.lets_null and node.operator in ("&&", "||"):
        left, right = choices.settled(left), choices.settled(right)
    match node.operator:
        case "&&":
            return choices.both(left, right)
        case "||":
            return choices.either(left, right)
        case "==" if is_null_literal(node.right):
            return lambda f: left(f) is None
        case "!=" if is_null_literal(node.right):
            return lambda f: left(f) is not None
        case "+" if _joins_texts(compiler, scope, node):
            return lambda f: text_in(f.world, left(f)) + text_in(f.world, right(f))
    if compiler.wraps and node.operator in WRAPPED:
        wrap = WRAPPED[node.operator]
        return lambda f: wrap(left(f), right(f))
    if node.operator not in BINARY:
        return refuse(scope, node, f"the operator `{node.operator}`")
    if isinstance(node.right, e.Literal):
        special = with_constant(node.operator, left, literals.literal_value(node.right))
        if special is not None:
            return special
    if node.operator == "+":
        return _plus(left, right)
    return of_pair(node.operator, left, right)


def _plus(left: Code, right: Code) -> Code:
    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        if type(a) is int and type(b) is int and -2147483648 <= (total := a + b) <= 2147483647:
            return total
        if type(a) is Instance or type(b) is Instance:
            return add(text_in(f.world, a), text_in(f.world, b)) if str in (type(a), type(b)) else add(a, b)
        return add(a, b)

    return run


def _joins_texts(compiler: Compiler, scope: Scope, node: e.Binary) -> bool:
    """Whether `+` is one of texts by the types: then a null on both sides makes an empty text."""
    if isinstance(node.left, e.Binary) and node.left.operator == "+":
        # The types of a long chain are worked out from its start, each link once.
        return static_type(compiler, scope, node) == STRING
    types = (static_type(compiler, scope, part) for part in (node.left, node.right))
    return any(found is not None and found.name == "string" for found in types)


def is_test(compiler: Compiler, scope: Scope, node: e.Is) -> Code:
    """`x is T`, `x is T name`, `x is not T`, `x is null`."""
    operand = compiler.value(scope, node.operand)
    wanted = not node.negated
    if node.literal is not None:
        constant = compiler.value(scope, node.literal)
        return lambda f: equals(operand(f), constant(f)) is wanted
    if node.type is None:
        return refuse(scope, node, "this pattern")
    if node.name is None:
        fits = patterns.type_or_constant(compiler, scope, node.type)
        return lambda f: fits(f, operand(f)) is wanted
    try:
        test = _test_code(compiler, scope, node.type)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)
    bind = assignments.variable_setter(scope.declare(node.name.text, shape=compiler.shape(node.type, scope.site)))

    def run(f: Frame) -> Value:
        value = operand(f)
        holds = test(f, value)
        bind(f, value if holds else None)
        return holds is wanted

    return run


def _test_code(compiler: Compiler, scope: Scope, type_name: TypeName) -> Callable[[Frame, Value], bool]:
    """The test `x is T`, which may depend on what a type parameter is."""
    program = compiler.program
    if not mentions(scope, type_name):
        test = type_test(program, type_name, scope.site)
        return lambda f, value: test(value)
    shape = type_code(compiler, scope, type_name)
    return lambda f, value: test_of(program, shape(f))(value)


def as_type(compiler: Compiler, scope: Scope, node: e.As) -> Code:
    """`x as T`: null where it is none."""
    operand = compiler.value(scope, node.operand)
    try:
        test = _test_code(compiler, scope, node.type)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)

    def run(f: Frame) -> Value:
        value = operand(f)
        return value if test(f, value) else None

    return run


def cast_to(compiler: Compiler, scope: Scope, node: e.Cast) -> Code:
    """`(T)x`."""
    shape = compiler.shape(node.type, scope.site)
    operand = into(compiler, scope, node.operand, shape, converts=False)
    program = compiler.program
    if mentions(scope, node.type):
        code = type_code(compiler, scope, node.type)
        return lambda f: cast(program, code(f))(operand(f))
    try:
        convert = cast(program, shape)
    except BadProgram as problem:
        return names.bad_name(scope, node.type, problem.message)
    return lambda f: convert(operand(f))


def type_of(compiler: Compiler, scope: Scope, node: e.TypeOf) -> Code:
    """`typeof(T)`."""
    code = type_code(compiler, scope, node.type)
    return lambda f: TypeValue(code(f))


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
        for_expression(e.Literal, literals.literal),
        for_expression(e.Interpolation, literals.interpolation),
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
        for_expression(e.Conditional, choices.conditional),
        for_expression(e.Assignment, assignments.assignment),
        for_expression(e.Lambda, lambdas.lambda_value),
        for_expression(e.New, creation.new),
        for_expression(e.Collection, creation.collection),
        for_expression(e.TypeOf, type_of),
        for_expression(e.Foreign, foreign),
        for_expression(e.TupleLiteral, tuples.tuple_literal),
        for_expression(e.With, tuples.with_value),
        for_expression(e.Passed, tuples.passed),
        for_expression(IsPattern, patterns.is_pattern),
        for_expression(SwitchExpression, patterns.switch_expression),
    )
)
