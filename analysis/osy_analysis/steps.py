"""The steps of long work: whoever asks may hand in what is called between them.

What was handed in may raise once nobody waits for the answer, or hold the work up while something else is more urgent.
Whoever holds a lock must not be held up, since what is more urgent may wait for that lock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

_checkpoint: ContextVar[Callable[[], None] | None] = ContextVar("checkpoint", default=None)


def checkpoint() -> None:
    """Do what was handed in; called between the steps of long work, a few thousandths of a second apart."""
    check = _checkpoint.get()
    if check is not None:
        check()


def asked_with(check: Callable[[], None], question: Callable[[], T]) -> T:
    """The answer of a question whose steps call `check`."""
    before = _checkpoint.set(check)
    try:
        return question()
    finally:
        _checkpoint.reset(before)


@contextmanager
def in_one_go() -> Iterator[None]:
    """What is done here has no steps: it holds a lock, or must not be left half done."""
    before = _checkpoint.set(None)
    try:
        yield
    finally:
        _checkpoint.reset(before)
