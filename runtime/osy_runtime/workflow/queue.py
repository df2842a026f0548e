"""The armed clocks of a world by the instant at which they are due: what is idle costs nothing when time passes.

A clock is put in when it is armed, and is found not to be armed any more when its turn comes. Where a change is
undone, clocks that had their turn are armed again and put in again.

Many clocks are due at one instant, so only the instants are kept in order. When an instant has its *turn*, its clocks
are laid out in firing order; one that is armed for that very instant meanwhile takes its place among them.
"""

import heapq
from bisect import insort
from collections.abc import Iterator

from osy_runtime.workflow.run import Clock

SMALLEST_SWEEP = 1_024


def is_armed(clock: Clock) -> bool:
    """Whether the clock is one of its run's, and the run's row is there."""
    run = clock.run
    return clock in run.clocks and not run.row.is_deleted


class Queue:
    """Clocks in firing order: due instant, kind, declaration order, run creation order (R3)."""

    def __init__(self) -> None:
        self._instants: list[int] = []
        self._first: dict[int, Clock] = {}
        self._turn: list[Clock] = []
        self._turn_due = -1
        self._next = 0
        self._count = 0
        self._sweep_at = SMALLEST_SWEEP

    def push(self, clock: Clock) -> None:
        """Put a clock in, unless it is in."""
        if clock.is_queued:
            return
        clock.is_queued = True
        if clock.due == self._turn_due:
            insort(self._turn, clock, lo=self._next, key=_key)
            return
        self._chain(clock)
        self._count += 1
        if self._count > self._sweep_at:
            self._sweep()

    def pop_due(self, now: int) -> Clock | None:
        """Take out the first armed clock that is due; None if none is."""
        clock = self.take_due(now)
        if clock is not None:
            clock.is_queued = False
        return clock

    def take_due(self, now: int) -> Clock | None:
        """The same, but the clock counts as queued still: nothing puts it in until whoever took it says otherwise."""
        turn = self._turn
        while True:
            instants = self._instants
            is_at_it = self._next < len(turn) and self._turn_due <= now
            if not (is_at_it and (not instants or self._turn_due < instants[0])) and not self._has_due(now):
                return None
            clock = turn[self._next]
            self._next += 1
            run = clock.run
            if clock in run.clocks and not run.row.is_deleted:
                return clock
            clock.is_queued = False

    def _chain(self, clock: Clock) -> None:
        due = clock.due
        beside = self._first.get(due)
        if beside is None:
            heapq.heappush(self._instants, due)
        clock.beside = beside
        self._first[due] = clock

    def _has_due(self, now: int) -> bool:
        """Whether there is a clock that is due; if so, the turn is that of the first instant."""
        instants = self._instants
        if self._next < len(self._turn):
            if not instants or self._turn_due < instants[0]:
                return self._turn_due <= now
            # Something is armed for an instant before: the rest of this turn waits.
            for clock in self._turn[self._next :]:
                self._chain(clock)
            self._count += len(self._turn) - self._next
        self._turn.clear()
        self._next = 0
        if not instants or instants[0] > now:
            return False
        self._turn_due = heapq.heappop(instants)
        self._lay_out(self._first.pop(self._turn_due))
        self._count -= len(self._turn)
        return True

    def _lay_out(self, first: Clock | None) -> None:
        """Put the clocks of one instant in firing order, the newest of them given."""
        turn = self._turn
        clock = first
        is_in_order = True
        while clock is not None:
            before, clock.beside = clock.beside, None
            turn.append(clock)
            # Most that are due at one instant are the same clock of one run after the other.
            if before is not None and is_in_order:
                progress, other = clock.progress, before.progress
                is_in_order = (
                    progress is not None
                    and other is not None
                    and progress.slot.shape is other.slot.shape
                    and clock.reminder is before.reminder
                    and clock.kind is before.kind
                    and clock.run.number > before.run.number
                )
            clock = before
        turn.reverse()
        if not is_in_order:
            turn.sort(key=_key)

    def _sweep(self) -> None:
        """Drop what is not armed any more: who settles row by row never comes across it."""
        first, self._first, self._instants, self._count = self._first, {}, [], 0
        for clocks in first.values():
            for clock in _chained(clocks):
                if clock in clock.run.clocks:
                    self._chain(clock)
                    self._count += 1
                else:
                    clock.is_queued = False
        self._sweep_at = max(SMALLEST_SWEEP, 2 * self._count)


def _key(clock: Clock) -> tuple[int, ...]:
    return clock.key


def _chained(first: Clock | None) -> Iterator[Clock]:
    """The clocks of one instant, the newest first; the chain is taken apart."""
    clock = first
    while clock is not None:
        after, clock.beside = clock.beside, None
        yield clock
        clock = after
