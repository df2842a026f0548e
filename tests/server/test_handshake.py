"""What the server says of itself is what it does, and it says so before it is all there."""

import ast
import io
import json
import threading
from importlib import import_module
from pathlib import Path

import pytest

import osy_analysis
import osy_grammar
import osy_server
from osy_server import handshake
from osy_server.app import SHARED, create
from osy_server.front import Answered, End, Front
from osy_server.registration import FEATURES

PROVIDERS = {
    "completionProvider": {"textDocument/completion", "completionItem/resolve"},
    "hoverProvider": {"textDocument/hover"},
    "signatureHelpProvider": {"textDocument/signatureHelp"},
    "definitionProvider": {"textDocument/definition"},
    "declarationProvider": {"textDocument/declaration"},
    "typeDefinitionProvider": {"textDocument/typeDefinition"},
    "implementationProvider": {"textDocument/implementation"},
    "referencesProvider": {"textDocument/references"},
    "documentHighlightProvider": {"textDocument/documentHighlight"},
    "renameProvider": {"textDocument/rename", "textDocument/prepareRename"},
    "documentSymbolProvider": {"textDocument/documentSymbol"},
    "codeActionProvider": {"textDocument/codeAction"},
    "documentFormattingProvider": {"textDocument/formatting"},
    "documentRangeFormattingProvider": {"textDocument/rangeFormatting"},
    "documentOnTypeFormattingProvider": {"textDocument/onTypeFormatting"},
    "codeLensProvider": {"textDocument/codeLens", "codeLens/resolve"},
    "selectionRangeProvider": {"textDocument/selectionRange"},
    "documentLinkProvider": {"textDocument/documentLink"},
    "inlayHintProvider": {"textDocument/inlayHint"},
    "workspaceSymbolProvider": {"workspace/symbol"},
    "callHierarchyProvider": {
        "textDocument/prepareCallHierarchy",
        "callHierarchy/incomingCalls",
        "callHierarchy/outgoingCalls",
    },
    "typeHierarchyProvider": {
        "textDocument/prepareTypeHierarchy",
        "typeHierarchy/supertypes",
        "typeHierarchy/subtypes",
    },
    "foldingRangeProvider": {"textDocument/foldingRange"},
    "semanticTokensProvider": {
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
    },
    "diagnosticProvider": {"textDocument/diagnostic", "workspace/diagnostic"},
    "executeCommandProvider": set(),
}


def test_what_is_announced_is_answered_and_the_reverse() -> None:
    pulling = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
    capabilities = handshake.result("utf-16", {"capabilities": pulling})["capabilities"]
    assert isinstance(capabilities, dict)
    assert {name for name in capabilities if name.endswith("Provider")} == set(PROVIDERS)
    ours = ("initialized", "osy/", "workspace/did", "textDocument/did")
    registered = {name for name in create().protocol.fm.features if not name.startswith(ours)}
    assert registered == set().union(*PROVIDERS.values()) | {"workspace/willRenameFiles"}
    assert set(FEATURES) == registered


@pytest.mark.parametrize("module", sorted(FEATURES.values()))
def test_every_feature_has_its_module(module: str) -> None:
    assert callable(import_module(f"osy_server.features.{module}").answer)


@pytest.mark.parametrize(
    "params",
    [None, [], {}, {"capabilities": []}, {"capabilities": {"general": {"positionEncodings": "utf-8"}}}],
)
def test_a_strange_offer_gives_utf16(params: object) -> None:
    assert handshake.encoding(params) == "utf-16"


def talk(*messages: object) -> tuple[list[object], bytes]:
    """What a front hands over for these messages, and what it answers by itself."""
    bodies = [json.dumps(message).encode() for message in messages]
    stdin = io.BytesIO(b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies))
    stdout = io.BytesIO()
    front = Front(stdin, stdout)
    taken: list[object] = []
    ended = threading.Event()

    def take(message: object) -> None:
        taken.append(message)
        if isinstance(message, End):
            ended.set()

    front.attach(take)
    assert ended.wait(5)
    return taken[:-1], stdout.getvalue()


def test_initialize_is_answered_and_handed_on() -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    [first, second], answer = talk(request, {"jsonrpc": "2.0", "method": "initialized", "params": {}})
    assert isinstance(first, Answered)
    assert first.message == request
    assert second == {"jsonrpc": "2.0", "method": "initialized", "params": {}}
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head == b"Content-Length: %d" % len(body)
    assert json.loads(body) == {"jsonrpc": "2.0", "id": 1, "result": handshake.result("utf-16", {})}


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize"},
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {"jsonrpc": "1.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "id": None, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "id": 1, "method": "shutdown"},
        [1],
    ],
)
def test_anything_else_is_left_to_the_protocol(message: object) -> None:
    assert talk(message) == ([message], b"")


def test_only_the_first_message_can_be_answered_early() -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    taken, answer = talk({"jsonrpc": "2.0", "method": "x"}, request)
    assert taken[1] == request
    assert answer == b""


def test_every_package_that_imports_its_own_modules_is_there_before_the_first_thread() -> None:
    found = set()
    for layer in (osy_analysis, osy_grammar, osy_server):
        root = Path(layer.__path__[0])
        for path in root.rglob("__init__.py"):
            package = ".".join((layer.__name__, *path.parent.relative_to(root).parts))
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if any(
                isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{package}.") for node in tree.body
            ):
                found.add(package)
    assert found == set(SHARED)
