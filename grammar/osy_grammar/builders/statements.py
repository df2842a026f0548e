"""Statements."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from osy_grammar.builders.lists import Declarator, Several, Skipped, flattened, optional_identifier, places
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, expressions, patterns, statements, types
from osy_grammar.nodes.base import Identifier


class _ForHead(NamedTuple):
    initialiser: Any
    more: tuple[Any, ...]
    condition: expressions.Expression | None
    update: Any
    updates: tuple[Any, ...]


class _ForEachHead(NamedTuple):
    type_: types.TypeName
    name: Identifier
    targets: patterns.Targets | None
    source: expressions.Expression


def block(start: int, end: int, items: Sequence[statements.Statement] = ()) -> statements.Block:
    """`{ … }`."""
    return statements.Block(start, end, flattened(items))


def error_statement(start: int, end: int, skipped: Skipped) -> statements.ErrorStatement:
    """What recovery skipped in a body."""
    return statements.ErrorStatement(start, end, skipped.tokens)


def local(
    start: int,
    end: int,
    type_: types.TypeName,
    declarators: list[Declarator],
) -> statements.Local | Several:
    """`type name = value;`, `type a, b;`."""
    made = tuple(
        statements.Local(first, last, type_, each.name, each.value)
        for each, (first, last) in zip(declarators, places(start, end, declarators), strict=True)
    )
    return made[0] if len(made) == 1 else Several(made)


for_local = local


def for_steps(_start: int, _end: int, steps: list[expressions.Expression]) -> Several:
    """`a, b` in the head of a `for`."""
    return Several(tuple(steps))


def if_without_else(
    start: int, end: int, condition: expressions.Expression, then: statements.Statement
) -> statements.If:
    """`if (condition) then`."""
    return statements.If(start, end, condition, then, None)


def if_(
    start: int,
    end: int,
    condition: expressions.Expression,
    then: statements.Statement,
    otherwise: statements.Statement,
) -> statements.If:
    """`if (condition) then else otherwise`."""
    return statements.If(start, end, condition, then, otherwise)


def while_(start: int, end: int, condition: expressions.Expression, body: statements.Statement) -> statements.While:
    """`while (condition) body`."""
    return statements.While(start, end, condition, body)


def for_head(
    _start: int,
    _end: int,
    initialiser: statements.Local | Several | None,
    condition: expressions.Expression | None,
    steps: Several | None,
) -> _ForHead:
    """`initialiser; condition; update`."""
    starts = _all(initialiser)
    updates = _all(steps)
    return _ForHead(starts[0] if starts else None, starts[1:], condition, updates[0] if updates else None, updates[1:])


def _all(found: base.Node | Several | None) -> tuple[base.Node, ...]:
    if found is None:
        return ()
    return found.nodes if isinstance(found, Several) else (found,)


def for_(start: int, end: int, head: _ForHead, body: statements.Statement) -> statements.For:
    """`for (…) body`."""
    return statements.For(start, end, *head, body)


def foreach_head(
    _start: int,
    _end: int,
    type_: types.TypeName,
    name: Lexeme,
    source: expressions.Expression,
) -> _ForEachHead:
    """`type name in source`."""
    return _ForEachHead(type_, Identifier(*name), None, source)


def foreach_parts(
    _start: int, _end: int, type_: types.TypeName, targets: patterns.Targets, source: expressions.Expression
) -> _ForEachHead:
    """`var (a, b) in source`."""
    return _ForEachHead(type_, Identifier(targets.start, targets.start, ""), targets, source)


def foreach_parts_of(start: int, _end: int, targets: patterns.Targets, source: expressions.Expression) -> _ForEachHead:
    """`(var a, int b) in source`."""
    name = Identifier(start, start, "")
    type_ = types.TypeName(start, start, base.QualifiedName(start, start, (Identifier(start, start, "var"),)), (), ())
    return _ForEachHead(type_, name, targets, source)


def foreach(start: int, end: int, head: _ForEachHead, body: statements.Statement) -> statements.ForEach:
    """`foreach (…) body`."""
    return statements.ForEach(start, end, *head, body)


def empty(start: int, end: int) -> statements.Empty:
    """`;`."""
    return statements.Empty(start, end)


def try_(
    start: int, end: int, body: statements.Block, catches: list[statements.Catch], final: statements.Block | None
) -> statements.Try:
    """`try { … } catch … finally { … }`."""
    return statements.Try(start, end, body, tuple(catches), final)


def try_finally(start: int, end: int, body: statements.Block, final: statements.Block) -> statements.Try:
    """`try { … } finally { … }`."""
    return statements.Try(start, end, body, (), final)


def catch(
    start: int,
    end: int,
    type_: types.TypeName | None,
    name: Lexeme | None,
    condition: expressions.Expression | None,
    body: statements.Block,
) -> statements.Catch:
    """`catch (type name) when (condition) { … }`."""
    return statements.Catch(start, end, type_, optional_identifier(name), condition, body)


def finally_(_start: int, _end: int, body: statements.Block) -> statements.Block:
    """`finally { … }`."""
    return body


def return_(start: int, end: int, value: expressions.Expression | None) -> statements.Return:
    """`return value;`."""
    return statements.Return(start, end, value)


def throw(start: int, end: int, value: expressions.Expression | None) -> statements.Throw:
    """`throw value;`."""
    return statements.Throw(start, end, value)


def break_(start: int, end: int) -> statements.Break:
    """`break;`."""
    return statements.Break(start, end)


def continue_(start: int, end: int) -> statements.Continue:
    """`continue;`."""
    return statements.Continue(start, end)


def yield_(start: int, end: int, value: expressions.Expression) -> statements.YieldReturn:
    """`yield return value;`."""
    return statements.YieldReturn(start, end, value)


def goto(start: int, end: int, state: Lexeme) -> statements.Goto:
    """`goto State;`."""
    return statements.Goto(start, end, Identifier(*state))


def runas(start: int, end: int, principal: expressions.Expression, body: statements.Block) -> statements.RunAs:
    """`runas (principal) { … }`."""
    return statements.RunAs(start, end, principal, body)


def expression_statement(start: int, end: int, expression: expressions.Expression) -> statements.ExpressionStatement:
    """An expression for its effect."""
    return statements.ExpressionStatement(start, end, expression)
