"""Settling: the clocks that are due fire, earliest first, as if each had fired when it fell due (R2).

All due clocks go into one heap, ordered by due instant, kind, declaration order, run creation order (R3). A clock
that a firing arms joins the same settle. A clock that a firing retires is found not to be armed any more when its
turn comes. Each firing is a transaction of its own at its own due instant; one that throws leaves its clock armed and
is not tried again by this settle (R6).
"""

import heapq
from collections.abc import Callable
from functools import partial

from osy_runtime.exceptions import throw
from osy_runtime.faces import RowFace
from osy_runtime.signals import CodeFrame, OsyThrow
from osy_runtime.values import Value
from osy_runtime.workflow import milestones, moves
from osy_runtime.workflow.audit import new_entry, reminder_fault, start_fault, timer_fault
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.queue import is_armed
from osy_runtime.workflow.run import Clock, Kind, Progress, Run, Slot
from osy_runtime.workflow.shape import Reminder

MOST_FIRINGS_AT_ONCE = 1_000
"""How often one run's clocks may fire at one instant in one settle: more is a loop that never gets ahead."""

FIRINGS_BETWEEN_LOOKS = 16
"""How many clocks fire between two looks at the time that the test may still run."""

EXHAUSTED = "Exhausted"


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
    for run in ctx.runs_by_row.get(row, ()):
        for armed in run.clocks:
            agenda.offer(armed)

    def on_armed(clock: Clock) -> None:
        if clock.run.row is row:
            agenda.offer(clock)

    ctx.armed_listeners.append(on_armed)
    try:
        _fire_all(ctx, agenda.take)
    finally:
        ctx.armed_listeners.remove(on_armed)


def settle_all(ctx: Context) -> None:
    """Fire what is due on all runs; what threw waits in the queue for the next settle."""
    ctx.store.commit()
    waiting: list[Clock] = []
    try:
        _fire_all(ctx, partial(ctx.queue.take_due, ctx.clock.now), waiting)
    finally:
        for clock in waiting:
            clock.is_queued = False
            if is_armed(clock):
                ctx.queue.push(clock)


def _fire_all(ctx: Context, take: Callable[[], Clock | None], waiting: list[Clock] | None = None) -> None:
    """Fire one clock after the other.

    Clocks of the queue count as queued as long as they have their turn, so that the undoing of what they did puts them
    into the queue no second time. One that is armed still after its turn threw: it is put to those that are `waiting`,
    for this settle does not come back to it.
    """
    counts: dict[Run, int] = {}
    instant, fired = -1, 0
    clockwork = ctx.clock
    firing = ctx.firing
    with ctx.acting(clockwork.now, None), ctx.world.catching():
        while (clock := take()) is not None:
            run = clock.run
            try:
                if run.is_leaving or clock in firing:
                    continue
                if fired % FIRINGS_BETWEEN_LOOKS == 0:
                    # A clock that comes again every tick would keep a settle busy, with bodies too short to notice.
                    ctx.world.time_left()
                fired += 1
                due = clock.due
                if due != instant:
                    instant = due
                    counts.clear()
                counts[run] = count = counts.get(run, 0) + 1
                if count > MOST_FIRINGS_AT_ONCE:
                    raise _loop(run)
                clockwork.body_now = due
                _fire(ctx, clock)
            finally:
                if waiting is not None:
                    if clock in run.clocks and not run.row.is_deleted:
                        waiting.append(clock)
                    else:
                        clock.is_queued = False


def _loop(run: Run) -> OsyThrow:
    return throw(
        "WorkflowLoopException",
        f"clocks of `{run.flow.name}` fired more than {MOST_FIRINGS_AT_ONCE} times at one instant, "
        f"in state {run.shown_state}",
    )


def fire(ctx: Context, clock: Clock) -> None:
    """Fire one clock in a transaction of its own; what its body throws is recorded, and nobody hears of it."""
    with ctx.acting(clock.due, None), ctx.world.catching():
        _fire(ctx, clock)


def _fire(ctx: Context, clock: Clock) -> None:
    """The same, where the system acts already and at the clock's instant."""
    firing, store, depth, body = ctx.firing, ctx.store, ctx.depth, ctx.body
    firing.append(clock)
    if ctx.note is not None:
        ctx.note(("clock", clock.run.flow.name, *_what(clock)))
    mark = store.mark()
    ctx.body = ""
    try:
        if depth:
            ctx.check_depth()
        else:
            ctx.moves = 0
        ctx.depth = depth + 1
        try:
            progress, reminder = clock.progress, clock.reminder
            if progress is None:
                _run(ctx, clock)
            elif reminder is not None:
                _remind(ctx, clock, progress, reminder)
            else:
                _lapse(ctx, clock, progress)
        finally:
            ctx.depth = depth
        # The commit checks what the bodies wrote: what it throws undoes the firing as well.
        store.commit()
    except OsyThrow as error:
        store.rollback(mark)
        with ctx.atomic():
            _failed(ctx, clock, error.message, error.frames[0] if error.frames else None)
        store.commit()
    except BaseException:
        store.rollback(mark)
        raise
    finally:
        ctx.body = body
        firing.pop()


def _what(clock: Clock) -> tuple[str, str, str]:
    """The state that the run is in, the slot that the clock is of (empty if none), and the clock's word."""
    slot = clock.slot.shape.name if clock.slot is not None else ""
    return clock.run.state or "", slot, "Remind" if clock.reminder is not None else clock.kind.name.capitalize()


# ── What a clock does ────────────────────────────────────────────────────────────────────────────────────────────────


def _run(ctx: Context, clock: Clock) -> None:
    """Do what a clock of the run itself is for."""
    run = clock.run
    if clock.kind is Kind.START:
        ctx.disarm(run, clock)
        ctx.records.put(run, "is_pending", False)
        moves.start(ctx, run, None)
    else:
        ctx.disarm(run, clock)
        arguments: tuple[Value, ...] = (run.place.value,)
        route = run.flow.shape.clock_route(_route_name(clock), run.place)
        moves.conclude(ctx, run, moves.run_route(ctx, run, route, arguments))


def _route_name(clock: Clock) -> str:
    return "Expire" if clock.kind is Kind.EXPIRE else "Deadline"


def _remind(ctx: Context, clock: Clock, progress: Progress, reminder: Reminder) -> None:
    run, slot = clock.run, progress.slot
    if run.saved != ctx.store.epoch:
        ctx.records.save_clocks(run)
    clocks = run.clocks
    at = clocks.index(clock)
    run.clocks = clocks[:at] + clocks[at + 1 :]
    run.audit.append(
        new_entry(("Reminded", ctx.clock.body_now, None, None, slot.shape.name, ctx.actor, None, reminder.name))
    )
    target = ctx.run_body(run, reminder.body, slot)
    if target is not None:
        raise ctx.may_not_move(run, target, f"`Remind {reminder.name}`")
    if reminder.then_every is not None:
        _next_reminder(ctx, clock, progress, reminder)
    moves.conclude(ctx, run, None)


def _next_reminder(ctx: Context, clock: Clock, progress: Progress, reminder: Reminder) -> None:
    """The next one counts from the instant the last was scheduled for, if its window is still open (R4, R38)."""
    slot = progress.slot
    window_is_open = progress.is_running and any(
        c.progress is progress and c.reminder is None and not c.is_pause for c in clock.run.clocks
    )
    if not window_is_open:
        return
    gap = ctx.span(reminder.then_every, slot, "ThenEvery")
    if gap:
        milestones.arm_reminder(ctx, slot, progress, reminder, clock.due, gap)


def _lapse(ctx: Context, clock: Clock, progress: Progress) -> None:
    """A window lapsed, or the pause before one: there is a further window, or the milestone is breached."""
    run, slot = clock.run, progress.slot
    if clock.is_pause:
        ctx.disarm(run, clock)
        milestones.open_window(ctx, slot, progress)
        return
    milestones.stop_window(ctx, slot, progress)
    if progress.budget is None or progress.window < progress.budget:
        ctx.audit(run, "Breached", slot=slot, detail=f"{progress.milestone.keyword}, to be retried")
        milestones.pause(ctx, slot, progress)
        moves.conclude(ctx, run, None)
        return
    _breach(ctx, slot, progress)


def _breach(ctx: Context, slot: Slot, progress: Progress) -> None:
    """The last window lapsed: `Exhausted` if there were retries, then the arm decides.

    Source: workflow-milestone#retries.
    """
    run, milestone = slot.run, progress.milestone
    has_retries = progress.has_retries
    ctx.records.save(progress)
    progress.is_running = False
    ctx.audit(run, "Exhausted" if has_retries else "Breached", slot=slot, detail=milestone.keyword)
    if has_retries and milestone.exhausted is not None:
        ctx.body = EXHAUSTED
        ctx.run_staying(run, milestone.exhausted, "`Exhausted`", slot)
    ctx.body = milestone.breach_keyword
    target = None
    # An `Exhausted` body that raised an event may have moved the run: then there is nothing left to decide.
    if slot.is_open and milestone.breach is not None:
        target = ctx.run_body(run, milestone.breach, slot, milestone.breach_parameter)
    moves.conclude(ctx, run, target)


# ── What is told of one that threw ───────────────────────────────────────────────────────────────────────────────────


def _failed(ctx: Context, clock: Clock, error: str, at: CodeFrame | None) -> None:
    """Record what the body threw, and where; a reminder goes on to its next (R24, R39)."""
    run, progress = clock.run, clock.progress
    if clock.reminder is not None and progress is not None:
        _reminder_failed(ctx, clock, progress, clock.reminder, error, at)
        return
    if clock.kind is Kind.START and clock not in run.clocks:
        # The run's very first step: it waits, and the next settle tries again (R26).
        ctx.records.put(run, "is_pending", True)
        ctx.arm(clock)
    label, body = _named(ctx, clock)
    message = start_fault(error) if clock.kind is Kind.START else timer_fault(label, error)
    ctx.audit(run, "Faulted", slot=clock.slot, message=message)
    ctx.fault(run, body, message, at)


def _reminder_failed(
    ctx: Context, clock: Clock, progress: Progress, reminder: Reminder, error: str, at: CodeFrame | None
) -> None:
    run = clock.run
    message = reminder_fault(reminder.name, error)
    ctx.audit(run, "Reminded", slot=clock.slot, message=message, detail=reminder.name)
    ctx.fault(run, f"Remind {reminder.name}", message, at)
    ctx.disarm(run, clock)
    if reminder.then_every is None:
        return
    try:
        with ctx.atomic():
            _next_reminder(ctx, clock, progress, reminder)
    except OsyThrow:
        # `ThenEvery` itself throws: there is no next instant to be due at, so the failed reminder was the last.
        return


def _named(ctx: Context, clock: Clock) -> tuple[str, str]:
    """What was running when the clock's firing threw, as a sentence and as a list of faults have it."""
    if clock.progress is not None:
        keyword = clock.progress.milestone.keyword
        return (
            (f"`{ctx.body} {{ }}` body of a milestone", ctx.body) if ctx.body else (f"`{keyword}` milestone", keyword)
        )
    if clock.kind is Kind.START:
        return "first step", "Start"
    name = _route_name(clock)
    return f"`on {name} {{ }}` body", f"on {name}"
