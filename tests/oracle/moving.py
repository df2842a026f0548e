"""How runs move in the model: the first step, leaving, arriving, settling in, completion, the end."""

from oracle.ground import Ground
from oracle.memory import MOST_MOVES, Body, Clock, Data, Loop, Run, Slot, Thrown


class Moving(Ground):
    """Runs that move."""

    def begin(self, r: int) -> None:
        """The first step."""
        flow, run = self.flow(r), self.runs[r]
        first = flow["states"][0]["name"]
        self.audit(r, "Started", to=first)
        self.run_body(r, flow["start"], None)
        run = self.runs[r]
        run.state = first
        run.visit += 1
        self.end_of_step(r, self._arrive(r))

    def end_of_step(self, r: int, goes: str | None) -> None:
        """Go where the body said, then ask the state that the run is in whether it is complete (R15, R154).

        A body that moved its own run and went on leaves a state that has to be asked as well.
        """
        while True:
            while goes is not None:
                goes = self._move(r, goes)
            visit = self.runs[r].visit
            goes = self._completion(r)
            if goes is None and self.runs[r].visit == visit:
                return

    def clock_route(self, r: int, name: str) -> Body | None:
        """The route of a clock or of completion: the state's comes before the workflow's (R45)."""
        state = self.state(r)
        own: Body | None = state.get(name) if state is not None else None
        return own if own is not None else self.flow(r).get(name)

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
        run, state = self.runs[r], self.state(r)
        run.is_settled, run.is_leaving = False, True
        self.run_body(r, state["exit"] if state else None, None)
        run = self.runs[r]
        run.is_leaving = False
        self.disarm(r, lambda c: c.kind == "Expire" or c.slot in self.runs[r].here)
        for s in run.here:
            del run.slots[s]
        run.here = []

    def _arrive(self, r: int) -> str | None:
        run = self.runs[r]
        end, visit = self.ends[run.flow].get(run.state or ""), run.visit
        if end is not None:
            self.run_body(r, end["enter"], None)
            self._end(r)
            return None
        state = self.state(r)
        assert state is not None
        goes = self.run_body(r, state["enter"], None)
        if goes is not None or self.runs[r].visit != visit:
            return goes
        self._settle_in(r, state)
        return None

    def _end(self, r: int) -> None:
        run = self.runs[r]
        run.clocks, run.slots, run.own, run.is_live = [], {}, [], False
        self.audit(r, "Ended")

    def _settle_in(self, r: int, state: Data) -> None:
        run, flow = self.runs[r], self.flow(r)
        is_first, run.is_armed, run.is_settled = not run.is_armed, True, True
        if is_first:
            run.own = [self._open_slot(run, spec) for spec in flow["slots"]]
        run.here = [self._open_slot(run, spec) for spec in state["slots"]]
        for slot in self.open_slots(r):
            if is_first or slot.number in run.here:
                self.start_milestone(r, slot.number, "Assigned")
                self.start_milestone(r, slot.number, "Finished")
        if state["expire"] is not None:
            self.arm_run_clock(r, "Expire", self.instant, state["expire"], state["order"])
        if is_first and flow["deadline"] is not None:
            self.arm_run_clock(r, "Deadline", run.started, flow["deadline"], 0)

    def _open_slot(self, run: Run, spec: Data) -> int:
        self.counter += 1
        run.slots[self.counter] = Slot(self.counter, spec, self.instant)
        return self.counter

    def _completion(self, r: int) -> str | None:
        run, state = self.runs[r], self.state(r)
        if state is None or not run.is_live or not run.is_settled or run.is_completed:
            return None
        when, visit = state["complete"], run.visit
        if when is not None:
            if self.item(r).n % when["modulo"] != when["rest"]:
                return None
        elif not run.here or any(run.slots[s].status != "Satisfied" for s in run.here):
            return None
        run.is_completed = True
        self.audit(r, "Completed")
        goes = self.run_body(r, when["body"], None) if when is not None else None
        if goes is not None or self.runs[r].visit != visit:
            return goes
        return self.run_body(r, self.clock_route(r, "on_complete"), None)

    # ── Slots ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def assign(self, r: int, s: int, person: int) -> None:
        """Give a slot away (R5, R42)."""
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
        self.run_body(r, milestone["enter"] if milestone else None, s)
        still = self.runs[r].slots.get(s)
        if still is not None and still.hand_overs == hand_overs and still.status == "Assigned":
            self.start_milestone(r, s, "Finished")

    def release(self, r: int, s: int) -> None:
        """Take a slot from its holder (R5)."""
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

    def satisfy(self, r: int, s: int) -> None:
        """A slot is answered (R18, R41)."""
        slot = self.runs[r].slots[s]
        is_first = slot.status != "Satisfied"
        self.retire(r, s, "Assigned")
        self.retire(r, s, "Finished")
        slot.status = "Satisfied"
        milestone = slot.spec["milestones"]["Finished"]
        if is_first and milestone:
            self.run_body(r, milestone["enter"], s)


def slot_name(run: Run, clock: Clock) -> str | None:
    """The name of a clock's slot."""
    return None if clock.slot is None else str(run.slots[clock.slot].spec["name"])
