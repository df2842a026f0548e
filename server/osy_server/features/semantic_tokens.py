"""`textDocument/semanticTokens/full`."""

from lsprotocol import types

from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """The kind of each word of the file."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    unit = server.client.unit
    return await server.worker.answer(
        lambda: convert.semantic_tokens(semantic_tokens(snapshot.source), snapshot.source.lines, unit)
    )
