"""`textDocument/documentHighlight`."""

from lsprotocol import types

from osy_analysis.ide.mentions import Use
from osy_analysis.ide.references import highlights
from osy_server import convert
from osy_server.asking import asked_at
from osy_server.server import OsyServer

KINDS = {
    Use.DECLARE: types.DocumentHighlightKind.Write,
    Use.WRITE: types.DocumentHighlightKind.Write,
    Use.READ: types.DocumentHighlightKind.Read,
}


async def answer(server: OsyServer, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The mentions in the file of what stands under the cursor."""
    found = asked_at(server, params)
    if found is None:
        return []
    one, offset = found
    answers = await server.worker.answer(lambda: highlights(one.snapshot.project, one.path, offset))
    return [
        types.DocumentHighlight(
            range=convert.range_of(mention.span, one.document.lines, server.client.unit), kind=KINDS[mention.use]
        )
        for mention in answers
    ]
