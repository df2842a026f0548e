"""Quick fixes that several rules offer."""

from osy_analysis.diagnostic import Edit, Fix
from osy_analysis.edits import indentation, line_start, newline, removal
from osy_analysis.rule import Context
from osy_analysis.suppress import ATTRIBUTE, holder
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.statements import Block, Goto, Statement
from osy_grammar.span import Span


def change_to(ctx: Context, span: Span, near: str | None) -> tuple[Fix, ...]:
    """The repair that writes the name which was probably meant; none where no name is near."""
    return () if near is None else (Fix(f"Change to `{near}`", (ctx.edit(span, near),)),)


def without_statement(ctx: Context, statement: Statement, parent: Node) -> Edit:
    """Cut a statement; one that is the whole branch of an `if` leaves an empty block behind."""
    span = ctx.span(statement)
    if isinstance(parent, Block):
        return ctx.edit(removal(ctx.file.text, span), "")
    return ctx.edit(span, "{ }")


def remove_goto(ctx: Context, goto: Goto, parent: Node) -> Fix:
    """Drop the `goto`."""
    return Fix(f"Remove `goto {goto.state.text}`", (without_statement(ctx, goto, parent),))


def suppress_here(ctx: Context, node: Node, code: str) -> Fix | None:
    """Silence the code with an attribute on the nearest declaration around `node` that can have one."""
    return suppression(ctx, ctx.span(node), code)


def suppression(ctx: Context, span: Span, code: str) -> Fix | None:
    """Silence the code with an attribute on the nearest declaration around a place of the file that can have one."""
    around = holder(ctx.item.chunk, span.start - ctx.item.start, span.end - ctx.item.start)
    if around is None:
        return None
    text, start = ctx.file.text, ctx.span(around).start
    is_first = not text[line_start(text, start) : start].strip()
    between = f"{newline(text)}{indentation(text, start)}" if is_first else " "
    edit = Edit(ctx.path, Span(start, start), f'[{ATTRIBUTE}("{code}")]{between}')
    return Fix(f"Silence `{code}` for `{around.name.text}`", (edit,))
