"""`textDocument/prepareCallHierarchy`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import call_end
from osy_server.asking import asked_at
from osy_server.hierarchies import call_item
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
    """The function, the event or the body under the cursor."""
    found = asked_at(server, params)
    if found is None:
        return None
    one, offset = found
    end = await server.worker.answer(lambda: call_end(one.snapshot.project, one.path, offset))
    return [call_item(server, one.snapshot, end)] if end is not None else None
