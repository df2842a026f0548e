"""`textDocument/references`."""

from lsprotocol import types

from osy_analysis.ide.references import references
from osy_server.asking import asked_at, location
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.ReferenceParams) -> list[types.Location]:
    """Every mention of what stands under the cursor."""
    found = asked_at(server, params)
    if found is None:
        return []
    one, offset = found
    declared = params.context.include_declaration
    answers = await server.worker.answer(
        lambda: references(one.snapshot.project, one.path, offset, with_declaration=declared)
    )
    return [location(server, one.snapshot, mention.path, mention.span) for mention in answers]
