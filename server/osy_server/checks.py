"""When what is checked, and what the client is told of it.

The file under the keyboard is checked 100 ms after the last keystroke, the rest of its project 400 ms after; opening
and saving wait for nothing. A check that the next keystroke overtakes is dropped: its token ends it at the next
checkpoint, and its result is not sent. Saving, and a change on disk, read the projects again.
"""

import asyncio
import gc
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from osy_server import convert
from osy_server.progress import Progress
from osy_server.pulled import Pulled, Told
from osy_server.text import Document
from osy_server.uris import is_file
from osy_server.worker import Superseded, Token

if TYPE_CHECKING:
    from lsprotocol import types

    from osy_analysis.diagnostic import Diagnostic, Level
    from osy_analysis.disk import Loaded
    from osy_analysis.project import Project
    from osy_grammar.tree import SourceFile
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot

logger = logging.getLogger(__name__)

FILE_DELAY_S = 0.1
PROJECT_DELAY_S = 0.4
FIRST_LOAD_S = 30
REFRESH_DELAY_S = 0.05
FILES_AT_ONCE = 25
"""So many files of a project are checked, and told of, at a time."""


class Checks:
    """Schedules checks, and keeps what was published."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tokens: dict[str, Token] = {}
        self._found: dict[str, tuple[Diagnostic, ...]] = {}
        self._published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._uris: dict[str, str] = {}
        self._pulled = Pulled()
        self._checked: dict[str, Document] = {}
        self._is_stopped = False
        self._loaded = asyncio.Event()

    # ── Occasions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def opened(self, document: Document) -> None:
        """A document was opened: check it now; if no project is known to hold it, find its project."""
        is_known = document.is_markdown or self._server.files.root_of(document.path) is not None
        if not is_known and is_file(document.path):
            self._server.start(self._find_project(document))
        else:
            self._server.start(self._check_file(document.path))

    def edited(self, document: Document) -> None:
        """A document was edited: whatever is under way for it is of no use any more."""
        self._drop(f"file {document.path}")
        self._after(FILE_DELAY_S, f"file {document.path}", lambda: self._check_file(document.path))
        root = self._server.files.root_of(document.path)
        if root is not None:
            self._drop(f"project {root}")
            self._after(PROJECT_DELAY_S, f"project {root}", lambda: self._check_project(root))

    def saved(self) -> None:
        """Something changed on disk."""
        self._server.start(self.reload())

    def closed(self, document: Document) -> None:
        """A document was closed: the file on disk counts again if it lies in an open folder, else nothing is left."""
        self._drop(f"file {document.path}")
        self._cancel_timer(f"file {document.path}")
        self._server.files.forget(document.path)
        is_ours = self._server.files.is_ours(document.path) and not document.is_markdown
        root = self._server.files.root_of(document.path)
        if not is_ours or not self._is_workspace_wide(root):
            self._clear(document.path)
        if self._server.files.root_of(document.path) is not None:
            self._server.start(self.reload())

    def settings_changed(self) -> None:
        """Levels, scope, what is excluded and what is shown may be others now."""
        self._checked.clear()
        self._server.start(self.reload())
        self._server.client.refresh_lenses()
        self._server.client.refresh_hints()

    def run_failures_changed(self, paths: Iterable[str]) -> None:
        """The failures of test runs that stand in these files are others now."""
        for path in paths:
            self._publish(path)

    def stop(self) -> None:
        """Check nothing any more."""
        self._is_stopped = True
        for key in [*self._timers]:
            self._cancel_timer(key)
        for key in [*self._tokens]:
            self._drop(key)

    # ── The projects ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def reload(self) -> None:
        """Read the projects from disk again, with the open documents over them, and check them."""
        token = self._begin("reload")
        files = self._server.files
        files.levels, files.exclude = self._levels(), tuple(self._server.client.settings.exclude)
        paths = [*files.folders, *(path for path in files.open_programs if is_file(path))]
        overlay = {path: text for path, text in files.overlay.items() if is_file(path)}
        progress = Progress(self._server, "Osy# projects")
        progress.start()
        try:
            await self._reload(token, paths, overlay, progress)
        finally:
            progress.end()
            self._loaded.set()

    async def _reload(self, token: Token, paths: list[str], overlay: dict[str, str], progress: Progress) -> None:
        files = self._server.files
        try:
            loaded = await self._server.worker.background(lambda: _load(paths, overlay, token, files.known))
        except Superseded:
            return
        if token.is_dropped:
            return
        files.replace_projects(loaded.projects, loaded.diagnostics)
        self._loaded.set()
        self._server.tests.project_changed()
        for path in list(files.documents):
            await self._check_file(path)
        for number, root in enumerate(files.roots):
            progress.report(Path(root).name, number, len(files.roots))
            await self._check_project(root)
        self._forget_files(token)
        # What has been read stays: going through all of it again and again would stop every thread meanwhile.
        gc.freeze()

    async def loaded(self) -> None:
        """Wait until the projects of the open folders have been read once, but not for ever."""
        # Not `wait_for`: it forgets that it was cancelled when the event comes at the same moment.
        waiting = asyncio.ensure_future(self._loaded.wait())
        await asyncio.wait((waiting,), timeout=FIRST_LOAD_S)
        waiting.cancel()

    async def _find_project(self, document: Document) -> None:
        """Read the project around a document that no known project holds."""
        files = self._server.files
        await self._check_file(document.path)
        await self.loaded()
        if files.root_of(document.path) is not None:
            return
        overlay = {document.path: document.text}
        token = Token()
        loaded = await self._server.worker.background(lambda: _load([document.path], overlay, token))
        files.add_projects(loaded.projects)
        root = files.root_of(document.path)
        if root is not None:
            self._server.tests.project_changed()
            await self._check_file(document.path)
            await self._check_project(root)

    # ── Checking ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _check_file(self, path: str, *, is_pulled: bool = False) -> None:
        document = self._server.files.documents.get(path)
        if document is None:
            self._checked.pop(path, None)
            return
        files = self._server.files
        token = self._begin(f"file {path}")
        snapshot = files.snapshot(path)
        try:
            if document.is_markdown:
                found = await self._server.worker.check(lambda: _check_markdown(document, files.adapted, token))
            else:
                found = await self._server.worker.check(lambda: _check(snapshot, [path], token))
        except Superseded:
            return
        if token.is_dropped or files.documents.get(path) is not document:
            return
        self._checked[path] = document
        if document.is_markdown:
            self._found[path] = found
            self._publish(path, snapshot, is_pulled=is_pulled)
            return
        self._take(snapshot, path, found, is_pulled=is_pulled)
        self._server.tests.file_checked(snapshot)
        if "state_graphs" in self._server.__dict__:
            self._server.state_graphs.file_checked(snapshot)

    async def _check_project(self, root: str) -> None:
        if not self._is_workspace_wide(root):
            return
        token = self._begin(f"project {root}")
        snapshot = self._server.files.project_snapshot(root)
        waiting = await self._server.worker.background(lambda: _near_first(snapshot))
        while waiting:
            batch, waiting = waiting[:FILES_AT_ONCE], waiting[FILES_AT_ONCE:]
            try:
                found = await self._server.worker.background(partial(_check_all, snapshot, batch, token))
            except Superseded:
                return
            if token.is_dropped or not snapshot.is_current:
                return
            for path, findings in found.items():
                if self._server.files.root_of(path) == root:
                    self._take(snapshot, path, findings)

    def _take(self, snapshot: "Snapshot", path: str, found: "Iterable[Diagnostic]", *, is_pulled: bool = False) -> None:
        self._found[path] = tuple(found)
        self._server.runs.move_failures(path, snapshot.project.files.get(path))
        self._publish(path, snapshot, is_pulled=is_pulled)

    def _forget_files(self, token: Token) -> None:
        """Clear what was told of files that are there no more."""
        if token.is_dropped:
            return
        for path in [*self._published]:
            if path not in self._server.files.documents and self._server.files.root_of(path) is None:
                self._clear(path)

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def findings(self, path: str) -> "tuple[Diagnostic, ...]":
        """The findings that were last published for the file."""
        return self._found.get(path, ())

    def _publish(self, path: str, snapshot: "Snapshot | None" = None, *, is_pulled: bool = False) -> None:
        if self._is_stopped:
            return
        files = self._server.files
        snapshot = snapshot or files.snapshot(path)
        converter = convert.Converter(self._server.client.unit, files.uri, snapshot.lines, self._server.client.features)
        told: list[types.Diagnostic] = []
        told += [converter.diagnostic(found) for found in (*self._found.get(path, ()), *self._of_disk(path))]
        told += [converter.failure(failure) for failure in self._server.runs.failures(path)]
        document = files.documents.get(path)
        version = document.version if document else None
        if self._published.get(path) == (version, told) or (
            not told and path not in self._published and document is None
        ):
            return
        self._published[path] = (version, told)
        uri = self._uris[path] = files.uri(path)
        if self._server.client.features.pull:
            if self._pulled.keep(path, uri, version, told) and not is_pulled:
                self._ask_again()
        else:
            self._server.client.publish(uri, version, told)

    def _of_disk(self, path: str) -> "list[Diagnostic]":
        found = self._found.get(path, ())
        return [
            finding for finding in self._server.files.disk_problems if finding.path == path and finding not in found
        ]

    def _levels(self) -> "dict[str, Level | None]":
        """The levels that the client's settings give to codes; None turns one off."""
        from osy_analysis.diagnostic import Level

        wanted = self._server.client.settings.lint.levels
        return {code: None if level == "off" else Level(level) for code, level in wanted.items()}

    def _clear(self, path: str) -> None:
        self._found.pop(path, None)
        self._checked.pop(path, None)
        if self._published.pop(path, None) is None:
            return
        uri = self._uris.pop(path, self._server.files.uri(path))
        if not self._server.client.features.pull:
            self._server.client.publish(uri, None, [])
        elif self._pulled.clear(path, uri):
            self._ask_again()

    def _is_workspace_wide(self, root: str | None) -> bool:
        from osy_server.project_settings import is_workspace_wide

        return is_workspace_wide(self._server.client.settings, self._server.files.settings_of(root))

    # ── Asked by the client ──────────────────────────────────────────────────────────────────────────────────────────

    async def pulled(self, path: str) -> "Told | None":
        """What there is to tell of an open document as it is now; None if an edit has overtaken the question."""
        document = self._server.files.documents.get(path)
        if document is None:
            return self._pulled.told(path)
        if self._checked.get(path) is not document:
            self._cancel_timer(f"file {path}")
            await self._check_file(path, is_pulled=True)
        if self._server.files.documents.get(path) is not document or self._checked.get(path) is not document:
            return None
        return self._pulled.told(path) or Told("", self._server.files.uri(path), document.version, ())

    def all_pulled(self) -> "tuple[Told, ...]":
        """What there is to tell of all files; of those that have nothing any more, that."""
        return self._pulled.all_told()

    def _ask_again(self) -> None:
        """Let the client ask for everything again, once for all that comes now."""
        loop = asyncio.get_running_loop()
        self._cancel_timer("refresh")
        self._timers["refresh"] = loop.call_later(REFRESH_DELAY_S, self._server.client.refresh_findings)

    # ── Timers and tokens ────────────────────────────────────────────────────────────────────────────────────────────

    def _after(self, delay_s: float, key: str, work: Callable[[], Coroutine[object, object, None]]) -> None:
        self._cancel_timer(key)
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(delay_s, lambda: self._server.start(work()))

    def _cancel_timer(self, key: str) -> None:
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _begin(self, key: str) -> Token:
        self._drop(key)
        token = self._tokens[key] = Token()
        return token

    def _drop(self, key: str) -> None:
        token = self._tokens.pop(key, None)
        if token is not None:
            token.drop()


def _load(
    paths: list[str], overlay: dict[str, str], token: Token, known: "Mapping[str, SourceFile] | None" = None
) -> "Loaded":
    from osy_analysis.disk import load

    token.checkpoint()
    return load([path for path in paths if Path(path).exists() or path in overlay], overlay, known)


def _check(snapshot: "Snapshot", paths: list[str], token: Token) -> "tuple[Diagnostic, ...]":
    from osy_analysis.checker import check

    token.checkpoint()
    project = snapshot.project
    token.checkpoint()
    return tuple(finding for finding in check(project, paths) if finding.path in paths)


def _check_markdown(
    document: Document, adapted: "Callable[[Project], Project]", token: Token
) -> "tuple[Diagnostic, ...]":
    """The findings in a document's programs. They share its path, so none of them is kept as the project of a file."""
    from osy_analysis.checker import check
    from osy_analysis.markdown import programs

    path = document.path
    loaded = _load([path], {path: document.text}, token).projects if is_file(path) else programs(path, document.text)
    found: set[Diagnostic] = set()
    for project in loaded:
        token.checkpoint()
        found.update(check(adapted(project), [path]))
    return tuple(sorted(found, key=lambda finding: (finding.span, finding.code)))


def _near_first(snapshot: "Snapshot") -> list[str]:
    """The project's own files, those in the folders of open ones first: there somebody sees what comes of an edit."""
    folders = {Path(path).parent for path in snapshot.documents}
    return sorted(snapshot.project.own_paths, key=lambda path: (Path(path).parent not in folders, path))


def _check_all(snapshot: "Snapshot", paths: list[str], token: Token) -> "dict[str, tuple[Diagnostic, ...]]":
    found: dict[str, list[Diagnostic]] = {path: [] for path in paths}
    for finding in _check(snapshot, paths, token):
        found[finding.path].append(finding)
    return {path: tuple(findings) for path, findings in found.items()}
