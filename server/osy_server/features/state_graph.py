"""`osy/stateGraph`: the states of a workflow and the moves between them.

Nodes and edges are those of `osy graph --format json`, with ranges as everywhere in the protocol. Beside the `uri` the
request may have the name of a `workflow`, or a `position` in it, and `forms` to have drawn: `svg`, `text`, `mermaid`,
`dot`.
"""

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from osy_server.server import OsyServer
from osy_server.state_graphs import FORMS
from osy_server.uris import path_of


async def answer(server: OsyServer, params: dict[str, object] | None) -> dict[str, object] | None:
    """The graph; None where there is no such workflow."""
    if not isinstance(params, dict) or not isinstance(params.get("uri"), str):
        raise JsonRpcInvalidParams("`osy/stateGraph` takes an object `{uri, position?, workflow?, forms?}`")
    uri, workflow = str(params["uri"]), params.get("workflow")
    if workflow is not None and not isinstance(workflow, str):
        raise JsonRpcInvalidParams("the `workflow` of `osy/stateGraph` is a name")
    forms = _forms(params.get("forms"))
    position = _position(params.get("position"))
    document = server.document(uri)
    if document is None:
        await server.checks.loaded()
    snapshot = server.files.snapshot(path_of(uri))
    if document is not None and document.is_markdown:
        return None
    offset = server.offset(document, position) if document is not None and position is not None else None
    return await server.worker.answer(lambda: server.state_graphs.answer(snapshot, workflow, offset, forms))


def _forms(told: object) -> tuple[str, ...]:
    if told is None:
        return ()
    if not isinstance(told, list) or not all(form in FORMS for form in told):
        raise JsonRpcInvalidParams(f"the `forms` of `osy/stateGraph` are some of {', '.join(FORMS)}")
    return tuple(dict.fromkeys(told))


def _position(told: object) -> types.Position | None:
    if told is None:
        return None
    match told:
        case {"line": int() as line, "character": int() as character} if line >= 0 and character >= 0:
            return types.Position(line=line, character=character)
        case _:
            raise JsonRpcInvalidParams("the `position` of `osy/stateGraph` is an object `{line, character}`")
