"""`textDocument/definition`."""

from lsprotocol import types

from osy_analysis.ide.definition import definition
from osy_server import convert
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DefinitionParams) -> list[types.Location]:
    """Where the name under the cursor is declared."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return []
    offset = server.offset(snapshot.document, params.position)
    found = await server.worker.answer(lambda: definition(snapshot.project, snapshot.path, offset))
    return [
        types.Location(
            uri=server.files.uri(place.path),
            range=convert.range_of(place.name_span, snapshot.project.files[place.path].lines, server.client.unit),
        )
        for place in found
    ]
