"""What lenses show when they are clicked: mentions, state machines.

A client of ours is told by a notification and shows it its own way. For any other the mentions are the command's
answer, and a state machine is opened as a picture where the client can open files, else written into its log.
"""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from osy_server import convert, handshake
from osy_server.asking import location, refused

if TYPE_CHECKING:
    from osy_server.server import OsyServer


async def show(server: "OsyServer", command: str, arguments: tuple[object, ...]) -> object:
    """What the command answers."""
    wanted = arguments[0] if arguments and isinstance(arguments[0], dict) else {}
    uri = wanted.get("uri")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams(f"`{command}` needs one argument with a `uri`")
    if command == handshake.SHOW_REFERENCES:
        return await _references(server, uri, wanted.get("position"))
    name = wanted.get("workflow")
    return await _state_graph(server, uri, name if isinstance(name, str) else None)


async def _references(server: "OsyServer", uri: str, told: object) -> object:
    from osy_analysis.ide.references import references

    match told:
        case {"line": int() as line, "character": int() as character} if line >= 0 and character >= 0:
            position = types.Position(line=line, character=character)
        case _:
            raise JsonRpcInvalidParams(f"`{handshake.SHOW_REFERENCES}` needs a `position` `{{line, character}}`")
    snapshot = server.snapshot(uri)
    if snapshot is None or snapshot.document is None:
        raise refused("the document is not open")
    offset = server.offset(snapshot.document, position)
    found = await server.worker.answer(
        lambda: references(snapshot.project, snapshot.path, offset, with_declaration=False)
    )
    places = [location(server, snapshot, one.path, one.span) for one in found]
    answer = [{"uri": place.uri, "range": convert.plain_range(place.range)} for place in places]
    if server.client.features.osy:
        place = {"line": position.line, "character": position.character}
        server.client.notify("osy/showReferences", {"uri": uri, "position": place, "locations": answer})
    return answer


async def _state_graph(server: "OsyServer", uri: str, workflow: str | None) -> object:
    from osy_server.uris import path_of

    if server.client.features.osy:
        server.client.notify("osy/showStateGraph", {"uri": uri, "workflow": workflow})
        return None
    snapshot = server.files.snapshot(path_of(uri))
    forms = ("svg", "text")
    graph = await server.worker.answer(lambda: server.state_graphs.answer(snapshot, workflow, None, forms))
    drawn = graph["drawn"] if graph is not None else None
    if not isinstance(drawn, dict):
        raise refused("there is no such workflow")
    is_shown = server.client.features.show_document and bool(drawn["svg"])
    if is_shown and await _opened(server, workflow or "workflow", drawn["svg"]):
        return None
    server.client.log(f"{workflow or 'workflow'}\n{drawn['text']}")
    server.client.show(f"The state machine of `{workflow}` is in the log of the language server.")
    return drawn["text"]


async def _opened(server: "OsyServer", name: str, svg: str) -> bool:
    """Whether the client opened the picture."""
    folder = Path(tempfile.mkdtemp(prefix="osy-graph-"))
    path = folder / f"{name}.svg"
    path.write_text(svg, encoding="utf-8")
    params = types.ShowDocumentParams(uri=path.as_uri(), external=True)
    try:
        answer = await server.window_show_document_async(params)
    except JsonRpcException:
        return False
    return bool(answer.success)
