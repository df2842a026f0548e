"""Slots at work: opened, claimed, assigned, released, satisfied. Who may do it is asked by those who call.

See `handles.py`.
"""

from osy_runtime.faces import RowFace
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.workflow import milestones
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import ASSIGNED, SATISFIED, UNASSIGNED
from osy_runtime.workflow.naming import row_name
from osy_runtime.workflow.run import Run, Slot
from osy_runtime.workflow.shape import SlotShape


def open_slot(ctx: Context, run: Run, shape: SlotShape) -> Slot:
    """A fresh slot at the present instant; its clocks are armed by `arm_slot`."""
    return Slot(run, shape, ctx.instant, ctx.store.epoch)


def arm_slot(ctx: Context, slot: Slot) -> None:
    """Start the milestones of a slot that just opened (R5)."""
    if slot.is_open and slot.status is UNASSIGNED:
        milestones.begin(ctx, slot, "Assigned")
        milestones.begin(ctx, slot, "Finished")


def close_slots(ctx: Context, run: Run, slots: tuple[Slot, ...]) -> None:
    """Close slots with all their clocks: the state is left, or the run ended."""
    if not slots:
        return
    for slot in slots:
        ctx.records.save(slot)
        slot.is_open = False
    if run.clocks:
        ctx.disarm_all(run, lambda clock: clock.slot in slots)


def is_candidate(ctx: Context, slot: Slot, person: RowFace | None) -> bool:
    """What the slot's `Candidates` says of a principal; a slot without any has no say in it."""
    if slot.shape.candidates is None:
        return True
    with ctx.world.as_system():
        eligible = slot.shape.candidates(ctx.world, {"this": slot.run.this})
        if not callable(eligible):
            raise BadProgram(f"`Candidates` of `{slot.shape.name}` must be a lambda, not {kind(eligible)}")
        return person is not None and eligible(person) is True


def is_same(one: RowFace | None, other: RowFace | None) -> bool:
    """Whether both are the same principal."""
    return one is other or (one is not None and other is not None and one.id == other.id)


def assign(ctx: Context, slot: Slot, person: RowFace) -> None:
    """Give the slot to a principal: `Assigned` is met and entered, the new holder's `Finished` starts (R5, R42)."""
    if is_same(slot.assignee, person):
        return
    records = ctx.records
    is_satisfied = slot.status is SATISFIED
    milestones.retire(ctx, slot, "Assigned")
    milestones.retire(ctx, slot, "Finished")
    hold = slot.hold + 1
    records.put(slot, "hold", hold)
    records.put(slot, "assignee", person)
    if not is_satisfied:
        records.put(slot, "status", ASSIGNED)
    ctx.audit(slot.run, "Assigned", slot=slot, detail=f"to {row_name(person)}")
    milestones.enter(ctx, slot, "Assigned")
    # The `enter` body may have handed the slot on, satisfied it or moved the run: then its clocks are set already.
    if slot.is_open and slot.hold == hold and slot.status is ASSIGNED:
        milestones.begin(ctx, slot, "Finished")


def release(ctx: Context, slot: Slot) -> None:
    """Take the slot from its holder: both milestones start afresh (R5)."""
    if slot.assignee is None:
        return
    records = ctx.records
    milestones.retire(ctx, slot, "Assigned")
    milestones.retire(ctx, slot, "Finished")
    records.put(slot, "hold", slot.hold + 1)
    records.put(slot, "assignee", None)
    if slot.status is not SATISFIED:
        records.put(slot, "status", UNASSIGNED)
    ctx.audit(slot.run, "Released", slot=slot)
    arm_slot(ctx, slot)


def satisfy(ctx: Context, slot: Slot) -> None:
    """The slot was answered: its clocks are gone, and `Finished` is entered the first time (R18, R41)."""
    is_first = slot.status is not SATISFIED
    milestones.retire(ctx, slot, "Assigned")
    milestones.retire(ctx, slot, "Finished")
    ctx.records.put(slot, "status", SATISFIED)
    if is_first:
        milestones.enter(ctx, slot, "Finished")
