"""`textDocument/rename`."""

from lsprotocol import types

from osy_analysis.ide.rename import Refusal, rename
from osy_server.asking import asked_at, refused, workspace_edit
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that give the name under the cursor another one; an error that says why not."""
    found = asked_at(server, params)
    if found is None:
        return None
    one, offset = found
    edits = await server.worker.answer(lambda: rename(one.snapshot.project, one.path, offset, params.new_name))
    if isinstance(edits, Refusal):
        raise refused(edits.reason)
    return workspace_edit(server, one.snapshot, edits)
