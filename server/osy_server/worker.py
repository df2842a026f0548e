"""Work off the event loop: threads that answer requests, threads that check, and tokens that let a check stop early.

The loop itself only moves messages, so a cancellation is read while work is under way: the waiting request is answered
at once, whatever the thread still does is dropped, and a job that holds a token stops at its next checkpoint. There it
also waits for more urgent jobs (`turns`).
"""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import TypeVar

from osy_server.turns import Rank, Turns, asked_rank

T = TypeVar("T")

SWITCH_INTERVAL_S = 0.0005
"""How long a busy thread may keep the interpreter from the loop.

The default of 5 ms makes every answer wait that long.
"""

ANSWER_THREADS = 3
"""So many requests of a rank that nobody waits for any more may still be at work without holding up the next."""


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
    """Threads, made when they are needed, that do jobs in turn.

    They are daemons, unlike an executor's: a long job must not hold the process's end.
    """

    def __init__(self, name: str, size: int) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._name = name
        self._size = size
        self._threads = 0
        self._waiting = 0
        self._is_stopped = False

    async def run(self, job: Callable[[], T], begun: Callable[[], None], ended: Callable[[], None]) -> T:
        """The result of a job; `ended` is called once it has come back, or will not be begun any more."""
        if self._is_stopped:
            raise asyncio.CancelledError
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

        # Counted on the loop only: a job that was cancelled still keeps its thread until it comes back.
        self._waiting += 1
        if self._waiting > self._threads < self._size:
            self._threads += 1
            threading.Thread(target=self._work, name=self._name, daemon=True).start()
        loop = asyncio.get_running_loop()
        begun()
        future.add_done_callback(lambda _: ended())
        future.add_done_callback(lambda _: _on_loop(loop, self._done))
        self._jobs.put(work)
        return await asyncio.wrap_future(future)

    def _done(self) -> None:
        self._waiting -= 1

    def stop(self) -> None:
        self._is_stopped = True
        for _ in range(self._threads):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _on_loop(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(function)


class Worker:
    """The server's threads."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._turns = Turns()
        self._answers = {rank: _Lane(f"answers {rank.name.lower()}", ANSWER_THREADS) for rank in Rank}
        self._checks = _Lane("checks", 1)
        self._background = _Lane("background", 1)

    @property
    def is_busy(self) -> bool:
        """Whether any job is wanted."""
        return self._turns.are_wanted

    async def answer(self, job: Callable[[], T]) -> T:
        """The result of a job that a request waits for; one that nobody waits for any more ends at its next step."""
        rank, token = asked_rank.get(), Token()
        try:
            return await self._run(self._answers[rank], rank, job, token)
        except asyncio.CancelledError:
            token.drop()
            raise

    async def check(self, job: Callable[[], T], token: Token) -> T:
        """The result of a check of an open file; `Superseded` once the token is dropped."""
        return await self._run(self._checks, Rank.ASKED, job, token)

    async def background(self, job: Callable[[], T], token: Token | None = None) -> T:
        """The result of a long job: reading a project, checking the whole of it."""
        return await self._run(self._background, Rank.REST, job, token or Token())

    async def _run(self, lane: _Lane, rank: Rank, job: Callable[[], T], token: Token) -> T:
        from osy_analysis.steps import asked_with

        turns = self._turns

        def step() -> None:
            token.checkpoint()
            while turns.is_overtaken(rank):
                turns.wait_a_moment(rank)
                token.checkpoint()

        def whole() -> T:
            step()
            return job()

        return await lane.run(lambda: asked_with(step, whole), partial(turns.begin, rank), partial(turns.end, rank))

    def stop(self) -> None:
        """End the threads after the jobs that they have."""
        for lane in (*self._answers.values(), self._checks, self._background):
            lane.stop()
