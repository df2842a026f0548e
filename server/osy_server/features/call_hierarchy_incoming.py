"""`callHierarchy/incomingCalls`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import incoming
from osy_server.asking import location
from osy_server.hierarchies import call_item, end_of
from osy_server.server import OsyServer


async def answer(
    server: OsyServer, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """Who calls it; clocks among them."""
    found = end_of(server, params.item)
    if found is None:
        return None
    snapshot, end = found
    told = await server.worker.answer(lambda: incoming(snapshot.project, end))
    return [
        types.CallHierarchyIncomingCall(
            from_=call_item(server, snapshot, link.end),
            from_ranges=[location(server, snapshot, link.end.path, span).range for span in link.places],
        )
        for link in told
    ]
