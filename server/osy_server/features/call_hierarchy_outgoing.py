"""`callHierarchy/outgoingCalls`."""

from lsprotocol import types

from osy_analysis.ide.hierarchy import outgoing
from osy_server.asking import location
from osy_server.hierarchies import call_item, end_of
from osy_server.server import OsyServer


async def answer(
    server: OsyServer, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """What it calls."""
    found = end_of(server, params.item)
    if found is None:
        return None
    snapshot, end = found
    told = await server.worker.answer(lambda: outgoing(snapshot.project, end))
    return [
        types.CallHierarchyOutgoingCall(
            to=call_item(server, snapshot, link.end),
            from_ranges=[location(server, snapshot, end.path, span).range for span in link.places],
        )
        for link in told
    ]
