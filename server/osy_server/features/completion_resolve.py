"""`completionItem/resolve`."""

from lsprotocol import types

from osy_analysis.ide.completion import documentation
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, item: types.CompletionItem) -> types.CompletionItem:
    """The item with what there is to say about it."""
    data = item.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str) or not isinstance(data.get("subject"), str):
        return item
    snapshot, subject = server.snapshot(data["uri"]), data["subject"]
    if snapshot is None:
        return item
    text = await server.worker.answer(lambda: documentation(snapshot.project, snapshot.path, subject))
    if text:
        item.documentation = convert.markup(text, server.client.features.markdown_completion)
    return item
