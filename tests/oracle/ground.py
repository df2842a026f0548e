"""What everything in the model stands on: transactions, the audit, clocks that are armed and retired, windows."""

import pickle
from collections.abc import Callable
from typing import Any

from oracle.memory import MOST_STEPS_INSIDE, Clock, Data, Loop, Run, Slot, Thrown


class Ground:
    """The world of a story, before anything happens in it."""

    def __init__(self, story: Data) -> None:
        self.story = story
        self.states: dict[str, Data] = {state["name"]: state for state in story["states"]}
        self.ends: dict[str, Data] = {end["name"]: end for end in story["terminals"]}
        self.runs: list[Run] = []
        self.now = 0
        self.instant = 0
        self.actor: int | None = None
        self.depth = 0
        self.moves = 0
        self.busy: dict[int, int] = {}
        self.counter = 0

    def open_slots(self, r: int) -> list[Slot]:
        """The open slots in declaration order."""
        run = self.runs[r]
        return sorted((run.slots[s] for s in [*run.own, *run.here]), key=lambda slot: slot.spec["order"])

    # ── Transactions ─────────────────────────────────────────────────────────────────────────────────────────────────

    def step(self, instant: int, actor: int | None, do: Callable[[], None]) -> None:
        """All of it or nothing."""
        if self.depth >= MOST_STEPS_INSIDE:
            raise Loop
        if self.depth == 0:
            self.moves = 0
        saved, held = pickle.dumps(self.runs), (self.instant, self.actor)
        self.instant, self.actor = instant, actor
        self.depth += 1
        try:
            do()
        except Thrown:
            self.runs = pickle.loads(saved)
            raise
        finally:
            self.depth -= 1
            self.instant, self.actor = held

    def audit(
        self, r: int, kind: str, *, source: Any = None, to: Any = None, slot: Any = None, told: Any = None
    ) -> None:
        """Write an entry, at the instant of the step and by who caused it."""
        self.runs[r].audit.append((kind, self.instant, source, to, slot, self.actor, told))

    # ── Milestones ───────────────────────────────────────────────────────────────────────────────────────────────────

    def arm(self, r: int, clock: Clock) -> None:
        """Arm a clock, and number it."""
        self.counter += 1
        clock.number = self.counter
        self.runs[r].clocks.append(clock)

    def disarm(self, r: int, goes: Callable[[Clock], bool]) -> None:
        """Take away the clocks that `goes` picks."""
        run = self.runs[r]
        run.clocks = [clock for clock in run.clocks if not goes(clock)]

    def stop(self, r: int, s: int, kind: str) -> None:
        """Take away the clocks of a milestone."""
        self.disarm(r, lambda c: c.slot == s and c.milestone == kind)

    def retire(self, r: int, s: int, kind: str) -> None:
        """Met, left, or about to start afresh."""
        self.stop(r, s, kind)
        self.runs[r].slots[s].running.pop(kind, None)

    def start_milestone(self, r: int, s: int, kind: str) -> None:
        """A new holder, or a slot that just opened: new attempts, first window (R5)."""
        self.retire(r, s, kind)
        slot = self.runs[r].slots[s]
        milestone = slot.spec["milestones"][kind]
        if milestone is None or milestone["within"] is None:
            return
        self.counter += 1
        slot.running[kind] = self.counter
        slot.windows[kind] = 0
        self.open_window(r, s, kind)

    def open_window(self, r: int, s: int, kind: str) -> None:
        """Open the next window of a milestone, with its reminders."""
        slot = self.runs[r].slots[s]
        milestone = slot.spec["milestones"][kind]
        slot.windows[kind] += 1
        window = Clock(0, kind, self.instant + milestone["within"], self.instant, slot.spec["order"], s, kind)
        window.begun = slot.running[kind]
        self.arm(r, window)
        for reminder in milestone["reminders"]:
            self.arm_reminder(r, window, reminder, self.instant + reminder["after"])

    def arm_reminder(self, r: int, like: Clock, reminder: Data, due: int) -> None:
        """Let a reminder of the same window be due."""
        clock = Clock(0, "Remind", due, self.instant, like.order, like.slot, like.milestone)
        clock.begun, clock.reminder = like.begun, reminder
        self.arm(r, clock)

    def pause(self, r: int, s: int, kind: str, begun: int) -> None:
        """Wait for the next window, or open it at once."""
        slot = self.runs[r].slots[s]
        wait = _wait(slot.spec["milestones"][kind]["backoff"], slot.windows[kind])
        if wait == 0:
            self.open_window(r, s, kind)
            return
        clock = Clock(0, kind, self.instant + wait, self.instant, slot.spec["order"], s, kind)
        clock.begun, clock.is_pause = begun, True
        self.arm(r, clock)


def budget_of(milestone: Data) -> int | None:
    """How many windows there are; None is without end (R7)."""
    if milestone["retries"] is not None:
        return int(milestone["retries"]) + 1
    match milestone["backoff"]:
        case [_, _, _, attempts]:
            return None if attempts is None else int(attempts)
        case _:
            return 1


def _wait(backoff: Any, failed: int) -> int:
    """How long to wait after so many windows failed."""
    match backoff:
        case None:
            return 0
        case int():
            return backoff
        case [shape, first, cap, _]:
            wait = {"Fixed": first, "Linear": first * failed, "Exponential": first * 2 ** (failed - 1)}[shape]
            return int(wait if cap is None else min(wait, cap))
        case _:
            raise AssertionError(backoff)
