"""Does one piece of work in a copy of this process, while this one goes on.

What comes of it is taken only if the copy ended well. Where it did not, or where processes cannot be copied, the work
is done here after all: so what goes wrong in it is told as if nothing had been tried.
"""

import os
import pickle
import select
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")

_MOST_AT_ONCE = 1 << 16


class Apart(Generic[T]):
    """A piece of work under way; its value goes through a pipe."""

    def __init__(self, work: Callable[[], T]) -> None:
        """Begin with it."""
        self._work = work
        self._process = 0
        self._pipe = -1
        if hasattr(os, "fork"):
            self._copy()

    def _copy(self) -> None:
        self._pipe, answer = os.pipe()
        try:
            self._process = os.fork()
            if self._process == 0:
                _work(self._work, answer)
        except OSError:
            # The system has no room for one more.
            os.close(self._pipe)
        finally:
            os.close(answer)

    def is_under_way(self) -> bool:
        """Whether the value is not there yet: there is time for something else."""
        return bool(self._process) and not select.select([self._pipe], [], [], 0)[0]

    def value(self) -> T:
        """What came of it; waits until it is there."""
        if self._process:
            parts = []
            while part := os.read(self._pipe, _MOST_AT_ONCE):
                parts.append(part)
            if self.end() == 0:
                found: T = pickle.loads(b"".join(parts))
                return found
        return self._work()

    def end(self) -> int:
        """End the copy, if it is still there; gives how it ended."""
        if not self._process:
            return 0
        process, self._process = self._process, 0
        if select.select([self._pipe], [], [], 0)[0]:
            # It has answered, or is gone.
            os.close(self._pipe)
        else:
            os.close(self._pipe)
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return os.waitpid(process, 0)[1]


def _work(work: Callable[[], object], answer: int) -> NoReturn:
    status = 1
    try:
        rest = memoryview(pickle.dumps(work(), protocol=5))
        while rest:
            rest = rest[os.write(answer, rest[:_MOST_AT_ONCE]) :]
        status = 0
    finally:
        # Nothing of what the process it is a copy of had open is touched, and nobody is told of a fault here.
        os._exit(status)
