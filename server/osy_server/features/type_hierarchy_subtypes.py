"""`typeHierarchy/subtypes`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import subtypes
from osy_server.hierarchies import end_of, type_item
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem] | None:
    """What is directly derived from the type."""
    found = end_of(server, params.item)
    if found is None:
        return None
    snapshot, end = found
    told = await server.worker.answer(lambda: subtypes(snapshot.project, end))
    return [type_item(server, snapshot, one) for one in told]
