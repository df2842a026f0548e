"""Work off the event loop: one thread that answers requests, one that checks, and tokens that let a check stop early.

The loop itself only moves messages, so a cancellation is read while work is under way: the waiting request is answered
at once, whatever the thread still does is dropped, and a job that holds a token stops at its next checkpoint.
"""

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")

SWITCH_INTERVAL_S = 0.0005
"""How long a busy thread may keep the interpreter from the loop.

The default of 5 ms makes every answer wait that long.
"""


class Superseded(Exception):  # noqa: N818 - it is no error
    """The job's result is no longer wanted."""


class Token:
    """Says to a job in a thread that nobody wants its result any more."""

    __slots__ = ("_dropped",)

    def __init__(self) -> None:
        self._dropped = False

    def drop(self) -> None:
        """Make the next checkpoint end the job."""
        self._dropped = True

    @property
    def is_dropped(self) -> bool:
        """Whether the result is no longer wanted."""
        return self._dropped

    def checkpoint(self) -> None:
        """Raise `Superseded` if the result is no longer wanted."""
        if self._dropped:
            raise Superseded


class _Lane:
    """One thread that does jobs in turn.

    It is a daemon, unlike an executor's: a long job must not hold the process's end.
    """

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._name = name
        self._thread: threading.Thread | None = None

    async def run(self, job: Callable[[], T]) -> T:
        future: Future[T] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = job()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self._jobs.put(work)
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


class Worker:
    """The server's threads."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._answers = _Lane("answers")
        self._checks = _Lane("checks")
        self._background = _Lane("background")

    async def answer(self, job: Callable[[], T]) -> T:
        """The result of a short job that a request waits for."""
        return await self._answers.run(job)

    async def check(self, job: Callable[[], T]) -> T:
        """The result of a check of an open file."""
        return await self._checks.run(job)

    async def background(self, job: Callable[[], T]) -> T:
        """The result of a long job: reading a project, checking the whole of it."""
        return await self._background.run(job)

    def stop(self) -> None:
        """End the threads after the jobs that they have."""
        for lane in (self._answers, self._checks, self._background):
            lane.stop()
