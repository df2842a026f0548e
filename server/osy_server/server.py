"""The server: what the protocol tells it, and what it holds.

What needs the grammar and the analysis is made when it is first asked for, after `initialize` has been answered.
"""

import asyncio
import logging
import os
from collections.abc import Coroutine
from functools import cached_property
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, PyglsError
from pygls.lsp.server import LanguageServer

from osy_server import handshake
from osy_server.client import Client
from osy_server.front import End, Front
from osy_server.protocol import OsyProtocol, converter
from osy_server.token_results import TokenResults
from osy_server.uris import path_of
from osy_server.worker import Worker

if TYPE_CHECKING:
    from osy_server.checks import Checks
    from osy_server.runs import Runs
    from osy_server.state_graphs import StateGraphs
    from osy_server.test_lists import TestLists
    from osy_server.text import Document
    from osy_server.workspace import Snapshot, Workspace

logger = logging.getLogger(__name__)

PARENT_LOOK_S = 5


class OsyServer(LanguageServer):
    """The language server; it lives on one event loop."""

    protocol: OsyProtocol

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name, version, protocol_cls=OsyProtocol, converter_factory=converter)
        self.worker = Worker()
        self.client = Client(self)
        self.token_results = TokenResults()
        self.asking: dict[str | int, asyncio.Task[object] | None] = {}
        self._code: asyncio.Future[int] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @cached_property
    def files(self) -> "Workspace":
        """The open documents and the projects around them."""
        from osy_server.workspace import Workspace

        return Workspace(self.client.folders)

    @cached_property
    def tests(self) -> "TestLists":
        """The tests of each file."""
        from osy_server.test_lists import TestLists

        return TestLists(self)

    @cached_property
    def state_graphs(self) -> "StateGraphs":
        """The state machines of workflows."""
        from osy_server.state_graphs import StateGraphs

        return StateGraphs(self)

    @cached_property
    def checks(self) -> "Checks":
        """What was found, and what is to be checked when."""
        from osy_server.checks import Checks

        return Checks(self)

    @cached_property
    def runs(self) -> "Runs":
        """The test runs."""
        from osy_server.runs import Runs

        return Runs(self)

    # ── Serving ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def serve(self, front: Front) -> int:
        """Serve until the client says `exit` or goes away; what comes back is the process's exit code."""
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[object] = asyncio.Queue()
        self._code = loop.create_future()
        self.protocol.set_writer(front.writer)
        front.attach(lambda message: _on_loop(loop, messages, message))
        consumer = asyncio.create_task(self._consume(messages))
        try:
            return await self._code
        finally:
            consumer.cancel()
            await self._stop_runs()
            self.worker.stop()

    async def _consume(self, messages: "asyncio.Queue[object]") -> None:
        while True:
            message = await messages.get()
            if isinstance(message, End):
                self.end(0 if self.protocol.is_shut_down else 1)
                return
            try:
                self.protocol.receive(message)
            except Exception:
                logger.exception("a message could not be dealt with")
            # A request looks at the documents in the first step of its task: before the next message is read.
            await asyncio.sleep(0)

    def end(self, code: int) -> None:
        """Make `serve` come back."""
        if self._code is not None and not self._code.done():
            self._code.set_result(code)

    def end_work(self) -> None:
        """Stop checks and runs, where there have been any."""
        if "checks" in self.__dict__:
            self.checks.stop()
        self.start(self._stop_runs())

    async def _stop_runs(self) -> None:
        if "runs" in self.__dict__:
            await self.runs.stop()

    def start(self, work: Coroutine[object, object, None]) -> "asyncio.Task[None]":
        """Let work go on beside everything else; what it raises is logged."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work beside the requests failed", exc_info=error)

    def report_server_error(self, error: Exception, source: "type[PyglsError] | type[JsonRpcException]") -> None:
        """Log it: the client of a request has had its answer, and nobody waits for anything else."""
        logger.error("%s: %s", source.__name__, error, exc_info=error)

    # ── Start ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def initialized(self) -> None:
        """Do what may wait until the client has its answer."""
        self.client.register()
        if self.process_id is not None and os.name == "posix":
            self.start(self._watch_parent(self.process_id))
        await self.client.fetch_settings()
        await self.worker.background(_load_analysis)
        await self.checks.reload()

    async def _watch_parent(self, process_id: int) -> None:
        while True:
            await asyncio.sleep(PARENT_LOOK_S)
            try:
                os.kill(process_id, 0)
            except ProcessLookupError:
                logger.info("the client's process is gone")
                self.end(1)
                return
            except PermissionError:
                return

    # ── Documents ────────────────────────────────────────────────────────────────────────────────────────────────────

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is open in the client."""
        item = params.text_document
        is_markdown = item.language_id == "markdown" and not item.uri.endswith(".osy")
        document = self.files.open(item.uri, item.version, item.text, is_markdown=is_markdown)
        self.checks.opened(document)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document was edited."""
        from osy_server import convert

        identity = params.text_document
        document = self.files.edit(
            identity.uri, identity.version, convert.changes(params.content_changes), self.client.unit
        )
        if document is None:
            self.client.log(f"{identity.uri} is edited but not open; the edit is ignored", types.MessageType.Warning)
            return
        self.checks.edited(document)

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """A document was saved."""
        self.checks.saved()

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document is no longer open in the client."""
        document = self.files.close(params.text_document.uri)
        if document is not None:
            self.token_results.forget(document.path)
            self.checks.closed(document)

    def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Folders were added or removed."""
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path_of(folder.uri) for folder in params.event.added]
        self.files.folders = (*(folder for folder in self.files.folders if folder not in gone), *added)
        self.checks.saved()

    # ── What features ask ────────────────────────────────────────────────────────────────────────────────────────────

    def document(self, uri: str) -> "Document | None":
        """The open document."""
        return self.files.document(uri)

    def snapshot(self, uri: str) -> "Snapshot | None":
        """The document with its project; None if it is not open, or holds several programs."""
        document = self.files.document(uri)
        return self.files.snapshot(document.path) if document and not document.is_markdown else None

    def offset(self, document: "Document", position: types.Position) -> int:
        """The offset of a position in the client's units."""
        from osy_server import convert

        return convert.to_offset(position, document.lines, self.client.unit)

    async def execute(self, command: str, arguments: tuple[object, ...], token: str | int | None) -> object:
        """What a command answers; `token` is that of the client's own progress, if it wants one."""
        match command:
            case "osy.test.run":
                return await self.runs.run_command(arguments, token)
            case "osy.test.cancel":
                await self.runs.cancel_command(arguments)
                return None
            case handshake.SHOW_REFERENCES | handshake.SHOW_STATE_GRAPH:
                from osy_server.shown import show

                return await show(self, command, arguments)
            case _:
                raise JsonRpcInvalidParams(f"there is no command `{command}`")

    def progress_cancelled(self, token: str | int) -> None:
        """The user cancelled what a progress is about: a request, a run."""
        if not isinstance(token, str | int):
            return
        task = self.asking.get(token)
        if task is not None:
            task.cancel()
        elif "runs" in self.__dict__:
            self.runs.cancel_by_token(token)


def _on_loop(loop: asyncio.AbstractEventLoop, messages: "asyncio.Queue[object]", message: object) -> None:
    try:
        loop.call_soon_threadsafe(messages.put_nowait, message)
    except RuntimeError:
        logger.debug("a message came after the loop had ended")


def _load_analysis() -> None:
    """Import what the first request will need, in a thread, so that the loop does not wait for it."""
    import osy_server.checks
    import osy_server.features.code_lens
    import osy_server.features.completion
    import osy_server.features.hover
    import osy_server.features.semantic_tokens
    import osy_server.runs  # noqa: F401 - all of these only for the import
