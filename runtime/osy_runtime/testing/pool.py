"""Runs tests in processes of their own, one or several, and tells their events in one steady order.

A process is a copy of this one, made when the projects are linked, so that none of them is loaded again. It is given
one test after the other. One that does not answer in time is ended, and so is one that fell over: its test is
`errored`, and the next test gets a new process. Events are told as if the tests had run one after the other: those of a
test are held back until the tests before it have been told.
"""

import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from osy_grammar.record import field, record
from osy_runtime.events import Event, Output, TestResult
from osy_runtime.signals import over_time
from osy_runtime.testing import wire
from osy_runtime.testing.bytecode import keep
from osy_runtime.testing.report import lost
from osy_runtime.testing.runner import Ran, Suite
from osy_runtime.testing.worker import work

GRACE_S = 2.0
"""How long after its limit a process is ended; in most tests something inside of it notices before."""

_PATIENCE_S = 0.2
"""How long the pool waits before it asks again whether it is to stop."""


@record(eq=False, frozen=False)
class _Process:
    """A process that runs tests; `job` is the number of the one that it is at, which began at `began_s`."""

    id: int
    tasks: int
    inbox: wire.Inbox
    job: int | None = None
    began_s: float = 0.0


@record(frozen=False)
class _Told:
    """What is known of a test so far: its events that were not told yet, and how it ended."""

    events: list[Event] = field(default_factory=list)
    ran: Ran | None = None


@record(kw_only=True)
class Listener:
    """Who is told what happens: `finish` is asked after each test, in order, whether the run goes on."""

    begin: Callable[[int], None]
    emit: Callable[[Event], None]
    finish: Callable[[int, Ran], bool]
    is_cancelled: Callable[[], bool]


class Pool:
    """Processes at work on a list of tests."""

    def __init__(self, suites: Sequence[Suite], jobs: Sequence[tuple[int, int]], listener: Listener) -> None:
        """Work on `jobs`: each is a place in `suites`, and one in the tests of that."""
        self._suites = suites
        self._jobs = [*jobs]
        self._listener = listener
        self._processes: list[_Process] = []
        self._told: dict[int, _Told] = {}
        self._modules: set[str] = set()
        self._stays = not jobs
        self._next_job = 0
        self._next_told = 0

    def run(self, size: int) -> None:
        """Run the tests in so many processes, until all are told or the listener has enough."""
        try:
            while self._next_told < len(self._jobs) and not self._listener.is_cancelled():
                while self._has_jobs() and len(self._processes) < size:
                    self._start()
                self._wait()
                if not self._tell():
                    return
        finally:
            self.end()

    def run_next(self, job: tuple[int, int]) -> None:
        """Run one more test, in the process that is there."""
        self._jobs.append(job)
        if self._processes:
            self._hand_out(self._processes[0])
        else:
            self._start()
        while self._next_told < len(self._jobs):
            self._wait()
            self._tell()

    def end(self) -> None:
        """End all processes."""
        for process in [*self._processes]:
            self._end(process)
        keep(self._modules)

    # ── Processes ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _has_jobs(self) -> bool:
        return self._next_job < len(self._jobs)

    def _start(self) -> None:
        for suite in self._suites:
            suite.link()
        tasks_out, tasks_in = os.pipe()
        events_out, events_in = os.pipe()
        process_id = os.fork()
        if process_id == 0:
            for pipe in (tasks_in, events_out, *(p.tasks for p in self._processes)):
                os.close(pipe)
            work(self._suites, tasks_out, events_in)
        os.close(tasks_out)
        os.close(events_in)
        process = _Process(process_id, tasks_in, wire.Inbox(events_out))
        self._processes.append(process)
        self._hand_out(process)

    def _hand_out(self, process: _Process) -> None:
        """Give the process its next test; with none left it is let go."""
        if not self._has_jobs():
            self._end(process)
            return
        process.job = self._next_job
        process.began_s = time.monotonic()
        self._told[process.job] = _Told()
        self._next_job += 1
        if process.job == self._next_told:
            self._listener.begin(process.job)
        # If it fell over between two tests, the end of its pipe says so.
        with suppress(BrokenPipeError):
            wire.send(process.tasks, self._jobs[process.job])

    def _end(self, process: _Process) -> int:
        """End the process; gives how it ended."""
        self._processes.remove(process)
        os.close(process.tasks)
        os.close(process.inbox.pipe)
        with suppress(ProcessLookupError):
            os.kill(process.id, signal.SIGKILL)
        return os.waitpid(process.id, 0)[1]

    # ── What they say ────────────────────────────────────────────────────────────────────────────────────────────────

    def _wait(self) -> None:
        """Wait until a process says something, or is late, or it is time to look around."""
        by_pipe = {process.inbox.pipe: process for process in self._processes}
        if by_pipe:
            ready, _, _ = select.select([*by_pipe], [], [], _PATIENCE_S)
            for pipe in ready:
                self._read(by_pipe[pipe])
        now = time.monotonic()
        for process in [*self._processes]:
            if process.job is None:
                continue
            limit_s = self._suites[self._jobs[process.job][0]].limits.limit_s
            if now - process.began_s > limit_s + GRACE_S:
                self._end(process)
                self._lose(process, over_time(limit_s))

    def _read(self, process: _Process) -> None:
        process.inbox.read()
        try:
            for value in process.inbox.values():
                self._hear(process, value)
        except wire.Broken:
            self._end(process)
            self._lose(process, "the process that ran the test said something that is no result")
            return
        if process.inbox.is_closed and process in self._processes:
            # It closed its pipe because it ended: what is asked here is only how.
            self._processes.remove(process)
            os.close(process.tasks)
            os.close(process.inbox.pipe)
            self._lose(process, _fell(os.waitpid(process.id, 0)[1]))

    def _hear(self, process: _Process, value: object) -> None:
        if process.job is None:
            return
        told = self._told[process.job]
        match value:
            case Output() if process.job == self._next_told:
                self._listener.emit(value)
            case Output():
                told.events.append(value)
            case (TestResult() as result, (str() | None) as fixture, tuple() as hits, tuple() as modules):
                told.ran = Ran(result, fixture, hits)
                self._modules.update(modules)
                process.job = None
                if self._has_jobs() or not self._stays:
                    self._hand_out(process)
            case _:
                raise wire.Broken("an unknown message")

    def _lose(self, process: _Process, message: str) -> None:
        if process.job is not None:
            number, test = self._jobs[process.job]
            suite = self._suites[number]
            duration_ms = (time.monotonic() - process.began_s) * 1000
            self._told[process.job].ran = Ran(lost(suite.tests[test], suite.project.files, message, duration_ms))

    def _tell(self) -> bool:
        """Tell what can be told in order; gives whether the run goes on."""
        while (told := self._told.get(self._next_told)) is not None:
            self._listener.begin(self._next_told)
            for event in told.events:
                self._listener.emit(event)
            told.events.clear()
            if told.ran is None:
                return True
            del self._told[self._next_told]
            self._next_told += 1
            if not self._listener.finish(self._next_told - 1, told.ran):
                return False
        return True


def _fell(status: int) -> str:
    """Why a process ended that was not asked to."""
    if not os.WIFSIGNALED(status):
        return f"the process that ran the test ended before the test did (exit status {os.WEXITSTATUS(status)})"
    number = os.WTERMSIG(status)
    name = signal.Signals(number).name
    if number == signal.SIGKILL:
        return "the process that ran the test was killed: the machine had no memory left for it"
    return f"the process that ran the test fell over ({name}): it used too much memory, or calls were too deep"
