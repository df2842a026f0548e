"""Changes of a file's text that quick fixes are made of. Spans are absolute, texts are whole files."""

from osy_grammar.span import Span

INDENT = "  "
_ENDS = "\r\n"


def line_start(text: str, offset: int) -> int:
    """Where the line of `offset` begins."""
    return max(text.rfind(end, 0, offset) for end in _ENDS) + 1


def line_end(text: str, offset: int) -> int:
    """Where the line of `offset` ends, its line end excluded."""
    ends = [at for at in (text.find(end, offset) for end in _ENDS) if at >= 0]
    return min(ends, default=len(text))


def after_line_end(text: str, offset: int) -> int:
    """Where the line after that of `offset` begins."""
    end = line_end(text, offset)
    return end + (2 if text.startswith("\r\n", end) else 1 if end < len(text) else 0)


def newline(text: str) -> str:
    """The line end that the text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def indentation(text: str, offset: int) -> str:
    """The blanks that the line of `offset` begins with."""
    start = line_start(text, offset)
    line = text[start : line_end(text, offset)]
    return line[: len(line) - len(line.lstrip(" \t"))]


def removal(text: str, span: Span) -> Span:
    """What to cut so that `span` is gone and nothing is left of it.

    A thing alone on its lines goes with them, and with the comment behind it, which speaks of it; one among others
    takes the blanks before it along.
    """
    start, end = line_start(text, span.start), line_end(text, span.end)
    before, after = text[start : span.start], text[span.end : end]
    if not before.strip() and (not after.strip() or after.lstrip().startswith("//")):
        return Span(start, after_line_end(text, span.end))
    if before.strip():
        return Span(span.start - (len(before) - len(before.rstrip())), span.end)
    return Span(span.start, span.end + (len(after) - len(after.lstrip())))


def indented(lines: str, by: str) -> str:
    """The lines with `by` put before each that is not blank, the first excepted."""
    first, *rest = lines.split("\n")
    return "\n".join([first, *(by + line if line.strip() else line for line in rest)])
