"""A process that runs tests for another: it takes their numbers, one after the other, and sends what happens.

It is a copy of the process that started it, so the projects are linked already. It is shut in before it runs anything
of a program, and it ends when its tasks end.
"""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from osy_runtime.testing import guard, wire
from osy_runtime.testing.bytecode import loaded_since
from osy_runtime.testing.deep import on_a_large_stack
from osy_runtime.testing.memory import collect_rarely, share_one_heap
from osy_runtime.testing.runner import Suite, run_one


def work(suites: Sequence[Suite], tasks: int, answers: int) -> NoReturn:
    """Do the tasks, then end the process; nothing of what the copied process had open is touched."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stdout = sys.stderr
        # What was copied stays as it is: looking for garbage in it would only make the copy a real one.
        gc.freeze()
        collect_rarely()
        gc.enable()
        share_one_heap()
        guard.shut_in()
        on_a_large_stack(lambda: _loop(suites, tasks, answers))
        status = 0
    except BrokenPipeError:
        # Who started this process is gone, and nobody waits for an answer.
        status = 0
    finally:
        os._exit(status)


def _loop(suites: Sequence[Suite], tasks: int, answers: int) -> None:
    known = frozenset(sys.modules)
    while True:
        match wire.receive(tasks):
            case (int() as suite_number, int() as test_number):
                suite = suites[suite_number]
            case _:
                return
        ran = run_one(suite, suite.tests[test_number], lambda event: wire.send(answers, event))
        wire.send(answers, (ran.result, ran.fixture, ran.hits, loaded_since(known)))
        known = frozenset(sys.modules)
