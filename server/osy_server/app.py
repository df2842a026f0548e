"""The server put together: which requests it answers, with what options, and the way in for `osy lsp`.

Nothing that a request needs is imported before the first such request: `initialize` must be answered soon, and the
types of the protocol alone take half of the time there is.
"""

import asyncio
import logging
import os
import sys

from lsprotocol import types

from osy_server.capabilities import LEGEND
from osy_server.server import OsyServer

NAME = "osy"
VERSION = "0.1.0"
TRIGGERS = [".", " ", "["]
COMMANDS = ["osy.test.run", "osy.test.cancel"]


def create() -> OsyServer:
    """A server with everything registered."""
    server = OsyServer(NAME, VERSION)
    _register_life(server)
    _register_features(server)
    _register_our_own(server)
    return server


def main() -> int:
    """Serve on stdin and stdout until the client ends it; gives the exit code."""
    log_to_stderr()
    server = create()
    # Streams of their own: the interpreter cannot end while a thread waits in `sys.stdin`.
    stdin, stdout = os.fdopen(0, "rb", closefd=False), os.fdopen(os.dup(1), "wb")
    # Whatever prints by mistake must not speak into the protocol.
    sys.stdout = sys.stderr
    return asyncio.run(server.serve(stdin, stdout))


def log_to_stderr() -> None:
    """Log to stderr: what we do at INFO, or at the level that `OSY_LOG` names; pygls's lines only when they warn."""
    level = os.environ.get("OSY_LOG", "INFO").upper()
    known = logging.getLevelNamesMapping()
    logging.basicConfig(
        stream=sys.stderr, level=known.get(level, logging.INFO), format="%(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("pygls").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)


def _register_life(server: OsyServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: OsyServer, params: types.InitializeParams) -> None:
        ls.initialize(params)

    @server.feature(types.INITIALIZED)
    async def initialized(ls: OsyServer, params: types.InitializedParams) -> None:
        await ls.initialized()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: OsyServer, params: types.DidOpenTextDocumentParams) -> None:
        """Only announces the ability: the protocol hands documents over itself."""

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
    completion_options = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    action_options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, "source.runTest.osy"])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, completion_options)
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

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def semantic_tokens(ls: OsyServer, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        from osy_server.features.semantic_tokens import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_range(ls: OsyServer, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        from osy_server.features.folding_range import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    async def code_lens(ls: OsyServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        from osy_server.features.code_lens import answer

        return await answer(ls, params)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, action_options)
    async def code_action(ls: OsyServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        from osy_server.features.code_action import answer

        return await answer(ls, params)


def _register_our_own(server: OsyServer) -> None:
    for name in COMMANDS:
        # Announces the command; the protocol carries it out in the request's own task.
        server.command(name)(_announced)

    @server.feature("osy/tests")
    async def tests(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object]:
        from osy_server.features.tests import answer

        return await answer(ls, params)


def _announced(*arguments: object) -> None:
    raise AssertionError("commands are carried out by the protocol")
