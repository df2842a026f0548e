"""Reading work: `Workflow.Work<T>()` and `Inbox<T>()` have a row for each slot, `WorkByItem<T>()` one for each item.

Rows come in run creation order, of live runs only, and only for items that the reader may read (R21). An item's
figures are those of the promise that breaches soonest; on a tie a slot's own promise comes before a borrowed one, a
held slot before a free one, then declaration order. When the run's own clock governs, no slot is named.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from osy_runtime.faces import FixedMembers, Value
from osy_runtime.values import DateTime, TimeSpan
from osy_runtime.workflow.audit import Entry
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import SATISFIED, SLA_KIND, SLOT_STATUS
from osy_runtime.workflow.promises import Promise, promise_of, run_promise
from osy_runtime.workflow.run import Run, Slot
from osy_runtime.workflow.slots import is_candidate, is_same

BREACHES = ("Breached", "Exhausted")


class WorkRow(FixedMembers):
    """A row of a work list."""

    type_name: ClassVar[str] = "WorkRow"


class WorkItemRow(WorkRow):
    """A row of `WorkByItem`."""

    type_name: ClassVar[str] = "WorkItemRow"


def work(ctx: Context, entity: str) -> list[Value]:
    """One row for each open slot that is not satisfied yet."""
    return [_slot_row(ctx, slot) for run in _runs(ctx, entity) for slot in _waiting(run)]


def inbox(ctx: Context, entity: str) -> list[Value]:
    """The rows of `work` that the current principal holds or may claim."""
    person = ctx.world.principal
    if person is None:
        return []
    found: list[Value] = []
    for run in _runs(ctx, entity):
        for slot in _waiting(run):
            is_free = slot.assignee is None and (not slot.shape.is_pool or is_candidate(ctx, slot, person))
            if is_free or is_same(slot.assignee, person):
                found.append(_slot_row(ctx, slot))
    return found


def work_by_item(ctx: Context, entity: str) -> list[Value]:
    """One row for each item that has a live run, however many it has (R151)."""
    by_item: dict[Value, list[Run]] = {}
    for run in _runs(ctx, entity):
        by_item.setdefault(run.row.id, []).append(run)
    return [_item_row(ctx, runs) for runs in by_item.values()]


def _runs(ctx: Context, entity: str) -> Iterator[Run]:
    for run in ctx.runs:
        is_of = ctx.entity_is(run.row.entity_full_name, entity)
        if run.is_live and not run.row.is_deleted and is_of and ctx.world.may("read", run.row):
            yield run


def _waiting(run: Run) -> list[Slot]:
    return [slot for slot in run.slots if slot.status is not SATISFIED]


def _slot_row(ctx: Context, slot: Slot) -> WorkRow:
    run = slot.run
    members: dict[str, Value] = {
        "Item": run.row,
        "Slot": slot.shape.name,
        "Event": slot.shape.event,
        "State": run.place.value,
        "Status": SLOT_STATUS.by_name[slot.status.name],
        "Assignee": slot.assignee.id if slot.assignee is not None else None,
        "OpenedAt": DateTime(slot.opened_at),
        "EverBreached": _ever_breached(entry for entry in run.audit if entry.slot == slot.shape.name),
        **_figures(ctx, promise_of(slot)),
    }
    return WorkRow(members)


def _item_row(ctx: Context, runs: Sequence[Run]) -> WorkItemRow:
    first = runs[0]
    governing, promise = _governing(runs)
    holder = governing if governing is not None and governing.assignee is not None else None
    held = holder or next((slot for run in runs for slot in run.slots if slot.assignee is not None), None)
    members: dict[str, Value] = {
        "Item": first.row,
        "State": first.place.value if first.state is not None else None,
        "Assignee": held.assignee.id if held is not None and held.assignee is not None else None,
        "OpenSlots": sum(len(_waiting(run)) for run in runs),
        "GoverningSlot": governing.shape.name if governing is not None else None,
        "EverBreached": _ever_breached(entry for run in runs for entry in run.audit),
        **_figures(ctx, promise),
    }
    return WorkItemRow(members)


def _governing(runs: Sequence[Run]) -> tuple[Slot | None, Promise | None]:
    """The promise that breaches soonest, with its slot where a slot gave it. Source: the board's page, on ties."""
    candidates = [candidate for run in runs for candidate in _promises(run)]
    if not candidates:
        return None, None
    # Candidates stand in the order of declaration, run by run; the first of equals is taken.
    slot, promise = min(candidates, key=lambda c: (c[1].due, not c[1].is_own, c[0] is None or c[0].assignee is None))
    return (slot if promise.is_own else None), promise


def _promises(run: Run) -> Iterator[tuple[Slot | None, Promise]]:
    """What the run promises by its waiting slots; where none waits, by its own clock."""
    for slot in _waiting(run) or (None,):
        promise = promise_of(slot) if slot is not None else run_promise(run)
        if promise is not None:
            yield slot, promise


def _figures(ctx: Context, promise: Promise | None) -> dict[str, Value]:
    """The SLA members; all null when no clock is live."""
    if promise is None:
        return dict.fromkeys(("SlaKind", "BreachesAt", "Within", "Elapsed", "Remaining"))
    elapsed = promise.elapsed(ctx.clock.now)
    return {
        "SlaKind": SLA_KIND.by_name[promise.sla],
        "BreachesAt": DateTime(promise.due),
        "Within": TimeSpan(promise.within),
        "Elapsed": TimeSpan(elapsed),
        "Remaining": TimeSpan(promise.within - elapsed),
    }


def _ever_breached(entries: Iterator[Entry]) -> bool:
    return any(entry.kind in BREACHES for entry in entries)
