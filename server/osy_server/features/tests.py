"""`osy/tests`: the tree of tests. With a `uri`, only of that project or file."""

from pygls.exceptions import JsonRpcInvalidParams

from osy_server.server import OsyServer


async def answer(server: OsyServer, params: dict[str, object] | None) -> dict[str, object]:
    """Projects, files, fixtures and tests."""
    if params is not None and not isinstance(params, dict):
        raise JsonRpcInvalidParams("`osy/tests` takes an object `{uri?}`")
    uri = params.get("uri") if params else None
    if uri is not None and not isinstance(uri, str):
        raise JsonRpcInvalidParams("the `uri` of `osy/tests` is a text")
    return await server.tests.tree(uri)
