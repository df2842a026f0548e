"""What C# has and Osy# is not known to have: parsed all the same, so that the analyser can speak of it by name."""

from collections.abc import Sequence

from osy_grammar.builders.lists import Declarator, Several, flattened, places
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions, patterns, statements, types
from osy_grammar.nodes.expressions import Expression

_PREFIXES = {"await": "`await`", "throw": "`throw` as a value", "^": "an index from the end (`^`)"}


def yield_break(start: int, end: int) -> statements.ForeignStatement:
    """`yield break;`."""
    return statements.ForeignStatement(start, end, "`yield break`", ())


def do_while(start: int, end: int, body: statements.Statement, condition: Expression) -> statements.DoWhile:
    """`do body while (condition);`."""
    return statements.DoWhile(start, end, body, condition)


def switch(
    start: int, end: int, value: Expression, sections: Sequence[statements.SwitchSection] = ()
) -> statements.Switch:
    """`switch (value) { … }`."""
    return statements.Switch(start, end, value, tuple(sections))


def switch_section(
    start: int, end: int, labels: list[Expression | patterns.CaseLabel | None], body: list[statements.Statement]
) -> statements.SwitchSection:
    """Labels and the statements under them."""
    return statements.SwitchSection(start, end, tuple(labels), flattened(body))


def switch_label(_start: int, _end: int) -> None:
    """`default:`."""


def lock(start: int, end: int, value: Expression, body: statements.Statement) -> statements.Lock:
    """`lock (value) body`."""
    return statements.Lock(start, end, value, body)


def using_block(
    start: int, end: int, resource: statements.Local | Several | Expression, body: statements.Statement
) -> statements.UsingStatement:
    """`using (resource) body`."""
    return statements.UsingStatement(start, end, _resources(resource), body)


def using_local(start: int, end: int, resource: statements.Local | Several) -> statements.UsingStatement:
    """`using var name = value;`."""
    return statements.UsingStatement(start, end, _resources(resource), None)


def _resources(resource: statements.Local | Several | Expression) -> tuple[statements.Local | Expression, ...]:
    return resource.nodes if isinstance(resource, Several) else (resource,)  # type: ignore[return-value]  # of locals


def checked_block(start: int, end: int, word: Lexeme, body: statements.Block) -> statements.CheckedBlock:
    """`checked { … }`, `unchecked { … }`."""
    return statements.CheckedBlock(start, end, word[2] == "checked", body)


def goto_case(start: int, end: int, value: Expression) -> statements.GotoCase:
    """`goto case value;`."""
    return statements.GotoCase(start, end, value)


def goto_default(start: int, end: int) -> statements.GotoCase:
    """`goto default;`."""
    return statements.GotoCase(start, end, None)


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
    is_plain = all(p.default is None and not p.is_params and not p.passing for p in parameters.items)
    is_plain = is_plain and not type_parameters
    if body is None or not is_plain:
        return statements.ForeignStatement(start, end, "a function inside a body", (body,) if body else ())
    taken = tuple(expressions.LambdaParameter(p.start, p.end, p.type, p.name) for p in parameters.items)
    held = expressions.Lambda(parameters.start, end, taken, body)
    return statements.Local(start, end, type_, base.Identifier(*name), held)


def local_constant(
    start: int, end: int, type_: types.TypeName, declarators: list[Declarator]
) -> statements.Local | Several:
    """`const type name = value;` inside a body: a local that nobody changes."""
    made = tuple(
        statements.Local(first, last, type_, each.name, each.value)
        for each, (first, last) in zip(declarators, places(start, end, declarators), strict=True)
    )
    return made[0] if len(made) == 1 else Several(made)


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
