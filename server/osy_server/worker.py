"""Work off the event loop: one thread that answers requests, one that checks, and tokens that let a check stop early.

The loop itself only moves messages, so a cancellation is read while work is under way: the waiting request is answered at once,
whatever the thread still does is dropped, and a job that holds a token stops at its next checkpoint.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

SWITCH_INTERVAL_S = 0.0005
"""How long a busy thread may keep the interpreter from the loop. The default of 5 ms makes every answer wait that long."""


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


class Worker:
    """The server's threads."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._answers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")
        self._checks = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checks")
        self._background = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background")

    async def answer(self, job: Callable[[], T]) -> T:
        """The result of a short job that a request waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._answers, job)

    async def check(self, job: Callable[[], T]) -> T:
        """The result of a check of an open file."""
        return await asyncio.get_running_loop().run_in_executor(self._checks, job)

    async def background(self, job: Callable[[], T]) -> T:
        """The result of a long job: reading a project, checking the whole of it."""
        return await asyncio.get_running_loop().run_in_executor(self._background, job)

    def stop(self) -> None:
        """Take no more jobs; those that wait are dropped."""
        for executor in (self._answers, self._checks, self._background):
            executor.shutdown(wait=False, cancel_futures=True)
