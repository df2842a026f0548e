"""`textDocument/prepareRename`."""

from lsprotocol import types

from osy_analysis.ide.rename import Refusal, prepare_rename
from osy_server import convert
from osy_server.asking import asked_at, refused
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The name that would get another one; an error that says why it cannot."""
    found = asked_at(server, params)
    if found is None:
        return None
    one, offset = found
    name = await server.worker.answer(lambda: prepare_rename(one.snapshot.project, one.path, offset))
    if isinstance(name, Refusal):
        raise refused(name.reason)
    return types.PrepareRenamePlaceholder(
        range=convert.range_of(name.span, one.document.lines, server.client.unit), placeholder=name.name
    )
