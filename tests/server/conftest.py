"""A client as pytest-lsp has it, in a folder with the shop, under the capabilities of VS Code and of Neovim."""

import sys

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from osy_testing.shop import CASES, SHOP
from osy_testing.shop_client import Shop


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]  # pytest-lsp does not annotate it
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "osy_server"]),
    params=["visual-studio-code", "neovim"],
)
async def editor(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]  # the decorator has its own idea of the result
    """The client."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "app.osy").write_text('app Shop { model "model/**/*.osy"; tests "tests/**/*.osy"; }\n', encoding="utf-8")
    uris = []
    for name, text in (("model/order.osy", SHOP), ("tests/order.test.osy", CASES)):
        path = folder / name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        uris.append(path.as_uri())
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="shop")],
    )

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]  # nor does pygls
    def register(params: types.RegistrationParams) -> None:
        """Take what the server wants to be told of."""

    await lsp_client.initialize_session(params)
    for uri, text in zip(uris, (SHOP, CASES), strict=True):
        item = types.TextDocumentItem(uri=uri, language_id="osy", version=7, text=text)
        lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    lsp_client.shop = Shop(lsp_client, folder, *uris)  # type: ignore[attr-defined]  # what the tests ask about
    # What the projects are is known once the tests are listed.
    await lsp_client.protocol.send_request_async("osy/tests", {})  # type: ignore[no-untyped-call]  # pygls does not annotate it
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def at_shop(editor: LanguageClient) -> Shop:
    """The shop that the client has open."""
    shop = editor.shop  # type: ignore[attr-defined]  # set by the fixture
    assert isinstance(shop, Shop)
    return shop
