"""Putting a piece of text between the braces of a declaration, in the way that its lines are laid out."""

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import INDENT, after_line_end, indentation, line_end, line_start, newline, removal
from osy_analysis.rule import Context
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Settings
from osy_grammar.nodes.expressions import InitialiserMember
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.workflow import (
    Clock,
    Event,
    Remind,
    RemindArgument,
    Requirement,
    State,
    Subscribe,
    Terminal,
    Workflow,
)
from osy_grammar.span import Span


def as_last(ctx: Context, owner: Node, piece: str) -> Edit | None:
    """Put the piece before the closing brace of `owner`; None where it has no braces."""
    found = _braces(ctx, owner)
    if found is None:
        return None
    text, (opening, closing) = ctx.file.text, found
    start = line_start(text, closing)
    if start > opening and not text[start:closing].strip():
        indent = indentation(text, closing)
        return ctx.edit(Span(start, start), f"{_laid_out(piece, indent + INDENT)}{newline(text)}")
    before = text[opening + 1 : closing].rstrip()
    return ctx.edit(Span(opening + 1 + len(before), closing), f" {piece} ")


def as_first(ctx: Context, owner: Node, piece: str) -> Edit | None:
    """Put the piece behind the opening brace of `owner`; None where it has no braces."""
    found = _braces(ctx, owner)
    if found is None:
        return None
    text, (opening, closing) = ctx.file.text, found
    rest = text[opening + 1 : line_end(text, opening)].strip()
    if line_end(text, opening) < closing and (not rest or rest.startswith("//")):
        at = after_line_end(text, opening)
        indent = indentation(text, opening)
        return ctx.edit(Span(at, at), f"{_laid_out(piece, indent + INDENT)}{newline(text)}")
    after = text[opening + 1 : closing]
    end = opening + 1 + len(after) - len(after.lstrip())
    return ctx.edit(Span(opening + 1, end), f" {piece} ")


def behind(ctx: Context, node: Node, piece: str) -> Edit:
    """Put the piece behind `node`: on the next line if the node has one to itself, else on the same."""
    text, span = ctx.file.text, ctx.span(node)
    end = line_end(text, span.end)
    rest = text[span.end : end].strip()
    if text[line_start(text, span.start) : span.start].strip() or (rest and not rest.startswith("//")):
        return ctx.edit(Span(span.end, span.end), f" {piece}")
    return ctx.edit(Span(end, end), f"{newline(text)}{_laid_out(piece, indentation(text, span.start))}")


def reindented(ctx: Context, node: Node) -> str:
    """The node's text without the indentation of its first line before the later ones."""
    text, span = ctx.file.text, ctx.span(node)
    indent = indentation(text, span.start)
    first, *rest = span.text(text).split("\n")
    return "\n".join((first, *(line.removeprefix(indent) for line in rest)))


def cut(ctx: Context, node: Node) -> Edit:
    """Take the node out: with its line if it has one of its own, with its comma if it is one of a list."""
    text, span = ctx.file.text, ctx.span(node)
    if not isinstance(node, RemindArgument | InitialiserMember):
        return ctx.edit(removal(text, span), "")
    before, after = text[: span.start].rstrip(), text[span.end :]
    if before.endswith(","):
        return ctx.edit(Span(len(before) - 1, span.end), "")
    comma = len(after) - len(after.lstrip())
    end = span.end + comma + 1 if after[comma : comma + 1] == "," else span.end
    return ctx.edit(Span(span.start, end + len(text[end:]) - len(text[end:].lstrip())), "")


def _laid_out(piece: str, indent: str) -> str:
    return "\n".join(indent + line if line.strip() else line for line in piece.split("\n"))


def _braces(ctx: Context, owner: Node) -> tuple[int, int] | None:
    text = ctx.item.chunk.text
    opening = text.find("{", _head_end(owner), owner.end)
    if opening < 0 or text[owner.end - 1] != "}":
        return None
    return ctx.item.start + opening, ctx.item.start + owner.end - 1


def _head_end(owner: Node) -> int:
    """Where the opening brace is looked for: behind the name, so that no attribute's brace is taken for it."""
    match owner:
        case Workflow() | State() | Terminal() | Event():
            return owner.name.end
        case Subscribe():
            return owner.alias.end if owner.alias is not None else owner.parameters.end
        case Clock() | Requirement():
            return owner.settings.start
        case Remind():
            return owner.block.start
        case Block() | Settings():
            return owner.start
        case _:
            keyword = getattr(owner, "keyword", None)
            return keyword.end if isinstance(keyword, Node) else owner.start
