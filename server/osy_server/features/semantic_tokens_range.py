"""`textDocument/semanticTokens/range`."""

from lsprotocol import types

from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_server import convert
from osy_server.asking import asked
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    """The kind of each word in a part of the file."""
    found = asked(server, params.text_document)
    if found is None:
        return None
    unit = server.client.unit
    span = convert.to_span(params.range, found.document.lines, unit)

    def answers() -> types.SemanticTokens:
        snapshot = found.snapshot
        tokens = semantic_tokens(snapshot.project, snapshot.path, span)
        return types.SemanticTokens(data=convert.some_tokens(tokens, snapshot.source.lines, unit))

    return await server.worker.answer(answers)
