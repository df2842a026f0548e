"""`textDocument/semanticTokens/full/delta`."""

from lsprotocol import types

from osy_server.features.semantic_tokens import numbers
from osy_server.server import OsyServer
from osy_server.token_results import difference


async def answer(
    server: OsyServer, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """What is other than in the answer before; all of it where that is not known any more."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    before = server.token_results.known(snapshot.path, params.previous_result_id)
    data = await server.worker.answer(lambda: numbers(server, snapshot))
    result_id = server.token_results.keep(snapshot.path, data)
    if before is None:
        return types.SemanticTokens(data=data, result_id=result_id)
    start, removed, inserted = difference(before, data)
    edits = [types.SemanticTokensEdit(start=start, delete_count=removed, data=inserted)] if removed or inserted else []
    return types.SemanticTokensDelta(edits=edits, result_id=result_id)
