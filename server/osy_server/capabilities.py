"""What the client can do."""

from collections.abc import Sequence

from lsprotocol import types


class ClientFeatures:
    """What the client can do, as far as it matters to us."""

    def __init__(self, capabilities: types.ClientCapabilities) -> None:
        document = capabilities.text_document or types.TextDocumentClientCapabilities()
        workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
        window = capabilities.window or types.WindowClientCapabilities()
        publish = document.publish_diagnostics or types.PublishDiagnosticsClientCapabilities()
        item = document.completion.completion_item if document.completion else None
        symbol = document.document_symbol
        experimental = capabilities.experimental if isinstance(capabilities.experimental, dict) else {}
        self.osy = bool(experimental.get("osy"))
        self.related = bool(publish.related_information)
        self.links = bool(publish.code_description_support) or publish.code_description_support is None
        self.tags = publish.tag_support is not None
        self.document_changes = bool(workspace.workspace_edit and workspace.workspace_edit.document_changes)
        operations = (workspace.workspace_edit.resource_operations if workspace.workspace_edit else None) or ()
        self.create_files = self.document_changes and types.ResourceOperationKind.Create in operations
        self.configuration = bool(workspace.configuration)
        self.register_configuration = _dynamic(workspace.did_change_configuration)
        self.register_watchers = _dynamic(workspace.did_change_watched_files)
        self.progress = bool(window.work_done_progress)
        self.show_document = bool(window.show_document and window.show_document.support)
        self.snippets = bool(item and item.snippet_support)
        self.hierarchical_symbols = bool(symbol and symbol.hierarchical_document_symbol_support)
        self.pull = document.diagnostic is not None and bool(
            workspace.diagnostics and workspace.diagnostics.refresh_support
        )
        self.hint_refresh = bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support)
        self.lens_refresh = bool(workspace.code_lens and workspace.code_lens.refresh_support)
        self.token_refresh = bool(workspace.semantic_tokens and workspace.semantic_tokens.refresh_support)
        help_ = document.signature_help.signature_information if document.signature_help else None
        self.markdown_signature = _markdown(help_.documentation_format if help_ else None)
        self.label_offsets = bool(
            help_ and help_.parameter_information and help_.parameter_information.label_offset_support
        )
        self.active_parameter = bool(help_ and help_.active_parameter_support)
        self.markdown_hover = _markdown(document.hover.content_format if document.hover else None)
        self.markdown_completion = _markdown(item.documentation_format if item else None)


def _dynamic(
    capability: "types.DidChangeWatchedFilesClientCapabilities | types.DidChangeConfigurationClientCapabilities | None",
) -> bool:
    return bool(capability and capability.dynamic_registration)


def _markdown(formats: Sequence[types.MarkupKind] | None) -> bool:
    return types.MarkupKind.Markdown in (formats or ())
