"""The one way to a test run: a process of its own, whose events come back and whose whole tree can be ended.

The program under test never runs in the server. The process leads a group of its own, so that ending it ends what it
started. Unsaved texts go with it in a file. Of the runtime only the shapes of its events are known here.
"""

import asyncio
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from osy_runtime.coverage_report import CoverageReport, FileCoverage, WorkflowCoverage
from osy_runtime.events import (
    EVENT,
    Discovered,
    DiscoveredTest,
    Event,
    Fault,
    Frame,
    Output,
    Place,
    RunFinished,
    RunStarted,
    Summary,
    TestFinished,
    TestResult,
    TestStarted,
)

__all__ = [
    "CoverageReport",
    "Discovered",
    "DiscoveredTest",
    "Door",
    "Event",
    "Fault",
    "FileCoverage",
    "Frame",
    "Output",
    "Place",
    "RunBroken",
    "RunFinished",
    "RunRequest",
    "RunStarted",
    "Summary",
    "TestFinished",
    "TestResult",
    "TestStarted",
    "WorkflowCoverage",
]

logger = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "osy_runtime")
ID_SEPARATOR = "::"
LINE_LIMIT_BYTES = 64 * 1024 * 1024
_NEW_GROUP: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
COVERAGE = "coverage.json"
GRACE_S = 0.4
"""How long a run may take to end by itself once it was asked to."""


class RunBroken(RunFinished):
    """The end of a run that did not tell its own; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """What is to run: the tests named, or all those under the paths.

    `overlay` holds the texts that are not on disk yet. `is_measured` asks what the tests reached.
    """

    root: str
    paths: tuple[str, ...]
    ids: tuple[str, ...] = ()
    overlay: Mapping[str, str] = field(default_factory=dict)
    timeout_s: float = 30
    memory_mib: int = 1024
    jobs: int = 1
    is_measured: bool = False


class Door:
    """One run. `events` may be iterated once; `stop` may be called at any time.

    `coverage` is what the tests reached, from the last event on, if that was asked for and the run came to its end.
    """

    def __init__(self, request: RunRequest, log: Callable[[str], None], command: Sequence[str] = COMMAND) -> None:
        self._request = request
        self._log = log
        self._command = tuple(command)
        self.coverage: CoverageReport | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._is_stopped = False
        self._is_cancelled = False
        self._folder = os.path.realpath(request.root if Path(request.root).is_dir() else ".")

    async def events(self) -> AsyncIterator[Event]:
        """The run's events, of which the last is always its end: made up here if the process dies without one."""
        end: RunFinished | None = None
        told: set[str] = set()
        counts: dict[str, int] = {}
        with tempfile.TemporaryDirectory(prefix="osy-run-") as folder:
            try:
                async for event in self._events(Path(folder)):
                    if isinstance(event, RunFinished):
                        end = event
                        continue
                    if isinstance(event, TestFinished):
                        told.add(event.result.id)
                        counts[event.result.outcome] = counts.get(event.result.outcome, 0) + 1
                    yield event
                self.coverage = _coverage(Path(folder), self._folder)
            except OSError as error:
                yield RunBroken(summary=Summary(**counts), message=f"the tests could not be started: {error}")
                return
            finally:
                await self.stop()
        code = self._process.returncode if self._process else None
        if end is None and not self._is_cancelled:
            end = RunBroken(summary=Summary(**counts), message=f"the run ended without a result (exit code {code})")
        end = end or RunFinished(summary=Summary(**counts))
        yield end.model_copy(update={"cancelled": True}) if self._is_cancelled else end

    async def cancel(self) -> None:
        """End the run and all that it started, within a second; its last event says so."""
        self._is_cancelled = True
        await self.stop()

    async def stop(self) -> None:
        """End the process and its group, if they are still there."""
        self._is_stopped = True
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            _signal(process.pid, is_last=False)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(process.wait()), GRACE_S)
        _signal(process.pid, is_last=True)
        await process.wait()

    async def _events(self, folder: Path) -> AsyncIterator[Event]:
        arguments = [*self._command, *_arguments(self._request, folder, self._folder)]
        if self._is_stopped:
            return
        logger.debug("starting %s", arguments)
        process = self._process = await asyncio.create_subprocess_exec(
            *arguments,
            cwd=self._folder,
            env=_environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT_BYTES,
            start_new_session=os.name == "posix",
            creationflags=_NEW_GROUP,
        )
        if self._is_stopped:
            await self.stop()
            return
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(self._log_errors(process.stderr))
        try:
            while line := await _line(process.stdout):
                event = self._event(line)
                if event is not None:
                    yield event
            await process.wait()
        finally:
            errors.cancel()

    def _event(self, line: bytes) -> Event | None:
        text = line.decode("utf-8", "replace").strip()
        if not text:
            return None
        try:
            return _with_whole_paths(EVENT.validate_json(text), self._folder)
        except ValidationError:
            self._log(text)
            return None

    async def _log_errors(self, stream: asyncio.StreamReader) -> None:
        while line := await _line(stream):
            self._log(line.decode("utf-8", "replace").rstrip())


async def _line(stream: asyncio.StreamReader) -> bytes:
    try:
        return await stream.readline()
    except ValueError:
        return b"(a line too long to show)\n"


def _arguments(request: RunRequest, folder: Path, working_folder: str) -> list[str]:
    """The command line of `python -m osy_runtime`; what is too long for one stands in files in `folder`."""
    arguments = ["--timeout", str(request.timeout_s), "--memory", str(request.memory_mib)]
    if request.jobs > 1:
        arguments += ["-j", str(request.jobs)]
    if request.is_measured:
        arguments += ["--coverage", str(folder / COVERAGE)]
    if request.overlay:
        overlay = folder / "overlay.json"
        overlay.write_text(json.dumps(dict(request.overlay)), encoding="ascii")
        arguments += ["--overlay", str(overlay)]
    if request.ids:
        ids = folder / "ids.json"
        ids.write_text(json.dumps([_shown_id(identity, working_folder) for identity in request.ids]), encoding="ascii")
        arguments += ["--ids", str(ids)]
    return [*arguments, "--", *request.paths]


def _shown_id(identity: str, folder: str) -> str:
    """A test's id as the run calls it: with the path from its working folder."""
    path, separator, name = identity.rpartition(ID_SEPARATOR)
    return f"{os.path.relpath(path, folder).replace(os.sep, '/')}{separator}{name}" if path else identity


def _coverage(folder: Path, working_folder: str) -> CoverageReport | None:
    """What the run wrote of what its tests reached, with absolute paths; None where it wrote nothing that is whole."""
    try:
        told = json.loads((folder / COVERAGE).read_text("utf-8"))
        report = CoverageReport.model_validate(told)
    except (OSError, ValueError):
        return None
    files = (one.model_copy(update={"file": _whole(one.file, working_folder)}) for one in report.files)
    workflows = (one.model_copy(update={"file": _whole(one.file, working_folder)}) for one in report.workflows)
    return report.model_copy(update={"files": tuple(files), "workflows": tuple(workflows)})


def _whole(path: str, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, path))  # noqa: PTH118 - a text with lone surrogates must survive


def _with_whole_paths(event: Event, folder: str) -> Event:
    """The event with absolute paths, in ids too, in the place of those from the run's working folder."""

    def whole(path: str) -> str:
        return _whole(path, folder)

    def whole_id(identity: str) -> str:
        path, separator, name = identity.rpartition(ID_SEPARATOR)
        return f"{whole(path)}{separator}{name}" if path else identity

    def whole_place(place: Place) -> Place:
        return place.model_copy(update={"file": whole(place.file)})

    match event:
        case Discovered():
            tests = tuple(t.model_copy(update={"id": whole_id(t.id), "file": whole(t.file)}) for t in event.tests)
            return event.model_copy(update={"tests": tests})
        case TestStarted():
            return event.model_copy(update={"id": whole_id(event.id)})
        case Output(id=str() as identity):
            return event.model_copy(update={"id": whole_id(identity)})
        case TestFinished(result=result):
            changes = {
                "id": whole_id(result.id),
                "file": whole(result.file),
                "at": whole_place(result.at) if result.at else None,
                "frames": tuple(f.model_copy(update={"at": whole_place(f.at)}) for f in result.frames),
                "faults": tuple(
                    f.model_copy(update={"at": whole_place(f.at) if f.at else None}) for f in result.faults
                ),
            }
            return event.model_copy(update={"result": result.model_copy(update=changes)})
        case _:
            return event


def _environment() -> dict[str, str]:
    """The server's environment, so set that the process finds the same packages and speaks UTF-8."""
    packages = [path for path in sys.path if path and Path(path).exists()]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(packages),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8:backslashreplace",
    }


def _signal(process_id: int, *, is_last: bool) -> None:
    """Ask the group to end, or end it."""
    if os.name == "posix":
        try:
            os.killpg(process_id, signal.SIGKILL if is_last else signal.SIGTERM)
        except (ProcessLookupError, PermissionError):
            return
    elif is_last:
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process_id)], capture_output=True, check=False)
