"""An event is raised: who hears it, whether the raiser may answer, the deposit, the route.

The order of search is R12: a slot open in the current state, a state-level `on` without a slot, a slot of the
workflow, an `on` of the workflow. When both a state and the workflow have a route, only the state's runs.
"""

from collections.abc import Sequence

from osy_grammar.record import record
from osy_runtime.exceptions import throw
from osy_runtime.faces import RowFace
from osy_runtime.signals import OsyThrow
from osy_runtime.values import Value
from osy_runtime.workflow import moves
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import SATISFIED, UNASSIGNED
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.naming import row_name
from osy_runtime.workflow.run import Run, Slot
from osy_runtime.workflow.shape import EventShape, Route
from osy_runtime.workflow.slots import assign, is_candidate, is_same, satisfy


@record()
class Target:
    """Where a raise lands: a slot, or none for an implicit wait; and the route that it runs."""

    slot: Slot | None
    route: Route | None


def raise_event(
    ctx: Context, flow: Flow, row: RowFace, name: str, arguments: Sequence[Value], at: int | None = None
) -> None:
    """Raise an event of the row's run and wait until all that follows has happened."""
    ctx.store.flush()
    run = live_run(ctx, flow, row)
    event = flow.shape.events[name]
    person = ctx.world.principal
    _authorize(ctx, run, event, person)
    check_waiting(run)
    target = find_target(ctx, run, event, person)
    deposit(ctx, run, event, target, arguments, at=at, person=person, gives=True)


def live_run(ctx: Context, flow: Flow, row: RowFace) -> Run:
    """The row's latest run of the flow."""
    if row.is_deleted:
        raise throw("NotFoundException", f"{row_name(row)} is deleted, and its run with it")
    run = next((r for r in reversed(ctx.runs_by_row.get(row, ())) if r.flow is flow), None)
    if run is None:
        raise throw(
            "NotFoundException",
            f"`{flow.name}` has no run for {row_name(row)} (a run starts when the row is committed, "
            "or by `Workflow.Run`)",
        )
    return run


def check_waiting(run: Run) -> None:
    """Refuse a raise on a run that cannot hear it."""
    if not run.is_live:
        raise throw("ConflictException", f"this run has ended (`{run.flow.name}` in {run.shown_state})")
    if run.is_pending:
        raise throw(
            "ConflictException",
            f"this run of `{run.flow.name}` has not begun: its first step failed and is tried again",
        )
    if run.is_leaving:
        raise throw("ConflictException", f"this run of `{run.flow.name}` is on its way out of {run.shown_state}")


def find_target(ctx: Context, run: Run, event: EventShape, person: RowFace | None) -> Target:
    """Who hears the event; `ConflictException` if nobody, `NotAuthorized` if nobody whom the raiser may answer."""
    shape, place = run.flow.shape, run.place
    in_state = [slot for slot in run.state_slots if slot.shape.event == event.name and run.is_settled]
    if in_state:
        return _slot_target(ctx, run, in_state, person)
    if run.is_settled:
        own = {slot.shape.name for slot in run.own_slots}
        route = next((r for r in place.routes if r.event == event.name and r.slot not in own), None)
        if route is not None:
            return Target(None, route)
    of_workflow = [slot for slot in run.own_slots if slot.shape.event == event.name]
    if of_workflow:
        return _slot_target(ctx, run, of_workflow, person)
    if place.outcome is None:
        route = next((r for r in shape.routes if r.event == event.name), None)
        if route is not None:
            return Target(None, route)
    raise throw("ConflictException", f"no wait for `{event.name}` in state {run.shown_state} (`{run.flow.name}`)")


def deposit(
    ctx: Context,
    run: Run,
    event: EventShape,
    target: Target,
    arguments: Sequence[Value],
    *,
    at: int | None,
    person: RowFace | None,
    gives: bool,
    token: str | None = None,
) -> None:
    """Take the answer in: the slot is satisfied, the route runs, the run goes where it says (R18, R41, R43).

    With `gives` a person who answers a pool slot that nobody holds gets it first. The link of `token` is used up with
    the step: if the step throws, it is usable again.
    """
    instant = at if at is not None else ctx.instant
    with ctx.acting(instant, person), ctx.atomic():
        if token is not None:
            ctx.records.assign(ctx.tokens, token, None)
        slot = target.slot
        visit = run.visit
        if slot is not None:
            _require(ctx, slot)
            if gives and person is not None and slot.shape.is_pool and slot.status is UNASSIGNED:
                assign(ctx, slot, person)
        if run.visit != visit:
            raise throw(
                "ConflictException",
                f"no wait for `{event.name}` any more: taking the slot moved the run to {run.shown_state}",
            )
        ctx.audit(run, "Deposited", slot=slot, detail=event.name)
        if slot is not None:
            satisfy(ctx, slot)
        goes_to = moves.run_route(ctx, run, target.route, tuple(arguments)) if run.visit == visit else None
        if goes_to is not None or run.busy == 0:
            moves.conclude(ctx, run, goes_to)


def may_answer(ctx: Context, slot: Slot, person: RowFace | None) -> bool:
    """Whether who acts may deposit into the slot: its holder, else a candidate, and always the system (R19)."""
    if ctx.world.is_system:
        return True
    if slot.assignee is not None:
        return is_same(slot.assignee, person)
    return not slot.shape.is_pool or is_candidate(ctx, slot, person)


def _slot_target(ctx: Context, run: Run, slots: Sequence[Slot], person: RowFace | None) -> Target:
    allowed = [slot for slot in slots if may_answer(ctx, slot, person)]
    if not allowed:
        names = ", ".join(f"`{slot.shape.name}`" for slot in slots)
        why = " and ".join(_standing(slot) for slot in slots)
        raise throw("NotAuthorized", f"{_who(person)} may not answer {names} of `{run.flow.name}`: {why}")
    slot = next((s for s in allowed if s.status is not SATISFIED), allowed[0])
    return Target(slot, run.flow.shape.route_of(slot.shape, run.place))


def _who(person: RowFace | None) -> str:
    return row_name(person) if person is not None else "a caller who is not signed in"


def _standing(slot: Slot) -> str:
    """Who may answer the slot as it is."""
    if slot.assignee is not None:
        return f"`{slot.shape.name}` is held by {row_name(slot.assignee)}"
    return f"nobody holds `{slot.shape.name}`, and only its candidates may take it"


def _authorize(ctx: Context, run: Run, event: EventShape, person: RowFace | None) -> None:
    """Ask the event's `[Authorize]`; it reads policies, so it runs as who acts.

    Nobody passes a test of their own members.
    """
    if event.authorize is None:
        return
    try:
        with ctx.world.deciding(), ctx.world.catching():
            rule = event.authorize(ctx.world, {"this": run.this})
            allowed = rule(person) if callable(rule) else rule
    except OsyThrow:
        if person is not None:
            raise
        allowed = False
    if allowed is not True:
        raise throw("NotAuthorized", f"{_who(person)} may not raise `{event.name}` of `{run.flow.name}`")


def _require(ctx: Context, slot: Slot) -> None:
    """Check the slot's requirements in their order."""
    for requirement in slot.shape.requirements:
        names = ctx.slot_names(slot)
        if requirement.must is not None and requirement.must(ctx.world, names) is True:
            continue
        message = requirement.message(ctx.world, names) if requirement.message is not None else None
        raise throw("RequirementsNotMet", message if isinstance(message, str) else f"`{requirement.name}` is not met")
