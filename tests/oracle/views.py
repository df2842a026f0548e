"""What can be seen of a run in the model: where it is, its slots, its clocks, its audit, its rows of work lists."""

from typing import Any

from oracle.memory import KINDS, Clock, Data, Run, Slot
from oracle.model import Model


def shown(model: Model, r: int) -> Data:
    """What can be seen of a run: where it is, its slots, its clocks, its audit, its row of the board."""
    run = model.runs[r]
    slots = model.open_slots(r)
    clocks = sorted(
        run.clocks, key=lambda c: (c.due, KINDS.index(c.kind), c.order, (c.reminder or {"order": 0})["order"])
    )
    return {
        "state": run.state,
        "live": run.is_live,
        "n": run.n,
        "slots": [(s.spec["name"], s.spec["event"], s.status, s.holder) for s in slots],
        "clocks": [(_kind(c), _name(run, c), c.due) for c in clocks],
        "audit": run.audit,
        "board": _board(run, slots) if run.is_live else None,
        "work": [_work(run, s) for s in slots if s.status != "Satisfied"] if run.is_live else None,
    }


def _kind(clock: Clock) -> str:
    return "Backoff" if clock.is_pause else clock.kind


def _name(run: Run, clock: Clock) -> str:
    if clock.slot is None:
        return run.state or "S0"
    name: str = run.slots[clock.slot].spec["name"]
    return f"{name}.{clock.reminder['name']}" if clock.reminder else name


def _promise(run: Run, slot: Slot) -> tuple[int, bool, str] | None:
    """When it breaches, whether the promise is borrowed, its kind (R46, R65)."""
    own = [c for c in run.clocks if c.slot == slot.number and c.reminder is None and not c.is_pause]
    if own:
        soonest = min(own, key=lambda c: (c.due, KINDS.index(c.kind)))
        return soonest.due, False, soonest.kind
    declares_one = any(milestone is not None for milestone in slot.spec["milestones"].values())
    return None if declares_one else _of_run(run)


def _of_run(run: Run) -> tuple[int, bool, str] | None:
    found = [(c.due, KINDS.index(c.kind)) for c in run.clocks if c.kind in ("Expire", "Deadline")]
    return (min(found)[0], True, KINDS[min(found)[1]]) if found else None


def _breached(run: Run, slot: str | None) -> bool:
    return any(entry[0] in ("Breached", "Exhausted") and slot in (None, entry[4]) for entry in run.audit)


def _work(run: Run, slot: Slot) -> tuple[Any, ...]:
    promise = _promise(run, slot)
    name = slot.spec["name"]
    due, kind = (promise[0], promise[2]) if promise else (None, None)
    return name, slot.status, slot.holder, slot.opened, kind, due, _breached(run, name)


def _board(run: Run, slots: list[Slot]) -> tuple[Any, ...]:
    """The item's row: the four rules of the board's page, then R47 for the holder."""
    waiting = [s for s in slots if s.status != "Satisfied"]
    ranked = []
    for at, slot in enumerate(waiting):
        promise = _promise(run, slot)
        if promise is not None:
            ranked.append((promise[0], promise[1], slot.holder is None, at, promise[2]))
    governing, due, kind = None, None, None
    if ranked:
        due, is_borrowed, _, at, kind = min(ranked)
        governing = None if is_borrowed else waiting[at]
    elif not waiting and (promise := _of_run(run)) is not None:
        due, kind = promise[0], promise[2]
    holder = governing.holder if governing is not None else None
    if holder is None:
        holder = next((s.holder for s in slots if s.holder is not None), None)
    named = governing.spec["name"] if governing is not None else None
    return holder, len(waiting), named, kind, due, _breached(run, None)
