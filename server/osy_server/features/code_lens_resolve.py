"""`codeLens/resolve`."""

from lsprotocol import types

from osy_analysis.ide.lenses import mention_count
from osy_server.handshake import SHOW_REFERENCES
from osy_server.server import OsyServer


async def answer(server: OsyServer, lens: types.CodeLens) -> types.CodeLens:
    """The lens with how many names mean what it stands at."""
    uri = lens.data.get("uri") if isinstance(lens.data, dict) else None
    snapshot = server.snapshot(uri) if isinstance(uri, str) else None
    if snapshot is None or snapshot.document is None:
        return lens
    offset = server.offset(snapshot.document, lens.range.start)
    count = await server.worker.answer(lambda: mention_count(snapshot.project, snapshot.path, offset))
    place = {"line": lens.range.start.line, "character": lens.range.start.character}
    lens.command = types.Command(
        title="1 reference" if count == 1 else f"{count} references",
        command=SHOW_REFERENCES,
        arguments=[{"uri": uri, "position": place}],
    )
    return lens
