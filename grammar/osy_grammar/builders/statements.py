"""Statements."""

from collections.abc import Sequence
from typing import NamedTuple

from osy_grammar.builders.lists import Skipped, optional_identifier
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import expressions, statements, types
from osy_grammar.nodes.base import Identifier


class _ForHead(NamedTuple):
    initialiser: statements.Local | expressions.Expression | None
    condition: expressions.Expression | None
    update: expressions.Expression | None


class _ForEachHead(NamedTuple):
    type_: types.TypeName
    name: Identifier
    source: expressions.Expression


def block(start: int, end: int, items: Sequence[statements.Statement] = ()) -> statements.Block:
    """`{ … }`."""
    return statements.Block(start, end, tuple(items))


def error_statement(start: int, end: int, skipped: Skipped) -> statements.ErrorStatement:
    """What recovery skipped in a body."""
    return statements.ErrorStatement(start, end, skipped.tokens)


def local(
    start: int,
    end: int,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression | None,
) -> statements.Local:
    """`type name = value;`."""
    return statements.Local(start, end, type_, Identifier(*name), value)


for_local = local


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
    initialiser: statements.Local | expressions.Expression | None,
    condition: expressions.Expression | None,
    update: expressions.Expression | None,
) -> _ForHead:
    """`initialiser; condition; update`."""
    return _ForHead(initialiser, condition, update)


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
    return _ForEachHead(type_, Identifier(*name), source)


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
