"""`textDocument/declaration`."""

from lsprotocol import types

from osy_analysis.ide.definition import declaration
from osy_server.features.definition import places
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DeclarationParams) -> list[types.Location]:
    """What the name under the cursor is declared after."""
    return await places(server, params, declaration)
