"""`textDocument/codeAction`: the findings' repairs, refactorings, what a file can have done at once, running tests."""

from collections.abc import Sequence

from lsprotocol import types

from osy_analysis.declared_tests import TestDeclaration
from osy_analysis.diagnostic import Edit
from osy_analysis.ide.actions import actions as actions_at
from osy_analysis.ide.actions import fix_all, organized
from osy_analysis.ide.answers import LensKind
from osy_analysis.ide.tests import lenses
from osy_grammar.nodes.declarations import Using
from osy_grammar.span import Span
from osy_server import convert
from osy_server.asking import workspace_edit
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
    if _wanted("refactor", only):
        actions += await _refactorings(server, snapshot, span)
    actions += await _of_source(server, snapshot, span, only)
    if _wanted(RUN_TEST, only):
        actions += _runs(snapshot, server.tests.of_file(snapshot.path, source), span)
    return actions


def _wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether the client wants actions of a kind, or of one below it."""
    kinds = [each.value if isinstance(each, types.CodeActionKind) else each for each in only or ()]
    return only is None or any(
        kind == each or kind.startswith(f"{each}.") or each.startswith(f"{kind}.") or each == "" for each in kinds
    )


def _fixes(server: OsyServer, snapshot: Snapshot, span: Span) -> list[types.CodeAction]:
    files = server.files
    converter = convert.Converter(server.client.unit, files.uri, snapshot.lines, server.client.features)
    found = []
    for finding in server.checks.findings.of(snapshot.path):
        if finding.span.end < span.start or finding.span.start > span.end:
            continue
        told = converter.diagnostic(finding)
        for fix in finding.fixes:
            found.append(converter.fix(fix, told, lambda path: _version(server, path)))
    return found


async def _refactorings(server: OsyServer, snapshot: Snapshot, span: Span) -> list[types.CodeAction]:
    offered = await server.worker.answer(lambda: actions_at(snapshot.project, snapshot.path, span))
    found = []
    for offer in offered:
        if offer.creates and not server.client.features.create_files:
            continue
        edit = workspace_edit(server, snapshot, offer.edits, creates=offer.creates)
        found.append(types.CodeAction(title=offer.title, kind=offer.kind.value, edit=edit))
    return found


async def _of_source(
    server: OsyServer, snapshot: Snapshot, span: Span, only: Sequence[types.CodeActionKind | str] | None
) -> list[types.CodeAction]:
    """What is done to a whole file: when it is asked for, and at a `using` line to all of them."""
    found = []
    project, path = snapshot.project, snapshot.path
    item = snapshot.source.item_at(span.start)
    at_using = only is None and item is not None and isinstance(item.node, Using)
    if at_using or (only is not None and _wanted(types.CodeActionKind.SourceOrganizeImports.value, only)):
        edits = await server.worker.answer(lambda: organized(project, path))
        found += _whole(server, snapshot, "Sort the usings", types.CodeActionKind.SourceOrganizeImports, edits)
    if only is not None and _wanted(types.CodeActionKind.SourceFixAll.value, only):
        edits = await server.worker.answer(lambda: fix_all(project, path))
        found += _whole(server, snapshot, "Make all safe repairs", types.CodeActionKind.SourceFixAll, edits)
    return found


def _whole(
    server: OsyServer, snapshot: Snapshot, title: str, kind: types.CodeActionKind, edits: Sequence[Edit]
) -> list[types.CodeAction]:
    if not edits:
        return []
    return [types.CodeAction(title=title, kind=kind, edit=workspace_edit(server, snapshot, edits))]


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
