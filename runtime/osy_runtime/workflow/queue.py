"""The armed clocks of a world by the instant at which they are due: what is idle costs nothing when time passes.

A clock is put in when it is armed, and is found not to be armed any more when its turn comes. Where a change is
undone, clocks that had their turn are armed again and put in again.
"""

import heapq

from osy_runtime.workflow.run import Clock

SMALLEST_SWEEP = 1_024
Entry = tuple[int, int, int, int, int, int, int, Clock]


def is_armed(clock: Clock) -> bool:
    """Whether the clock is one of its run's, and the run's row is there."""
    run = clock.run
    return clock in run.clocks and not run.row.is_deleted


class Queue:
    """Clocks in firing order: due instant, kind, declaration order, run creation order (R3)."""

    def __init__(self) -> None:
        self._heap: list[Entry] = []
        self._count = 0
        self._sweep_at = SMALLEST_SWEEP

    def push(self, clock: Clock) -> None:
        """Put a clock in, unless it is in."""
        if clock.is_queued:
            return
        clock.is_queued = True
        self._count += 1
        run = clock.run
        heapq.heappush(
            self._heap,
            (clock.due, clock.kind, run.flow.order, clock.order, clock.sub_order, run.number, self._count, clock),
        )
        if len(self._heap) > self._sweep_at:
            self._sweep()

    def pop_due(self, now: int) -> Clock | None:
        """Take out the first armed clock that is due; None if none is."""
        heap = self._heap
        while heap and heap[0][0] <= now:
            clock = heapq.heappop(heap)[-1]
            clock.is_queued = False
            if is_armed(clock):
                return clock
        return None

    def _sweep(self) -> None:
        """Drop what is not armed any more: who settles row by row never comes across it."""
        kept: list[Entry] = []
        for entry in self._heap:
            if entry[-1] in entry[-1].run.clocks:
                kept.append(entry)
            else:
                entry[-1].is_queued = False
        heapq.heapify(kept)
        self._heap = kept
        self._sweep_at = max(SMALLEST_SWEEP, 2 * len(kept))
