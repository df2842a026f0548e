"""Questions that nobody waits for any more end at their next step; there they also wait for what is more urgent."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from osy_analysis.steps import checkpoint, in_one_go
from osy_server.turns import Rank, asked_rank
from osy_server.worker import Superseded, Token, Worker

pytestmark = pytest.mark.asyncio

WAIT_S = 5


async def test_a_question_ends_when_nobody_waits() -> None:
    worker, begun, ended = Worker(), threading.Event(), threading.Event()

    def question() -> None:
        begun.set()
        try:
            while True:
                checkpoint()
        except Superseded:
            ended.set()
            raise

    task = asyncio.create_task(worker.answer(question))
    await asyncio.to_thread(begun.wait, WAIT_S)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(ended.wait, WAIT_S)
    assert await worker.answer(lambda: 3) == 3
    worker.stop()


async def test_a_step_outside_of_a_question_is_nothing() -> None:
    checkpoint()


async def _asked(worker: Worker, rank: Rank, job: Callable[[], object]) -> None:
    asked_rank.set(rank)
    await worker.answer(job)


@pytest.mark.parametrize(("low", "high"), [(low, high) for low in Rank for high in Rank if low > high])
async def test_between_its_steps_a_job_waits_for_a_more_urgent_one(low: Rank, high: Rank) -> None:
    worker, told = Worker(), list[str]()
    begun, is_asked, may_end = (threading.Event() for _ in range(3))

    def slow() -> None:
        begun.set()
        is_asked.wait(WAIT_S)
        checkpoint()
        told.append("slow")

    def urgent() -> None:
        may_end.wait(WAIT_S)
        told.append("urgent")

    first = asyncio.create_task(_asked(worker, low, slow))
    await asyncio.to_thread(begun.wait, WAIT_S)
    second = asyncio.create_task(_asked(worker, high, urgent))
    await asyncio.sleep(0)
    is_asked.set()
    await asyncio.sleep(0.05)
    may_end.set()
    await asyncio.gather(first, second)
    assert told == ["urgent", "slow"]
    assert not worker.is_busy
    worker.stop()


async def test_a_job_that_waits_ends_when_it_is_not_wanted_any_more() -> None:
    worker, may_end, token = Worker(), threading.Event(), Token()
    urgent = asyncio.create_task(_asked(worker, Rank.NOW, lambda: may_end.wait(WAIT_S)))
    await asyncio.sleep(0)
    check = asyncio.create_task(worker.check(lambda: 1, token))
    await asyncio.sleep(0)
    token.drop()
    with pytest.raises(Superseded):
        await check
    may_end.set()
    await urgent
    worker.stop()


async def test_what_is_done_in_one_go_waits_for_nobody() -> None:
    worker, begun, is_asked = Worker(), threading.Event(), threading.Event()

    def holds_a_lock() -> None:
        with in_one_go():
            begun.set()
            is_asked.wait(WAIT_S)
            checkpoint()
            done.set()

    done = threading.Event()
    first = asyncio.create_task(_asked(worker, Rank.REST, holds_a_lock))
    await asyncio.to_thread(begun.wait, WAIT_S)
    second = asyncio.create_task(_asked(worker, Rank.NOW, lambda: done.wait(WAIT_S)))
    await asyncio.sleep(0)
    is_asked.set()
    await asyncio.gather(first, second)
    assert done.is_set()
    worker.stop()


async def test_a_job_that_was_cancelled_before_it_began_holds_nobody_up() -> None:
    worker, may_end = Worker(), threading.Event()
    held = [asyncio.create_task(worker.answer(lambda: may_end.wait(WAIT_S))) for _ in range(3)]
    await asyncio.sleep(0)
    late = asyncio.create_task(worker.answer(lambda: True))
    await asyncio.sleep(0)
    late.cancel()
    may_end.set()
    await asyncio.gather(*held)
    with pytest.raises(asyncio.CancelledError):
        await late
    assert not worker.is_busy
    worker.stop()
