"""Quick fixes that several rules offer."""

from osy_analysis.diagnostic import Edit, Fix
from osy_analysis.edits import INDENT, indentation, indented, line_start, newline, removal
from osy_analysis.rule import Context
from osy_analysis.suppress import ATTRIBUTE, holder
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.statements import Block, Goto, Local, Statement
from osy_grammar.span import Span
from osy_grammar.walk import children, walk


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


def guard(ctx: Context, node: Node, what: str) -> Fix | None:
    """Put the statement around `node` into a `try` that logs the failure.

    The statements after it that need what it declares go in as well. None where the call stands in no statement of a
    block.
    """
    found = _statements_to_guard(ctx.item.node, node)
    if found is None:
        return None
    first, last = found
    text = ctx.file.text
    span = Span(ctx.span(first).start, ctx.span(last).end)
    indent, line = indentation(text, span.start), newline(text)
    body = indented(span.text(text), INDENT)
    new = line.join(
        (
            "try {",
            f"{indent}{INDENT}{body}",
            f"{indent}}}",
            f"{indent}catch (Exception e) {{",
            f'{indent}{INDENT}Log.Error(e, "{what} failed");',
            f"{indent}}}",
        )
    )
    alone = not text[line_start(text, span.start) : span.start].strip()
    if not alone:
        new = f'try {{ {span.text(text)} }} catch (Exception e) {{ Log.Error(e, "{what} failed"); }}'
    return Fix("Wrap in `try` and log the failure", (ctx.edit(span, new),))


def _statements_to_guard(root: Node, node: Node) -> tuple[Statement, Statement] | None:
    """The statement of the innermost block around `node`, and the last one after it that uses what it declares."""
    block: Block | None = None
    stack = [root]
    while stack:
        current = stack.pop()
        if isinstance(current, Block):
            block = current
        stack.extend(child for child in children(current) if child.start <= node.start and node.end <= child.end)
    if block is None:
        return None
    at = next((i for i, s in enumerate(block.statements) if s.start <= node.start and node.end <= s.end), None)
    if at is None:
        return None
    first = last = block.statements[at]
    names = {first.name.text} if isinstance(first, Local) else set()
    for statement in block.statements[at + 1 :]:
        if any(isinstance(part, Name) and part.text in names for part in walk(statement)):
            last = statement
            between = block.statements[at : block.statements.index(statement) + 1]
            names |= {local.name.text for local in between if isinstance(local, Local)}
    return first, last
