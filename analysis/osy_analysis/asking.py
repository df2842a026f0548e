"""The quick fix that asks whether a call worked, before its answer is used.

A call that a statement evaluates first, and whatever happens, is moved before the statement, into a variable of its
own; one that fills a variable keeps it. The test follows. There is no such fix where the call may not be evaluated at
all, where something else is evaluated before it, nor where the status is looked at in other ways: the test would come
before those.
"""

from functools import lru_cache

from osy_analysis.diagnostic import Fix
from osy_analysis.edits import indentation, line_start, newline
from osy_analysis.enclosing import fresh_name, path_to
from osy_analysis.rule import Context
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    Argument,
    Arguments,
    Assignment,
    Binary,
    Call,
    Cast,
    Expression,
    Member,
    Name,
    New,
    NonNull,
    Parenthesised,
    Unary,
)
from osy_grammar.nodes.statements import Block, ExpressionStatement, If, Local, Return, Statement
from osy_grammar.span import Span
from osy_grammar.walk import walk

_STATUS = "StatusCode"
_TITLE = "Test `IsSuccess` first"
_NAMES = ("answer", "response", "reply")
_STRICT = (Parenthesised, NonNull, Cast, Unary, Member, Call, Argument, Arguments, Assignment, New)
"""What evaluates its parts whatever happens; of `+` and the like the left side comes first."""


def ask_first(ctx: Context, call: Call, what: str) -> Fix | None:
    """Write the test of a call's answer right behind it."""
    path = path_to(ctx.item.node, call)
    at = max((i for i, node in enumerate(path) if isinstance(node, Statement)), default=0)
    if at == 0 or not isinstance(path[at - 1], Block):
        return None
    statement, between = path[at], path[at + 1 : -1]
    if not isinstance(statement, Local | ExpressionStatement | Return | If):
        return None
    if isinstance(statement, If) and (between or [call])[0] is not statement.condition:
        return None
    variable = _filled(statement, between)
    if variable is not None:
        return None if _looks_at_status(path, variable) else _test_after(ctx, statement, variable, what)
    if not all(_is_strict(node, inner) for node, inner in zip(between, [*between, call][1:], strict=True)):
        return None
    if any(
        isinstance(node, Call | New) and node.start < call.start and node not in between for node in walk(statement)
    ):
        return None
    return _moved_out(ctx, statement, call, what)


def _filled(statement: Node, between: list[Node]) -> str | None:
    """The variable that the whole statement puts the answer into."""
    rest = [node for node in between if not isinstance(node, Parenthesised | NonNull)]
    match statement, rest:
        case Local(name=name), []:
            return name.text
        case ExpressionStatement(), [Assignment(operator="=", target=Name(text=text))]:
            return text
        case _:
            return None


def _is_strict(node: Node, inner: Node) -> bool:
    match node:
        case Binary(operator=operator, left=left):
            return inner is left and operator not in ("&&", "||", "??")
        case Assignment(value=value):
            return inner is value and isinstance(node.target, Name | Member)
        case Member(conditional=conditional):
            return not conditional
        case _:
            return isinstance(node, _STRICT) and isinstance(node, Expression | Argument | Arguments)


def _looks_at_status(path: list[Node], variable: str) -> bool:
    """Whether the code compares the status of that variable's answer."""
    return variable in _compared(next(node for node in path if isinstance(node, Block)))


@lru_cache(maxsize=2)
def _compared(block: Block) -> frozenset[str]:
    """The variables whose status is compared."""
    sides = (side for node in walk(block) if isinstance(node, Binary) for side in (node.left, node.right))
    return frozenset(
        side.target.text
        for side in sides
        if isinstance(side, Member) and side.name.text == _STATUS and isinstance(side.target, Name)
    )


def _test(variable: str, what: str) -> str:
    words = f"{what} answered {{{variable}.StatusCode}}"
    return f'if (!{variable}.IsSuccess) {{ throw new ExternalServiceException($"{words}"); }}'


def _gap(ctx: Context, start: int) -> str:
    """What stands between two statements, like the one at `start` stands behind the one before."""
    text = ctx.file.text
    if text[line_start(text, start) : start].strip():
        return " "
    return f"{newline(text)}{indentation(text, start)}"


def _test_after(ctx: Context, statement: Node, variable: str, what: str) -> Fix:
    span = ctx.span(statement)
    new = f"{_gap(ctx, span.start)}{_test(variable, what)}"
    return Fix(_TITLE, (ctx.edit(Span(span.end, span.end), new),))


def _moved_out(ctx: Context, statement: Node, call: Call, what: str) -> Fix:
    name = fresh_name(ctx.item.node, _NAMES)
    span, gap = ctx.span(statement), _gap(ctx, ctx.span(statement).start)
    begun = f"var {name} = {ctx.text(call)};{gap}{_test(name, what)}"
    if isinstance(statement, ExpressionStatement) and statement.expression is call:
        return Fix(_TITLE, (ctx.edit(span, begun),))
    edits = (ctx.edit(Span(span.start, span.start), f"{begun}{gap}"), ctx.edit(ctx.span(call), name))
    return Fix(_TITLE, edits)
