"""`textDocument/completion`."""

from lsprotocol import types

from osy_analysis.ide.completion import complete, cut
from osy_server import convert
from osy_server.server import OsyServer

MOST = 1000
"""So many proposals are sent at most; a person who needs another one types on."""


async def answer(server: OsyServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What could stand at the cursor."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return None
    document = snapshot.document
    offset = server.offset(document, params.position)
    trigger = params.context.trigger_character if params.context else None
    found = await server.worker.answer(lambda: complete(snapshot.project, snapshot.path, offset, trigger or ""))
    client = server.client
    prefix = document.text[found[0].span.start : found[0].span.end] if found else ""
    shown = cut(found, prefix, MOST)
    items = [
        convert.completion(item, order, document.lines, client.unit, client.features, document.uri)
        for order, item in enumerate(shown)
        if client.features.snippets or not item.is_template
    ]
    return types.CompletionList(is_incomplete=len(shown) < len(found), items=items)
