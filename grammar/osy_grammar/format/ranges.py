"""Formatting a part of a file: some lines, or what was finished with the character just typed."""

from bisect import bisect_right

from osy_grammar.format.bodies import item_starts
from osy_grammar.format.edits import FormatEdit
from osy_grammar.format.formatter import WIDTH, format_edits
from osy_grammar.scan import scan
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile

TRIGGERS = ("}", ";", "\n")
"""The characters behind which something may be finished."""


def format_range(source: SourceFile, span: Span, width: int = WIDTH) -> tuple[FormatEdit, ...]:
    """The edits that format the lines of `span` and touch no other line.

    A span that ends at a line's very start does not include that line. Which of its ends is named first is all one.
    """
    span = Span(min(span.start, span.end), max(span.start, span.end))
    lines = source.lines
    last = lines.line_of(span.end)
    if span.end > span.start and span.end == lines.line_span(last).start:
        last -= 1
    return _within(source, Span(lines.line_span(lines.line_of(span.start)).start, lines.line_span(last).end), width)


def format_typed(source: SourceFile, offset: int, character: str, width: int = WIDTH) -> tuple[FormatEdit, ...]:
    """The edits for what was finished by the `character` before `offset`; none of them lies behind it.

    That is the item that a `;` ends, the body that a `}` closes with its head, the line before a new one.
    """
    lines = source.lines
    if character == "\n":
        line = lines.line_of(offset)
        return _within(source, lines.line_span(line - 1), width) if line else ()
    item = source.item_at(offset - 1)
    if item is None or item.chunk.problems or source.text[offset - 1 : offset] != character:
        return ()
    start = _finished(item, offset - item.start, character)
    if start is None:
        return ()
    begin = lines.line_span(lines.line_of(item.start + start)).start
    return _within(source, Span(begin, offset), width)


def _within(source: SourceFile, span: Span, width: int) -> tuple[FormatEdit, ...]:
    edits = format_edits(source, width, span)
    return tuple(edit for edit in edits if span.start <= edit.start and edit.end <= span.end)


def _finished(item: Item, offset: int, character: str) -> int | None:
    """Where what ends at `offset` of the item begins; None if no token ends there, as inside a text or a comment."""
    scanned = scan(item.chunk.text, is_start=item.start == 0)
    kind = "RBRACE" if character == "}" else "SEMICOLON"
    opened: list[int] = []
    braces: list[int] = []
    at = -1
    for one, (start, end, _) in zip(scanned.kinds, scanned.lexemes, strict=True):
        if one == "LBRACE":
            braces.append(start)
            opened.append(start)
        elif one == "RBRACE":
            before = opened.pop() if opened else -1
            if end == offset:
                at = before
        if one == kind and end == offset and kind == "SEMICOLON":
            at = start
    if at < 0:
        return None
    heads = sorted({item.node.start, *item_starts(item.node, braces)})
    found = bisect_right(heads, at) - 1
    return heads[found] if found >= 0 else None
