"""`textDocument/rangeFormatting`."""

from lsprotocol import types

from osy_grammar.format import format_range
from osy_grammar.span import Span
from osy_server.formatting import edits_of
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
    """The edits that format the lines of the range and touch no other line."""
    start, end = params.range.start, params.range.end
    return await edits_of(
        server,
        params.text_document,
        lambda found: (
            lambda source, width: format_range(
                source, Span(server.offset(found.document, start), server.offset(found.document, end)), width
            )
        ),
    )
