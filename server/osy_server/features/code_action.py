"""`textDocument/codeAction`: the findings' repairs, and running the test under the cursor."""

from collections.abc import Sequence

from lsprotocol import types

from osy_analysis.declared_tests import TestDeclaration
from osy_analysis.ide.answers import LensKind
from osy_analysis.ide.tests import lenses
from osy_grammar.span import Span
from osy_server import convert
from osy_server.features.code_lens import command
from osy_server.handshake import RUN_TEST
from osy_server.server import OsyServer
from osy_server.workspace import Snapshot


async def answer(server: OsyServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done at the place."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None:
        return []
    only = params.context.only
    span = convert.to_span(params.range, snapshot.document.lines, server.client.unit)
    source = await server.worker.answer(lambda: snapshot.source)
    actions: list[types.CodeAction] = []
    if _wanted(types.CodeActionKind.QuickFix.value, only):
        actions += _fixes(server, snapshot, span)
    if _wanted(RUN_TEST, only):
        actions += _runs(snapshot, server.tests.of_file(snapshot.path, source), span)
    return actions


def _wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    kinds = [each.value if isinstance(each, types.CodeActionKind) else each for each in only or ()]
    return only is None or any(kind == each or kind.startswith(f"{each}.") or each == "" for each in kinds)


def _fixes(server: OsyServer, snapshot: Snapshot, span: Span) -> list[types.CodeAction]:
    files = server.files
    converter = convert.Converter(server.client.unit, files.uri, snapshot.lines, server.client.features)
    found = []
    for finding in server.checks.findings(snapshot.path):
        if finding.span.end < span.start or finding.span.start > span.end:
            continue
        told = converter.diagnostic(finding)
        for fix in finding.fixes:
            found.append(converter.fix(fix, told, lambda path: _version(server, path)))
    return found


def _version(server: OsyServer, path: str) -> int | None:
    document = server.files.documents.get(path)
    return document.version if document else None


def _runs(snapshot: Snapshot, tests: tuple[TestDeclaration, ...], span: Span) -> list[types.CodeAction]:
    assert snapshot.document is not None
    at = [test.name for test in tests if test.span.start <= span.end and span.start <= test.span.end]
    found = []
    for lens in lenses(tests):
        text = {
            LensKind.TEST: f"Run the test `{lens.name}`",
            LensKind.FIXTURE: f"Run the tests on the fixture `{lens.name}`",
            LensKind.FILE: "Run the tests of this file",
        }[lens.kind]
        if lens.kind is LensKind.FILE or lens.name in at:
            action = command(lens, snapshot.path, snapshot.document.uri, text)
            found.append(types.CodeAction(title=text, kind=RUN_TEST, command=action))
    return sorted(found, key=lambda action: action.title == "Run the tests of this file")
