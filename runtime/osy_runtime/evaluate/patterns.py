"""Patterns: tests of a value that may bring names in; `switch` in both its forms, and `is` with more than a type."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import patterns as p
from osy_grammar.nodes import statements as s
from osy_grammar.nodes.types import TupleType, TypeName
from osy_runtime.builtins.sequences import iterated
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.members import read_member
from osy_runtime.evaluate.operators import BINARY, equals
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.tuples import designation_setter, try_parts
from osy_runtime.evaluate.type_arguments import mentions, type_code
from osy_runtime.evaluate.types import test_of
from osy_runtime.exceptions import throw
from osy_runtime.model import Shape
from osy_runtime.show import to_text
from osy_runtime.signals import BadProgram, Flow
from osy_runtime.values import HashSet, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Test = Callable[[Frame, Value], bool]
"""Whether a value fits; the names of the pattern are bound then."""


def pattern(compiler: "Compiler", scope: Scope, node: p.Pattern, given: Shape | None) -> Test:
    """The pattern, compiled; `given` is the type of what is held against it, if that is known."""
    match node:
        case p.DiscardPattern():
            return lambda f, value: True
        case p.ConstantPattern():
            constant = compiler.value(scope, node.value)
            return lambda f, value: equals(value, constant(f))
        case p.RelationalPattern():
            return _related(BINARY[node.operator], compiler.value(scope, node.value))
        case p.VarPattern():
            return _bound(_always, designation_setter(compiler, scope, node.designation, given))
        case p.TypePattern():
            return _typed(compiler, scope, node)
        case p.NotPattern():
            inner = pattern(compiler, scope, node.inner, given)
            return lambda f, value: not inner(f, value)
        case p.LogicalPattern():
            return _logical(compiler, scope, node, given)
        case p.RecursivePattern():
            return _recursive(compiler, scope, node, given)
        case p.ListPattern():
            return _list(compiler, scope, node)
        case _:
            from osy_runtime.evaluate.compiler import refuse

            refusal = refuse(scope, node, "this pattern")
            return lambda f, value: bool(refusal(f))


def _always(f: Frame, value: Value) -> bool:
    return True


def _related(compare: Callable[[Value, Value], Value], bound: Code) -> Test:
    """A test of an order; what has none with the bound does not fit."""

    def run(f: Frame, value: Value) -> bool:
        limit = bound(f)
        try:
            return compare(value, limit) is True
        except BadProgram:
            return False

    return run


def _bound(test: Test, put: Setter | None) -> Test:
    if put is None:
        return test

    def run(f: Frame, value: Value) -> bool:
        if not test(f, value):
            return False
        put(f, value)
        return True

    return run


def _logical(compiler: "Compiler", scope: Scope, node: p.LogicalPattern, given: Shape | None) -> Test:
    # A long chain leans left, and is gone through without going down.
    parts: list[p.Pattern] = [node.right]
    inner = node.left
    while isinstance(inner, p.LogicalPattern) and inner.operator == node.operator:
        parts.append(inner.right)
        inner = inner.left
    parts.append(inner)
    tests = [pattern(compiler, scope, part, given) for part in reversed(parts)]
    if node.operator == "and":
        return lambda f, value: all(test(f, value) for test in tests)
    return lambda f, value: any(test(f, value) for test in tests)


def type_or_constant(compiler: "Compiler", scope: Scope, node: TypeName) -> Test:
    """The test for what a bare name means: a constant in view, else a type."""
    from osy_runtime.evaluate import names

    constant = _constant(compiler, scope, node)
    if constant is not None:
        code = constant
        return lambda f, value: equals(value, code(f))
    program = compiler.program
    if mentions(scope, node):
        shape = type_code(compiler, scope, node)
        return lambda f, value: test_of(program, shape(f))(value)
    try:
        test = test_of(program, compiler.shape(node, scope.site))
    except BadProgram as problem:
        complaint = names.bad_name(scope, node, problem.message)
        return lambda f, value: bool(complaint(f))
    return lambda f, value: test(value)


def _constant(compiler: "Compiler", scope: Scope, node: TypeName) -> Code | None:
    """The code of a constant that is written like a type; None if it is a type."""
    if node.arguments or node.tails or isinstance(node, TupleType):
        return None
    text = node.name.text
    is_local = scope.peek(node.name.parts[0].text) is not None
    if not is_local and compiler.program.find_type(text, scope.site) is not None:
        return None
    first, *rest = node.name.parts
    value: e.Expression = e.Name(first.start, first.end, first.text, ())
    for part in rest:
        value = e.Member(first.start, part.end, value, False, part, ())
    return compiler.value(scope, value) if rest or is_local or _is_value(compiler, scope, first.text) else None


def _is_value(compiler: "Compiler", scope: Scope, name: str) -> bool:
    from osy_runtime.evaluate.functions import holds_value

    if scope.owner is not None and holds_value(scope.owner, name):
        return True
    return compiler.program.globals.find(name, scope.site) is not None


def _typed(compiler: "Compiler", scope: Scope, node: p.TypePattern) -> Test:
    test = type_or_constant(compiler, scope, node.type)
    if node.designation is None:
        return test
    return _bound(test, designation_setter(compiler, scope, node.designation, compiler.shape(node.type, scope.site)))


def _recursive(compiler: "Compiler", scope: Scope, node: p.RecursivePattern, given: Shape | None) -> Test:
    shape = compiler.shape(node.type, scope.site) if node.type is not None else given
    test = type_or_constant(compiler, scope, node.type) if node.type is not None else _is_there
    positions = [pattern(compiler, scope, part.pattern, None) for part in node.positions or ()]
    named = [
        (tuple(name.text for name in part.path), pattern(compiler, scope, part.pattern, None))
        for part in node.properties or ()
    ]
    put = designation_setter(compiler, scope, node.designation, shape) if node.designation is not None else None
    has_positions, count = node.positions is not None, len(positions)

    def run(f: Frame, value: Value) -> bool:
        if value is None or not test(f, value):
            return False
        if has_positions:
            parts = try_parts(f.world, value, count)
            if parts is None or not all(inner(f, part) for inner, part in zip(positions, parts, strict=True)):
                return False
        for path, inner in named:
            found = value
            for name in path:
                if found is None:
                    return False
                found = read_member(f.world, found, name)
            if not inner(f, found):
                return False
        if put is not None:
            put(f, value)
        return True

    return run


def _is_there(f: Frame, value: Value) -> bool:
    return value is not None


def _list(compiler: "Compiler", scope: Scope, node: p.ListPattern) -> Test:
    at = next((i for i, part in enumerate(node.parts) if isinstance(part, p.SlicePattern)), -1)
    slice_ = node.parts[at] if at >= 0 else None
    before = [pattern(compiler, scope, part, None) for part in (node.parts[:at] if at >= 0 else node.parts)]
    behind = [pattern(compiler, scope, part, None) for part in (node.parts[at + 1 :] if at >= 0 else ())]
    within = slice_.inner if isinstance(slice_, p.SlicePattern) else None
    rest = pattern(compiler, scope, within, None) if within is not None else None
    put = designation_setter(compiler, scope, node.designation, None) if node.designation is not None else None
    least = len(before) + len(behind)

    def run(f: Frame, value: Value) -> bool:
        if value is None or isinstance(value, dict | HashSet):
            return False
        items = list(iterated(f.world, value))
        if len(items) < least or (slice_ is None and len(items) != least):
            return False
        if not _fit(f, before, items) or (behind and not _fit(f, behind, items[len(items) - len(behind) :])):
            return False
        if rest is not None:
            # Of a text it is a text again.
            whole = value if isinstance(value, str) else items
            if not rest(f, whole[len(before) : len(items) - len(behind)]):
                return False
        if put is not None:
            put(f, value)
        return True

    return run


def _fit(f: Frame, tests: Sequence[Test], items: Sequence[Value]) -> bool:
    return all(test(f, item) for test, item in zip(tests, items, strict=False))


# ── Where patterns stand ─────────────────────────────────────────────────────────────────────────────────────────────


def is_pattern(compiler: "Compiler", scope: Scope, node: p.IsPattern) -> Code:
    """`x is pattern`."""
    operand = compiler.value(scope, node.operand)
    test = pattern(compiler, scope, node.pattern, static_type(compiler, scope, node.operand))
    return lambda f: test(f, operand(f))


def switch_expression(compiler: "Compiler", scope: Scope, node: p.SwitchExpression, shape: Shape | None = None) -> Code:
    """`value switch { … }`: the first arm that fits; where none does, it throws."""
    from osy_runtime.evaluate.targets import into

    value = compiler.value(scope, node.value)
    given = static_type(compiler, scope, node.value)
    wanted = shape if shape is not None else static_type(compiler, scope, node)
    arms: list[tuple[Test, Code]] = []
    for arm in node.arms:
        scope.open_block()
        test = _with_condition(compiler, scope, arm.pattern, arm.condition, given)
        arms.append((test, into(compiler, scope, arm.value, wanted)))
        scope.close_block()

    def run(f: Frame) -> Value:
        found = value(f)
        for test, code in arms:
            if test(f, found):
                return code(f)
        raise throw("InvalidOperationException", f"no arm of the `switch` fits {to_text(found) or 'null'}")

    return run


def _with_condition(
    compiler: "Compiler", scope: Scope, node: p.Pattern, condition: e.Expression | None, given: Shape | None
) -> Test:
    test = pattern(compiler, scope, node, given)
    if condition is None:
        return test
    check = compiler.value(scope, condition)
    return lambda f, value: test(f, value) and truth(check(f))


class CaseJump:
    """How a statement leaves for another section of the `switch` around it: `goto case value;`, `goto default;`."""

    __slots__ = ("is_default", "value")

    def __init__(self, value: Value, *, is_default: bool) -> None:
        self.value = value
        self.is_default = is_default


def goto_case(compiler: "Compiler", scope: Scope, node: s.GotoCase) -> Step:
    """`goto case value;`, `goto default;`."""
    if node.value is None:
        return lambda f: CaseJump(None, is_default=True)  # type: ignore[return-value]  # the switch around takes it
    value = compiler.value(scope, node.value)
    return lambda f: CaseJump(value(f), is_default=False)  # type: ignore[return-value]  # the switch around takes it


def switch(compiler: "Compiler", scope: Scope, node: s.Switch) -> Step:
    """`switch (value) { … }`."""
    from osy_runtime.evaluate.statements import part_of, sequence

    value = compiler.value(scope, node.value)
    given = static_type(compiler, scope, node.value)
    scope.open_block()
    sections: list[tuple[list[Test], Step, bool]] = []
    for section in node.sections:
        tests = [_label(compiler, scope, label, given) for label in section.labels if label is not None]
        body = sequence([part_of(compiler, scope, inner) for inner in section.statements])
        sections.append((tests, body, None in section.labels))
    scope.close_block()
    default = next((body for _, body, is_default in sections if is_default), None)

    def chosen(f: Frame, found: Value) -> Step | None:
        for tests, body, _ in sections:
            if any(test(f, found) for test in tests):
                return body
        return default

    def run(f: Frame) -> Flow | None:
        body = chosen(f, value(f))
        flow: object = body(f) if body else None
        while isinstance(flow, CaseJump):
            f.world.fuel -= 1
            if f.world.fuel < 0:
                f.world.refuel()
            body = default if flow.is_default else chosen(f, flow.value)
            flow = body(f) if body else None
        return None if flow is Flow.BREAK else flow  # type: ignore[return-value]  # a jump does not get here

    return run


def _label(compiler: "Compiler", scope: Scope, node: e.Expression | p.CaseLabel, given: Shape | None) -> Test:
    if isinstance(node, p.CaseLabel):
        return _with_condition(compiler, scope, node.pattern, node.condition, given)
    type_ = _as_type(node)
    if type_ is not None and _constant(compiler, scope, type_) is None:
        return type_or_constant(compiler, scope, type_)
    constant = compiler.value(scope, node)
    return lambda f, value: equals(value, constant(f))


def _as_type(node: e.Expression) -> TypeName | None:
    """A label that is only a name, as a type: it may be one."""
    from osy_grammar.nodes.base import Identifier, QualifiedName

    parts: list[Identifier] = []
    inner = node
    while isinstance(inner, e.Member) and not inner.conditional:
        parts.insert(0, inner.name)
        inner = inner.target
    if not isinstance(inner, e.Name):
        return None
    parts.insert(0, Identifier(inner.start, inner.end, inner.text))
    return TypeName(node.start, node.end, QualifiedName(node.start, node.end, tuple(parts)), (), ())
