"""When what is checked, and what the client is told of it.

The file under the keyboard is checked 100 ms after the last keystroke, the rest of its project 400 ms after; opening
and saving wait for nothing. A check that the next keystroke overtakes is dropped: its token ends it at the next
checkpoint, and its result is not sent. Saving, and a change on disk, read the projects again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from osy_server import jobs
from osy_server.findings import Findings
from osy_server.garbage import Frozen
from osy_server.progress import Progress
from osy_server.pulled import Told
from osy_server.text import Document
from osy_server.uris import is_file
from osy_server.worker import Superseded, Token

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Diagnostic, Level
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot

logger = logging.getLogger(__name__)

FILE_DELAY_S = 0.1
PROJECT_DELAY_S = 0.4
FIRST_LOAD_S = 30
GARBAGE_DELAY_S = 0.2
GARBAGE_TRIES = 20
FILES_AT_ONCE = 25
"""So many files of a project are checked, and told of, at a time."""


class Checks:
    """Schedules checks, and keeps what was published."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tokens: dict[str, Token] = {}
        self.findings = Findings(server)
        self._checked: dict[str, Document] = {}
        self._frozen = Frozen()
        self._loaded = asyncio.Event()
        self._settled = asyncio.Event()
        self._warmed: set[str] = set()
        self._searched: dict[str, asyncio.Task[None]] = {}
        self._meant: dict[str, int] = {}

    # ── Occasions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def opened(self, document: Document) -> None:
        """A document was opened: check it now; if no project is known to hold it, find its project."""
        is_known = document.is_markdown or self._server.files.root_of(document.path) is not None
        if not is_known and is_file(document.path):
            search = self._searched[document.path] = self._server.start(self._find_project(document))
            search.add_done_callback(lambda _: self._found(document.path, search))
        else:
            self._server.start(self._check_file(document.path))

    def _found(self, path: str, search: "asyncio.Task[None]") -> None:
        # The document may have been closed and opened again, and be searched for once more.
        if self._searched.get(path) is search:
            del self._searched[path]

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
        self._settled.clear()
        self._server.start(self.reload())

    def closed(self, document: Document) -> None:
        """A document was closed: the file on disk counts again if it lies in an open folder, else nothing is left."""
        self._drop(f"file {document.path}")
        self._cancel_timer(f"file {document.path}")
        self._server.files.forget(document.path)
        is_ours = self._server.files.is_ours(document.path) and not document.is_markdown
        root = self._server.files.root_of(document.path)
        if not is_ours or not self._is_workspace_wide(root):
            self.findings.clear(document.path)
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
            self.findings.tell(path)

    def stop(self) -> None:
        """Check nothing any more."""
        self.findings.stop()
        for key in [*self._timers]:
            self._cancel_timer(key)
        for key in [*self._tokens]:
            self._drop(key)

    # ── The projects ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def reload(self) -> None:
        """Read the projects from disk again, with the open documents over them, and check them."""
        token = self._begin("reload")
        self._settled.clear()
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
            if not token.is_dropped:
                self._settled.set()

    async def _reload(self, token: Token, paths: list[str], overlay: dict[str, str], progress: Progress) -> None:
        files = self._server.files
        try:
            loaded = await self._server.worker.background(lambda: jobs.load(paths, overlay, files.known), token)
        except Superseded:
            return
        if token.is_dropped:
            return
        files.replace_projects(loaded.projects, loaded.diagnostics)
        self._loaded.set()
        self._settled.set()
        self._server.tests.project_changed()
        for path in list(files.documents):
            await self._check_file(path)
            await self._warm_up(path, token)
        for number, root in enumerate(files.roots):
            progress.report(Path(root).name, number, len(files.roots))
            await self._check_project(root)
        self._forget_files(token)
        await self._collect_garbage()

    async def _collect_garbage(self, tries: int = GARBAGE_TRIES) -> None:
        """Let the collector go through what has stayed, at a moment when nobody is at work if there is one soon."""
        if self._server.worker.is_busy and tries:
            self._after(GARBAGE_DELAY_S, "garbage", lambda: self._collect_garbage(tries - 1))
        else:
            self._frozen.keep(self._server.files.known.values())

    async def loaded(self) -> None:
        """Wait until the projects of the open folders have been read once, but not for ever."""
        await _wait_for(self._loaded)

    async def settled(self) -> None:
        """Wait until what is on disk now has been read, but not for ever."""
        await _wait_for(self._settled)

    def is_read(self, document: Document) -> bool:
        """Whether the document's project has been read, as far as it has one."""
        is_lone = document.is_markdown or not is_file(document.path)
        is_searched = self._loaded.is_set() and document.path not in self._searched
        return is_lone or is_searched or self._server.files.root_of(document.path) is not None

    async def project_of(self, document: Document) -> None:
        """Wait until the document's project has been read, but not for ever."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + FIRST_LOAD_S
        await self.loaded()
        search = self._searched.get(document.path)
        if search is not None:
            await asyncio.wait((search,), timeout=max(0.0, deadline - clock()))

    async def _find_project(self, document: Document) -> None:
        """Read the project around a document that no known project holds."""
        files = self._server.files
        await self._check_file(document.path)
        await self.loaded()
        if files.root_of(document.path) is not None:
            return
        overlay = {document.path: document.text}
        loaded = await self._server.worker.background(lambda: jobs.load([document.path], overlay))
        files.add_projects(loaded.projects)
        root = files.root_of(document.path)
        if root is not None:
            self._server.tests.project_changed()
            await self._check_file(document.path)
            await self._warm_up(document.path, Token())
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
                found = await self._server.worker.check(lambda: jobs.check_markdown(document, files.adapted), token)
            else:
                found = await self._server.worker.check(lambda: jobs.check_files(snapshot, [path]), token)
        except Superseded:
            return
        if token.is_dropped or files.documents.get(path) is not document:
            return
        self._checked[path] = document
        if document.is_markdown:
            self.findings.take(snapshot, path, found, is_pulled=is_pulled)
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
        background = self._server.worker.background
        waiting = await background(lambda: jobs.near_first(snapshot))
        while waiting:
            batch, waiting = waiting[:FILES_AT_ONCE], waiting[FILES_AT_ONCE:]
            try:
                found = await background(partial(jobs.check_batch, snapshot, batch), token)
            except Superseded:
                return
            if token.is_dropped or not snapshot.is_current:
                return
            for path, findings in found.items():
                if self._server.files.root_of(path) == root:
                    self._take(snapshot, path, findings)
        self._refresh_meanings(root, snapshot)
        if not self._server.worker.is_busy:
            self._frozen.tidy()

    def _refresh_meanings(self, root: str, snapshot: "Snapshot") -> None:
        """Let the client ask again for what depends on other files, if names may mean something else now."""
        from osy_analysis.semantics.snapshot import semantics_of

        version = semantics_of(snapshot.project).version
        if self._meant.get(root, version) != version:
            self._server.client.refresh_tokens()
            self._server.client.refresh_hints()
            self._server.client.refresh_lenses()
        self._meant[root] = version

    async def _warm_up(self, path: str, token: Token) -> None:
        """Make what the first question would have to make: once a project, in whichever of its files is open."""
        root = self._server.files.root_of(path)
        if root is None or root in self._warmed or path not in self._server.files.open_programs:
            return
        self._warmed.add(root)
        snapshot = self._server.files.snapshot(path)
        with contextlib.suppress(Superseded):
            await self._server.worker.background(lambda: jobs.warm_up(snapshot), token)

    def _take(self, snapshot: "Snapshot", path: str, found: "Iterable[Diagnostic]", *, is_pulled: bool = False) -> None:
        self._server.runs.move_failures(path, snapshot.project.files.get(path))
        self.findings.take(snapshot, path, found, is_pulled=is_pulled)

    def _forget_files(self, token: Token) -> None:
        """Clear what was told of files that are there no more."""
        if token.is_dropped:
            return
        for path in self.findings.told_paths:
            if path not in self._server.files.documents and self._server.files.root_of(path) is None:
                self.findings.clear(path)

    def _levels(self) -> "dict[str, Level | None]":
        """The levels that the client's settings give to codes; None turns one off."""
        from osy_analysis.diagnostic import Level

        wanted = self._server.client.settings.lint.levels
        return {code: None if level == "off" else Level(level) for code, level in wanted.items()}

    def _is_workspace_wide(self, root: str | None) -> bool:
        from osy_server.project_settings import is_workspace_wide

        return is_workspace_wide(self._server.client.settings, self._server.files.settings_of(root))

    # ── Asked by the client ──────────────────────────────────────────────────────────────────────────────────────────

    async def pulled(self, path: str) -> "Told | None":
        """What there is to tell of an open document as it is now; None if an edit has overtaken the question."""
        document = self._server.files.documents.get(path)
        if document is None:
            return self.findings.pulled(path)
        if self._checked.get(path) is not document:
            self._cancel_timer(f"file {path}")
            await self._check_file(path, is_pulled=True)
        if self._server.files.documents.get(path) is not document or self._checked.get(path) is not document:
            return None
        return self.findings.pulled(path) or Told("", self._server.files.uri(path), document.version, ())

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


async def _wait_for(event: asyncio.Event) -> None:
    # Not `wait_for`: it forgets that it was cancelled when the event comes at the same moment.
    waiting = asyncio.ensure_future(event.wait())
    await asyncio.wait((waiting,), timeout=FIRST_LOAD_S)
    waiting.cancel()
