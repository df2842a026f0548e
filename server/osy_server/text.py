r"""The text of an open document: an immutable value; an edit gives a new one.

Lines end at `\n`, `\r\n` and `\r` only (`LineIndex`). A client's positions are in the units that were negotiated;
one that lies outside the text is clamped and logged, since refusing it would leave the two texts apart for good.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from osy_grammar.span import LineIndex, Position, Span, Units

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """One edit: replace what stands between the positions by the text; the whole text when there are none."""

    text: str
    start: Position | None = None
    end: Position | None = None


@dataclass(frozen=True)
class Document:
    """An open document.

    `uri` is the one that the client uses, `path` the key by which the rest of the server knows it. `is_markdown` says
    that its programs stand in fenced blocks.
    """

    uri: str
    path: str
    version: int
    text: str
    is_markdown: bool = False

    @cached_property
    def lines(self) -> LineIndex:
        """The document's lines."""
        return LineIndex(self.text)

    def edited(self, changes: Iterable[Change], version: int, units: Units) -> "Document":
        """The document after the changes, each of which counts from the text that the one before it left."""
        document = self
        for change in changes:
            document = replace(document, version=version, text=_apply(document, change, units))
        return document if document is not self else replace(self, version=version)


def _apply(document: Document, change: Change, units: Units) -> str:
    if change.start is None or change.end is None:
        return change.text
    start = _offset(document, change.start, units)
    end = _offset(document, change.end, units)
    if start > end:
        logger.warning("%s: an edit ends before it begins; its ends are taken the other way round", document.uri)
        start, end = end, start
    return document.text[:start] + change.text + document.text[end:]


def _offset(document: Document, position: Position, units: Units) -> int:
    offset = document.lines.offset(position, units)
    if position != document.lines.position(offset, units) and not _is_end(document, position):
        logger.warning("%s: line %d, column %d is outside of the text", document.uri, position.line, position.column)
    return offset


def _is_end(document: Document, position: Position) -> bool:
    """Whether it is the start of the line after the last, which clients use for the end of the text."""
    return position.column == 0 and position.line == document.lines.line_count


def clamp(span: Span, text: str) -> Span:
    """The part of the span that lies inside the text."""
    start = min(max(span.start, 0), len(text))
    return Span(start, min(max(span.end, start), len(text)))
