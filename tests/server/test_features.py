"""Each feature asked once, end to end, under the capabilities of VS Code and of Neovim."""

import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from osy_testing.order_app import program

CLIENTS = ("visual-studio-code", "neovim")
TEXT = program("arm", "slot.Release();").replace("_reviewed() {", "_reviewed() { Assert.True(true);")
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]  # pytest-lsp does not annotate it
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "osy_server"]),
    params=list(CLIENTS),
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]  # the decorator has its own idea of the result
    """A client in a folder with one app."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "order.test.osy").write_text(TEXT, encoding="utf-8")
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="app")],
    )

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]  # nor does pygls
    def register(params: types.RegistrationParams) -> None:
        """Take what the server wants to be told of."""

    await lsp_client.initialize_session(params)
    open_document(lsp_client, folder / "order.test.osy", TEXT)
    lsp_client.uri = (folder / "order.test.osy").as_uri()  # type: ignore[attr-defined]  # what the tests ask about
    yield
    await lsp_client.shutdown_session()


def open_document(client: LanguageClient, path: Path, text: str) -> str:
    """Open a document; gives its URI."""
    uri = path.as_uri()
    item = types.TextDocumentItem(uri=uri, language_id="osy", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri


def at(mark: str, skip: int = 0) -> types.Position:
    """The position of a piece of the text (which is ASCII)."""
    before = TEXT[: TEXT.index(mark) + skip]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


def identifier(client: LanguageClient) -> types.TextDocumentIdentifier:
    """The open document."""
    return types.TextDocumentIdentifier(uri=client.uri)  # type: ignore[attr-defined]  # set by the fixture


async def test_units(client: LanguageClient) -> None:
    assert client.capabilities is not None
    general = client.capabilities.general
    offered = (general.position_encodings if general else None) or []
    expected = "utf-8" if "utf-8" in offered else "utf-16"
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=identifier(client), position=at("Release"))
    )
    assert hover is not None
    assert expected in ("utf-8", "utf-16")


async def test_completion(client: LanguageClient) -> None:
    answer = await client.text_document_completion_async(
        types.CompletionParams(text_document=identifier(client), position=at("slot.Release", 5))
    )
    assert isinstance(answer, types.CompletionList)
    items = {item.label: item for item in answer.items}
    assert {"Assign", "Release", "Candidates", "Assignee"} <= set(items)
    assert items["Assign"].documentation is None
    resolved = await client.completion_item_resolve_async(items["Assign"])
    assert isinstance(resolved.documentation, types.MarkupContent)
    assert "https://osysharp.com/reference/" in resolved.documentation.value


async def test_hover(client: LanguageClient) -> None:
    answer = await client.text_document_hover_async(
        types.HoverParams(text_document=identifier(client), position=at("Within", 2))
    )
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    assert answer.contents.value.startswith("```osy\nWithin = <TimeSpan>;\n```")
    assert answer.range == types.Range(start=at("Within"), end=at("Within", 6))


async def test_definition(client: LanguageClient) -> None:
    answer = await client.text_document_definition_async(
        types.DefinitionParams(text_document=identifier(client), position=at("goto Done", 6))
    )
    assert isinstance(answer, list)
    [place] = answer
    assert isinstance(place, types.Location)
    assert place.range.start == at("success Done", 8)


async def test_document_symbols(client: LanguageClient) -> None:
    answer = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=identifier(client))
    )
    assert answer
    flow = next(symbol for symbol in answer if symbol.name == "ReviewFlow")
    assert isinstance(flow, types.DocumentSymbol)
    assert [child.name for child in flow.children or ()] == ["Approve", "Paid", "Review", "Parked", "Done"]


async def test_semantic_tokens(client: LanguageClient) -> None:
    answer = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=identifier(client))
    )
    assert answer is not None
    assert len(answer.data) % 5 == 0
    assert len(answer.data) > 500


async def test_folding(client: LanguageClient) -> None:
    answer = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=identifier(client)))
    assert answer
    assert answer[0] == types.FoldingRange(start_line=0, end_line=1, kind=types.FoldingRangeKind.Imports)


async def test_code_lenses(client: LanguageClient) -> None:
    answer = await client.text_document_code_lens_async(types.CodeLensParams(text_document=identifier(client)))
    assert answer
    found = [(lens.command.title, lens.command.command, lens.range.start.line) for lens in answer if lens.command]
    assert [each for each in found if each[1] == "osy.test.run"] == [
        ("Run 1 test of this file", "osy.test.run", 0),
        ("Run 1 test on this fixture", "osy.test.run", at("void World").line),
        ("Run", "osy.test.run", at("void an_order").line),
    ]
    assert ("Show state machine", "osy.stateGraph.show", at("workflow ReviewFlow").line) in found
    waiting = [lens for lens in answer if lens.command is None]
    letters = next(lens for lens in waiting if lens.range.start == at("Letters(string"))
    resolved = await client.code_lens_resolve_async(letters)
    assert resolved.command is not None
    assert resolved.command.title == "0 references"


async def test_run_actions(client: LanguageClient) -> None:
    place = types.Range(start=at("an_order"), end=at("an_order"))
    answer = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=identifier(client), range=place, context=types.CodeActionContext(diagnostics=[])
        )
    )
    assert answer is not None
    titles = [action.title for action in answer]
    assert titles == ["Run the test `an_order_is_reviewed`", "Run the tests of this file"]
    only = types.CodeActionContext(diagnostics=[], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(text_document=identifier(client), range=place, context=only)
    assert not await client.text_document_code_action_async(params)


async def test_tests(client: LanguageClient) -> None:
    answer = await client.protocol.send_request_async("osy/tests", {})  # type: ignore[no-untyped-call]  # likewise
    [project] = answer["tests"] if isinstance(answer, dict) else answer.tests
    assert "order.test.osy" in str(project)
    assert "an_order_is_reviewed" in str(project)


async def test_diagnostics_while_typing(client: LanguageClient, tmp_path: Path) -> None:
    broken = TEXT.replace("slot.Release();", "goto Nowhere;")
    uri = open_document(client, tmp_path / "other.osy", "entity A { }\n")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=broken)],
        )
    )
    while not client.diagnostics.get(uri):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    [finding] = [each for each in client.diagnostics[uri] if each.code == "name-unknown-state"]
    assert finding.severity == types.DiagnosticSeverity.Error
    assert finding.source == "osy"
    assert finding.code_description is not None
    client.text_document_did_close(
        types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
    )
    while client.diagnostics.get(uri):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert not client.diagnostics[uri]


async def test_an_unknown_document_has_no_answers(client: LanguageClient) -> None:
    unknown = types.TextDocumentIdentifier(uri="file:///nowhere/unknown.osy")
    hover = types.HoverParams(text_document=unknown, position=types.Position(line=0, character=0))
    assert await client.text_document_hover_async(hover) is None
    assert not await client.text_document_code_lens_async(types.CodeLensParams(text_document=unknown))
