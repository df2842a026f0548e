"""`textDocument/foldingRange`."""

from lsprotocol import types

from osy_analysis.ide.folding import folding_ranges
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    """What of the file can be folded."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    return await server.worker.answer(lambda: convert.folding(folding_ranges(snapshot.source), snapshot.source.lines))
