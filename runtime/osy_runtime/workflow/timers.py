"""Settling: the clocks that are due fire, earliest first, as if each had fired when it fell due (R2).

All due clocks go into one heap, ordered by due instant, kind, declaration order, run creation order (R3). A clock
that a firing arms joins the same settle. A clock that a firing retires is found not to be armed any more when its
turn comes. Each firing is a transaction of its own at its own due instant; one that throws leaves its clock armed and
is not tried again by this settle (R6).
"""

import heapq
from collections.abc import Callable

from osy_runtime.exceptions import throw
from osy_runtime.faces import RowFace
from osy_runtime.signals import CodeFrame, OsyThrow
from osy_runtime.values import Value
from osy_runtime.workflow import milestones, moves
from osy_runtime.workflow.audit import reminder_fault, start_fault, timer_fault
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.queue import is_armed
from osy_runtime.workflow.run import Clock, Kind, Progress, Run, Slot

MOST_FIRINGS_AT_ONCE = 1_000
"""How often one run's clocks may fire at one instant in one settle: more is a loop that never gets ahead."""


class Agenda:
    """The clocks of some runs that are due in one settle, in firing order."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._now = ctx.clock.now
        self._heap: list[tuple[tuple[int, ...], int, Clock]] = []
        self._offered = 0

    def offer(self, clock: Clock) -> None:
        """Take the clock in if it is due."""
        if clock.due <= self._now:
            self._offered += 1
            heapq.heappush(self._heap, (clock.key, self._offered, clock))

    def take(self) -> Clock | None:
        """The next clock that is still armed; None when nothing is due."""
        while self._heap:
            clock = heapq.heappop(self._heap)[2]
            if is_armed(clock):
                return clock
        return None


def settle_row(ctx: Context, row: RowFace) -> None:
    """Fire what is due on the row's runs, and on runs of the row that come to be meanwhile.

    What the caller staged is committed first: every firing is a transaction of its own, so that the caller's unit
    ends here.
    """
    ctx.store.commit()
    agenda = Agenda(ctx)
    for run in ctx.runs_by_row.get(row.id, ()):
        for armed in run.clocks:
            agenda.offer(armed)

    def on_armed(clock: Clock) -> None:
        if clock.run.row.id == row.id:
            agenda.offer(clock)

    ctx.armed_listeners.append(on_armed)
    try:
        _fire_all(ctx, agenda.take)
    finally:
        ctx.armed_listeners.remove(on_armed)


def settle_all(ctx: Context) -> None:
    """Fire what is due on all runs; what threw waits in the queue for the next settle."""
    ctx.store.commit()
    now = ctx.clock.now
    taken: list[Clock] = []

    def take() -> Clock | None:
        # A clock that is armed still although it had its turn threw: this settle does not come back to it.
        if taken and not is_armed(taken[-1]):
            taken.pop().is_queued = False
        clock = ctx.queue.pop_due(now)
        if clock is not None:
            # As long as it counts as queued, the undoing of what it did puts it into the queue no second time.
            clock.is_queued = True
            taken.append(clock)
        return clock

    try:
        _fire_all(ctx, take)
    finally:
        for clock in taken:
            clock.is_queued = False
            if is_armed(clock):
                ctx.queue.push(clock)


def _fire_all(ctx: Context, take: Callable[[], Clock | None]) -> None:
    counts: dict[Run, int] = {}
    instant = -1
    with ctx.acting(ctx.clock.now, None):
        while (clock := take()) is not None:
            if clock.run.is_leaving or clock in ctx.firing:
                continue
            # A clock that comes again every tick would keep a settle busy for ever, with bodies too short to notice.
            ctx.world.time_left()
            if clock.due != instant:
                instant = clock.due
                counts.clear()
            _count(counts, clock)
            fire(ctx, clock)


def fire(ctx: Context, clock: Clock) -> None:
    """Fire one clock in a transaction of its own; what its body throws is recorded, and nobody hears of it."""
    ctx.firing.append(clock)
    if ctx.note is not None:
        ctx.note(("clock", clock.run.flow.name, *_what(clock)))
    firing = _Firing(ctx, clock)
    mark = ctx.store.mark()
    try:
        with ctx.acting(clock.due, None):
            try:
                ctx.begin_step()
                try:
                    firing.run()
                finally:
                    ctx.end_step()
                # The commit checks what the bodies wrote: what it throws undoes the firing as well.
                ctx.store.commit()
            except OsyThrow as error:
                ctx.store.rollback(mark)
                with ctx.atomic():
                    firing.failed(error.message, error.frames[0] if error.frames else None)
                ctx.store.commit()
            except BaseException:
                ctx.store.rollback(mark)
                raise
    finally:
        ctx.firing.remove(clock)


def _what(clock: Clock) -> tuple[str, str, str]:
    """The state that the run is in, the slot that the clock is of (empty if none), and the clock's word."""
    slot = clock.slot.shape.name if clock.slot is not None else ""
    return clock.run.state or "", slot, "Remind" if clock.reminder is not None else clock.kind.name.capitalize()


def _count(counts: dict[Run, int], clock: Clock) -> None:
    """Note a firing at the present instant."""
    counts[clock.run] = count = counts.get(clock.run, 0) + 1
    if count > MOST_FIRINGS_AT_ONCE:
        raise throw(
            "WorkflowLoopException",
            f"clocks of `{clock.run.flow.name}` fired more than {MOST_FIRINGS_AT_ONCE} times at one instant, "
            f"in state {clock.run.shown_state}",
        )


class _Firing:
    """One clock being fired. `body` names what is running, for the fault's sentence."""

    def __init__(self, ctx: Context, clock: Clock) -> None:
        self._ctx = ctx
        self._clock = clock
        self._run = clock.run
        self._label = ""
        self._body = ""

    def run(self) -> None:
        """Do what the clock is for."""
        clock = self._clock
        if clock.slot is not None and clock.progress is not None:
            self._slot_clock(clock.slot, clock.progress)
        elif clock.kind is Kind.START:
            self._say("first step", "Start")
            self._ctx.disarm(self._run, clock)
            self._ctx.records.put(self._run, "is_pending", False)
            moves.start(self._ctx, self._run, None)
        else:
            self._run_clock_route("Expire" if clock.kind is Kind.EXPIRE else "Deadline")

    def failed(self, error: str, at: CodeFrame | None) -> None:
        """Record what the body threw, and where; a reminder goes on to its next (R24, R39)."""
        ctx, clock = self._ctx, self._clock
        if clock.kind is Kind.REMIND and clock.slot is not None and clock.progress is not None and clock.reminder:
            message = reminder_fault(clock.reminder.name, error)
            ctx.audit(self._run, "Reminded", slot=clock.slot, message=message, detail=clock.reminder.name)
            ctx.fault(self._run, f"Remind {clock.reminder.name}", message, at)
            ctx.disarm(self._run, clock)
            try:
                with ctx.atomic():
                    self._next_reminder(clock.slot, clock.progress)
            except OsyThrow:
                # `ThenEvery` itself throws: there is no next instant to be due at, so the failed reminder was the last.
                return
            return
        if clock.kind is Kind.START and clock not in self._run.clocks:
            # The run's very first step: it waits, and the next settle tries again (R26).
            ctx.records.put(self._run, "is_pending", True)
            ctx.arm(clock)
        message = start_fault(error) if clock.kind is Kind.START else timer_fault(self._label, error)
        ctx.audit(self._run, "Faulted", slot=clock.slot, message=message)
        ctx.fault(self._run, self._body, message, at)

    def _say(self, label: str, body: str) -> None:
        self._label = label
        self._body = body

    def _run_clock_route(self, name: str) -> None:
        ctx, run, clock = self._ctx, self._run, self._clock
        self._say(f"`on {name} {{ }}` body", f"on {name}")
        ctx.disarm(run, clock)
        arguments: tuple[Value, ...] = (run.place.value,)
        target = moves.run_route(ctx, run, run.flow.shape.clock_route(name, run.place), arguments)
        moves.conclude(ctx, run, target)

    def _slot_clock(self, slot: Slot, progress: Progress) -> None:
        ctx, clock = self._ctx, self._clock
        if clock.reminder is not None:
            self._remind(slot, progress)
            return
        self._say(f"`{progress.milestone.keyword}` milestone", progress.milestone.keyword)
        if clock.is_pause:
            ctx.disarm(self._run, clock)
            milestones.open_window(ctx, slot, progress)
            return
        milestones.stop_window(ctx, slot, progress)
        if progress.budget is None or progress.window < progress.budget:
            ctx.audit(self._run, "Breached", slot=slot, detail=f"{progress.milestone.keyword}, to be retried")
            milestones.pause(ctx, slot, progress)
            moves.conclude(ctx, self._run, None)
            return
        self._breach(slot, progress)

    def _breach(self, slot: Slot, progress: Progress) -> None:
        """The last window lapsed: `Exhausted` if there were retries, then the arm decides.

        Source: workflow-milestone#retries.
        """
        ctx, run, milestone = self._ctx, self._run, progress.milestone
        ctx.records.put(progress, "is_running", False)
        ctx.audit(run, "Exhausted" if progress.has_retries else "Breached", slot=slot, detail=milestone.keyword)
        if progress.has_retries and milestone.exhausted is not None:
            self._say("`Exhausted { }` body of a milestone", "Exhausted")
            ctx.run_staying(run, milestone.exhausted, ctx.slot_names(slot), "`Exhausted`")
        keyword = milestone.breach_keyword
        self._say(f"`{keyword} {{ }}` body of a milestone", keyword)
        target = None
        # An `Exhausted` body that raised an event may have moved the run: then there is nothing left to decide.
        if slot.is_open and milestone.breach is not None:
            names = ctx.slot_names(slot)
            if milestone.breach_parameter is not None:
                names[milestone.breach_parameter] = names["slot"]
            target = ctx.run_block(run, milestone.breach, names)
        moves.conclude(ctx, run, target)

    def _remind(self, slot: Slot, progress: Progress) -> None:
        ctx, clock = self._ctx, self._clock
        if clock.reminder is None:
            return
        ctx.disarm(self._run, clock)
        ctx.audit(self._run, "Reminded", slot=slot, detail=clock.reminder.name)
        ctx.run_staying(self._run, clock.reminder.body, ctx.slot_names(slot), f"`Remind {clock.reminder.name}`")
        self._next_reminder(slot, progress)
        moves.conclude(ctx, self._run, None)

    def _next_reminder(self, slot: Slot, progress: Progress) -> None:
        """The next one counts from the instant the last was scheduled for, if its window is still open (R4, R38)."""
        ctx, clock = self._ctx, self._clock
        reminder = clock.reminder
        if reminder is None or reminder.then_every is None:
            return
        window_is_open = progress.is_running and any(
            c.progress is progress and c.reminder is None and not c.is_pause for c in self._run.clocks
        )
        if not window_is_open:
            return
        gap = ctx.span(reminder.then_every, slot, "ThenEvery")
        if gap:
            milestones.arm_reminder(ctx, slot, progress, reminder, clock.due, gap)
