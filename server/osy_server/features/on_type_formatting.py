"""`textDocument/onTypeFormatting`."""

from lsprotocol import types

from osy_grammar.format import format_typed
from osy_server.formatting import edits_of
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit] | None:
    """The edits for what the typed character finished; none of them lies behind the cursor."""
    return await edits_of(
        server,
        params.text_document,
        lambda found: (
            lambda source, width: format_typed(source, server.offset(found.document, params.position), params.ch, width)
        ),
    )
