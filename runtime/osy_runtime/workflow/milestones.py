"""Milestones at work: windows open and lapse, reminders are due, a new holder starts afresh.

For one holder of a slot a milestone has one `Progress`: its retry budget is evaluated once, `Within` and the
reminders each time that a window opens (R38). A window is a clock at its end and the reminders' clocks before it.
Between two windows there may be a pause.
"""

from osy_runtime.exceptions import throw
from osy_runtime.show import kind, show
from osy_runtime.signals import BadProgram
from osy_runtime.values import TimeSpan
from osy_runtime.workflow.backoff import BackoffPolicy
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.run import Clock, Kind, Progress, Slot
from osy_runtime.workflow.shape import ConstantSpan, Milestone, Reminder

_AT_ONCE = BackoffPolicy("Fixed", 0)
KINDS = {"Assigned": Kind.ASSIGNED, "Finished": Kind.FINISHED}


def begin(ctx: Context, slot: Slot, keyword: str) -> None:
    """Start the slot's milestone afresh: new attempts, first window."""
    retire(ctx, slot, keyword)
    milestone = _declared(slot, keyword)
    if milestone is None or milestone.within is None:
        return
    budget, policy = _attempts(ctx, milestone, slot)
    progress = Progress(slot, milestone, budget, policy, ctx.store.epoch)
    ctx.records.save(slot)
    if keyword == "Assigned":
        slot.assigned = progress
    else:
        slot.finished = progress
    open_window(ctx, slot, progress)


def open_window(ctx: Context, slot: Slot, progress: Progress) -> None:
    """Open the next window at the present instant."""
    milestone = progress.milestone
    within = ctx.span(milestone.within, slot, "Within") or 0
    ctx.records.save(progress)
    progress.window += 1
    _arm_window(ctx, slot, progress, within, is_pause=False)
    now = ctx.clock.body_now
    for reminder in milestone.reminders:
        constant = reminder.after
        after = constant.ticks if type(constant) is ConstantSpan else ctx.span(constant, slot, "After") or 0
        arm_reminder(ctx, slot, progress, reminder, now, after)


def _arm_window(ctx: Context, slot: Slot, progress: Progress, within: int, *, is_pause: bool) -> None:
    milestone, now, run = progress.milestone, ctx.clock.body_now, slot.run
    calendar = ctx.calendar(slot, milestone.accrues, now) if run.flow.shape.service_hours is not None else None
    due = calendar.due(now, within) if calendar is not None else now + within
    ctx.arm(Clock(KINDS[milestone.keyword], run, due, now, within, progress, None, calendar, is_pause))


def arm_reminder(ctx: Context, slot: Slot, progress: Progress, reminder: Reminder, start: int, span: int) -> None:
    """Let the reminder be due when `span` has passed since `start`."""
    run = slot.run
    calendar = ctx.calendar(slot, reminder.accrues, start) if run.flow.shape.service_hours is not None else None
    due = calendar.due(start, span) if calendar is not None else start + span
    ctx.arm(Clock(Kind.REMIND, run, due, ctx.clock.body_now, span, progress, reminder))


def pause(ctx: Context, slot: Slot, progress: Progress) -> None:
    """Wait out the backoff before the next window; without one, open it at once."""
    wait = progress.policy.wait(progress.window)
    if wait == 0:
        open_window(ctx, slot, progress)
        return
    _arm_window(ctx, slot, progress, wait, is_pause=True)


def retire(ctx: Context, slot: Slot, keyword: str) -> None:
    """Stop the milestone's clocks: it is met, breached, left, or starts afresh."""
    progress = slot.assigned if keyword == "Assigned" else slot.finished
    if progress is None or not progress.is_running:
        return
    ctx.records.put(progress, "is_running", False)
    stop_window(ctx, slot, progress)


def stop_window(ctx: Context, slot: Slot, progress: Progress) -> None:
    """Take away the clocks of the window that is open."""
    run = slot.run
    kept = tuple([clock for clock in run.clocks if clock.progress is not progress])
    if len(kept) != len(run.clocks):
        ctx.records.save_clocks(run)
        run.clocks = kept


def enter(ctx: Context, slot: Slot, keyword: str) -> None:
    """Run the milestone's `enter`: it was reached. Source: workflow-milestone#enter."""
    milestone = _declared(slot, keyword)
    if milestone is not None and milestone.enter is not None:
        ctx.run_staying(slot.run, milestone.enter, f"the `enter` of `{keyword}`", slot)


def _declared(slot: Slot, keyword: str) -> Milestone | None:
    for milestone in slot.shape.milestones:
        if milestone.keyword == keyword:
            return milestone
    return None


def _attempts(ctx: Context, milestone: Milestone, slot: Slot) -> tuple[int | None, BackoffPolicy]:
    """How many windows there are, and how long to wait between them (R7)."""
    if milestone.retries is None and milestone.backoff is None:
        return 1, _AT_ONCE
    names = ctx.slot_names(slot)
    retries = milestone.retries(ctx.world, names) if milestone.retries else None
    if retries is not None and (not isinstance(retries, int) or retries < 0):
        raise throw("ArgumentException", f"`Retries` must be a number that is not negative, got {show(retries)}")
    backoff = milestone.backoff(ctx.world, names) if milestone.backoff else None
    budget: int | None
    match backoff:
        case None:
            policy, budget = _AT_ONCE, 1
        case TimeSpan(ticks):
            policy, budget = BackoffPolicy("Fixed", max(0, ticks)), 1
        case BackoffPolicy():
            policy, budget = backoff, backoff.attempts
        case _:
            raise BadProgram(f"`Backoff` must be a TimeSpan or a retry policy, not {kind(backoff)}")
    return (retries + 1 if retries is not None else budget), policy
