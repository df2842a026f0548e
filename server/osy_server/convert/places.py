"""Places in a text, and edits of it, to and from the protocol."""

from collections.abc import Iterable

from lsprotocol import types

from osy_grammar.span import LineIndex, Position, Span, Units
from osy_server.text import Change


def units(encoding: types.PositionEncodingKind | str | None) -> Units:
    """The units of a negotiated encoding."""
    value = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
    return Units(value) if value else Units.UTF16


def to_offset(position: types.Position, lines: LineIndex, unit: Units) -> int:
    """The offset of a client's position, clamped into the text."""
    return lines.offset(Position(position.line, position.character), unit)


def to_span(range_: types.Range, lines: LineIndex, unit: Units) -> Span:
    """The span of a client's range, clamped into the text."""
    start = to_offset(range_.start, lines, unit)
    return Span(start, max(start, to_offset(range_.end, lines, unit)))


def position(offset: int, lines: LineIndex, unit: Units) -> types.Position:
    """The client's position of an offset."""
    found = lines.position(offset, unit)
    return types.Position(line=found.line, character=found.column)


def range_of(span: Span, lines: LineIndex, unit: Units) -> types.Range:
    """The client's range of a span."""
    return types.Range(start=position(span.start, lines, unit), end=position(span.end, lines, unit))


def changes(events: Iterable[types.TextDocumentContentChangeEvent]) -> list[Change]:
    """The edits of a `didChange`."""
    return [_change(event) for event in events]


def _change(event: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(event, types.TextDocumentContentChangeWholeDocument):
        return Change(event.text)
    start, end = event.range.start, event.range.end
    return Change(event.text, Position(start.line, start.character), Position(end.line, end.character))


def plain_range(range_: types.Range) -> dict[str, dict[str, int]]:
    """A range as it goes into messages of our own."""
    return {
        "start": {"line": range_.start.line, "character": range_.start.character},
        "end": {"line": range_.end.line, "character": range_.end.character},
    }
