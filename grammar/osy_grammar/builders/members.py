"""What stands before and inside declarations: attributes, modifiers, parameters, members, security."""

from collections.abc import Sequence

from osy_grammar.builders.lists import (
    Declarator,
    Lead,
    RuleClauses,
    Several,
    Skipped,
    identifier,
    identifiers,
    places,
)
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions, statements, types

Body = statements.Block | expressions.Expression | None


def attribute_list(_start: int, _end: int, items: list[declarations.Attribute]) -> list[declarations.Attribute]:
    """`[A, B]`."""
    return items


def attributes(_start: int, _end: int, lists: list[list[declarations.Attribute]]) -> tuple[declarations.Attribute, ...]:
    """All the attributes before a declaration."""
    return tuple(attribute for items in lists for attribute in items)


def attribute(
    start: int, end: int, name: base.QualifiedName, arguments: Sequence[declarations.AttributeArgument] = ()
) -> declarations.Attribute:
    """`Name(arguments)`."""
    return declarations.Attribute(start, end, name, tuple(arguments or ()))


def named_attribute_argument(
    start: int, end: int, name: Lexeme, value: expressions.Expression
) -> declarations.AttributeArgument:
    """`Name = value`."""
    return declarations.AttributeArgument(start, end, base.Identifier(*name), value)


def attribute_argument(start: int, end: int, value: expressions.Expression) -> declarations.AttributeArgument:
    """`value`."""
    return declarations.AttributeArgument(start, end, None, value)


def lead(
    _start: int, _end: int, attributes: tuple[declarations.Attribute, ...] | None, modifiers: tuple[str, ...] | None
) -> Lead:
    """What stands before a declaration."""
    return Lead(attributes or (), modifiers or ())


def modifier(_start: int, _end: int, word: Lexeme) -> str:
    """`public`, `abstract` …."""
    return word[2]


def modifiers(_start: int, _end: int, words: list[str]) -> tuple[str, ...]:
    """The modifiers in their order."""
    return tuple(words)


def parameter(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    word: Lexeme | None,
    type_: types.TypeName,
    name: Lexeme,
    default: expressions.Expression | None,
) -> declarations.Parameter:
    """`type name = default`, perhaps with `params`, `ref`, `out` or `in` before it."""
    given = word[2] if word else ""
    passing = "" if given == "params" else given
    return declarations.Parameter(
        start, end, attributes or (), given == "params", type_, base.Identifier(*name), default, passing
    )


def parameters(start: int, end: int, items: Sequence[declarations.Parameter] = ()) -> declarations.Parameters:
    """`(…)` after a declared name."""
    return declarations.Parameters(start, end, tuple(items))


def body(_start: int, _end: int, inner: Body = None) -> Body:
    """A block, `=> e;`, or `;`."""
    return inner


def function(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    name: Lexeme,
    type_parameters: tuple[base.Identifier, ...] | None,
    parameters: declarations.Parameters,
    constraint: types.Constraint | None,
    body: Body,
) -> declarations.Function:
    """A function or a method."""
    return declarations.Function(
        start, end, *lead, type_, base.Identifier(*name), type_parameters or (), parameters, constraint, body
    )


def field(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    declarators: list[Declarator],
) -> declarations.Field | Several:
    """`type name = value;`, `type a, b;`."""
    return _fields(start, end, lead, False, type_, declarators)


def declarator(start: int, end: int, name: Lexeme, value: expressions.Expression | None) -> Declarator:
    """`name = value`."""
    return Declarator(start, end, base.Identifier(*name), value)


def _fields(
    start: int, end: int, lead: Lead, is_constant: bool, type_: types.TypeName, declarators: list[Declarator]
) -> declarations.Field | Several:
    made = tuple(
        declarations.Field(first, last, *lead, is_constant, type_, each.name, each.value)
        for each, (first, last) in zip(declarators, places(start, end, declarators), strict=True)
    )
    return made[0] if len(made) == 1 else Several(made)


def constant(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    declarators: list[Declarator],
) -> declarations.Field | Several:
    """`const type name = value;` in a class."""
    return _fields(start, end, lead, True, type_, declarators)


def property_(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    name: Lexeme,
    accessors: list[declarations.Accessor],
    value: expressions.Expression | None,
) -> declarations.Property:
    """`type Name { get; set; } = value;`."""
    return declarations.Property(start, end, *lead, type_, base.Identifier(*name), tuple(accessors), None, value)


def getter_property(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    name: Lexeme,
    getter: expressions.Expression,
) -> declarations.Property:
    """`type Name => getter;`."""
    return declarations.Property(start, end, *lead, type_, base.Identifier(*name), (), getter, None)


def accessor(
    start: int, end: int, modifiers: tuple[str, ...] | None, word: Lexeme, body: Body
) -> declarations.Accessor:
    """`get` or `set`."""
    return declarations.Accessor(start, end, word[2], body, modifiers or ())


def constructor(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    parameters: declarations.Parameters,
    first: expressions.Call | None,
    body: Body,
) -> declarations.Constructor:
    """The class's own name, parameters and a body."""
    return declarations.Constructor(start, end, *lead, base.Identifier(*name), parameters, first, body)


def constructor_call(start: int, end: int, word: Lexeme, arguments: expressions.Arguments) -> expressions.Call:
    """`: base(…)`, `: this(…)`: a call of the word."""
    made = expressions.This if word[2] == "this" else expressions.Base
    return expressions.Call(word[0], end, made(word[0], word[1]), arguments)


def invariant(
    start: int, end: int, condition: expressions.Expression, message: expressions.Expression | None
) -> declarations.Invariant:
    """`invariant condition message "…";`."""
    return declarations.Invariant(start, end, condition, message)


def error_member(start: int, end: int, skipped: Skipped) -> declarations.ErrorMember:
    """What recovery skipped between members."""
    return declarations.ErrorMember(start, end, skipped.tokens)


# ── Security ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def rule(
    start: int,
    end: int,
    effect: Lexeme,
    verb: Lexeme,
    fields: tuple[base.Identifier, ...] | None,
    clauses: RuleClauses,
) -> declarations.SecurityRule:
    """A rule of one verb, perhaps of named fields."""
    return declarations.SecurityRule(start, end, effect[2], (identifier(verb),), fields or (), *clauses)


def rule_of_verbs(
    start: int,
    end: int,
    effect: Lexeme,
    verbs: list[Lexeme],
    clauses: RuleClauses,
) -> declarations.SecurityRule:
    """A rule of several verbs."""
    return declarations.SecurityRule(start, end, effect[2], identifiers(verbs), (), *clauses)


def security_fields(_start: int, _end: int, names: list[Lexeme]) -> tuple[base.Identifier, ...]:
    """The fields that a rule is about."""
    return identifiers(names)


def security_message(start: int, end: int, text: expressions.Expression) -> declarations.SecurityMessage:
    """`message "…";`."""
    return declarations.SecurityMessage(start, end, text)


def rule_clauses(_start: int, _end: int, clauses: Sequence[RuleClauses] = ()) -> RuleClauses:
    """What limits a rule, in any order; of two clauses of one kind the first counts."""
    found = RuleClauses()
    for clause in clauses:
        found = RuleClauses(found.when or clause.when, found.where or clause.where, found.by or clause.by)
    return found


def rule_when(_start: int, _end: int, condition: expressions.Expression) -> RuleClauses:
    """`when condition`."""
    return RuleClauses(when=condition)


def rule_where(_start: int, _end: int, condition: expressions.Expression) -> RuleClauses:
    """`where condition`."""
    return RuleClauses(where=condition)


def rule_by(_start: int, _end: int, name: Lexeme) -> RuleClauses:
    """`by Grant`."""
    return RuleClauses(by=identifier(name))


def security(
    start: int,
    end: int,
    rules: Sequence[declarations.SecurityRule | declarations.SecurityMessage | declarations.ErrorMember] = (),
) -> declarations.Security:
    """`security { … }`."""
    return declarations.Security(start, end, tuple(rules))
