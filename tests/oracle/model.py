"""What a story must lead to, written from the rulings alone: slow, obvious, and without a line of the engine.

A story is plain data (see `stories.py`). Time is whole minutes. A step is a transaction: the whole world is copied
before it, and put back if it throws; that is why runs and slots are named by numbers and looked up each time they are
needed. Numbers such as R12 name the ruling that a line is written from.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from oracle.ground import budget_of
from oracle.memory import MOST_FIRINGS_AT_ONCE, Clock, Data, Item, Loop, Run, Slot, Thrown
from oracle.moving import slot_name
from oracle.raising import Raising


class Model(Raising):
    """The world of a story."""

    def __init__(self, story: Data) -> None:
        super().__init__(story)
        self.slot_flows = {
            slot["name"]: at
            for at, flow in enumerate(self.flows)
            for place in (flow, *flow["states"])
            for slot in place["slots"]
        }
        self.links: dict[tuple[int, str], tuple[int, int]] = {}

    # ── What a story does ────────────────────────────────────────────────────────────────────────────────────────────

    def create(self, fail: int, key: int, hours: int | None, mate: int | None) -> None:
        """A row is committed: its runs make their first steps, one after the other, before it returns (R26, R152)."""
        self.items.append(Item(fail, key, hours, mate))
        for flow in range(len(self.flows)):
            self.runs.append(Run(len(self.items) - 1, flow, self.now))
            self.audits.append([])
            self._fire(len(self.runs) - 1, Clock(0, "Start", self.now, self.now))

    def raise_event(self, row: int, event: str, who: int | None, key: int, ago: int | None) -> None:
        """`Flow.RaiseE(row, at: …)` by a person, or by nobody who is signed in."""
        self.raise_at(row, event, who, key=key, instant=self.now - (ago or 0))

    def undo(self, row: int, event: str) -> None:
        """The same by nobody, in a unit of work that then throws: it leaves no trace (R8)."""
        saved = self.save()
        with suppress(Thrown):
            self.raise_at(row, event, None, key=0, instant=self.now)
        self.restore(saved)

    def claim(self, row: int, name: str, who: int | None) -> None:
        """`Flow.For(row).Slot.Claim()` (R19, R42)."""
        r, slot = self._handle(row, name)
        if who is None:
            raise Thrown("NotAuthorized")
        if slot.holder == who:
            return
        if slot.spec["pool"] is not None and who not in slot.spec["pool"]:
            raise Thrown("NotAuthorized")
        if slot.status == "Satisfied" or slot.holder is not None:
            raise Thrown("ConflictException")
        self._by_hand(r, who, lambda: self.assign(r, slot.number, who))

    def give(self, row: int, name: str, who: int | None, person: int) -> None:
        """`Flow.For(row).Slot.Assign(person)`."""
        r, slot = self._handle(row, name)
        self._by_hand(r, who, lambda: self.assign(r, slot.number, person))

    def take_away(self, row: int, name: str, who: int | None) -> None:
        """`Flow.For(row).Slot.Release()`."""
        r, slot = self._handle(row, name)
        self._by_hand(r, who, lambda: self.release(r, slot.number))

    def link(self, row: int, name: str) -> None:
        """`Flow.For(row).Slot.CallbackUrl()`, kept for a `redeem` later."""
        r, slot = self._handle(row, name)
        self.links[row, name] = (r, slot.number)

    def answer(self, row: int, name: str, key: int | None) -> None:
        """Redeem the last link that somebody got for the slot; without one, one that nobody knows."""
        if (row, name) not in self.links:
            raise Thrown("NotFoundException")
        self.redeem(*self.links[row, name], key)

    def close(self, hours: int, day: int) -> None:
        """The calendar closes on a day; what is armed already does not move (R139)."""
        self.calendars[hours]["exceptions"].append([day, day, True, None, None])

    def inbox(self, who: int) -> list[str]:
        """What waits for a person: what they hold or may claim (R21)."""
        found = []
        for r, run in enumerate(self.runs):
            for slot in self.open_slots(r) if run.is_live else ():
                pool = slot.spec["pool"]
                is_theirs = slot.holder == who or (slot.holder is None and (pool is None or who in pool))
                if slot.status != "Satisfied" and is_theirs:
                    found.append(slot.spec["name"])
        return found

    def settle(self, rows: Iterable[int]) -> None:
        """Fire what is due, earliest first, each at its own instant (R2); what fails waits for the next time (R6)."""
        rows = set(rows)
        failed: set[int] = set()
        counts: dict[int, tuple[int, int]] = {}
        while True:
            due = [
                (self.firing_order(r, c), r, c)
                for r, run in enumerate(self.runs)
                for c in run.clocks
                if run.row in rows and c.due <= self.now and c.number not in failed
            ]
            if not due:
                return
            _, r, clock = min(due, key=lambda found: found[0])
            seen, count = counts.get(r, (clock.due, 0))
            counts[r] = (clock.due, count + 1 if seen == clock.due else 1)
            if counts[r][1] > MOST_FIRINGS_AT_ONCE:
                raise Loop
            if not self._fire(r, clock):
                failed.add(clock.number)

    def _handle(self, row: int, name: str) -> tuple[int, Slot]:
        r = self.run_of(row, self.slot_flows[name])
        found = next((s for s in self.open_slots(r) if s.spec["name"] == name), None)
        if found is None or not self.runs[r].is_live:
            raise Thrown("ConflictException")
        return r, found

    def _by_hand(self, r: int, who: int | None, do: Callable[[], None]) -> None:
        def step() -> None:
            do()
            self.end_of_step(r, None)

        self.step(self.now, who, step)

    # ── Clocks firing ────────────────────────────────────────────────────────────────────────────────────────────────

    def _fire(self, r: int, clock: Clock) -> bool:
        """One clock in a transaction of its own; the answer is whether its bodies went through."""
        try:
            self.step(clock.due, None, lambda: self._fired(r, clock))
        except Thrown as error:
            told = error.message
            self.step(clock.due, None, lambda: self._failed(r, clock, told))
            return False
        return True

    def _fired(self, r: int, clock: Clock) -> None:
        if clock.kind == "Start":
            self.disarm(r, lambda c: c.kind == "Start")
            self.runs[r].is_pending = False
            self.begin(r)
        elif clock.kind in ("Expire", "Deadline"):
            self.disarm(r, lambda c: c.number == clock.number)
            goes = self.run_body(r, self.clock_route(r, "on_" + clock.kind.lower()), None)
            self.end_of_step(r, goes)
        elif clock.reminder is not None:
            self._remind(r, clock, clock.reminder)
        else:
            self._lapse(r, clock)

    def _failed(self, r: int, clock: Clock, told: str) -> None:
        """What R24, R26 and R39 say of a body that threw with nobody to throw to."""
        if clock.reminder is not None:
            self.audit(r, "Reminded", slot=slot_name(self.runs[r], clock), told=told)
            self.disarm(r, lambda c: c.number == clock.number)
            self._remind_again(r, clock, clock.reminder)
            return
        if clock.kind == "Start" and clock.number == 0:
            self.runs[r].is_pending = True
            self.arm(r, Clock(0, "Start", clock.due, clock.due))
        self.audit(r, "Faulted", slot=slot_name(self.runs[r], clock), told=told)

    def _remind(self, r: int, clock: Clock, reminder: Data) -> None:
        self.disarm(r, lambda c: c.number == clock.number)
        self.audit(r, "Reminded", slot=slot_name(self.runs[r], clock))
        self.run_body(r, reminder["body"], clock.slot)
        self._remind_again(r, clock, reminder)
        self.end_of_step(r, None)

    def _remind_again(self, r: int, clock: Clock, reminder: Data) -> None:
        """From the instant that the last was due at, as long as its window is open (R4, R38)."""
        same = [c for c in self.runs[r].clocks if c.slot == clock.slot and c.milestone == clock.milestone]
        is_open = any(c.begun == clock.begun and c.reminder is None and not c.is_pause for c in same)
        if is_open and reminder["every"]:
            self.arm_reminder(r, clock, reminder, clock.due, reminder["every"])

    def _lapse(self, r: int, clock: Clock) -> None:
        assert clock.slot is not None
        slot, kind = self.runs[r].slots[clock.slot], clock.milestone
        milestone = slot.spec["milestones"][kind]
        if clock.is_pause:
            self.disarm(r, lambda c: c.number == clock.number)
            self.open_window(r, clock.slot, kind)
            return
        self.stop(r, clock.slot, kind)
        budget = budget_of(milestone)
        if budget is None or slot.windows[kind] < budget:
            self.audit(r, "Breached", slot=slot.spec["name"])
            self.pause(r, clock.slot, kind)
            self.end_of_step(r, None)
            return
        del slot.running[kind]
        has_retries = budget > 1
        self.audit(r, "Exhausted" if has_retries else "Breached", slot=slot.spec["name"])
        if has_retries:
            self.run_body(r, milestone["exhausted"], clock.slot)
        goes = None
        if clock.slot in self.runs[r].slots:
            goes = self.run_body(r, milestone["breach"], clock.slot)
        self.end_of_step(r, goes)
