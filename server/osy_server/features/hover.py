"""`textDocument/hover`."""

from lsprotocol import types

from osy_analysis.ide.hover import hover
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.HoverParams) -> types.Hover | None:
    """What is known of the word under the cursor."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return None
    offset = server.offset(snapshot.document, params.position)
    found = await server.worker.answer(lambda: hover(snapshot.project, snapshot.path, offset))
    return convert.hover(found, snapshot, server.client.unit, server.client.features) if found else None
