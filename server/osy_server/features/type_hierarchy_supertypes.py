"""`typeHierarchy/supertypes`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import supertypes
from osy_server.hierarchies import end_of, type_item
from osy_server.server import OsyServer


async def answer(
    server: OsyServer, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem] | None:
    """What the type is directly derived from."""
    found = end_of(server, params.item)
    if found is None:
        return None
    snapshot, end = found
    told = await server.worker.answer(lambda: supertypes(snapshot.project, end))
    return [type_item(server, snapshot, one) for one in told]
