"""Which requests the server answers, and by what. What it says of itself is in `handshake.py`.

Nothing that a request needs is imported before the first such request.
"""

from collections.abc import Awaitable, Callable
from importlib import import_module

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from osy_server.progress import told
from osy_server.server import OsyServer
from osy_server.turns import Rank, asked_rank

Answer = Callable[[OsyServer, object], Awaitable[object]]

FEATURES = {
    types.TEXT_DOCUMENT_COMPLETION: "completion",
    types.COMPLETION_ITEM_RESOLVE: "completion_resolve",
    types.TEXT_DOCUMENT_HOVER: "hover",
    types.TEXT_DOCUMENT_SIGNATURE_HELP: "signature_help",
    types.TEXT_DOCUMENT_DEFINITION: "definition",
    types.TEXT_DOCUMENT_DECLARATION: "declaration",
    types.TEXT_DOCUMENT_TYPE_DEFINITION: "type_definition",
    types.TEXT_DOCUMENT_IMPLEMENTATION: "implementation",
    types.TEXT_DOCUMENT_REFERENCES: "references",
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: "document_highlight",
    types.TEXT_DOCUMENT_PREPARE_RENAME: "prepare_rename",
    types.TEXT_DOCUMENT_RENAME: "rename",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "document_symbol",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "semantic_tokens",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: "semantic_tokens_delta",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: "semantic_tokens_range",
    types.TEXT_DOCUMENT_SELECTION_RANGE: "selection_range",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "document_link",
    types.TEXT_DOCUMENT_INLAY_HINT: "inlay_hint",
    types.WORKSPACE_SYMBOL: "workspace_symbol",
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: "call_hierarchy_prepare",
    types.CALL_HIERARCHY_INCOMING_CALLS: "call_hierarchy_incoming",
    types.CALL_HIERARCHY_OUTGOING_CALLS: "call_hierarchy_outgoing",
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: "type_hierarchy_prepare",
    types.TYPE_HIERARCHY_SUPERTYPES: "type_hierarchy_supertypes",
    types.TYPE_HIERARCHY_SUBTYPES: "type_hierarchy_subtypes",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "folding_range",
    types.TEXT_DOCUMENT_FORMATTING: "formatting",
    types.TEXT_DOCUMENT_RANGE_FORMATTING: "range_formatting",
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: "on_type_formatting",
    types.TEXT_DOCUMENT_CODE_LENS: "code_lens",
    types.CODE_LENS_RESOLVE: "code_lens_resolve",
    types.TEXT_DOCUMENT_CODE_ACTION: "code_action",
    types.TEXT_DOCUMENT_DIAGNOSTIC: "document_diagnostic",
    types.WORKSPACE_DIAGNOSTIC: "workspace_diagnostic",
    types.WORKSPACE_WILL_RENAME_FILES: "will_rename_files",
}
"""The requests that are answered by the module of `features` of that name."""

RANKS = {
    **dict.fromkeys(
        (
            types.TEXT_DOCUMENT_COMPLETION,
            types.COMPLETION_ITEM_RESOLVE,
            types.TEXT_DOCUMENT_HOVER,
            types.TEXT_DOCUMENT_SIGNATURE_HELP,
            types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        ),
        Rank.NOW,
    ),
    **dict.fromkeys(
        (
            types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
            types.TEXT_DOCUMENT_DOCUMENT_LINK,
            types.TEXT_DOCUMENT_INLAY_HINT,
            types.TEXT_DOCUMENT_FOLDING_RANGE,
            types.TEXT_DOCUMENT_CODE_LENS,
            types.CODE_LENS_RESOLVE,
            types.TEXT_DOCUMENT_CODE_ACTION,
        ),
        Rank.SHOWN,
    ),
}
"""How urgent requests are; all others are `ASKED`."""

WAITING = frozenset(
    (
        types.TEXT_DOCUMENT_COMPLETION,
        types.TEXT_DOCUMENT_HOVER,
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.TEXT_DOCUMENT_DEFINITION,
        types.TEXT_DOCUMENT_DECLARATION,
        types.TEXT_DOCUMENT_TYPE_DEFINITION,
        types.TEXT_DOCUMENT_IMPLEMENTATION,
        types.TEXT_DOCUMENT_REFERENCES,
        types.TEXT_DOCUMENT_PREPARE_RENAME,
        types.TEXT_DOCUMENT_RENAME,
    )
)
"""What is answered out of the whole project: asked before that has been read, it waits (ruling R198)."""

LONG = 20
CONTENT_MODIFIED = -32801

TITLES = {
    types.TEXT_DOCUMENT_REFERENCES: "Finding references",
    types.TEXT_DOCUMENT_RENAME: "Renaming",
    types.WORKSPACE_SYMBOL: "Finding symbols",
    types.WORKSPACE_DIAGNOSTIC: "Checking the workspace",
    types.TEXT_DOCUMENT_IMPLEMENTATION: "Finding implementations",
    types.CALL_HIERARCHY_INCOMING_CALLS: "Finding callers",
}
"""What the progress of requests that may take long is called."""


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
    for method, module in FEATURES.items():
        _register_feature(server, method, module)


def _register_feature(server: OsyServer, method: str, module: str) -> None:
    """Let the `answer` of a module of `features` answer a request."""

    @server.feature(method)
    async def feature(ls: OsyServer, params: object) -> object:
        answer: Answer = import_module(f"osy_server.features.{module}").answer
        asked_rank.set(RANKS.get(method, Rank.ASKED))
        async with told(ls, getattr(params, "work_done_token", None), TITLES.get(method, "Osy#")):
            if method in WAITING:
                await _project_is_read(ls, params)
            result = await answer(ls, params)
            return await ls.worker.answer(lambda: ls.protocol.ready(result)) if _is_long(result) else result


async def _project_is_read(server: OsyServer, params: object) -> None:
    """Wait for the project of the document that is asked about, as the document is at the moment of the question."""
    uri = getattr(getattr(params, "text_document", None), "uri", "")
    document = server.document(uri)
    if document is None or server.checks.is_read(document):
        return
    await server.checks.project_of(document)
    if server.document(uri) is not document:
        raise JsonRpcException("the document was edited meanwhile", code=CONTENT_MODIFIED)


def _is_long(result: object) -> bool:
    """Whether making a message of it would hold up the others."""
    match result:
        case list():
            return len(result) > LONG
        case _:
            return isinstance(result, types.SemanticTokens)


def _register_our_own(server: OsyServer) -> None:
    @server.feature("osy/tests")
    async def tests(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object]:
        from osy_server.features.tests import answer

        return await answer(ls, params)

    @server.feature("osy/testOutcomes")
    def test_outcomes(ls: OsyServer, params: object) -> None:
        ls.runs.remember(params)

    @server.feature("osy/stateGraph")
    async def state_graph(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object] | None:
        from osy_server.features.state_graph import answer

        return await answer(ls, params)

    @server.feature("osy/text")
    async def text(ls: OsyServer, params: dict[str, object] | None) -> dict[str, object] | None:
        from osy_server.features.text import answer

        return await answer(ls, params)
