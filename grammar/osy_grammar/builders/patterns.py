"""Patterns, `switch` expressions, and what deconstruction declares."""

from collections.abc import Sequence
from typing import NamedTuple

from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import expressions, patterns, statements, types
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.patterns import Designation, Pattern, Subpattern, Targets


class _Parts(NamedTuple):
    """The parts between a pattern's brackets, and where these end."""

    end: int
    items: tuple[Subpattern, ...]


# ── Where patterns stand ─────────────────────────────────────────────────────────────────────────────────────────────


def is_(start: int, end: int, operand: Expression, pattern: Pattern) -> Expression:
    """`x is pattern`; what is no more than a type, a name or a literal is an `Is`."""
    inner, is_negated = pattern, False
    while isinstance(inner, patterns.NotPattern):
        inner, is_negated = inner.inner, not is_negated
    if isinstance(inner, patterns.TypePattern):
        name = inner.designation.name if inner.designation else None
        return expressions.Is(start, end, operand, is_negated, inner.type, None, name)
    if isinstance(inner, patterns.ConstantPattern) and isinstance(inner.value, expressions.Literal):
        return expressions.Is(start, end, operand, is_negated, None, inner.value, None)
    return patterns.IsPattern(start, end, operand, pattern)


def case_label(start: int, end: int, pattern: Pattern, condition: Expression | None) -> Expression | patterns.CaseLabel:
    """`case pattern when condition:`; a constant alone is its value."""
    if condition is None:
        if isinstance(pattern, patterns.ConstantPattern):
            return pattern.value
        value = _named(pattern)
        if value is not None:
            return value
    return patterns.CaseLabel(start, end, pattern, condition)


def case_value(
    start: int, end: int, value: Expression, condition: Expression | None
) -> Expression | patterns.CaseLabel:
    """`case value:` of a plain expression."""
    if condition is None:
        return value
    return patterns.CaseLabel(start, end, patterns.ConstantPattern(value.start, value.end, value), condition)


def _named(pattern: Pattern) -> Expression | None:
    """What is only a name, as a value: it may be a constant as well as a type."""
    if not isinstance(pattern, patterns.TypePattern) or pattern.designation is not None:
        return None
    type_ = pattern.type
    if type_.arguments or type_.tails or isinstance(type_, types.TupleType):
        return None
    first, *rest = type_.name.parts
    value: Expression = expressions.Name(first.start, first.end, first.text, ())
    for part in rest:
        value = expressions.Member(first.start, part.end, value, False, part, ())
    return value


def switch_value(
    start: int, end: int, value: Expression, _word: Lexeme, arms: Sequence[patterns.SwitchArm] = ()
) -> patterns.SwitchExpression:
    """`value switch { … }`."""
    return patterns.SwitchExpression(start, end, value, tuple(arms))


def switch_arm(
    start: int, end: int, pattern: Pattern, condition: Expression | None, value: Expression
) -> patterns.SwitchArm:
    """`pattern when condition => value`."""
    return patterns.SwitchArm(start, end, pattern, condition, value)


def switch_arm_of_value(
    start: int, end: int, constant: Expression, condition: Expression | None, value: Expression
) -> patterns.SwitchArm:
    """`constant when condition => value`."""
    pattern = patterns.ConstantPattern(constant.start, constant.end, constant)
    return patterns.SwitchArm(start, end, pattern, condition, value)


# ── Patterns ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def logical_pattern(start: int, end: int, left: Pattern, word: Lexeme, right: Pattern) -> patterns.LogicalPattern:
    """`left and right`, `left or right`."""
    return patterns.LogicalPattern(start, end, left, word[2], right)


def not_pattern(start: int, end: int, _word: Lexeme, inner: Pattern) -> patterns.NotPattern:
    """`not pattern`."""
    return patterns.NotPattern(start, end, inner)


def type_pattern(start: int, end: int, type_: types.TypeName, name: Lexeme | None) -> Pattern:
    """`T`, `T name`, `_`."""
    if name is None and type_.name.text == "_" and not type_.arguments and not type_.tails:
        return patterns.DiscardPattern(start, end)
    return patterns.TypePattern(start, end, type_, _designation(name))


def literal_pattern(start: int, end: int, value: Expression) -> patterns.ConstantPattern:
    """A literal."""
    return patterns.ConstantPattern(start, end, value)


constant_pattern = literal_pattern


def relational_pattern(start: int, end: int, operator: Lexeme, value: Expression) -> patterns.RelationalPattern:
    """`< value`."""
    return patterns.RelationalPattern(start, end, operator[2], value)


def var_pattern(start: int, end: int, _word: Lexeme, name: Lexeme) -> Pattern:
    """`var name`, `var _`."""
    if name[2] == "_":
        return patterns.DiscardPattern(start, end)
    return patterns.VarPattern(start, end, Designation(name[0], name[1], None, Identifier(*name)))


def var_patterns(start: int, end: int, _word: Lexeme, targets: Targets) -> patterns.RecursivePattern:
    """`var (a, b)`."""
    return _taken_apart(start, end, targets)


def _taken_apart(start: int, end: int, targets: Targets) -> patterns.RecursivePattern:
    positions = tuple(Subpattern(item.start, item.end, (), _taken(item)) for item in targets.items)
    return patterns.RecursivePattern(start, end, None, positions, None, None)


def _taken(item: object) -> Pattern:
    if isinstance(item, Targets):
        return _taken_apart(item.start, item.end, item)
    assert isinstance(item, Designation)
    if item.name.text == "_":
        return patterns.DiscardPattern(item.start, item.end)
    return patterns.VarPattern(item.start, item.end, item)


def recursive_pattern(
    start: int,
    end: int,
    type_: types.TypeName | None,
    positions: _Parts,
    properties: _Parts | None,
    name: Lexeme | None,
) -> Pattern:
    """`T (a, b) { Name: c } name`; `(pattern)` is that pattern."""
    items = positions.items
    if type_ is None and properties is None and name is None and len(items) == 1 and not items[0].path:
        return items[0].pattern
    found = properties.items if properties else None
    return patterns.RecursivePattern(start, end, type_, items, found, _designation(name))


def property_pattern(
    start: int, end: int, type_: types.TypeName | None, properties: _Parts, name: Lexeme | None
) -> patterns.RecursivePattern:
    """`T { Name: a } name`."""
    return patterns.RecursivePattern(start, end, type_, None, properties.items, _designation(name))


def positional(_start: int, end: int, parts: Sequence[Pattern | Subpattern] = ()) -> _Parts:
    """`(a, b)`."""
    return _Parts(end, tuple(map(_subpattern, parts)))


properties = positional


def named_subpattern(start: int, end: int, path: list[Lexeme], pattern: Pattern) -> Subpattern:
    """`Name: pattern`."""
    return Subpattern(start, end, tuple(Identifier(*part) for part in path), pattern)


def _subpattern(part: Pattern | Subpattern) -> Subpattern:
    return part if isinstance(part, Subpattern) else Subpattern(part.start, part.end, (), part)


def list_pattern(
    start: int, end: int, parts: list[Pattern] | Lexeme | None = None, name: Lexeme | None = None
) -> patterns.ListPattern:
    """`[a, b] name`; without parts the name is the only child."""
    if isinstance(parts, list):
        return patterns.ListPattern(start, end, tuple(parts), _designation(name))
    return patterns.ListPattern(start, end, (), _designation(parts))


def slice_(start: int, end: int, _dots: Lexeme, inner: Pattern | None) -> patterns.SlicePattern:
    """`.. pattern`."""
    return patterns.SlicePattern(start, end, inner)


def _designation(name: Lexeme | None) -> Designation | None:
    if name is None or name[2] == "_":
        return None
    return Designation(name[0], name[1], None, Identifier(*name))


# ── Deconstruction ───────────────────────────────────────────────────────────────────────────────────────────────────


def designation(start: int, end: int, name: Lexeme) -> Designation:
    """A name between the parentheses of `var (a, b)`."""
    return Designation(start, end, None, Identifier(*name))


def designations(start: int, end: int, items: list[Designation | Targets]) -> Targets:
    """`(a, b)` behind `var`."""
    return Targets(start, end, tuple(items))


def targets(start: int, end: int, items: list[Expression | Designation | Targets]) -> Targets:
    """`(a, var b)` before `=`."""
    return Targets(start, end, tuple(items))


def target(_start: int, _end: int, inner: Targets) -> Targets:
    """More of it inside."""
    return inner


def declared_target(start: int, end: int, type_: types.TypeName, name: Lexeme) -> Designation:
    """`var a`, `int a`."""
    is_var = type_.name.text == "var" and not type_.tails
    return Designation(start, end, None if is_var else type_, Identifier(*name))


def deconstruction(
    start: int, end: int, _type: types.TypeName, targets: Targets, value: Expression
) -> statements.Deconstruction:
    """`var (a, b) = value;`."""
    return statements.Deconstruction(start, end, targets, value)


def deconstruction_of(start: int, end: int, targets: Targets, value: Expression) -> statements.Deconstruction:
    """`(a, var b) = value;`."""
    return statements.Deconstruction(start, end, targets, value)
