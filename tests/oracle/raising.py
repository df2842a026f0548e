"""How events reach runs in the model: who hears them and may answer, the deposit, reports and links; and bodies."""

from collections.abc import Callable
from typing import Any

from oracle.memory import Body, Data, Slot, Thrown
from oracle.moving import Moving

INNER_KEY = 3
"""What a body hands over when it raises an event that has a parameter."""


class Raising(Moving):
    """Runs that hear events."""

    # ── Raising ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def raise_at(
        self, row: int, event: str, who: int | None, *, key: int, instant: int | None = None, is_system: bool = False
    ) -> None:
        """`Flow.RaiseE(row)`: the order of the checks is R60, then R13, then R12."""
        r = self.run_of(row, self.flow_of[event])
        if r >= len(self.runs):
            raise Thrown("NotFoundException")
        allowed = self.events[event]["allowed"]
        if allowed is not None and who not in allowed:
            raise Thrown("NotAuthorized")
        if not self._hears(r):
            raise Thrown("ConflictException")
        s, route = self._target(r, event, who, is_system=is_system)
        self.step(
            self.instant if instant is None else instant, who, lambda: self._deposit(r, s, route, who, key, gives=True)
        )

    def correlate(self, event: str, key: int) -> str:
        """`Flow.CorrelateE(key)`: a report finds its run by the rule, and nobody is its raiser (R150)."""
        if not self.events[event]["is_keyed"]:
            return "NoRule"
        flow = self.flow_of[event]
        matching = [r for r, run in enumerate(self.runs) if run.flow == flow and self.item(r).key == key]
        hearing = [r for r in matching if self._hears(r)]
        if not matching:
            return "NoSuchKey"
        if len(hearing) != 1:
            return "Ambiguous" if hearing else "NotRunning"
        r = hearing[0]
        try:
            s, route = self._target(r, event, None, is_system=True)
        except Thrown:
            return "NotRunning"
        self.step(self.now, None, lambda: self._deposit(r, s, route, None, key, gives=False))
        return "Deposited"

    def redeem(self, r: int, s: int, key: int | None) -> None:
        """`Workflow.Redeem(token, json)`: the link works once, and has no principal (R48)."""
        run = self.runs[r]
        if s in run.used_links:
            raise Thrown("NotFoundException")
        if s not in run.slots or not self._hears(r):
            raise Thrown("ConflictException")
        slot = run.slots[s]
        if key is None and self.events[slot.spec["event"]]["is_keyed"]:
            raise Thrown("ValidationException")

        def answer() -> None:
            self._deposit(r, s, self._route_of(r, slot), None, key or 0, gives=False)
            self.runs[r].used_links.add(s)

        self.step(self.now, None, answer)

    def _hears(self, r: int) -> bool:
        run = self.runs[r]
        return run.is_live and not run.is_pending and not run.is_leaving

    def _target(self, r: int, event: str, who: int | None, *, is_system: bool) -> tuple[int | None, Data | None]:
        """The order of R12; what is not open yet hears nothing (R58)."""
        run, state = self.runs[r], self.state(r)
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
        route = next((x for x in self.flow(r)["routes"] if x["on"] == event), None)
        if route is not None and run.state not in self.ends[run.flow]:
            return None, route
        raise Thrown("ConflictException")

    def _answerable(
        self, r: int, waiting: list[Slot], who: int | None, *, is_system: bool
    ) -> tuple[int | None, Data | None]:
        may = [s for s in waiting if is_system or _may_answer(s, who)]
        if not may:
            raise Thrown("NotAuthorized")
        slot = next((s for s in may if s.status != "Satisfied"), may[0])
        return slot.number, self._route_of(r, slot)

    def _route_of(self, r: int, slot: Slot) -> Data | None:
        """The slot's route: the state's before the workflow's, of the slot's name before the event's (R12, R40)."""
        state = self.state(r) or {"routes": []}
        for routes in (state["routes"], self.flow(r)["routes"]):
            for name in (slot.spec["name"], slot.spec["event"]):
                for route in routes:
                    if route["on"] == name:
                        return dict(route)
        return None

    # ── Depositing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _deposit(self, r: int, s: int | None, route: Data | None, who: int | None, key: int, *, gives: bool) -> None:
        visit = self.runs[r].visit
        if s is not None:
            slot = self.runs[r].slots[s]
            for required in slot.spec["requires"] or ():
                if self.item(r).n % required["modulo"] != required["rest"]:
                    raise Thrown("RequirementsNotMet")
            if gives and who is not None and slot.spec["pool"] is not None and slot.status == "Unassigned":
                self.assign(r, s, who)
            if self.runs[r].visit != visit:
                raise Thrown("ConflictException")
        self.audit(r, "Deposited", slot=None if s is None else self.runs[r].slots[s].spec["name"])
        if s is not None:
            self.satisfy(r, s)
        goes = self._route(r, route, key) if route is not None and self.runs[r].visit == visit else None
        if goes is not None or not self.busy.get(r):
            self.end_of_step(r, goes)

    def _route(self, r: int, route: Data, key: int) -> str | None:
        if route["arms"] is None:
            return self.run_body(r, route["body"], None, key)
        for modulo, rest, body in route["arms"]:
            if self.item(r).n % modulo == rest:
                return self.run_body(r, body, None, key)
        return self.run_body(r, route["body"], None, key)

    # ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def run_body(self, r: int, body: Body | None, s: int | None, key: int = 0) -> str | None:
        """Run a body of a run, of a slot where one is meant; the answer is where its `goto` goes."""
        self.busy[r] = self.busy.get(r, 0) + 1
        try:
            for verb, *values in body or ():
                goes = self._do(r, s, key, verb, values)
                if goes is not None:
                    return goes
            return None
        finally:
            self.busy[r] -= 1

    def _do(self, r: int, s: int | None, key: int, verb: str, values: list[Any]) -> str | None:
        item, row = self.item(r), self.runs[r].row
        match verb:
            case "bump":
                item.n += values[0]
            case "take":
                item.n += key
            case "stamp":
                item.stamp = self.instant
            case "fail":
                if item.fail == values[0]:
                    raise Thrown("ValidationException", f"fail {values[0]}")
            case "goto":
                return str(values[0])
            case "gotoif":
                if item.n % values[0] == values[1]:
                    return str(values[2])
            case "assign" | "release":
                assert s is not None
                self._hand_over(r, s, values[0] if verb == "assign" else None)
            case "raise":
                self._raise_inside(row, values[0])
            case "try":
                self._trying(row, lambda: self._raise_inside(row, values[0]))
            case "poke":
                if item.mate is not None:
                    self._raise_inside(item.mate, values[0])
            case _:
                raise AssertionError(verb)
        return None

    def _hand_over(self, r: int, s: int, person: int | None) -> None:
        if s not in self.runs[r].slots:
            raise Thrown("ConflictException")
        if person is not None:
            self.step(self.instant, None, lambda: self.assign(r, s, person))
        else:
            self.step(self.instant, None, lambda: self.release(r, s))

    def _raise_inside(self, row: int, event: str) -> None:
        self.raise_at(row, event, None, key=INNER_KEY, is_system=True)

    def _trying(self, row: int, do: Callable[[], None]) -> None:
        try:
            do()
        except Thrown:
            self.items[row].n += 1


def _may_answer(slot: Slot, who: int | None) -> bool:
    """R19: its holder; of a free one a candidate; without candidates anybody."""
    if slot.holder is not None:
        return slot.holder == who
    pool: list[int] | None = slot.spec["pool"]
    return pool is None or who in pool
