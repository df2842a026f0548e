"""`textDocument/semanticTokens/full`."""

from lsprotocol import types

from osy_server import convert
from osy_server.server import OsyServer
from osy_server.workspace import Snapshot


async def answer(server: OsyServer, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """The kind of each word of the file."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    data = await server.worker.answer(lambda: numbers(server, snapshot))
    return types.SemanticTokens(data=data, result_id=server.token_results.keep(snapshot.path, data))


def numbers(server: OsyServer, snapshot: Snapshot) -> list[int]:
    """The tokens in the protocol's numbers."""
    from osy_analysis.ide.semantic_tokens import coloured

    items = coloured(snapshot.project, snapshot.path)
    return convert.all_tokens(items, snapshot.source.lines, server.client.unit)
