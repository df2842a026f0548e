"""Counts what a run reaches: statements, bodies, the states of runs, the clocks that fired.

Code is compiled with counters in it only where a recorder is there, so a run without one pays nothing.
"""

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

from osy_runtime.evaluate.frame import Frame

Kind = Literal["statement", "body", "state", "clock"]
Hit = tuple[str | int, ...]
"""What is counted: `("statement", path, offset)`, `("body", path, offset)`, `("state", workflow, name)`,
`("clock", workflow, state, slot or "", word)`; an offset is that of the first character in the file."""

T = TypeVar("T")


class Recorder:
    """The counts of one project in one process."""

    def __init__(self) -> None:
        """Nothing is reached yet."""
        self._counts: dict[Hit, int] = {}

    def note(self, hit: Hit) -> None:
        """Count something once more."""
        self._counts[hit] = self._counts.get(hit, 0) + 1

    def add(self, hits: Iterable[tuple[Hit, int]]) -> None:
        """Count what another recorder took."""
        for hit, count in hits:
            self._counts[hit] = self._counts.get(hit, 0) + count

    def take(self) -> tuple[tuple[Hit, int], ...]:
        """What was counted since the last time."""
        taken = tuple(self._counts.items())
        self._counts.clear()
        return taken

    def counting(self, kind: Kind, path: str, offset: int, code: Callable[[Frame], T]) -> Callable[[Frame], T]:
        """The code, with a counter before it."""
        counts = self._counts
        hit: Hit = (kind, path, offset)

        def run(f: Frame) -> T:
            counts[hit] = counts.get(hit, 0) + 1
            return code(f)

        return run
