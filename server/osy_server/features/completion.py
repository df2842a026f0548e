"""`textDocument/completion`."""

from lsprotocol import types

from osy_analysis.ide.completion import complete, is_cut
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What could stand at the cursor."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return None
    document = snapshot.document
    offset = server.offset(document, params.position)
    trigger = params.context.trigger_character if params.context else None
    path = snapshot.path
    client = server.client

    def proposals() -> types.CompletionList:
        items = [
            convert.completion(item, order, document.lines, client.unit, client.features, document.uri)
            for order, item in enumerate(complete(snapshot.project, path, offset, trigger or ""))
            if client.features.snippets or not item.is_template
        ]
        return types.CompletionList(is_incomplete=is_cut(snapshot.project, path, offset), items=items)

    return await server.worker.answer(proposals)
