"""The client: what it can do, its settings, and what is sent to it unasked."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from osy_server.capabilities import ClientFeatures
from osy_server.uris import path_of, uri_of

if TYPE_CHECKING:
    from osy_grammar.span import Units
    from osy_server.server import OsyServer
    from osy_server.settings import Settings

logger = logging.getLogger(__name__)

SECTION = "osy"
WATCHED = ("**/*.osy", "**/osy.toml", "**/osy.workspace")


class Client:
    """The other side of the connection."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._settings: Settings | None = None
        self._complaints: tuple[str, ...] = ()
        self.features = ClientFeatures(types.ClientCapabilities())
        self.folders: tuple[str, ...] = ()
        self._initial: object = None

    def introduce(self, params: types.InitializeParams) -> None:
        """Take what the client says of itself."""
        self.features = ClientFeatures(params.capabilities)
        folders = [folder.uri for folder in params.workspace_folders or ()]
        if not folders and (params.root_uri or params.root_path):
            folders = [params.root_uri or uri_of(params.root_path or "")]
        self.folders = tuple(path_of(uri) for uri in folders)
        self._initial = params.initialization_options

    @property
    def unit(self) -> "Units":
        """The units of columns."""
        from osy_server import convert

        return convert.units(self._server.protocol.server_capabilities.position_encoding)

    # ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def settings(self) -> "Settings":
        """The settings now; the defaults until the client has told others."""
        if self._settings is None:
            self._take(self._section_of(self._initial))
        assert self._settings is not None
        return self._settings

    async def fetch_settings(self) -> None:
        """Ask the client for the settings, if it can be asked."""
        if not self.features.configuration:
            return
        question = types.ConfigurationParams(items=[types.ConfigurationItem(section=SECTION)])
        try:
            answer = await self._server.workspace_configuration_async(question)
        except JsonRpcException as error:
            logger.warning("the client does not tell its settings: %s", error)
            return
        told = answer[0] if answer else None
        self._take(told if told is not None else self._section_of(self._initial))

    async def settings_changed(self, told: object) -> None:
        """Take changed settings: from the notification, or by asking."""
        if self.features.configuration:
            await self.fetch_settings()
        else:
            self._take(self._section_of(told))

    def _section_of(self, raw: object) -> object:
        if isinstance(raw, dict):
            return raw.get(SECTION, raw.get("settings", raw if _looks_like_section(raw) else None))
        return raw

    def _take(self, raw: object) -> None:
        from osy_server.settings import read

        self._settings, complaints = read(raw)
        if complaints and complaints != self._complaints:
            self.show(
                "Osy# settings: " + "; ".join(complaints) + ". The defaults hold for these.", types.MessageType.Warning
            )
        self._complaints = complaints

    # ── What is sent unasked ─────────────────────────────────────────────────────────────────────────────────────────

    def register(self) -> None:
        """Ask to be told of changed settings and files, where the client takes such requests."""
        registrations = []
        if self.features.register_configuration:
            registrations.append(
                types.Registration(
                    id="settings",
                    method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                    register_options=types.DidChangeConfigurationRegistrationOptions(section=SECTION),
                )
            )
        if self.features.register_watchers:
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in WATCHED]
            registrations.append(
                types.Registration(
                    id="files",
                    method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                    register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers),
                )
            )
        if registrations:
            self._server.client_register_capability(types.RegistrationParams(registrations=registrations))

    def show(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a message to the user."""
        self._server.window_show_message(types.ShowMessageParams(type=kind, message=message))

    def log(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Write a line into the client's log."""
        self._server.window_log_message(types.LogMessageParams(type=kind, message=message))

    def publish(self, uri: str, version: int | None, findings: Sequence[types.Diagnostic]) -> None:
        """Give the file's findings in place of those given before."""
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=list(findings))
        )

    def notify(self, method: str, params: dict[str, object]) -> None:
        """Send one of our own notifications."""
        self._server.protocol.notify(method, params)

    def refresh_findings(self) -> None:
        """Let the client ask for the findings again."""
        if self.features.pull:
            self._server.workspace_diagnostic_refresh(None)

    def refresh_hints(self) -> None:
        """Let the client ask for hints again, where it can be told so."""
        if self.features.hint_refresh:
            self._server.workspace_inlay_hint_refresh(None)

    def refresh_tokens(self) -> None:
        """Let the client ask for the kinds of words again, where it can be told so."""
        if self.features.token_refresh:
            self._server.workspace_semantic_tokens_refresh(None)

    def refresh_lenses(self) -> None:
        """Let the client ask for lenses again, where it can be told so."""
        if self.features.lens_refresh:
            self._server.workspace_code_lens_refresh(None)


def _looks_like_section(raw: dict[str, object]) -> bool:
    from osy_server.settings import Settings

    names = {field.alias or name for name, field in Settings.model_fields.items()}
    return bool(names & set(raw))
