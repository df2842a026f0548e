"""`textDocument/documentSymbol`."""

from lsprotocol import types

from osy_analysis.ide.outline import outline
from osy_server import convert
from osy_server.server import OsyServer


async def answer(
    server: OsyServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """What the file declares: a tree, or a list for clients that know no tree."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return None
    document = snapshot.document
    unit = server.client.unit
    if server.client.features.hierarchical_symbols:
        return await server.worker.answer(lambda: convert.symbols(outline(snapshot.source), document.lines, unit))
    return await server.worker.answer(
        lambda: convert.flat_symbols(outline(snapshot.source), document.lines, unit, document.uri)
    )
