"""`workspace/diagnostic`."""

from lsprotocol import types

from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The findings of all files, and of those that the client has told already just that."""
    await server.checks.loaded()
    known = {one.uri: one.value for one in params.previous_result_ids}
    items: list[types.WorkspaceDocumentDiagnosticReport] = []
    for told in server.checks.findings.all_pulled():
        if known.get(told.uri) == told.id:
            items.append(
                types.WorkspaceUnchangedDocumentDiagnosticReport(result_id=told.id, uri=told.uri, version=told.version)
            )
            continue
        items.append(
            types.WorkspaceFullDocumentDiagnosticReport(
                uri=told.uri, items=list(told.findings), version=told.version, result_id=told.id
            )
        )
    return types.WorkspaceDiagnosticReport(items=items)
