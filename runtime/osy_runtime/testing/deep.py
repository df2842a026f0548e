"""Room for deep programs: a thread with a large stack, a high recursion limit, and Python's own frames in one piece.

Python keeps its frames in small chunks of memory. A program that calls and returns across the end of a chunk makes it
fetch and give back a chunk at each call, which is four times slower (seen in Python 3.11). So the work runs inside
of a frame that asks for so much room that the chunk it gets has a megabyte left for the frames above it.
"""

import sys
import threading
from collections.abc import Callable
from types import FunctionType
from typing import TypeVar

T = TypeVar("T")

STACK_BYTES = 512 * 1024 * 1024
SMALLEST_STACK_BYTES = 8 * 1024 * 1024
RECURSION_LIMIT = 120_000
STOP_S = 1.0
"""How long an interrupted run waits for its test to stop; one that is deep in the regex library does not hear of it."""

_ROOM_WORDS = (1 << 17) + (1 << 10)
"""Just over a megabyte: a chunk's size is the next power of two, so nearly another megabyte is left."""


_here = threading.local()


def is_on_a_large_stack() -> bool:
    """Whether this thread has one."""
    return getattr(_here, "is_large", False)


def on_a_large_stack(work: Callable[[], T]) -> T:
    """What the work gives, run in a thread with a large stack and a high recursion limit; in this one if it has them.

    A process that runs many tests goes to such a thread once: on a busy machine to start one and to wait for it takes
    longer than most tests.
    """
    if is_on_a_large_stack():
        return work()
    done: list[T] = []
    broken: list[BaseException] = []

    def target() -> None:
        _here.is_large = True
        try:
            done.append(_with_room(work))
        except BaseException as problem:
            broken.append(problem)

    old_limit, old_stack = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(RECURSION_LIMIT)
    try:
        _wait_for(_start(target))
    finally:
        threading.stack_size(old_stack)
        sys.setrecursionlimit(old_limit)
    if broken:
        raise broken[0]
    return done[0]


def _wait_for(thread: threading.Thread) -> None:
    """Wait until the thread ends; who is interrupted meanwhile takes the work down with it."""
    try:
        thread.join()
    except KeyboardInterrupt:
        _interrupt(thread)
        raise


def _interrupt(thread: threading.Thread) -> None:
    import ctypes

    if thread.ident is not None:
        ident, cause = ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, cause)
        thread.join(STOP_S)


def _start(target: Callable[[], None]) -> threading.Thread:
    """A running thread; where memory is short its stack is smaller, and deep programs meet Python's own limit."""
    size = STACK_BYTES
    while True:
        # Python waits at its end for threads that are no daemons: one that nothing stops would hold it for ever.
        thread = threading.Thread(target=target, name="test", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            size //= 4
            if size < SMALLEST_STACK_BYTES:
                raise
            threading.stack_size(size)
        else:
            return thread


def _with_room(work: Callable[[], T]) -> T:
    def call(work: Callable[[], T]) -> T:
        return work()

    roomy = FunctionType(call.__code__.replace(co_stacksize=_ROOM_WORDS), globals())
    result: T = roomy(work)
    return result
