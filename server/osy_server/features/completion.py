"""`textDocument/completion`."""

from lsprotocol import types

from osy_analysis.ide.completion import propose
from osy_server import convert
from osy_server.protocol import Ready
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.CompletionParams) -> Ready | None:
    """What could stand at the cursor."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return None
    document, path = snapshot.document, snapshot.path
    offset = server.offset(document, params.position)
    trigger = params.context.trigger_character if params.context else None
    client = server.client

    def proposals() -> Ready:
        items, is_cut = propose(snapshot.project, path, offset, trigger or "")
        wanted = [item for item in items if client.features.snippets or not item.is_template]
        told = convert.proposals(wanted, document.lines, client.unit, client.features, document.uri)
        return server.protocol.ready({"isIncomplete": is_cut, "items": told})

    return await server.worker.answer(proposals)
