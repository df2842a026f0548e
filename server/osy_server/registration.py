"""Which requests the server answers, and by what. What it says of itself is in `handshake.py`.

Nothing that a request needs is imported before the first such request.
"""

from lsprotocol import types

from osy_server.server import OsyServer


def register(server: OsyServer) -> None:
    """Give the server everything that it answers."""
    _register_life(server)
    _register_features(server)
    _register_our_own(server)


def _register_life(server: OsyServer) -> None:
    @server.feature(types.INITIALIZED)
    async def initialized(ls: OsyServer, params: types.InitializedParams) -> None:
        await ls.initialized()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: OsyServer, params: types.DidSaveTextDocumentParams) -> None:
        ls.saved(params)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(ls: OsyServer, params: types.DidChangeWatchedFilesParams) -> None:
        ls.checks.saved()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(ls: OsyServer, params: types.DidChangeConfigurationParams) -> None:
        await ls.client.settings_changed(params.settings)
        ls.checks.settings_changed()


def _register_features(server: OsyServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    async def completion(ls: OsyServer, params: types.CompletionParams) -> types.CompletionList | None:
        from osy_server.features.completion import answer

        return await answer(ls, params)

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolve(ls: OsyServer, item: types.CompletionItem) -> types.CompletionItem:
        from osy_server.features.completion import resolve

        return await resolve(ls, item)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: OsyServer, params: types.HoverParams) -> types.Hover | None:
        from osy_server.features.hover import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: OsyServer, params: types.DefinitionParams) -> list[types.Location]:
        from osy_server.features.definition import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(
        ls: OsyServer, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
        from osy_server.features.document_symbol import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL)
    async def semantic_tokens(ls: OsyServer, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        from osy_server.features.semantic_tokens import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_range(ls: OsyServer, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        from osy_server.features.folding_range import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lens(ls: OsyServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        from osy_server.features.code_lens import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    async def code_action(ls: OsyServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        from osy_server.features.code_action import answer

        return await answer(ls, params)


def _register_our_own(server: OsyServer) -> None:
    @server.feature("osy/tests")
    async def tests(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object]:
        from osy_server.features.tests import answer

        return await answer(ls, params)

    @server.feature("osy/stateGraph")
    async def state_graph(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object] | None:
        from osy_server.features.state_graph import answer

        return await answer(ls, params)
