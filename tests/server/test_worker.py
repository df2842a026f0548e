"""Questions whose answer nobody waits for any more end at their next step."""

import asyncio
import threading

import pytest

from osy_analysis.ide.cancel import checkpoint
from osy_server.worker import Superseded, Worker

pytestmark = pytest.mark.asyncio


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
    await asyncio.to_thread(begun.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(ended.wait, 5)
    assert await worker.answer(lambda: 3) == 3
    worker.stop()


async def test_a_step_outside_of_a_question_is_nothing() -> None:
    checkpoint()
