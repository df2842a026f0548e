"""How a run moves: leaving, arriving, redirects, settling, completion, the end.

Leaving A for B is one transaction with the step that caused it (R8): A's clocks stop, `exit` of A runs, the tracked
field becomes B, the move is audited, `enter` of B runs, B's slots open and its clocks are armed. A `goto` in `enter`
redirects: B was never settled in, so that its `exit` does not run (R9). After settling, and after every step that did
not move, the state is asked whether it is complete (R15).

A body may move its own run by raising an event. Whoever runs a body compares `visit` afterwards: if it changed, the
run is elsewhere, and what was still to do for the old state is not done.
"""

from osy_runtime.exceptions import throw
from osy_runtime.faces import CompiledExpression, PlainBlock, RowFace
from osy_runtime.signals import BadProgram
from osy_runtime.values import DateTime
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import SATISFIED
from osy_runtime.workflow.run import Clock, Kind, Run
from osy_runtime.workflow.shape import Route
from osy_runtime.workflow.slots import arm_slot, close_slots, open_slot


def start(ctx: Context, run: Run, actor: RowFace | None) -> None:
    """The first step: `Start`, then arriving in the initial state.

    With `StartedAt` all of it happens at that instant.
    """
    flow = run.flow
    shape = flow.shape
    started_at = shape.started_at(ctx.world, ctx.names(run)) if shape.started_at is not None else None
    instant = started_at.ticks if isinstance(started_at, DateTime) else ctx.instant
    ctx.records.save(run)
    run.started_at = instant
    if instant == ctx.clock.body_now and actor is ctx.actor:
        _begin(ctx, run)
    else:
        with ctx.acting(instant, actor):
            _begin(ctx, run)


def _begin(ctx: Context, run: Run) -> None:
    flow, shape = run.flow, run.flow.shape
    ctx.audit(run, "Started", target=flow.initial)
    if shape.start is not None:
        ctx.run_staying(run, shape.start, "`Start`")
    place = shape.states[flow.initial]
    run.row.set(flow.field, place.value)
    ctx.records.save(run)
    run.state, run.place = flow.initial, place
    run.visit += 1
    conclude(ctx, run, _arrive(ctx, run))


def conclude(ctx: Context, run: Run, target: str | None) -> None:
    """End a step of the run: go where its body said, and ask the state that the run is in then (R15, R154).

    Each visit is asked once: again only where a body moved its own run and went on.
    """
    if target is None and run.place.completion is None:
        slots = run.state_slots
        if not slots or slots[0].status is not SATISFIED:
            return
    asked = None
    while target is not None or asked != run.visit:
        if target is not None:
            target = _move(ctx, run, target)
        else:
            asked = run.visit
            target = _completion(ctx, run)


def run_route(ctx: Context, run: Run, route: Route | None, arguments: tuple[object, ...] = ()) -> str | None:
    """Run a route's body, or the first of its arms that holds (R14); the answer is where it goes."""
    if route is None:
        return None
    arms = route.arms
    if arms and arms[0].condition is None and isinstance(arms[0].block, PlainBlock):
        return ctx.run_body(run, arms[0].block)
    names = ctx.names(run, **dict(zip(route.parameters, arguments, strict=False)))
    for arm in arms:
        if arm.condition is None or arm.condition(ctx.world, names) is True:
            return ctx.run_block(run, arm.block, names)
    ctx.remark(
        f"`on {route.name}` of `{run.flow.name}` was asked in state {run.shown_state}, and the condition of none of "
        "its arms held, so that nothing was run"
    )
    return None


def _move(ctx: Context, run: Run, target: str) -> str | None:
    """Move to `target`; the answer is where a redirect leads on to."""
    if not run.is_live:
        raise throw("ConflictException", f"`goto {target}`: this run of `{run.flow.name}` has ended")
    if run.is_leaving:
        raise throw("ConflictException", f"`goto {target}`: this run is on its way out of {run.shown_state}")
    if target not in run.flow.shape.states:
        raise BadProgram(f"`goto {target}`: workflow `{run.flow.name}` has no such state")
    ctx.count_move(run)
    _leave(ctx, run)
    records = ctx.records
    source = run.state
    place = run.flow.shape.states[target]
    run.row.set(run.flow.field, place.value)
    records.save(run)
    run.state, run.place = target, place
    run.visit += 1
    run.is_completed = False
    ctx.audit(run, "Transitioned", source=source, target=target)
    return _arrive(ctx, run)


def _leave(ctx: Context, run: Run) -> None:
    if not run.is_settled:
        return
    records = ctx.records
    slots = run.state_slots
    records.save(run)
    run.is_settled = False
    place = run.place
    if place.exit is not None:
        # The clocks stand still until `exit` has run, so that it can read them; nothing fires meanwhile.
        run.is_leaving = True
        ctx.run_staying(run, place.exit, f"the `exit` of {run.shown_state}")
        records.save(run)
        run.is_leaving = False
    close_slots(ctx, run, slots)
    if place.expire is not None:
        ctx.disarm_all(run, lambda clock: clock.kind is Kind.EXPIRE)
    records.save(run)
    run.state_slots = ()
    run.visible = None


def _arrive(ctx: Context, run: Run) -> str | None:
    visit = run.visit
    place = run.place
    if place.outcome is not None:
        if place.enter is not None:
            ctx.run_staying(run, place.enter, f"the `enter` of the terminal `{place.name}`")
        _end(ctx, run)
        return None
    target = ctx.run_body(run, place.enter) if place.enter is not None else None
    if run.visit != visit or target is not None:
        return target
    _settle_in(ctx, run)
    return None


def _settle_in(ctx: Context, run: Run) -> None:
    """Open the waits and arm the clocks of the state; with the run's first state, the run's own as well (R5, R16)."""
    records = ctx.records
    place = run.place
    shape = run.flow.shape
    records.save(run)
    run.is_settled = True
    is_first = not run.is_armed
    if is_first:
        run.is_armed = True
        run.own_slots = tuple([open_slot(ctx, run, slot) for slot in shape.slots])
    run.state_slots = tuple([open_slot(ctx, run, slot) for slot in place.slots])
    run.visible = None
    for slot in run.slots if is_first else run.state_slots:
        arm_slot(ctx, slot)
    if place.expire is not None:
        within = ctx.span(place.expire, run, "Within") or 0
        _arm_run_clock(ctx, run, Kind.EXPIRE, ctx.instant, within, place.expire_accrues)
    if is_first and shape.deadline is not None:
        within = ctx.span(shape.deadline, run, "Within") or 0
        _arm_run_clock(ctx, run, Kind.DEADLINE, run.started_at, within, shape.deadline_accrues)


def _arm_run_clock(
    ctx: Context, run: Run, kind: Kind, opened: int, within: int, accrues: CompiledExpression | None
) -> None:
    calendar = ctx.calendar(run, accrues, opened)
    due = calendar.due(opened, within) if calendar is not None else opened + within
    ctx.arm(Clock(kind, run, due, opened, within, calendar=calendar))


def _completion(ctx: Context, run: Run) -> str | None:
    """Whether the state is complete, once a visit; the answer is where its bodies go (R15)."""
    if not run.is_live or not run.is_settled or run.is_completed or not _is_complete(ctx, run):
        return None
    place = run.place
    visit = run.visit
    ctx.records.put(run, "is_completed", True)
    ctx.audit(run, "Completed", detail=place.name)
    target = ctx.run_body(run, place.completion.block) if place.completion else None
    if target is not None or run.visit != visit:
        return target
    return run_route(ctx, run, run.flow.shape.clock_route("Complete", place))


def _is_complete(ctx: Context, run: Run) -> bool:
    completion = run.place.completion
    if completion is not None:
        return completion.condition(ctx.world, ctx.names(run)) is True
    slots = run.state_slots
    return bool(slots) and slots[0].status is SATISFIED and all(slot.status is SATISFIED for slot in slots)


def _end(ctx: Context, run: Run) -> None:
    records = ctx.records
    place = run.place
    message = place.message(ctx.world, ctx.names(run)) if place.message is not None else None
    close_slots(ctx, run, run.own_slots)
    records.save(run)
    run.clocks = run.own_slots = ()
    run.visible = None
    run.is_live = False
    ctx.audit(run, "Ended", message=message if isinstance(message, str) else None, detail=place.outcome or "")
