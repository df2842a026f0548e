"""Test runs: asked for by commands, told to the client as they happen, ended on request."""

import asyncio
import logging
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from osy_server.failures import Failure, ShownFailure, failure, shown, still_stands
from osy_server.uris import path_of

if TYPE_CHECKING:
    from osy_grammar.tree import SourceFile
    from osy_server.runtime_door import Door, Event, RunFinished, TestResult
    from osy_server.server import OsyServer

logger = logging.getLogger(__name__)

ID_SEPARATOR = "::"


class Run:
    """A run that goes on. `sources` are the texts that it was given."""

    def __init__(self, door: "Door", root: str, sources: "Mapping[str, SourceFile]") -> None:
        self.id = uuid.uuid4().hex
        self.door = door
        self.root = root
        self.sources = sources
        self.progress: str | int | None = None
        self.total = 0
        self.done = 0
        self.ended: asyncio.Future[RunFinished] = asyncio.get_running_loop().create_future()


class Runs:
    """All runs of this server, the failures they left, and how each test ended last."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._running: dict[str, Run] = {}
        self._failures: dict[str, Failure] = {}
        self._shown: dict[str, list[ShownFailure]] = {}
        self.outcomes: dict[str, tuple[str, float]] = {}
        self.command: tuple[str, ...] | None = None
        """The program that runs the tests, if it is another than the bundled runtime."""

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def run_command(self, arguments: tuple[object, ...], token: str | int | None = None) -> dict[str, object]:
        """`osy.test.run`: at once with the run's id for clients that follow its events, else when it has ended.

        A client that follows them is told of progress only where it gives a token: what it is told lasts longer than
        the request, and so goes by a token of the server's.
        """
        wanted = _run_arguments(arguments)
        run = await self._begin(wanted)
        if self._server.client.features.osy:
            if token is not None:
                await self._begin_progress(run, None)
            self._server.start(self._follow(run))
            return {"runId": run.id}
        following = self._server.start(self._follow(run))
        try:
            await self._begin_progress(run, token)
            end = await asyncio.shield(run.ended)
        except asyncio.CancelledError:
            self._server.start(run.door.cancel())
            raise
        await asyncio.shield(following)
        return {"runId": run.id, "summary": end.summary.model_dump()}

    async def cancel_command(self, arguments: tuple[object, ...]) -> None:
        """`osy.test.cancel`: end the run of that id; one that has ended already is no mistake."""
        first = arguments[0] if arguments else None
        identity = first.get("runId") if isinstance(first, dict) else None
        if not isinstance(identity, str):
            raise JsonRpcInvalidParams("`osy.test.cancel` needs one argument `{runId}`")
        run = self._running.get(identity)
        if run is not None:
            await run.door.cancel()

    def remember(self, told: object) -> None:
        """`osy/testOutcomes`: how tests ended under the server before this one, for their lenses."""
        outcomes = told.get("outcomes") if isinstance(told, dict) else None
        for each in outcomes if isinstance(outcomes, list) else ():
            match each:
                case {"id": str() as identity, "outcome": ("passed" | "failed" | "errored" | "skipped") as outcome}:
                    duration = each.get("durationMs")
                    milliseconds = float(duration) if isinstance(duration, int | float) else 0.0
                    self.outcomes.setdefault(identity, (outcome, milliseconds))
                case _:
                    logger.warning("an outcome that says nothing is left out: %r", each)
        self._server.client.refresh_lenses()

    def cancel_by_token(self, token: str | int) -> None:
        """End the run whose progress has that token."""
        for run in self._running.values():
            if run.progress == token:
                self._server.start(run.door.cancel())

    async def stop(self) -> None:
        """End all runs."""
        await asyncio.gather(*(run.door.cancel() for run in self._running.values()))

    # ── One run ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _begin(self, wanted: "_Wanted") -> Run:
        from osy_server.project_settings import run_limits
        from osy_server.runtime_door import COMMAND, Door, RunRequest

        await self._server.checks.loaded()
        paths = self._paths(wanted)
        root = self._root(paths)
        limits = run_limits(self._server.client.settings, self._server.files.settings_of(root))
        sources = await self._server.worker.answer(self._sources)
        request = RunRequest(
            root=root,
            paths=paths,
            ids=wanted.ids,
            overlay=self._unsaved(),
            timeout_s=limits.timeout_s,
            memory_mib=limits.memory_mib,
            jobs=_jobs(limits.parallel),
            is_measured=wanted.profile == "coverage",
        )
        run = Run(Door(request, logger.info, self.command or COMMAND), request.root, sources)
        self._running[run.id] = run
        return run

    def _paths(self, wanted: "_Wanted") -> tuple[str, ...]:
        if wanted.ids:
            return tuple(dict.fromkeys(identity.rpartition(ID_SEPARATOR)[0] for identity in wanted.ids))
        if wanted.uri is not None:
            return (path_of(wanted.uri),)
        files = self._server.files
        paths = files.folders or files.roots or tuple(files.documents)
        if not paths:
            raise JsonRpcInvalidParams("there is nothing to run: no folder and no file is open")
        return tuple(paths)

    def _root(self, paths: tuple[str, ...]) -> str:
        root = self._server.files.root_of(paths[0])
        if root is not None and Path(root).is_dir():
            return root
        return paths[0] if Path(paths[0]).is_dir() else str(Path(paths[0]).parent)

    def _sources(self) -> "dict[str, SourceFile]":
        files = self._server.files
        found: dict[str, SourceFile] = {}
        for root in files.roots:
            found.update(files.project_snapshot(root).project.files)
        for path in files.open_programs:
            found.setdefault(path, files.snapshot(path).source)
        return found

    def _unsaved(self) -> dict[str, str]:
        return {path: text for path, text in self._server.files.overlay.items() if not _is_on_disk(path, text)}

    async def _follow(self, run: Run) -> None:
        from osy_server.runtime_door import RunBroken, RunFinished, Summary

        end: RunFinished = RunBroken(summary=Summary(), message="the run could not be followed")
        try:
            async for event in run.door.events():
                if isinstance(event, RunFinished):
                    end = event
                    self._tell_coverage(run)
                self._tell(run, event)
        finally:
            del self._running[run.id]
            if not run.ended.done():
                run.ended.set_result(end)
            self._end_progress(run, end)
            self._server.client.refresh_lenses()

    def _tell(self, run: Run, event: "Event") -> None:
        from osy_server import run_report
        from osy_server.runtime_door import Discovered, Output, RunFinished, TestFinished, TestStarted

        client = self._server.client
        if client.features.osy:
            client.notify("osy/testEvent", {"runId": run.id, **event.model_dump()})
        match event:
            case Discovered():
                run.total = len(event.tests)
                self._forget_failures({test.id for test in event.tests})
            case TestStarted():
                self._report_progress(run, event.id.rpartition(ID_SEPARATOR)[2])
            case TestFinished():
                run.done += 1
                self._keep(run, event.result)
                if not client.features.osy:
                    is_bad = event.result.outcome in ("failed", "errored")
                    kind = types.MessageType.Error if is_bad else types.MessageType.Info
                    client.log(run_report.outcome_text(event.result), kind)
            case Output() if not client.features.osy:
                client.log(event.text.rstrip("\n"))
            case RunFinished() if not client.features.osy:
                kind = types.MessageType.Error if run_report.is_bad(event) else types.MessageType.Info
                client.show(f"Osy# tests: {run_report.summary_text(event)}", kind)
            case _:
                pass

    def _tell_coverage(self, run: Run) -> None:
        from osy_server import covered

        report, client = run.door.coverage, self._server.client
        if report is None:
            return
        if client.features.osy:
            told = covered.told(report, self._server.files.uri)
            client.notify("osy/testCoverage", {"runId": run.id, **told})
        else:
            client.log(covered.in_words(report, run.root))

    # ── Failures ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _keep(self, run: Run, result: "TestResult") -> None:
        self.outcomes[result.id] = (result.outcome, result.duration_ms)
        before = self._failures.pop(result.id, None)
        changed = {before.path} if before else set()
        if result.outcome in ("failed", "errored"):
            test_path = result.file
            path = result.at.file if result.at else test_path
            found = failure(result, run.sources, test_path, path)
            if found is not None:
                self._failures[result.id] = found
                changed.add(found.path)
        self._show(changed)

    def _forget_failures(self, ids: set[str]) -> None:
        gone = {self._failures.pop(identity).path for identity in ids if identity in self._failures}
        self._show(gone)

    def _show(self, paths: set[str]) -> None:
        if self._server.client.features.osy or not paths:
            return
        for path in paths:
            self.move_failures(path, self._server.files.snapshot(path).project.files.get(path))
        self._server.checks.run_failures_changed(paths)

    def move_failures(self, path: str, source: "SourceFile | None") -> None:
        """Bring the failures of a file to its present text, and drop those whose test was edited."""
        edited = [identity for identity, found in self._failures.items() if not still_stands(found, path, source)]
        for identity in edited:
            gone = self._failures.pop(identity)
            self.outcomes.pop(identity, None)
            if gone.path != path:
                self._show({gone.path})
        here = [found for found in self._failures.values() if found.path == path]
        self._shown[path] = [place for found in here if source and (place := shown(found, source)) is not None]

    def failures(self, path: str) -> list[ShownFailure]:
        """The failures that stand in a file, for clients that show no test events."""
        return [] if self._server.client.features.osy else self._shown.get(path, [])

    # ── Progress ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _begin_progress(self, run: Run, token: str | int | None) -> None:
        progress = self._server.work_done_progress
        if token is None:
            if not self._server.client.features.progress:
                return
            token = f"osy-run-{run.id}"
            await progress.create_async(token)
        if run.ended.done():
            return
        run.progress = token
        progress.begin(token, types.WorkDoneProgressBegin(title="Osy# tests", cancellable=True, percentage=0))

    def _report_progress(self, run: Run, name: str) -> None:
        if run.progress is None:
            return
        percentage = min(100, 100 * run.done // run.total) if run.total else None
        report = types.WorkDoneProgressReport(message=name, percentage=percentage)
        self._server.work_done_progress.report(run.progress, report)

    def _end_progress(self, run: Run, end: "RunFinished") -> None:
        from osy_server.run_report import summary_text

        if run.progress is not None:
            token, run.progress = run.progress, None
            self._server.work_done_progress.end(token, types.WorkDoneProgressEnd(message=summary_text(end)))
            self._server.work_done_progress.tokens.pop(token, None)


class _Wanted:
    """What a command asks to run."""

    def __init__(self, uri: str | None, ids: tuple[str, ...], profile: Literal["run", "coverage"]) -> None:
        self.uri = uri
        self.ids = ids
        self.profile = profile


def _run_arguments(arguments: tuple[object, ...]) -> _Wanted:
    from pydantic import BaseModel, ConfigDict, ValidationError

    class RunArguments(BaseModel):
        model_config = ConfigDict(strict=True)
        uri: str | None = None
        ids: list[str] | None = None
        profile: Literal["run", "coverage", "debug"] = "run"

    try:
        wanted = RunArguments.model_validate(arguments[0] if arguments else {})
    except ValidationError as error:
        raise JsonRpcInvalidParams(f"`osy.test.run` needs one argument `{{uri?, ids?, profile}}`: {error}") from error
    if wanted.profile == "debug":
        raise JsonRpcInvalidParams("the profile `debug` is not supported; `run` and `coverage` are")
    if wanted.ids == []:
        raise JsonRpcInvalidParams("`osy.test.run` with an empty list of ids has nothing to run")
    return _Wanted(wanted.uri, tuple(wanted.ids or ()), wanted.profile)


def _jobs(parallel: bool | int) -> int:
    if parallel is True:
        import os

        return max(1, (os.cpu_count() or 2) // 2)
    return max(1, int(parallel))


def _is_on_disk(path: str, text: str) -> bool:
    try:
        return Path(path).read_bytes().decode("utf-8") == text
    except (OSError, UnicodeDecodeError, ValueError):
        return False
