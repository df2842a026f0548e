"""Which promise a slot or an item reports: its own milestone's clock, or the run's that it borrows (R46)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from osy_grammar.record import record
from osy_runtime.workflow.run import Clock, Kind, Run, Slot

if TYPE_CHECKING:
    from osy_runtime.workflow.hours import Calendar

RUN_KINDS = (Kind.EXPIRE, Kind.DEADLINE)
SLA_NAMES = {Kind.ASSIGNED: "Assigned", Kind.FINISHED: "Finished", Kind.EXPIRE: "Expire", Kind.DEADLINE: "Deadline"}


@record()
class Promise:
    """A live clock as work lists show it; `is_own` says that it is a milestone of the slot itself."""

    sla: str
    due: int
    opened: int
    within: int
    is_own: bool
    calendar: "Calendar | None" = None

    def elapsed(self, now: int) -> int:
        """What has passed of the window: service hours where it counts those."""
        return self.calendar.accrued(self.opened, now) if self.calendar is not None else now - self.opened


def promise_of(slot: Slot) -> Promise | None:
    """The slot's soonest own promise; a slot that declares none borrows the run's."""
    own = [
        clock
        for clock in slot.run.clocks
        if clock.slot is slot and clock.kind in (Kind.ASSIGNED, Kind.FINISHED) and not clock.is_pause
    ]
    if own:
        return _soonest(own, is_own=True)
    return run_promise(slot.run) if not slot.shape.milestones else None


def run_promise(run: Run) -> Promise | None:
    """The sooner of the state's `Expire` and the run's `Deadline`; `Expire` on a tie."""
    clocks = [clock for clock in run.clocks if clock.kind in RUN_KINDS]
    return _soonest(clocks, is_own=False) if clocks else None


def _soonest(clocks: Iterable[Clock], *, is_own: bool) -> Promise:
    clock = min(clocks, key=lambda c: (c.due, c.kind))
    return Promise(SLA_NAMES[clock.kind], clock.due, clock.opened, clock.within, is_own, clock.calendar)
