"""`textDocument/typeDefinition`."""

from lsprotocol import types

from osy_analysis.ide.definition import type_definition
from osy_server.features.definition import places
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.TypeDefinitionParams) -> list[types.Location]:
    """Where the type of what stands under the cursor is declared."""
    return await places(server, params, type_definition)
