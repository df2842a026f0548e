"""`textDocument/selectionRange`."""

from lsprotocol import types

from osy_analysis.ide.selection import selection_ranges
from osy_grammar.span import Span
from osy_server import convert
from osy_server.asking import Asked, asked
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """For each position what grows around it."""
    found = asked(server, params.text_document)
    if found is None:
        return None
    offsets = [server.offset(found.document, position) for position in params.positions]
    grown = await server.worker.answer(
        lambda: [selection_ranges(found.snapshot.project, found.path, offset) for offset in offsets]
    )
    return [_nested(server, found, spans) for spans in grown]


def _nested(server: OsyServer, found: Asked, spans: tuple[Span, ...]) -> types.SelectionRange:
    outer: types.SelectionRange | None = None
    for span in reversed(spans):
        range_ = convert.range_of(span, found.document.lines, server.client.unit)
        outer = types.SelectionRange(range=range_, parent=outer)
    assert outer is not None  # The file itself is always among them.
    return outer
