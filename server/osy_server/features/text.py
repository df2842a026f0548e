"""`osy/text`: an open document as the server has it, to find out whether the two texts have come apart."""

from pygls.exceptions import JsonRpcInvalidParams

from osy_server.server import OsyServer


async def answer(server: OsyServer, params: dict[str, object] | None) -> dict[str, object] | None:
    """The version and the text; None if the document is not open."""
    uri = params.get("uri") if isinstance(params, dict) else None
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`osy/text` takes an object `{uri}`")
    document = server.document(uri)
    return {"version": document.version, "text": document.text} if document is not None else None
