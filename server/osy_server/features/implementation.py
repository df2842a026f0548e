"""`textDocument/implementation`."""

from lsprotocol import types

from osy_analysis.ide.definition import implementation
from osy_server.features.definition import places
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.ImplementationParams) -> list[types.Location]:
    """What carries out what the cursor is on."""
    return await places(server, params, implementation)
