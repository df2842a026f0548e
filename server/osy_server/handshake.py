"""What the server answers to `initialize`: the one statement of its abilities, as plain JSON.

It needs nothing but the client's offer of position encodings, so `front.py` can give it while the protocol's types,
half of the start's time, are still being imported.
"""

NAME = "osy"
VERSION = "0.1.0"
TRIGGERS = (".", " ", "[")
SHOW_REFERENCES = "osy.references.show"
SHOW_STATE_GRAPH = "osy.stateGraph.show"
COMMANDS = ("osy.test.run", "osy.test.cancel", SHOW_REFERENCES, SHOW_STATE_GRAPH)
RUN_TEST = "source.runTest.osy"
"""The kind of the code actions that run tests."""

ACTION_KINDS = ("quickfix", "refactor", "refactor.extract", "source.organizeImports", "source.fixAll", RUN_TEST)

TOKEN_TYPES = (
    "namespace", "type", "class", "enum", "interface", "typeParameter", "parameter", "variable", "property",
    "enumMember", "event", "function", "method", "keyword", "modifier", "operator", "decorator",
)  # fmt: skip
TOKEN_MODIFIERS = ("declaration", "readonly", "static", "defaultLibrary")
ENCODINGS = ("utf-8", "utf-16", "utf-32")
INCREMENTAL = 2
DIAGNOSTICS = {
    "identifier": "osy",
    "interFileDependencies": True,
    "workspaceDiagnostics": True,
    "workDoneProgress": True,
}
LONG = {"workDoneProgress": True}
"""What may take so long that its client can be told how it goes."""


def encoding(params: object) -> str:
    """UTF-8 where the client offers it, else the first of its offers that we know, else UTF-16."""
    offered = _at(_at(_at(params, "capabilities"), "general"), "positionEncodings")
    known = [each for each in offered if each in ENCODINGS] if isinstance(offered, list) else []
    return "utf-8" if "utf-8" in known else (known or ["utf-16"])[0]


def result(position_encoding: str, params: object) -> dict[str, object]:
    """The result of `initialize`; `params` are the client's."""
    return {
        "capabilities": {
            "positionEncoding": position_encoding,
            "textDocumentSync": {"openClose": True, "change": INCREMENTAL, "save": True},
            "completionProvider": {"triggerCharacters": list(TRIGGERS), "resolveProvider": True},
            "hoverProvider": True,
            "signatureHelpProvider": {"triggerCharacters": ["(", ","], "retriggerCharacters": [")", ":"]},
            "definitionProvider": True,
            "declarationProvider": True,
            "typeDefinitionProvider": True,
            "implementationProvider": LONG,
            "referencesProvider": LONG,
            "documentHighlightProvider": True,
            "renameProvider": {"prepareProvider": True, **LONG} if _prepares(params) else True,
            "documentSymbolProvider": True,
            "codeActionProvider": {"codeActionKinds": list(ACTION_KINDS)},
            "documentFormattingProvider": True,
            "documentRangeFormattingProvider": True,
            "documentOnTypeFormattingProvider": {"firstTriggerCharacter": "}", "moreTriggerCharacter": [";", "\n"]},
            "codeLensProvider": {"resolveProvider": True},
            "foldingRangeProvider": True,
            "executeCommandProvider": {"commands": list(COMMANDS)},
            "semanticTokensProvider": {
                "legend": {"tokenTypes": list(TOKEN_TYPES), "tokenModifiers": list(TOKEN_MODIFIERS)},
                "full": {"delta": True},
                "range": True,
            },
            "selectionRangeProvider": True,
            "documentLinkProvider": {"resolveProvider": False},
            "inlayHintProvider": True,
            "workspaceSymbolProvider": LONG,
            "callHierarchyProvider": LONG,
            "typeHierarchyProvider": True,
            **({"diagnosticProvider": DIAGNOSTICS} if pulls(params) else {}),
            "workspace": {
                "workspaceFolders": {"supported": True, "changeNotifications": True},
                "fileOperations": {"willRename": {"filters": [{"scheme": "file", "pattern": {"glob": "**/*"}}]}},
            },
        },
        "serverInfo": {"name": NAME, "version": VERSION},
    }


def pulls(params: object) -> bool:
    """Whether the client asks for findings by itself: only where it can also be told to ask again."""
    capabilities = _at(params, "capabilities")
    can_ask = _at(_at(capabilities, "textDocument"), "diagnostic") is not None
    return can_ask and bool(_at(_at(_at(capabilities, "workspace"), "diagnostics"), "refreshSupport"))


def _prepares(params: object) -> bool:
    return bool(_at(_at(_at(_at(params, "capabilities"), "textDocument"), "rename"), "prepareSupport"))


def _at(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None
