"""A body as a graph of stretches, and what holds at each place on every way there.

What may hold are numbered facts, so a state is a set of bits, and where ways meet, only what holds on all of them goes
on. A place that no way reaches has no state, and nothing is wrong there. Of the
stretches that wait, the one is taken that the others lead to last, so a body without loops is gone through once, and
each loop once more for each loop around it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from osy_grammar.nodes.base import Node

EVERYTHING = -1
"""The state in which every fact holds."""


@dataclass(frozen=True, slots=True)
class Change:
    """Only `keep` still holds, and `gain` does."""

    keep: int = EVERYTHING
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Copy:
    """The facts `target` hold as far as `source` does."""

    source: int
    target: int


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """The facts `wanted` have to hold here, where `subject` needs them."""

    wanted: int
    subject: Node


Step = Change | Copy | Check


class Graph:
    """Stretches with their steps, and the ways between them."""

    def __init__(self) -> None:
        """An empty graph; the first stretch that is added is the entry."""
        self.steps: list[list[Step]] = []
        self.ways: list[list[tuple[int, Change | None]]] = []

    def add(self) -> int:
        """A new stretch."""
        self.steps.append([])
        self.ways.append([])
        return len(self.steps) - 1

    def join(self, source: int, target: int, change: Change | None = None) -> None:
        """A way from the end of one stretch to the start of another, and what is known of those who take it."""
        self.ways[source].append((target, change))

    def failures(self, entry: int) -> Iterator[tuple[Node, int]]:
        """Each check that fails when `entry` holds at the start, with the bits that it lacks."""
        for start, steps in zip(self._states(entry), self.steps, strict=True):
            if start is None:
                continue
            state = start
            for step in steps:
                if isinstance(step, Check):
                    missing = step.wanted & ~state
                    if missing:
                        yield step.subject, missing
                else:
                    state = _after(state, step)

    def _states(self, entry: int) -> Sequence[int | None]:
        """What holds at the start of each stretch."""
        states: list[int | None] = [None] * len(self.steps)
        states[0] = entry
        order = self._order()
        waiting, is_waiting = [(0, 0)], [False] * len(self.steps)
        while waiting:
            _, number = heappop(waiting)
            is_waiting[number] = False
            state = states[number] or 0
            for step in self.steps[number]:
                state = _after(state, step)
            for target, change in self.ways[number]:
                arriving = state if change is None else _after(state, change)
                before = states[target]
                met = arriving if before is None else before & arriving
                if met != before:
                    states[target] = met
                    if not is_waiting[target]:
                        is_waiting[target] = True
                        heappush(waiting, (order[target], target))
        return states

    def _order(self) -> Sequence[int]:
        """For each stretch, how many come before it when each comes after those that lead to it, loops aside."""
        order = [0] * len(self.steps)
        seen, left = {0}, len(self.steps)
        path = [(0, iter(self.ways[0]))]
        while path:
            number, ways = path[-1]
            following = next((target for target, _ in ways if target not in seen), None)
            if following is None:
                path.pop()
                left -= 1
                order[number] = left
            else:
                seen.add(following)
                path.append((following, iter(self.ways[following])))
        return order


def _after(state: int, step: Step) -> int:
    match step:
        case Change(keep=keep, gain=gain):
            return state & keep | gain
        case Copy(source=source, target=target):
            return state | target if state & source == source else state & ~target
        case _:
            return state
