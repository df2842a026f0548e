"""Patterns, `switch` expressions, tuples and what takes them apart: C#'s. What a tuple holds is not looked at."""

from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.lattice import joined
from osy_analysis.semantics.bind.members import find, value_type
from osy_analysis.semantics.bind.written import Writing, written_type
from osy_analysis.semantics.builtins import BOOL
from osy_analysis.semantics.types import UNKNOWN, Null, Type, Unknown, non_null
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Expression, Member, Name, TupleLiteral
from osy_grammar.nodes.patterns import (
    CaseLabel,
    ConstantPattern,
    Designation,
    IsPattern,
    ListPattern,
    LogicalPattern,
    NotPattern,
    Pattern,
    RecursivePattern,
    RelationalPattern,
    SlicePattern,
    SwitchExpression,
    Targets,
    TypePattern,
    VarPattern,
)
from osy_grammar.nodes.statements import Deconstruction
from osy_grammar.nodes.types import TupleType, TypeName


def pattern(binder: Binder, node: Pattern, given: Type) -> None:
    """What a pattern mentions, and the names that it brings in; `given` is the type of what is held against it."""
    waiting: list[tuple[Pattern, Type]] = [(node, given)]
    while waiting:
        one, type_ = waiting.pop()
        match one:
            case ConstantPattern(value=value) | RelationalPattern(value=value):
                binder.expression(value, type_)
            case TypePattern():
                _declare(binder, one.designation, type_or_constant(binder, one.type))
            case VarPattern():
                _declare(binder, one.designation, type_)
            case NotPattern():
                waiting.append((one.inner, type_))
            case LogicalPattern():
                waiting += ((one.right, type_), (one.left, type_))
            case RecursivePattern():
                known = binder.type(one.type) if one.type is not None else type_
                _declare(binder, one.designation, non_null(known))
                parts = (*(one.positions or ()), *(one.properties or ()))
                waiting += [(part.pattern, _member(binder, known, part.path)) for part in reversed(parts)]
            case ListPattern():
                _declare(binder, one.designation, type_)
                waiting += [(part, UNKNOWN) for part in reversed(one.parts)]
            case SlicePattern():
                if one.inner is not None:
                    waiting.append((one.inner, UNKNOWN))
            case _:
                pass


def _declare(binder: Binder, node: Designation | None, type_: Type) -> None:
    if node is None:
        return
    if not isinstance(type_, Unknown | Null):
        binder.types[node] = type_
    binder.declare(node.name.text, node, type_)


def _member(binder: Binder, type_: Type, path: tuple[Identifier, ...]) -> Type:
    """The type of a part, its names noted. What a type has not is not told here: a part may be of a kit out of view."""
    for name in path:
        found = find(binder, non_null(type_), name.text)
        if found is None:
            return UNKNOWN
        if found.definitions:
            binder.targets[name] = found.definitions[0]
        elif found.facts:
            binder.targets[name] = found.facts[0]
        type_ = value_type(binder, found)
    return type_ if path else UNKNOWN


def type_or_constant(binder: Binder, node: TypeName) -> Type:
    """What a bare name in a pattern means: a type; else a constant, which is an expression."""
    parts = node.name.parts
    if node.arguments or node.tails or isinstance(node, TupleType):
        return binder.type(node)
    unknown: list[TypeName] = []
    writing = Writing(binder.table, binder.path, binder.parameters, binder.used, binder.targets, unknown)
    type_ = written_type(writing, node)
    if not unknown:
        return type_
    first, *rest = parts
    value: Expression = Name(first.start, first.end, first.text, ())
    for part in rest:
        value = Member(first.start, part.end, value, False, part, ())
    told = len(binder.problems)
    type_ = binder.expression(value)
    if len(binder.problems) > told:
        # It is neither: as a type it is told of.
        del binder.problems[told:]
        return binder.type(node)
    start: Expression = value
    while isinstance(start, Member):
        start = start.target
    target = binder.targets.pop(start, None)
    if target is not None:
        binder.targets[first] = target
    return type_


def is_pattern(binder: Binder, node: IsPattern, wanted: Type | None) -> Type:
    """`x is pattern`: the names that it brings in are in view from here on."""
    pattern(binder, node.pattern, binder.expression(node.operand))
    return BOOL


def switch_expression(binder: Binder, node: SwitchExpression, wanted: Type | None) -> Type:
    """`value switch { … }`."""
    given = binder.expression(node.value)
    result: Type | None = None
    for arm in node.arms:
        mark = binder.mark()
        pattern(binder, arm.pattern, given)
        if arm.condition is not None:
            binder.expression(arm.condition)
            binder.expect(arm.condition, BOOL, "the condition of an arm")
        type_ = binder.expression(arm.value, wanted)
        result = type_ if result is None else joined(result, type_)
        binder.leave(mark)
    return result if result is not None else UNKNOWN


def case_label(binder: Binder, node: CaseLabel, given: Type) -> None:
    """`case pattern when condition:`."""
    pattern(binder, node.pattern, given)
    if node.condition is not None:
        binder.expression(node.condition)
        binder.expect(node.condition, BOOL, "the condition of `case`")


def tuple_literal(binder: Binder, node: TupleLiteral, wanted: Type | None) -> Type:
    """`(a, b)`: its values are bound."""
    for item in node.items:
        binder.expression(item.value)
    return UNKNOWN


def targets(binder: Binder, node: Targets) -> None:
    """`(a, var b)`: what is declared, and what is given a value."""
    # They may be nested deep, and are gone through without going down.
    waiting = [*reversed(node.items)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Targets):
            waiting += reversed(item.items)
        elif isinstance(item, Designation):
            if item.name.text != "_":
                _declare(binder, item, binder.type(item.type) if item.type is not None else UNKNOWN)
        elif not (isinstance(item, Name) and item.text == "_"):
            binder.expression(item)


def deconstruction(binder: Binder, node: Deconstruction) -> None:
    """`var (a, b) = value;`."""
    binder.expression(node.value)
    targets(binder, node.targets)
