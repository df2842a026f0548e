"""`textDocument/definition`."""

from collections.abc import Callable

from lsprotocol import types

from osy_analysis.ide.answers import Location
from osy_analysis.ide.definition import definition
from osy_analysis.project import Project
from osy_server.asking import AtPlace, asked_at, location
from osy_server.server import OsyServer

Question = Callable[[Project, str, int], tuple[Location, ...]]


async def answer(server: OsyServer, params: types.DefinitionParams) -> list[types.Location]:
    """Where the name under the cursor is declared."""
    return await places(server, params, definition)


async def places(server: OsyServer, params: AtPlace, question: Question) -> list[types.Location]:
    """The places that a question about a place is answered with."""
    found = asked_at(server, params)
    if found is None:
        return []
    one, offset = found
    answers = await server.worker.answer(lambda: question(one.snapshot.project, one.path, offset))
    return [location(server, one.snapshot, place.path, place.name_span) for place in answers]
