"""Whose turn it is: what a user waits for goes before what can wait.

Threads of Python share one interpreter, so a check and six questions at work beside a proposal make it take many times
as long. Each job therefore has a rank. Between its steps it waits while a job of a higher rank is wanted, from the
moment that one was asked for until it has come back. Each rank has threads of its own, so whoever waits holds no thread
that the other needs; nor does it hold a lock (`osy_analysis.steps`).
"""

from contextvars import ContextVar
from enum import IntEnum
from threading import Condition

LONGEST_WAIT_S = 0.05
"""How often who waits looks whether it is still wanted itself."""


class Rank(IntEnum):
    """How urgent a job is, the most urgent first."""

    NOW = 0
    """Proposals, a hover: the user has stopped for it, or types on meanwhile."""
    ASKED = 1
    """What the user asked for, and the findings of the file under the keyboard."""
    SHOWN = 2
    """What the editor shows beside the text: colours, lenses, the outline."""
    REST = 3
    """Reading projects, and checking the rest of them."""


asked_rank: ContextVar[Rank] = ContextVar("asked_rank", default=Rank.ASKED)
"""The rank of the request that is being answered."""


class Turns:
    """Counts the jobs that are wanted, by rank."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._wanted = [0] * len(Rank)

    def begin(self, rank: Rank) -> None:
        """A job is wanted."""
        with self._changed:
            self._wanted[rank] += 1

    def end(self, rank: Rank) -> None:
        """A job has come back, or was not wanted any more before it began."""
        with self._changed:
            self._wanted[rank] -= 1
            self._changed.notify_all()

    @property
    def are_wanted(self) -> bool:
        """Whether any job is wanted."""
        return any(self._wanted)

    def is_overtaken(self, rank: Rank) -> bool:
        """Whether a job of a higher rank is wanted."""
        return any(self._wanted[:rank])

    def wait_a_moment(self, rank: Rank) -> None:
        """Wait until it may be the rank's turn."""
        with self._changed:
            if self.is_overtaken(rank):
                self._changed.wait(LONGEST_WAIT_S)
