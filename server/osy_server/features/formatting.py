"""`textDocument/formatting`."""

from lsprotocol import types

from osy_grammar.format import format_edits
from osy_server.formatting import edits_of
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The edits that format the document; declarations with faults of syntax stay as they are."""
    return await edits_of(server, params.text_document, lambda _: format_edits)
