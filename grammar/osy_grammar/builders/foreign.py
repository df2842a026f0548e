"""What C# has and Osy# is not known to have: parsed all the same, so that the analyser can speak of it by name."""

from collections.abc import Sequence

from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions, statements, types
from osy_grammar.nodes.expressions import Expression

_PREFIXES = {"await": "`await`", "throw": "`throw` as a value", "^": "an index from the end (`^`)"}


def yield_break(start: int, end: int) -> statements.ForeignStatement:
    """`yield break;`."""
    return statements.ForeignStatement(start, end, "`yield break`", ())


def do_while(start: int, end: int, body: statements.Statement, condition: Expression) -> statements.DoWhile:
    """`do body while (condition);`."""
    return statements.DoWhile(start, end, body, condition)


def deconstruction(start: int, end: int, _names: list[Lexeme], value: Expression) -> statements.ForeignStatement:
    """`var (a, b) = value;`."""
    return statements.ForeignStatement(start, end, "a tuple", (value,))


def switch(
    start: int, end: int, value: Expression, sections: Sequence[statements.SwitchSection] = ()
) -> statements.Switch:
    """`switch (value) { … }`."""
    return statements.Switch(start, end, value, tuple(sections))


def switch_section(
    start: int, end: int, labels: list[Expression | None], body: list[statements.Statement]
) -> statements.SwitchSection:
    """Labels and the statements under them."""
    return statements.SwitchSection(start, end, tuple(labels), tuple(body))


def case_label(start: int, end: int, value: Expression, condition: Expression | None) -> Expression:
    """`case value when condition:`."""
    if condition is None:
        return value
    return expressions.Foreign(start, end, "a `when` in a `case`", (value, condition))


def switch_label(_start: int, _end: int) -> None:
    """`default:`."""


def lock(start: int, end: int, value: Expression, body: statements.Block) -> statements.ForeignStatement:
    """`lock (value) { … }`."""
    return statements.ForeignStatement(start, end, "`lock`", (value, body))


def using_block(
    start: int, end: int, resource: statements.Local | Expression, body: statements.Block
) -> statements.ForeignStatement:
    """`using (resource) { … }`."""
    return statements.ForeignStatement(start, end, "the `using` statement", (resource, body))


def using_local(start: int, end: int, resource: statements.Local) -> statements.ForeignStatement:
    """`using var name = value;`."""
    return statements.ForeignStatement(start, end, "the `using` statement", (resource,))


def local_function(
    start: int,
    end: int,
    type_: types.TypeName,
    name: Lexeme,
    type_parameters: tuple[base.Identifier, ...] | None,
    parameters: declarations.Parameters,
    _constraint: types.Constraint | None,
    body: statements.Block | Expression | None,
) -> statements.Statement:
    """A function inside a body: a plain one is a local that holds a lambda, as far as anybody can tell."""
    is_plain = not type_parameters and all(p.default is None and not p.is_params for p in parameters.items)
    if body is None or not is_plain:
        return statements.ForeignStatement(start, end, "a function inside a body", (body,) if body else ())
    taken = tuple(expressions.LambdaParameter(p.start, p.end, p.type, p.name) for p in parameters.items)
    held = expressions.Lambda(parameters.start, end, taken, body)
    return statements.Local(start, end, type_, base.Identifier(*name), held)


def local_constant(start: int, end: int, type_: types.TypeName, name: Lexeme, value: Expression) -> statements.Local:
    """`const type name = value;` inside a body: a local that nobody changes."""
    return statements.Local(start, end, type_, base.Identifier(*name), value)


# ── Expressions ─────────────────────────────────────────────────────────────────────────────────────────────────────


def foreign_prefix(start: int, end: int, word: Lexeme, operand: Expression) -> expressions.Foreign:
    """`await x`, `throw x` as a value, `^1`."""
    return expressions.Foreign(start, end, _PREFIXES.get(word[2], f"`{word[2]}`"), (operand,))


def range_between(start: int, end: int, low: Expression, _dots: Lexeme, high: Expression) -> expressions.Foreign:
    """`a..b`."""
    return expressions.Foreign(start, end, "a range (`..`)", (low, high))


def range_from(start: int, end: int, _dots: Lexeme, high: Expression) -> expressions.Foreign:
    """`..b`, which is also how a collection is spread."""
    return expressions.Foreign(start, end, "a range (`..`)", (high,))


def range_to(start: int, end: int, low: Expression, _dots: Lexeme) -> expressions.Foreign:
    """`a..`."""
    return expressions.Foreign(start, end, "a range (`..`)", (low,))


def range_all(start: int, end: int, _dots: Lexeme) -> expressions.Foreign:
    """`..`."""
    return expressions.Foreign(start, end, "a range (`..`)", ())


def switch_value(
    start: int, end: int, value: Expression, _word: Lexeme, arms: Sequence[tuple[Expression, ...]] = ()
) -> expressions.Foreign:
    """`value switch { … }`."""
    parts = (value, *(part for arm in arms for part in arm))
    return expressions.Foreign(start, end, "the `switch` expression", parts)


def switch_arm(
    _start: int, _end: int, pattern: Expression, condition: Expression | None, value: Expression
) -> tuple[Expression, ...]:
    """`pattern when condition => value`."""
    return (pattern, value) if condition is None else (pattern, condition, value)


def tuple_(start: int, end: int, head: Expression, rest: list[Expression]) -> expressions.Foreign:
    """`(a, b)`."""
    return expressions.Foreign(start, end, "a tuple", (head, *rest))


def new_array(start: int, end: int, initialiser: expressions.Initialiser) -> expressions.Foreign:
    """`new[] { … }`."""
    return expressions.Foreign(start, end, "`new` with `[…]`", _values(initialiser))


def new_array_of(
    start: int,
    end: int,
    _type: types.TypeName,
    size: Expression | None,
    initialiser: expressions.Initialiser | None,
) -> expressions.Foreign:
    """`new T[size] { … }`."""
    values = _values(initialiser) if initialiser else ()
    return expressions.Foreign(start, end, "`new` with `[…]`", (size, *values) if size else values)


def _values(initialiser: expressions.Initialiser) -> tuple[Expression, ...]:
    return tuple(
        element.value for element in initialiser.elements if not isinstance(element, expressions.InitialiserPair)
    )
