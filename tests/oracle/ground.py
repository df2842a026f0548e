"""What everything in the model stands on: transactions, the audit, clocks that are armed and retired, windows."""

import pickle
from collections.abc import Callable
from typing import Any, TypeAlias

from oracle.hours import calendar_of, due
from oracle.memory import (
    KINDS,
    MOST_STEPS_AT_ONCE,
    MOST_STEPS_INSIDE,
    Body,
    Calendar,
    Clock,
    Data,
    EndlessError,
    Item,
    Loop,
    Run,
    Slot,
    Thrown,
)

Saved: TypeAlias = tuple[bytes, list[int]]


class Ground:
    """The world of a story, before anything happens in it."""

    def __init__(self, story: Data) -> None:
        self.flows: list[Data] = story["flows"]
        self.calendars: list[Data] = story["calendars"]
        self.flow_of = {event["name"]: at for at, flow in enumerate(self.flows) for event in flow["events"]}
        self.events: dict[str, Data] = {event["name"]: event for flow in self.flows for event in flow["events"]}
        self.states = [{state["name"]: state for state in flow["states"]} for flow in self.flows]
        self.ends = [{end["name"]: end for end in flow["terminals"]} for flow in self.flows]
        self.items: list[Item] = []
        self.runs: list[Run] = []
        self.audits: list[list[tuple[Any, ...]]] = []
        self.now: int = story["begins"]
        self.instant = self.now
        self.actor: int | None = None
        self.depth = 0
        self.moves = 0
        self.steps_at_once = 0
        self.busy: dict[int, int] = {}
        self.counter = 0

    def run_body(self, r: int, body: Body | None, s: int | None, key: int = 0) -> str | None:
        """Run a body of a run, of a slot where one is meant; the answer is where its `goto` goes."""
        raise NotImplementedError

    def end_of_step(self, r: int, goes: str | None) -> None:
        """Go where the body said, or ask whether the state is complete."""
        raise NotImplementedError

    # ── Looking things up ────────────────────────────────────────────────────────────────────────────────────────────

    def flow(self, r: int) -> Data:
        """The workflow of a run."""
        return self.flows[self.runs[r].flow]

    def item(self, r: int) -> Item:
        """The row of a run."""
        return self.items[self.runs[r].row]

    def state(self, r: int) -> Data | None:
        """The state that a run is in; None in a terminal and before the first."""
        return self.states[self.runs[r].flow].get(self.runs[r].state or "")

    def run_of(self, row: int, flow: int) -> int:
        """The run of a workflow over a row, which may not have been made yet."""
        return row * len(self.flows) + flow

    def open_slots(self, r: int) -> list[Slot]:
        """The open slots in declaration order."""
        return sorted(self.runs[r].slots.values(), key=lambda slot: slot.spec["order"])

    # ── Transactions ─────────────────────────────────────────────────────────────────────────────────────────────────

    def save(self) -> Saved:
        """All that may change, as it is now; of an audit its length is enough, for entries are never changed."""
        return pickle.dumps((self.items, self.runs)), [len(audit) for audit in self.audits]

    def restore(self, saved: Saved) -> None:
        """Let everything be as it was."""
        self.items, self.runs = pickle.loads(saved[0])
        self.audits = [audit[:length] for audit, length in zip(self.audits, saved[1], strict=False)]

    def step(self, instant: int, actor: int | None, do: Callable[[], None]) -> None:
        """All of it or nothing."""
        self.steps_at_once += 1
        if self.steps_at_once > MOST_STEPS_AT_ONCE:
            raise EndlessError
        if self.depth >= MOST_STEPS_INSIDE:
            raise Loop
        if self.depth == 0:
            self.moves = 0
        saved, held = self.save(), (self.instant, self.actor)
        self.instant, self.actor = instant, actor
        self.depth += 1
        try:
            do()
        except Thrown:
            self.restore(saved)
            raise
        finally:
            self.depth -= 1
            self.instant, self.actor = held

    def audit(
        self, r: int, kind: str, *, source: Any = None, to: Any = None, slot: Any = None, told: Any = None
    ) -> None:
        """Write an entry, at the instant of the step and by who caused it."""
        self.audits[r].append((kind, self.instant, source, to, slot, self.actor, told))

    # ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def calendar(self, r: int, accrues: bool | None) -> Calendar | None:
        """The hours that a clock counts which is armed now; None where it counts all time (R22, R25, R139)."""
        hours = self.item(r).hours
        if not self.flow(r)["hours"] or accrues is False or hours is None:
            return None
        return calendar_of(self.calendars[hours])

    def arm(self, r: int, clock: Clock) -> None:
        """Arm a clock, and number it."""
        self.counter += 1
        clock.number = self.counter
        self.runs[r].clocks.append(clock)

    def arm_run_clock(self, r: int, kind: str, opened: int, promise: Data, order: int) -> None:
        """Arm the clock of a state or of a run."""
        calendar, within = self.calendar(r, promise["accrues"]), promise["within"]
        clock = Clock(0, kind, due(calendar, opened, within), opened, order, within=within, calendar=calendar)
        self.arm(r, clock)

    def disarm(self, r: int, goes: Callable[[Clock], bool]) -> None:
        """Take away the clocks that `goes` picks."""
        run = self.runs[r]
        run.clocks = [clock for clock in run.clocks if not goes(clock)]

    def firing_order(self, r: int, clock: Clock) -> tuple[int, ...]:
        """Due instant, kind, declaration order, run creation order (R3)."""
        reminder = clock.reminder["order"] if clock.reminder else 0
        return clock.due, KINDS.index(clock.kind), self.runs[r].flow, clock.order, reminder, r, clock.number

    # ── Milestones ───────────────────────────────────────────────────────────────────────────────────────────────────

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
        window = self._window(r, slot, kind, milestone["within"])
        self.arm(r, window)
        for reminder in milestone["reminders"]:
            self.arm_reminder(r, window, reminder, self.instant, reminder["after"])

    def arm_reminder(self, r: int, like: Clock, reminder: Data, start: int, span: int) -> None:
        """Let a reminder of the same window be due when the span has passed since the start."""
        at = due(self.calendar(r, reminder["accrues"]), start, span)
        clock = Clock(0, "Remind", at, self.instant, like.order, like.slot, like.milestone)
        clock.begun, clock.reminder = like.begun, reminder
        self.arm(r, clock)

    def pause(self, r: int, s: int, kind: str) -> None:
        """Wait for the next window, or open it at once."""
        slot = self.runs[r].slots[s]
        wait = _wait(slot.spec["milestones"][kind]["backoff"], slot.windows[kind])
        if wait == 0:
            self.open_window(r, s, kind)
            return
        clock = self._window(r, slot, kind, wait)
        clock.is_pause = True
        self.arm(r, clock)

    def _window(self, r: int, slot: Slot, kind: str, span: int) -> Clock:
        """A window, or a pause, which accrues as its milestone does (R38)."""
        calendar = self.calendar(r, slot.spec["milestones"][kind]["accrues"])
        at = due(calendar, self.instant, span)
        clock = Clock(0, kind, at, self.instant, slot.spec["order"], slot.number, kind)
        clock.begun, clock.within, clock.calendar = slot.running[kind], span, calendar
        return clock


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
