"""The source lines of a place with carets under its exact characters.

Tabs are drawn as spaces to the next multiple of four, wide characters take the two columns that terminals give them,
and a line too long for any terminal is cut around the place.
"""

from collections.abc import Iterator

from osy_cli.render.terminal import Style, Terminal, printable, width
from osy_cli.sources import SourceText
from osy_grammar.span import Span

TAB = 4
LONGEST_LINE = 160
BEFORE_PLACE = 60


def snippet(source: SourceText, span: Span, terminal: Terminal, style: Style) -> Iterator[str]:
    """The lines that show `span`: the whole place up to three lines, else its first and its last line."""
    if not source.text:
        return
    first = source.lines.line_of(span.start)
    last = source.lines.line_of(max(span.start, span.end - 1))
    margin = len(str(last + 1))
    bar = terminal.paint(terminal.glyph("│", "|"), Style.BLUE)
    numbers = range(first, last + 1) if last - first < 3 else (first, last)
    for number in numbers:
        if number == last and last - first >= 3:
            yield f"  {terminal.glyph('⋮', ':'):>{margin}}"
        shown, carets = _draw(source, number, span, terminal)
        label = terminal.paint(f"{number + 1:>{margin}}", Style.BLUE)
        yield f"  {label} {bar} {shown}".rstrip()
        if carets.strip():
            yield f"  {' ' * margin} {bar} {_paint_carets(carets, terminal, style)}"


def _paint_carets(carets: str, terminal: Terminal, style: Style) -> str:
    marks = carets.lstrip()
    return " " * (len(carets) - len(marks)) + terminal.paint(marks, style)


def _draw(source: SourceText, number: int, span: Span, terminal: Terminal) -> tuple[str, str]:
    stretch = source.lines.line_span(number)
    start = min(max(span.start, stretch.start), stretch.end)
    end = min(max(span.end, start), stretch.end)
    if number > source.lines.line_of(span.start):
        start += len(source.text[start:end]) - len(source.text[start:end].lstrip())
    left, right, cut = stretch.start, stretch.end, terminal.glyph("…", "...")
    if right - left > LONGEST_LINE:
        left = max(left, start - BEFORE_PLACE)
        right = min(right, left + LONGEST_LINE)
        end = min(end, right)
    before = _expand((cut if left > stretch.start else "") + source.text[left:start], 0)
    under = _expand(source.text[start:end], width(before))
    after = _expand(source.text[end:right], width(before + under)) + (cut if right < stretch.end else "")
    is_empty_place = span.start == span.end
    carets = " " * width(before) + "^" * max(width(under), 1 if is_empty_place or end > start else 0)
    return before + under + after, carets


def _expand(text: str, column: int) -> str:
    if "\t" not in text:
        return printable(text)
    parts = []
    for part in text.split("\t"):
        shown = printable(part)
        column += width(shown)
        parts.append(shown)
        gap = TAB - column % TAB
        parts.append(" " * gap)
        column += gap
    return "".join(parts[:-1])
