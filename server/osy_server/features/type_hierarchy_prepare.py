"""`textDocument/prepareTypeHierarchy`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import type_end
from osy_server.asking import asked_at
from osy_server.hierarchies import type_item
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.TypeHierarchyPrepareParams) -> list[types.TypeHierarchyItem] | None:
    """The type under the cursor."""
    found = asked_at(server, params)
    if found is None:
        return None
    one, offset = found
    end = await server.worker.answer(lambda: type_end(one.snapshot.project, one.path, offset))
    return [type_item(server, one.snapshot, end)] if end is not None else None
