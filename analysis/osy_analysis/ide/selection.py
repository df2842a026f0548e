"""What grows around the cursor: the word, then each construct around it, then the file."""

import re

from osy_analysis.project import Project
from osy_grammar.span import Span
from osy_grammar.walk import path_at

_WORD = re.compile(r"\w+")
MOST = 200
"""More steps than that nobody takes."""


def selection_ranges(project: Project, path: str, offset: int) -> tuple[Span, ...]:
    """The spans around an offset, the smallest first; each holds the one before it."""
    source = project.files.get(path)
    if source is None:
        return ()
    offset = min(max(offset, 0), len(source.text))
    found: list[Span] = []
    line = source.lines.line_span(source.lines.line_of(offset))
    for word in _WORD.finditer(source.text, line.start, line.end):
        if word.start() <= offset <= word.end():
            found.append(Span(*word.span()))
    item = source.item_at(offset)
    if item is not None:
        found += [item.span(node) for node in reversed(path_at(item, offset))]
    found.append(Span(0, len(source.text)))
    grown: list[Span] = []
    for span in found:
        inner = grown[-1] if grown else Span(offset, offset)
        if span.start <= inner.start and inner.end <= span.end and (not grown or span != inner):
            grown.append(span)
    return tuple(grown[:MOST]) if len(grown) <= MOST else (*grown[: MOST - 1], grown[-1])
