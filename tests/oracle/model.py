"""What a story must lead to, written from the rulings alone: slow, obvious, and without a line of the engine.

A story is plain data (see `stories.py`). Time is whole minutes. A step is a transaction: the whole world is copied
before it, and put back if it throws; that is why runs and slots are named by numbers and looked up each time they are
needed. Numbers such as R12 name the ruling that a line is written from.
"""

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from oracle.ground import Ground, budget_of
from oracle.memory import KINDS, MOST_FIRINGS_AT_ONCE, MOST_MOVES, Body, Clock, Data, Loop, Run, Slot, Thrown


class Model(Ground):
    """The world of a story."""

    # ── What a story does ────────────────────────────────────────────────────────────────────────────────────────────

    def create(self, fail: int) -> None:
        """A row is committed: its run makes its first step before the commit returns (R26)."""
        self.runs.append(Run(len(self.runs), self.now, fail))
        self._fire(len(self.runs) - 1, Clock(0, "Start", self.now, self.now))

    def raise_event(self, r: int, event: str, who: int | None) -> None:
        """`Flow.RaiseE(row)` by a person, or by nobody who is signed in."""
        self._raise(r, event, who, is_system=False)

    def undo(self, r: int, event: str) -> None:
        """The same by nobody, in a unit of work that then throws: it leaves no trace (R8)."""
        saved = pickle.dumps(self.runs)
        with suppress(Thrown):
            self._raise(r, event, None, is_system=False)
        self.runs = pickle.loads(saved)

    def claim(self, r: int, name: str, who: int | None) -> None:
        """`Flow.For(row).Slot.Claim()` (R19, R42)."""
        slot = self._handle(r, name)
        if who is None:
            raise Thrown("NotAuthorized")
        if slot.holder == who:
            return
        if slot.spec["pool"] is not None and who not in slot.spec["pool"]:
            raise Thrown("NotAuthorized")
        if slot.status == "Satisfied" or slot.holder is not None:
            raise Thrown("ConflictException")
        self._by_hand(r, who, lambda: self._assign(r, slot.number, who))

    def assign(self, r: int, name: str, who: int | None, person: int) -> None:
        """`Flow.For(row).Slot.Assign(person)`."""
        number = self._handle(r, name).number
        self._by_hand(r, who, lambda: self._assign(r, number, person))

    def release(self, r: int, name: str, who: int | None) -> None:
        """`Flow.For(row).Slot.Release()`."""
        number = self._handle(r, name).number
        self._by_hand(r, who, lambda: self._release(r, number))

    def settle(self, rows: Iterable[int]) -> None:
        """Fire what is due, earliest first, each at its own instant (R2); what fails waits for the next time (R6)."""
        rows = list(rows)
        failed: set[int] = set()
        counts: dict[int, tuple[int, int]] = {}
        while True:
            due = [
                (c.due, KINDS.index(c.kind), c.order, c.reminder["order"] if c.reminder else 0, r, c.number)
                for r in rows
                for c in self.runs[r].clocks
                if c.due <= self.now and c.number not in failed
            ]
            if not due:
                return
            instant, *_, r, number = min(due)
            seen, count = counts.get(r, (instant, 0))
            counts[r] = (instant, count + 1 if seen == instant else 1)
            if counts[r][1] > MOST_FIRINGS_AT_ONCE:
                raise Loop
            if not self._fire(r, next(c for c in self.runs[r].clocks if c.number == number)):
                failed.add(number)

    def _handle(self, r: int, name: str) -> Slot:
        run = self.runs[r]
        found = next((s for s in self.open_slots(r) if s.spec["name"] == name), None)
        if found is None or not run.is_live:
            raise Thrown("ConflictException")
        return found

    def _by_hand(self, r: int, who: int | None, do: Callable[[], None]) -> None:
        def step() -> None:
            visit = self.runs[r].visit
            do()
            self._end_of_step(r, visit, None)

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
            self._begin(r)
        elif clock.kind in ("Expire", "Deadline"):
            self.disarm(r, lambda c: c.number == clock.number)
            visit = self.runs[r].visit
            goes = self._body(r, self._clock_route(r, "on_" + clock.kind.lower()), None)
            self._end_of_step(r, visit, goes)
        elif clock.reminder is not None:
            self._remind(r, clock, clock.reminder)
        else:
            self._lapse(r, clock)

    def _failed(self, r: int, clock: Clock, told: str) -> None:
        """What R24, R26 and R39 say of a body that threw with nobody to throw to."""
        if clock.reminder is not None:
            self.audit(r, "Reminded", slot=self._slot_name(r, clock), told=told)
            self.disarm(r, lambda c: c.number == clock.number)
            self._remind_again(r, clock, clock.reminder)
            return
        if clock.kind == "Start" and clock.number == 0:
            self.runs[r].is_pending = True
            self.arm(r, Clock(0, "Start", clock.due, clock.due))
        self.audit(r, "Faulted", slot=self._slot_name(r, clock), told=told)

    def _slot_name(self, r: int, clock: Clock) -> str | None:
        return None if clock.slot is None else self.runs[r].slots[clock.slot].spec["name"]

    def _remind(self, r: int, clock: Clock, reminder: Data) -> None:
        self.disarm(r, lambda c: c.number == clock.number)
        self.audit(r, "Reminded", slot=self._slot_name(r, clock))
        visit = self.runs[r].visit
        self._body(r, reminder["body"], clock.slot)
        self._remind_again(r, clock, reminder)
        self._end_of_step(r, visit, None)

    def _remind_again(self, r: int, clock: Clock, reminder: Data) -> None:
        """From the instant that the last was due at, as long as its window is open (R4, R38)."""
        same = [c for c in self.runs[r].clocks if c.slot == clock.slot and c.milestone == clock.milestone]
        is_open = any(c.begun == clock.begun and c.reminder is None and not c.is_pause for c in same)
        if is_open and reminder["every"]:
            self.arm_reminder(r, clock, reminder, clock.due + reminder["every"])

    def _lapse(self, r: int, clock: Clock) -> None:
        assert clock.slot is not None
        slot, kind = self.runs[r].slots[clock.slot], clock.milestone
        milestone = slot.spec["milestones"][kind]
        if clock.is_pause:
            self.disarm(r, lambda c: c.number == clock.number)
            self.open_window(r, clock.slot, kind)
            return
        self.stop(r, clock.slot, kind)
        visit = self.runs[r].visit
        budget = budget_of(milestone)
        if budget is None or slot.windows[kind] < budget:
            self.audit(r, "Breached", slot=slot.spec["name"])
            self.pause(r, clock.slot, kind, clock.begun)
            self._end_of_step(r, visit, None)
            return
        del slot.running[kind]
        has_retries = budget > 1
        self.audit(r, "Exhausted" if has_retries else "Breached", slot=slot.spec["name"])
        if has_retries:
            self._body(r, milestone["exhausted"], clock.slot)
        goes = None
        if self.runs[r].slots[clock.slot].is_open:
            goes = self._body(r, milestone["breach"], clock.slot)
        self._end_of_step(r, visit, goes)

    # ── Slots ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _assign(self, r: int, s: int, person: int) -> None:
        slot = self.runs[r].slots[s]
        if slot.holder == person:
            return
        self.retire(r, s, "Assigned")
        self.retire(r, s, "Finished")
        slot.holder = person
        slot.hand_overs += 1
        hand_overs = slot.hand_overs
        if slot.status != "Satisfied":
            slot.status = "Assigned"
        self.audit(r, "Assigned", slot=slot.spec["name"])
        milestone = slot.spec["milestones"]["Assigned"]
        self._body(r, milestone["enter"] if milestone else None, s)
        slot = self.runs[r].slots[s]
        if slot.is_open and slot.hand_overs == hand_overs and slot.status == "Assigned":
            self.start_milestone(r, s, "Finished")

    def _release(self, r: int, s: int) -> None:
        slot = self.runs[r].slots[s]
        if slot.holder is None:
            return
        self.retire(r, s, "Assigned")
        self.retire(r, s, "Finished")
        slot.holder = None
        slot.hand_overs += 1
        self.audit(r, "Released", slot=slot.spec["name"])
        if slot.status != "Satisfied":
            slot.status = "Unassigned"
            self.start_milestone(r, s, "Assigned")
            self.start_milestone(r, s, "Finished")

    def _satisfy(self, r: int, s: int) -> None:
        slot = self.runs[r].slots[s]
        is_first = slot.status != "Satisfied"
        self.retire(r, s, "Assigned")
        self.retire(r, s, "Finished")
        slot.status = "Satisfied"
        milestone = slot.spec["milestones"]["Finished"]
        if is_first and milestone:
            self._body(r, milestone["enter"], s)

    # ── Raising ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _raise(self, r: int, event: str, who: int | None, *, is_system: bool) -> None:
        run = self.runs[r]
        if not run.is_live or run.is_pending or run.is_leaving:
            raise Thrown("ConflictException")
        s, route = self._target(r, event, who, is_system=is_system)
        self.step(self.instant if is_system else self.now, who, lambda: self._deposit(r, s, route, who))

    def _target(self, r: int, event: str, who: int | None, *, is_system: bool) -> tuple[int | None, Data | None]:
        """The order of R12; what is not open yet hears nothing (R58)."""
        run, state = self.runs[r], self.states.get(self.runs[r].state or "")
        if run.is_settled and state is not None:
            waiting = [run.slots[s] for s in run.here if run.slots[s].spec["event"] == event]
            if waiting:
                return self._answerable(r, waiting, who, is_system=is_system)
            own = {run.slots[s].spec["name"] for s in run.own}
            names = {slot["name"] for slot in state["slots"]}
            route = next((x for x in state["routes"] if x["on"] == event and x["on"] not in names | own), None)
            if route is not None:
                return None, route
        waiting = [run.slots[s] for s in run.own if run.slots[s].spec["event"] == event]
        if waiting:
            return self._answerable(r, waiting, who, is_system=is_system)
        route = next((x for x in self.story["routes"] if x["on"] == event), None)
        if route is not None and run.state not in self.ends:
            return None, route
        raise Thrown("ConflictException")

    def _answerable(
        self, r: int, waiting: list[Slot], who: int | None, *, is_system: bool
    ) -> tuple[int | None, Data | None]:
        may = [s for s in waiting if is_system or _may_answer(s, who)]
        if not may:
            raise Thrown("NotAuthorized")
        slot = next((s for s in may if s.status != "Satisfied"), may[0])
        state = self.states.get(self.runs[r].state or "") or {"routes": []}
        for routes in (state["routes"], self.story["routes"]):
            for name in (slot.spec["name"], slot.spec["event"]):
                for route in routes:
                    if route["on"] == name:
                        return slot.number, route
        return slot.number, None

    def _deposit(self, r: int, s: int | None, route: Data | None, who: int | None) -> None:
        visit = self.runs[r].visit
        if s is not None:
            slot = self.runs[r].slots[s]
            if who is not None and slot.spec["pool"] is not None and slot.status == "Unassigned":
                self._assign(r, s, who)
            if self.runs[r].visit != visit:
                raise Thrown("ConflictException")
        self.audit(r, "Deposited", slot=None if s is None else self.runs[r].slots[s].spec["name"])
        if s is not None:
            self._satisfy(r, s)
        goes = self._route(r, route) if route is not None and self.runs[r].visit == visit else None
        if goes is not None or not self.busy.get(r):
            self._end_of_step(r, visit, goes)

    def _route(self, r: int, route: Data) -> str | None:
        if route["arms"] is None:
            return self._body(r, route["body"], None)
        for modulo, rest, body in route["arms"]:
            if self.runs[r].n % modulo == rest:
                return self._body(r, body, None)
        return self._body(r, route["body"], None)

    def _clock_route(self, r: int, name: str) -> Body | None:
        state = self.states.get(self.runs[r].state or "")
        own: Body | None = state.get(name) if state is not None else None
        return own if own is not None else self.story.get(name)

    # ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _body(self, r: int, body: Body | None, s: int | None) -> str | None:
        """Run a body; the answer is where its `goto` goes."""
        self.busy[r] = self.busy.get(r, 0) + 1
        try:
            for verb, *values in body or ():
                goes = self._do(r, s, verb, values)
                if goes is not None:
                    return goes
            return None
        finally:
            self.busy[r] -= 1

    def _do(self, r: int, s: int | None, verb: str, values: list[Any]) -> str | None:
        run = self.runs[r]
        match verb:
            case "bump":
                run.n += values[0]
            case "fail":
                if run.fail == values[0]:
                    raise Thrown("ValidationException", f"fail {values[0]}")
            case "goto":
                return str(values[0])
            case "gotoif":
                if run.n % values[0] == values[1]:
                    return str(values[2])
            case "assign" | "release":
                assert s is not None
                if not run.slots[s].is_open:
                    raise Thrown("ConflictException")
                number = s
                if verb == "assign":
                    self.step(self.instant, None, lambda: self._assign(r, number, values[0]))
                else:
                    self.step(self.instant, None, lambda: self._release(r, number))
            case "raise":
                self._raise(r, values[0], None, is_system=True)
            case "try":
                try:
                    self._raise(r, values[0], None, is_system=True)
                except Thrown:
                    self.runs[r].n += 1
            case _:
                raise AssertionError(verb)
        return None

    # ── Moving ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _begin(self, r: int) -> None:
        first = self.story["states"][0]["name"]
        self.audit(r, "Started", to=first)
        self._body(r, self.story["start"], None)
        run = self.runs[r]
        run.state = first
        run.visit += 1
        self._go_on(r, self._arrive(r))

    def _end_of_step(self, r: int, visit: int, goes: str | None) -> None:
        """Go where the body said, or ask whether the state is complete (R15)."""
        if goes is None and self.runs[r].visit == visit:
            goes = self._completion(r)
        self._go_on(r, goes)

    def _go_on(self, r: int, goes: str | None) -> None:
        while goes is not None:
            goes = self._move(r, goes)

    def _move(self, r: int, to: str) -> str | None:
        run = self.runs[r]
        if not run.is_live or run.is_leaving:
            raise Thrown("ConflictException")
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise Loop
        if run.is_settled:
            self._leave(r)
        run = self.runs[r]
        source, run.state = run.state, to
        run.visit += 1
        run.is_completed = False
        self.audit(r, "Transitioned", source=source, to=to)
        return self._arrive(r)

    def _leave(self, r: int) -> None:
        """Its `exit` runs, and may still read the clocks; then its waits are gone (R8, R46)."""
        run = self.runs[r]
        run.is_settled, run.is_leaving = False, True
        self._body(r, self.states[run.state or ""]["exit"], None)
        run = self.runs[r]
        run.is_leaving = False
        for s in run.here:
            run.slots[s].is_open = False
        self.disarm(r, lambda c: c.kind == "Expire" or c.slot in self.runs[r].here)
        run.here = []

    def _arrive(self, r: int) -> str | None:
        run = self.runs[r]
        state, visit = run.state or "", run.visit
        if state in self.ends:
            self._body(r, self.ends[state]["enter"], None)
            run = self.runs[r]
            run.clocks = []
            for s in run.own:
                run.slots[s].is_open = False
            run.own, run.is_live = [], False
            self.audit(r, "Ended")
            return None
        goes = self._body(r, self.states[state]["enter"], None)
        if goes is not None or self.runs[r].visit != visit:
            return goes
        self._settle_in(r, self.states[state])
        return self._completion(r)

    def _settle_in(self, r: int, state: Data) -> None:
        run = self.runs[r]
        is_first, run.is_armed, run.is_settled = not run.is_armed, True, True
        if is_first:
            run.own = [self._open_slot(run, spec) for spec in self.story["slots"]]
        run.here = [self._open_slot(run, spec) for spec in state["slots"]]
        for slot in self.open_slots(r):
            if is_first or slot.number in run.here:
                self.start_milestone(r, slot.number, "Assigned")
                self.start_milestone(r, slot.number, "Finished")
        if state["expire"] is not None:
            self.arm(r, Clock(0, "Expire", self.instant + state["expire"], self.instant, state["order"]))
        if is_first and self.story["deadline"] is not None:
            self.arm(r, Clock(0, "Deadline", run.started + self.story["deadline"], run.started))

    def _open_slot(self, run: Run, spec: Data) -> int:
        self.counter += 1
        run.slots[self.counter] = Slot(self.counter, spec, self.instant)
        return self.counter

    def _completion(self, r: int) -> str | None:
        run = self.runs[r]
        if not run.is_live or not run.is_settled or run.is_completed:
            return None
        state, visit = self.states[run.state or ""], run.visit
        when = state["complete"]
        if when is not None:
            if run.n % when["modulo"] != when["rest"]:
                return None
        elif not run.here or any(run.slots[s].status != "Satisfied" for s in run.here):
            return None
        run.is_completed = True
        self.audit(r, "Completed")
        goes = self._body(r, when["body"], None) if when is not None else None
        if goes is not None or self.runs[r].visit != visit:
            return goes
        return self._body(r, self._clock_route(r, "on_complete"), None)


def _may_answer(slot: Slot, who: int | None) -> bool:
    """R19: its holder; of a free one a candidate; without candidates anybody."""
    if slot.holder is not None:
        return slot.holder == who
    pool: list[int] | None = slot.spec["pool"]
    return pool is None or who in pool
