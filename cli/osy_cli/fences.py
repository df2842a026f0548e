"""Formats the `osy` blocks of a document; nothing else in it changes."""

from osy_analysis.markdown import BlockKind, MarkdownBlock, blocks
from osy_cli.formatting import Formatted, format_program
from osy_grammar.format.edits import line_end_of
from osy_grammar.parse import parse
from osy_grammar.span import LineIndex, Span


def format_document(text: str, width: int) -> Formatted:
    """A document with its `osy` blocks formatted, but for `syntax` blocks and those with faults."""
    index = LineIndex(text)
    newline = line_end_of(text)
    parts = []
    at = broken = 0
    for block in blocks(text):
        if block.kind is BlockKind.SYNTAX or not block.lines:
            continue
        prefix = _prefix(text, index, block)
        program = "\n".join(line.text(text) for line in block.lines) + "\n"
        if prefix is None or any(item.chunk.problems for item in parse(program).items):
            broken += 1
            continue
        lines = format_program(program, width).text.removesuffix("\n").split("\n")
        written = newline.join((prefix + line if line else prefix.rstrip()) for line in lines)
        start = index.line_span(index.line_of(block.span.start)).start
        parts += [text[at:start], written]
        at = block.span.end
    parts.append(text[at:])
    return Formatted("".join(parts), broken)


def _prefix(text: str, index: LineIndex, block: MarkdownBlock) -> str | None:
    """What stands before every line of the block, as in a list; None if it is not the same everywhere."""
    prefixes = {text[index.line_span(index.line_of(line.start)).start : line.start] for line in _written(text, block)}
    return prefixes.pop() if len(prefixes) == 1 else None


def _written(text: str, block: MarkdownBlock) -> list[Span]:
    return [line for line in block.lines if line.text(text).strip()]
