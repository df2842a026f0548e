"""`textDocument/diagnostic`."""

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from osy_server.server import OsyServer
from osy_server.uris import path_of

SERVER_CANCELLED = -32802


async def answer(server: OsyServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """The findings of the document as it is now, or that they are those that the client has."""
    told = await server.checks.pulled(path_of(params.text_document.uri))
    if told is None:
        if server.document(params.text_document.uri) is None:
            return types.RelatedFullDocumentDiagnosticReport(items=[])
        raise JsonRpcException("an edit has overtaken this", code=SERVER_CANCELLED, data={"retriggerRequest": True})
    if told.id and told.id == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=told.id)
    return types.RelatedFullDocumentDiagnosticReport(items=list(told.findings), result_id=told.id or None)
