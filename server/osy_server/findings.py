"""What was found in each file, and what the client has been told of it."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from osy_server import convert
from osy_server.pulled import Pulled, Told

if TYPE_CHECKING:
    from lsprotocol import types

    from osy_analysis.diagnostic import Diagnostic
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot

REFRESH_DELAY_S = 0.05


class Findings:
    """The findings by file: published unasked, or kept for a client that asks."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._found: dict[str, tuple[Diagnostic, ...]] = {}
        self._published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._uris: dict[str, str] = {}
        self._pulled = Pulled()
        self._refresh: asyncio.TimerHandle | None = None
        self._is_stopped = False

    def of(self, path: str) -> "tuple[Diagnostic, ...]":
        """The findings that were last taken for the file."""
        return self._found.get(path, ())

    @property
    def told_paths(self) -> tuple[str, ...]:
        """The files of which the client knows something."""
        return tuple(self._published)

    def stop(self) -> None:
        """Tell nothing any more."""
        self._is_stopped = True
        self._cancel_refresh()

    def take(self, snapshot: "Snapshot", path: str, found: "Iterable[Diagnostic]", *, is_pulled: bool = False) -> None:
        """Keep what was found in a file of a snapshot, and tell the client."""
        self._found[path] = tuple(found)
        self.tell(path, snapshot, is_pulled=is_pulled)

    def tell(self, path: str, snapshot: "Snapshot | None" = None, *, is_pulled: bool = False) -> None:
        """Tell what there is to tell of a file, if that is other than before."""
        if self._is_stopped:
            return
        snapshot = snapshot or self._server.files.snapshot(path)
        told = self._as_told(path, snapshot)
        document = self._server.files.documents.get(path)
        version = document.version if document else None
        is_news = bool(told) or path in self._published or document is not None
        if not is_news or self._published.get(path) == (version, told):
            return
        self._published[path] = (version, told)
        uri = self._uris[path] = self._server.files.uri(path)
        if not self._server.client.features.pull:
            self._server.client.publish(uri, version, told)
        elif self._pulled.keep(path, uri, version, told) and not is_pulled:
            self._ask_again()

    def _as_told(self, path: str, snapshot: "Snapshot") -> "list[types.Diagnostic]":
        client, files = self._server.client, self._server.files
        converter = convert.Converter(client.unit, files.uri, snapshot.lines, client.features)
        told = [converter.diagnostic(found) for found in (*self.of(path), *self._of_disk(path))]
        return told + [converter.failure(failure) for failure in self._server.runs.failures(path)]

    def _of_disk(self, path: str) -> "list[Diagnostic]":
        found = self.of(path)
        return [
            finding for finding in self._server.files.disk_problems if finding.path == path and finding not in found
        ]

    def clear(self, path: str) -> None:
        """Forget a file, and let the client forget it."""
        self._found.pop(path, None)
        if self._published.pop(path, None) is None:
            return
        uri = self._uris.pop(path, self._server.files.uri(path))
        if not self._server.client.features.pull:
            self._server.client.publish(uri, None, [])
        elif self._pulled.clear(path, uri):
            self._ask_again()

    # ── For a client that asks ───────────────────────────────────────────────────────────────────────────────────────

    def pulled(self, path: str) -> Told | None:
        """What there is to tell of a file."""
        return self._pulled.told(path)

    def all_pulled(self) -> tuple[Told, ...]:
        """What there is to tell of all files; of those that have nothing any more, that."""
        return self._pulled.all_told()

    def _ask_again(self) -> None:
        """Let the client ask for everything again, once for all that comes now."""
        self._cancel_refresh()
        loop = asyncio.get_running_loop()
        self._refresh = loop.call_later(REFRESH_DELAY_S, self._server.client.refresh_findings)

    def _cancel_refresh(self) -> None:
        if self._refresh is not None:
            self._refresh.cancel()
            self._refresh = None
